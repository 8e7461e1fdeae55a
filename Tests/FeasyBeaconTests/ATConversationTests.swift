import AccessoryConcurrency
import Foundation
import Testing

@testable import FeasyBeacon

/// Whose answer is it? A module that answers in time, late or never, in fragments.
@Suite struct ATConversationTests {
    private struct Schedule {
        var random: SeededRandom
        var engine = ATEngine()
        var now = Duration.zero
        /// What the module will send, by time.
        var packets: [(time: Duration, bytes: [UInt8])] = []

        mutating func delay(_ range: Range<Int>) -> Duration {
            .milliseconds(Int.random(in: range, using: &random))
        }

        /// The module sends `text` in fragments from `time` on.
        mutating func plan(_ text: String, at time: Duration) {
            // in order: no answer overtakes another
            var time = max(time, packets.last?.time ?? time)
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = min(bytes.count, Int.random(in: 4...9, using: &random))
                packets.append((time, Array(bytes.prefix(count))))
                bytes = bytes.dropFirst(count)
                time += delay(0..<190)
            }
        }

        /// Runs a request. `answer` receives each command.
        mutating func run(
            _ request: ATRequest,
            _ answer: (inout Schedule, String) -> Void
        ) -> ATOutcome? {
            engine.start(request, at: now)
            for _ in 0..<1000 {
                while let action = engine.nextAction(at: now) {
                    switch action {
                    case .done(_, let outcome): return outcome
                    case .send(let bytes):
                        engine.sent(at: now)
                        answer(&self, String(decoding: bytes.dropLast(2), as: UTF8.self))
                    }
                }
                let next = [engine.deadline, packets.first?.time].compactMap(\.self).min()
                now = max(now, next ?? now)
                if let packet = packets.first, packet.time <= now {
                    packets.removeFirst()
                    engine.receive(packet.bytes, at: now)
                }
            }
            return nil
        }

        /// In time, late, or never.
        mutating func latency() -> Duration? {
            [delay(0..<1500), delay(3001..<5999), nil].randomElement(using: &random)!
        }

        /// Nothing is asked for this time.
        mutating func rest(_ time: Duration) {
            let end = now + time
            while let packet = packets.first, packet.time <= end {
                packets.removeFirst()
                engine.receive(packet.bytes, at: packet.time)
            }
            now = end
        }
    }

    @Test func everyAnswerBelongsToItsQuery() {
        let count = ProcessInfo.processInfo.environment["LONG_SEEDS"] == nil ? 2000 : 100_000
        var (wrong, answered, late) = (0, 0, 0)
        for seed in 0..<UInt64(count) {
            var schedule = Schedule(random: SeededRandom(seed: seed))
            for number in 0..<4 {
                let name = ["NAME", "LED"].randomElement(using: &schedule.random)!
                let latency = schedule.latency()
                let outcome = schedule.run(.query(name)) { schedule, _ in
                    guard let latency else { return }
                    let answer = "\r\n+\(name)=\(number)\r\n\r\nOK\r\n"
                    schedule.plan(answer, at: schedule.now + latency)
                }
                let isInTime = latency.map { $0 < .seconds(3) } ?? false
                switch outcome {
                case .ok(let values):
                    wrong += values == ["\(number)"] && isInTime ? 0 : 1
                    answered += 1
                case .timedOut: wrong += isInTime ? 1 : 0
                default: wrong += 1
                }
                late += isInTime || latency == nil ? 0 : 1
                schedule.rest(schedule.delay(1..<900))
            }
        }
        #expect(wrong == 0)
        #expect(answered > count && late > count)
    }

    /// A module that sends every answer once or twice: the copy of a value is that of another parameter, or the one
    /// from before a setting; the copy of an OK is followed by a query.
    private struct RepeatingModule {
        var values: [String: String] = [:]
        var isInTime = true
        var copies = 0

        mutating func answer(_ command: String, on schedule: inout Schedule) {
            let words = command.dropFirst(3).split(separator: "=").map(String.init)
            var answer = "\r\nOK\r\n"
            if words.count == 2 {
                values[words[0]] = words[1]
            } else {
                answer = "\r\n+\(words[0])=\(values[words[0]] ?? "")\r\n" + answer
            }
            let latency = schedule.latency()
            isInTime = isInTime && latency.map { $0 < .seconds(3) } ?? false
            guard let latency else { return }
            schedule.plan(answer, at: schedule.now + latency)
            guard Bool.random(using: &schedule.random) else { return }
            copies += 1
            schedule.plan(answer, at: schedule.packets.last!.time + schedule.delay(0..<400))
        }
    }

    @Test func noCopyAnswersAnotherCommand() {
        let count = ProcessInfo.processInfo.environment["LONG_SEEDS"] == nil ? 2000 : 100_000
        var (wrong, answered, copies) = (0, 0, 0)
        for seed in 0..<UInt64(count) {
            var schedule = Schedule(random: SeededRandom(seed: seed))
            var module = RepeatingModule()
            for number in 0..<6 {
                let name = ["NAME", "LED"][number % 2]
                module.isInTime = true
                let isQuery = Bool.random(using: &schedule.random)
                if isQuery { module.values[name] = "\(number)" }
                let request = isQuery ? ATRequest.query(name) : .set(name, "\(number)")
                let outcome = schedule.run(request) { module.answer($1, on: &$0) }
                switch outcome {
                case .ok([]): wrong += module.isInTime ? 1 : 0
                case .ok(let values):
                    wrong += values == ["\(number)"] && module.isInTime ? 0 : 1
                    answered += 1
                case .timedOut: wrong += module.isInTime ? 1 : 0
                case .failed(.differs(nil)): wrong += module.isInTime ? 1 : 0
                default: wrong += 1
                }
                schedule.rest(schedule.delay(0..<900))
            }
            copies += module.copies
        }
        #expect(wrong == 0)
        #expect(answered > count && copies > count)
    }

    /// A module that never falls silent gets its next command all the same.
    @Test func aStreamDoesNotStopACommand() {
        var engine = ATEngine()
        engine.start(.query("LED"), at: .zero)
        _ = engine.nextAction(at: .zero)
        #expect(engine.nextAction(at: .seconds(3)) == .done(.query("LED"), .timedOut))
        engine.start(.query("NAME"), at: .seconds(3))
        var time = Duration.seconds(3)
        while engine.nextAction(at: time) == nil, time < .seconds(20) {
            engine.receive([0x78], at: time)
            time += .milliseconds(100)
        }
        #expect(time == .seconds(9))
    }
}
