import AccessoryConcurrency
import AccessorySimulators
import Synchronization
import Testing

@testable import TxRx

/// Tests each timer over the air: an event is in time if the timer is one tick longer than the event's
/// delay, and too late if it is one tick shorter.
@Suite(.timeLimit(.minutes(20))) struct TxRxEdgeTests {
    private static let tick = Duration.nanoseconds(1)

    /// The events with their times.
    private final class Log: Sendable {
        private let entries = Mutex<[(event: TxRxEvent, time: Duration)]>([])

        init(_ bench: TxRxBench) {
            let events = bench.manager.events
            _ = bench.time.task {
                for await event in events {
                    let time = bench.time.now()
                    self.entries.withLock { $0.append((event, time)) }
                }
            }
        }

        var answers: [[UInt8]] {
            entries.withLock { entries in
                entries.compactMap {
                    if case .dataReceived(_, let bytes) = $0.event { bytes } else { nil }
                }
            }
        }

        func times(of name: String) -> [Duration] {
            entries.withLock { entries in
                entries.filter { $0.event.notificationName == name }.map(\.time)
            }
        }
    }

    /// A session with one command, which differs only in one timer.
    private func session(
        _ timer: (TxRxTimeouts.Name, Duration)? = nil,
        fault: TxRxFault? = nil
    ) async throws -> (outcome: TxRxError?, log: Log, began: Duration, connected: Duration) {
        let bench = TxRxBench(seed: 5)
        return try await bench.clock.run {
            try await bench.simulator.start()
            await bench.simulator.misbehave(fault)
            if let (name, value) = timer { await bench.manager.setTimeout(value, for: name) }
            let log = Log(bench)
            let before = bench.time.now()
            do {
                try await bench.manager.connect(to: bench.device)
            } catch let error as TxRxError {
                return (error, log, before, .zero)
            }
            let began = bench.time.now()
            var outcome: TxRxError?
            do {
                _ = try await bench.manager.send("abcdefgh", to: bench.device)
            } catch let error as TxRxError {
                outcome = error
            }
            try await bench.clock.sleep(for: .seconds(4))
            try? await bench.manager.disconnect(bench.device)
            await bench.simulator.stop()
            return (outcome, log, began, began - before)
        }
    }

    @Test func connecting() async throws {
        let whole = try await session().connected
        #expect(try await session((.connect, whole + Self.tick)).outcome == nil)
        #expect(try await session((.connect, whole - Self.tick)).outcome == .connectTimedOut)
    }

    @Test func acknowledgement() async throws {
        let measured = try await session()
        let sent = try #require(measured.log.times(of: "TxRxDeviceDataSent").first)
        let wait = sent - measured.began
        #expect(wait > .zero)
        #expect(try await session((.sendPackets, wait + Self.tick)).outcome == nil)
        #expect(try await session((.sendPackets, wait - Self.tick)).outcome == .sendingTimedOut)
    }

    @Test func firstPacket() async throws {
        let late = TxRxFault.late(.seconds(1))
        let log = try await session(fault: late).log
        let sent = try #require(log.times(of: "TxRxDeviceDataSent").first)
        let told = try #require(log.times(of: "TxRxDeviceDataReceived").first)
        // the answer is reported once the device has been silent
        let wait = told - TxRxTimeouts().receivePackets - sent
        #expect(wait > .zero)
        let inTime = try await session((.receiveFirstPacket, wait + Self.tick), fault: late)
        #expect(inTime.outcome == nil)
        let tooLate = try await session((.receiveFirstPacket, wait - Self.tick), fault: late)
        #expect(tooLate.outcome == .receivingTimedOut)
        // the late answer arrives as unsolicited data
        #expect(tooLate.log.answers == [Array("abcdefgh\r\n".utf8)])
    }

    @Test func silence() async throws {
        let parts = TxRxFault.split(size: 5, gap: .milliseconds(150))
        let log = try await session((.receivePackets, .milliseconds(1)), fault: parts).log
        let told = log.times(of: "TxRxDeviceDataReceived")
        try #require(told.count == 2)
        let gap = told[1] - told[0]
        let whole = try await session((.receivePackets, gap + Self.tick), fault: parts)
        #expect(whole.log.answers == [Array("abcdefgh\r\n".utf8)])
        let cut = try await session((.receivePackets, gap - Self.tick), fault: parts)
        #expect(cut.log.answers == [Array("abcde".utf8), Array("fgh\r\n".utf8)])
    }
}
