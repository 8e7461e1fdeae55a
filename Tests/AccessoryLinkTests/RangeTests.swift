import AccessoryConcurrency
import Testing

@testable import AccessoryLink

/// Public calls with numbers at the ends of their ranges: they limit the number or throw, and never trap.
@Suite(.timeLimit(.minutes(20))) struct RangeTests {
    private static let integers = [Int.min, -1, 0, 1, 300, 65_537, .max]
    private static let spans: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1), .seconds(Int64.max),
    ]

    /// An exchange on a pipe; nil if it fails.
    private static func answer(
        packetSize: Int = 244,
        faults: PipeFaults = PipeFaults(),
        _ change: (inout LinkOptions) -> Void = { _ in }
    ) async throws -> [UInt8]? {
        let bench = try await PipeBench(packetSize: packetSize, faults: faults, change: change)
        return try await bench.run {
            do {
                try await bench.host.open()
                return try await bench.host.exchange([1, 2, 3], timeout: .seconds(5))
            } catch is LinkError {
                return nil
            }
        }
    }

    @Test("a link's numbers of bytes, frames and tries", arguments: integers)
    func numbers(_ number: Int) async throws {
        let isEnough = number >= 3
        #expect(
            try await Self.answer { $0.largestMessage = number } == (isEnough ? [1, 2, 3] : nil)
        )
        #expect(try await Self.answer { $0.window = number } == [1, 2, 3])
        #expect(try await Self.answer { $0.tries = number } == [1, 2, 3])
    }

    @Test("a link's durations", arguments: spans)
    func durations(_ duration: Duration) async throws {
        let answer = try await Self.answer {
            ($0.pollInterval, $0.sleepAfter) = (duration, duration)
            ($0.wakeTone, $0.bootTime) = (duration, duration)
        }
        // the longest times are limited to 71 minutes
        #expect(answer == [1, 2, 3])
    }

    @Test("an exchange's timeout", arguments: spans)
    func timeouts(_ timeout: Duration) async throws {
        let bench = try await PipeBench(answer: { _ in nil })
        try await bench.run {
            try await bench.host.open()
            async let answer = bench.host.exchange([1], timeout: timeout)
            try await bench.clock.sleep(for: .seconds(100))
            if timeout == .seconds(Int64.max) { bench.pipe.cut() }
            do {
                Issue.record("an answer: \(try await answer)")
            } catch is LinkError {}
        }
    }

    @Test("a pipe's packets and seed", arguments: integers)
    func pipes(_ number: Int) async throws {
        for seed in [UInt64.min, .max] {
            let pipe = BytePipe(packetSize: number, capacity: number, seed: seed)
            #expect(pipe.host.packetSize == max(number, 1))
            try await pipe.host.send([1])
            #expect(try await pipe.accessory.incoming.first { _ in true } == [1])
        }
        #expect(try await Self.answer(packetSize: max(number, 48)) == [1, 2, 3])
    }

    @Test("a pipe's faults", arguments: [Double.nan, -Double.infinity, -1, 1, Double.infinity])
    func faults(_ chance: Double) async throws {
        let isLossy = !(chance <= 0)
        let answer = try await Self.answer(faults: PipeFaults { $0.loss = chance })
        #expect(answer == (isLossy ? nil : [1, 2, 3]))
        let repeated = try await Self.answer(faults: PipeFaults { $0.duplication = chance })
        #expect(repeated == [1, 2, 3])
        let damaged = try await Self.answer(faults: PipeFaults { $0.damage = chance })
        #expect(damaged == (chance >= 1 ? nil : [1, 2, 3]))
    }

    @Test("a pipe's delay", arguments: spans)
    func delays(_ delay: Duration) async throws {
        let faults = PipeFaults { $0.delay = min(delay, .zero)...max(delay, .zero) }
        let answer = try await Self.answer(faults: faults)
        #expect(answer == (delay < .seconds(2) ? [1, 2, 3] : nil))
    }

    @Test("a transport's errors are those of a transport")
    func kinds() {
        let kind = TransportKind("x", loss: .busy, failedOpening: .busy)
        #expect(kind.loss == .disconnected && kind.failedOpening == .connectionFailed)
        let jack = TransportKind("x", loss: .unplugged, failedOpening: .handshakeFailed)
        #expect(jack.loss == .unplugged && jack.failedOpening == .handshakeFailed)
    }
}
