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
            var (time, bytes) = (time, Array(text.utf8)[...])
            while !bytes.isEmpty {
                let count = min(bytes.count, Int.random(in: 4...9, using: &random))
                packets.append((time, Array(bytes.prefix(count))))
                bytes = bytes.dropFirst(count)
                time += delay(0..<190)
            }
            packets.sort { $0.time < $1.time }
        }

        /// Runs a query, which is answered with `answer` after `latency`.
        mutating func run(_ name: String, _ answer: String, _ latency: Duration?) -> ATOutcome? {
            engine.start(.query(name), at: now)
            for _ in 0..<1000 {
                while let action = engine.nextAction(at: now) {
                    if case .done(_, let outcome) = action { return outcome }
                    engine.sent(at: now)
                    if let latency { plan(answer, at: now + latency) }
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
                let latency = [schedule.delay(0..<1500), schedule.delay(3001..<5999), nil]
                    .randomElement(using: &schedule.random)!
                let outcome = schedule.run(name, "\r\n+\(name)=\(number)\r\n\r\nOK\r\n", latency)
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
