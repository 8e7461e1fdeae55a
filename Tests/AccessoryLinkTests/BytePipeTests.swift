import AccessoryConcurrency
import AccessoryLink
import Testing

@Suite(.timeLimit(.minutes(20))) struct BytePipeTests {
    private let packets = (1...200).map { pattern($0 % 97 + 1, seed: UInt64($0)) }

    /// Sends `packets`, closes the pipe, and returns the packets received at the far end.
    private func sent(
        through pipe: BytePipe,
        _ packets: [[UInt8]]
    ) async throws -> [[UInt8]] {
        async let sending: Void = {
            for packet in packets { try await pipe.host.send(packet) }
            pipe.host.close()
        }()
        var arrived: [[UInt8]] = []
        for try await packet in pipe.accessory.incoming { arrived.append(packet) }
        try await sending
        return arrived
    }

    @Test(arguments: [1, 3, 1000]) func keepsPacketsAndTheirOrder(_ capacity: Int) async throws {
        #expect(try await sent(through: BytePipe(capacity: capacity), packets) == packets)
    }

    @Test func drawsTheSameFaultsForTheSameSeed() async throws {
        let faults = PipeFaults {
            $0.loss = 0.1
            $0.damage = 0.1
            $0.duplication = 0.1
        }
        let runs = [
            try await sent(through: BytePipe(faults: faults, seed: 5), packets),
            try await sent(through: BytePipe(faults: faults, seed: 5), packets),
            try await sent(through: BytePipe(faults: faults, seed: 6), packets),
        ]
        #expect(runs[0] == runs[1])
        #expect(runs[0] != runs[2])
        #expect(runs[0] != packets)
        let whole = runs[0].filter { packets.contains($0) }
        #expect((140..<200).contains(Set(whole).count))
        #expect(whole.count < runs[0].count)
        #expect(Set(whole).count < whole.count)
    }

    @Test func delaysInOrder() async throws {
        let clock = VirtualClock()
        let faults = PipeFaults { $0.delay = .milliseconds(10) ... .milliseconds(30) }
        let pipe = BytePipe(faults: faults, clock: clock)
        let arrived = try await clock.run {
            try await sent(through: pipe, packets)
        }
        #expect(arrived == packets)
        #expect(clock.now.offset >= .milliseconds(10))
    }

    @Test func refusesPacketsThatAreTooLong() async throws {
        let pipe = BytePipe(packetSize: 20)
        await #expect(throws: ByteLinkError.packetTooLong(21)) {
            try await pipe.host.send([UInt8](repeating: 0, count: 21))
        }
        try await pipe.host.send([UInt8](repeating: 0, count: 20))
    }

    @Test func waitingSendersReceiveTheError() async throws {
        let pipe = BytePipe(capacity: 1)
        try await pipe.host.send([1])
        let cancelled = Task { try await pipe.host.send([2]) }
        let closed = Task { try await pipe.host.send([3]) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        pipe.accessory.close()
        await #expect(throws: ByteLinkError.closed) { try await closed.value }
        await #expect(throws: ByteLinkError.closed) { try await pipe.accessory.send([4]) }
    }

    @Test func aCutPipeThrowsAtBothEnds() async throws {
        let pipe = BytePipe()
        try await pipe.host.send([1])
        pipe.cut()
        for end in [pipe.host, pipe.accessory] {
            await #expect(throws: ByteLinkError.lost) { try await end.send([1]) }
            await #expect(throws: ByteLinkError.lost) {
                for try await _ in end.incoming {}
            }
        }
    }

    @Test func aNewReaderContinues() async throws {
        let pipe = BytePipe()
        for byte in UInt8(1)...3 { try await pipe.host.send([byte]) }
        for try await packet in pipe.accessory.incoming {
            #expect(packet == [1])
            break
        }
        let reader = Task {
            for try await packet in pipe.accessory.incoming where packet == [3] { return true }
            return false
        }
        #expect(try await reader.value)
        let idle = Task {
            for try await _ in pipe.accessory.incoming {}
        }
        idle.cancel()
        try await idle.value
        try await pipe.host.send([4])
        for try await packet in pipe.accessory.incoming {
            #expect(packet == [4])
            break
        }
    }
}
