import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Foundation
import Testing

@testable import TxRx

private let timeouts = TxRxTimeouts()

/// Whose answer is it? A device on a virtual clock sends events before commands, and answers late, twice or never.
@Suite struct ConversationTests {

    /// One schedule: commands one after the other, against a device with random delays.
    private struct Schedule {
        var random: SeededRandom
        var machine: TxRxMachine
        var now = Duration.zero
        /// What the device will send, by time.
        var packets: [(time: Duration, bytes: [UInt8])] = []
        var answers: [[UInt8]?] = []
        var events: [[UInt8]] = []

        init(seed: UInt64) throws {
            random = SeededRandom(seed: seed)
            machine = try Place.ready.machine(.txRx)
        }

        func delay(_ range: Range<Int>, _ random: inout SeededRandom) -> Duration {
            .milliseconds(Int.random(in: range, using: &random))
        }

        /// The device sends `bytes` in fragments from `time` on.
        mutating func plan(_ bytes: [UInt8], at time: Duration) {
            // in order: no answer overtakes another
            var time = max(time, packets.last?.time ?? time)
            for fragment in stride(from: 0, to: bytes.count, by: 3) {
                packets.append((time, Array(bytes[fragment..<min(fragment + 3, bytes.count)])))
                time += delay(0..<190, &random)
            }
        }

        mutating func perform(
            _ actions: [TxRxMachine.Action],
            _ latency: Duration?,
            _ command: [UInt8]
        ) {
            for action in actions {
                switch action {
                case .write(_, let number):
                    if let latency { plan(command, at: now + latency) }
                    perform(machine.written(number, at: now, timeouts), nil, command)
                case .finish(.answer, let result): answers.append(try? result.get())
                case .report(.dataReceived(_, let bytes)): events.append(bytes)
                default: break
                }
            }
        }

        /// Runs until `isOver`, or until `end`.
        mutating func run(
            until end: Duration,
            _ latency: Duration?,
            _ command: [UInt8],
            _ isOver: (Self) -> Bool = { _ in false }
        ) {
            while !isOver(self) {
                let next = [machine.deadline, packets.first?.time].compactMap(\.self).min()
                guard let next, next <= end else { break }
                now = max(now, next)
                if let packet = packets.first, packet.time <= now {
                    packets.removeFirst()
                    perform(machine.received(packet.bytes, at: now, timeouts), latency, command)
                } else {
                    perform(machine.expire(at: now, timeouts), latency, command)
                }
            }
            if !isOver(self) { now = max(now, end) }
        }

        /// Returns whether each answer belongs to its command, and which commands were answered in time.
        mutating func play(commands: Int) throws -> (
            wrong: Int, missed: Int, answered: Int, late: Int
        ) {
            var (wrong, missed, answered, late) = (0, 0, 0, 0)
            for number in 0..<commands {
                // an event begins before the command
                let pause = Int.random(in: 1..<600, using: &random)
                if Bool.random(using: &random) {
                    plan(Array("event \(number)".utf8), at: now + delay(0..<pause, &random))
                }
                run(until: now + .milliseconds(pause), nil, [])
                let command = Array("answer to \(number)".utf8)
                // in time, late, never
                let latency = [delay(0..<1999, &random), delay(2001..<3999, &random), nil]
                    .randomElement(using: &random)!
                let before = answers.count
                let limit = 200
                perform(
                    try machine.send(command, limit: limit, isScanning: false, at: now, timeouts),
                    latency,
                    command
                )
                run(until: now + .seconds(60), latency, command) { $0.answers.count > before }
                let answer = try #require(answers.last)
                let isInTime = latency.map { $0 < timeouts.receiveFirstPacket } ?? false
                if answer == nil { missed += isInTime ? 1 : 0 }
                if let answer { wrong += answer == command && isInTime ? 0 : 1 }
                answered += answer == nil ? 0 : 1
                late += latency != nil && !isInTime ? 1 : 0
            }
            #expect(answers.count == commands)
            return (wrong, missed, answered, late)
        }
    }

    @Test func everyAnswerBelongsToItsCommand() throws {
        let count = ProcessInfo.processInfo.environment["LONG_SEEDS"] == nil ? 2000 : 100_000
        var (wrong, missed, answered, late) = (0, 0, 0, 0)
        for seed in 0..<count {
            var schedule = try Schedule(seed: UInt64(seed))
            let result = try schedule.play(commands: 5)
            wrong += result.wrong
            missed += result.missed
            answered += result.answered
            late += result.late
        }
        #expect(wrong == 0 && missed == 0)
        #expect(answered > count && late > count)
    }

    /// Numbers tell answers apart without a silence before the command: late ones, copies, and lines between them.
    @Test func numberedAnswersBelongToTheirCommands() throws {
        let count = ProcessInfo.processInfo.environment["LONG_SEEDS"] == nil ? 2000 : 100_000
        var (wrong, missed, answered, late) = (0, 0, 0, 0)
        for seed in 0..<count {
            var schedule = try Schedule(seed: UInt64(seed))
            for number in 0..<UInt8(5) {
                let request = try #require(ReaderRequest(.status, sequence: number))
                let line = try #require(request.answer(.ok, data: [number])) + "\r\n"
                let text = [line, line + line, "EVENT: 1\r\n" + line + "EVENT: 2\r\n" + line]
                    .randomElement(using: &schedule.random)!
                let latency = [
                    schedule.delay(0..<1999, &schedule.random),
                    schedule.delay(2001..<3999, &schedule.random), nil,
                ].randomElement(using: &schedule.random)!
                let begin = latency.map {
                    max(schedule.now + $0, schedule.packets.last?.time ?? .zero)
                }
                let isInTime =
                    begin.map { $0 < schedule.now + timeouts.receiveFirstPacket } ?? false
                @Sendable func answer(in bytes: [UInt8]) -> [UInt8]? {
                    for case .answer(number, _, let data) in ReaderLine.lines(bytes) { return data }
                    return nil
                }
                let actions = try schedule.machine.send(
                    Array(request.text.utf8),
                    limit: 200,
                    answer: .matching { answer(in: $0) != nil },
                    isScanning: false,
                    at: schedule.now,
                    timeouts
                )
                schedule.perform(actions, latency, Array(text.utf8))
                let end = schedule.now + .seconds(60)
                schedule.run(until: end, latency, []) { $0.answers.count > Int(number) }
                if let bytes = try #require(schedule.answers.last) {
                    wrong += answer(in: bytes) == [number] ? 0 : 1
                    answered += 1
                } else {
                    missed += isInTime ? 1 : 0
                }
                late += latency != nil && !isInTime ? 1 : 0
            }
        }
        #expect(wrong == 0 && missed == 0)
        #expect(answered > count && late > count)
    }

    /// A device that is never silent gets its command all the same, after the patience with it.
    @Test func aStreamDoesNotStopACommand() throws {
        var machine = try Place.ready.machine(.txRx)
        var time = Duration.zero
        _ = machine.received([1], at: time, timeouts)
        #expect(try machine.send([7], limit: 20, isScanning: false, at: time, timeouts) == [])
        var written: [TxRxMachine.Action] = []
        while written.isEmpty, time < .seconds(9) {
            time += .milliseconds(100)
            written = machine.expire(at: time, timeouts)
            _ = machine.received([1], at: time, timeouts)
        }
        #expect(time == timeouts.receiveFirstPacket)
        // what came before is no answer
        guard case .report(.dataReceived(_, let before)) = written.first else {
            Issue.record("nothing delivered")
            return
        }
        #expect(before.count == 20 && written.count == 2)
    }

    @Test func aCommandWithoutAnAnswerDoesNotWait() throws {
        var machine = try Place.ready.machine(.txRx)
        _ = machine.received([1], at: .zero, timeouts)
        let actions = try machine.send(
            [7],
            limit: 20,
            answer: .event,
            isScanning: false,
            at: .zero,
            timeouts
        )
        #expect(actions.count == 2)
        guard case .report(.dataReceived(_, [1])) = actions[0], case .write = actions[1] else {
            Issue.record("\(actions)")
            return
        }
    }

    /// A command that still waits for silence: refused calls, cancellation, the end of the link.
    @Test func aWaitingCommandIsACommand() throws {
        func waiting() throws -> TxRxMachine {
            var machine = try Place.ready.machine(.ackMe)
            _ = machine.received([1], at: .zero, timeouts)
            _ = try machine.send([7], limit: 20, isScanning: false, at: .zero, timeouts)
            return machine
        }
        var machine = try waiting()
        #expect(Method.send.refusal(&machine) == .alreadySendingData)
        #expect(Method.setMode.refusal(&machine) == .setModeDuringOperation)
        #expect(machine.written(1, at: .zero, timeouts) == [])
        var cancelled = try waiting()
        #expect(cancelled.cancel(.answer, at: .zero, timeouts) == [])
        #expect(cancelled.expire(at: .seconds(9), timeouts).count == 1)
        #expect(cancelled.deadline == nil)
        // nothing was sent, so nothing is late
        #expect(
            try cancelled.send([7], limit: 20, isScanning: false, at: .zero, timeouts).count == 1
        )
        var lost = try waiting()
        let ends = lost.unlinked()
        #expect(ends.contains { if case .report(.dataSendError) = $0 { true } else { false } })
        #expect(
            ends.contains { if case .report(.dataReceived(_, [1])) = $0 { true } else { false } }
        )
    }

    @Test func aCancelledCommandMayStillBeAnswered() throws {
        for place in [Place.sending, .awaiting] {
            var machine = try place.machine(.txRx)
            _ = machine.cancel(.answer, at: .seconds(1), timeouts)
            let next = try machine.send(
                [7],
                limit: 20,
                isScanning: false,
                at: .seconds(2),
                timeouts
            )
            #expect(next == [] && machine.deadline == .seconds(3))
            _ = machine.received([9], at: .milliseconds(2900), timeouts)
            // its silence ends after the wait
            #expect(machine.expire(at: .seconds(3), timeouts) == [])
            let sent = machine.expire(at: .milliseconds(3100), timeouts)
            #expect(sent.count == 2)
        }
    }

    /// A late answer to a timed-out command of a reader that numbers its answers, and an answer that comes twice.
    @Test func numbersTellAnswersApart() async throws {
        let bench = TxRxBench { command in
            guard let request = ReaderRequest(String(decoding: command, as: UTF8.self)),
                let answer = request.answer(.ok, data: [request.sequence])
            else { return [] }
            return Array((answer + "\r\n" + answer + "\r\n").utf8)
        }
        try await bench.connected {
            let reader = TertiumReader(bench.device, of: bench.manager)
            await bench.simulator.misbehave(.late(.milliseconds(2500)))
            await #expect(throws: TxRxError.receivingTimedOut) { try await reader.perform(.status) }
            await bench.simulator.misbehave(nil)
            let answer = try await reader.perform(.status)
            #expect(answer.data == [1])
        }
    }

    /// Data from before a command, and a device that is slow but not late.
    @Test func dataBeforeACommandIsAnEvent() async throws {
        let bench = TxRxBench(.txRx) { Array("answer to ".utf8) + $0 }
        try await bench.connected {
            await bench.simulator.misbehave(.late(.milliseconds(400)))
            for number in 0..<4 {
                if number == 1 {
                    try await bench.simulator.send(Array("EVENT: button\r\n".utf8))
                    try await bench.clock.sleep(for: .milliseconds(50))
                }
                let answer: String = try await bench.manager.send("cmd\(number)", to: bench.device)
                #expect(answer.hasPrefix("answer to cmd\(number)"))
            }
        }
    }
}
