import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import BlueZ
import BluetoothSerial
import Communication
import Synchronization
import Testing

/// The end of sessions on connecting transports.
@Suite(.timeLimit(.minutes(20))) struct ClosingTests {
    private static let address = "00:00:00:00:00:01/classic"

    /// A line that counts how often it is closed.
    private final class CountedLine: ByteLink {
        private let end: BytePipeEnd
        private let count = Mutex(0)

        init(_ end: BytePipeEnd) { self.end = end }

        var closings: Int { count.withLock { $0 } }
        var packetSize: Int { end.packetSize }
        var incoming: AsyncThrowingStream<[UInt8], any Error> { end.incoming }
        func send(_ bytes: [UInt8]) async throws { try await end.send(bytes) }

        func close() async {
            count.withLock { $0 += 1 }
            end.close()
        }
    }

    /// Runs `test` with an open session. `lines` has each connection's line and pipe, in order.
    private func run(
        _ test:
            @escaping @Sendable (
                CommunicationManager, _ lines: @Sendable (Int) -> (CountedLine, BytePipe)
            ) async throws -> Void
    ) async throws {
        let clock = VirtualClock()
        try await clock.run {
            let lines = Mutex<[(CountedLine, BytePipe)]>([])
            let readers = Mutex<[ReaderSimulator]>([])
            let transport = RFCOMMTransport(clock: clock) { _ in
                let pipe = BytePipe(clock: clock)
                let reader = ReaderSimulator(over: pipe.accessory, clock: clock) { request, _ in
                    request
                }
                try await reader.start()
                let line = CountedLine(pipe.host)
                lines.withLock { $0.append((line, pipe)) }
                readers.withLock { $0.append(reader) }
                return line
            }
            let manager = CommunicationManager(transport)
            try await manager.open(Self.address)
            try await test(manager) { index in lines.withLock { $0[index] } }
            for reader in readers.withLock({ $0 }) { await reader.stop() }
        }
    }

    @Test(arguments: [true, false])
    func aClosedSessionIsOver(_ switchesOff: Bool) async throws {
        try await run { manager, lines in
            #expect(await manager.isConnected)
            if switchesOff { await manager.close() } else { await manager.release() }
            #expect(lines(0).0.closings == 1)
            #expect(await manager.state == .deviceDetected)
            #expect(await !manager.isConnected)
            await #expect(throws: LinkError.notOpen) { try await manager.exchange([1]) }
            await #expect(throws: LinkError.notOpen) { try await manager.cancelExchange() }
            // closing again does nothing
            await manager.close()
            await manager.release()
            #expect(lines(0).0.closings == 1)
            try await manager.open(Self.address)
            #expect(try await manager.exchange([7], timeout: .seconds(5)) == [7])
            await manager.close()
            #expect(lines(0).0.closings == 1 && lines(1).0.closings == 1)
        }
    }

    @Test func aSessionThatIsLostWhileClosingIsClosedOnce() async throws {
        try await run { manager, lines in
            async let closed: Void = manager.close()
            lines(0).1.cut()
            for await state in manager.states where state == .waitingDevice { break }
            await closed
            #expect(lines(0).0.closings == 1)
            #expect(await manager.state == .waitingDevice)
        }
    }

    @Test func aLostSessionIsOver() async throws {
        try await run { manager, lines in
            lines(0).1.cut()
            for await state in manager.states where state == .waitingDevice { break }
            #expect(await !manager.isConnected)
            await #expect(throws: LinkError.notOpen) { try await manager.exchange([1]) }
            await manager.close()
            #expect(lines(0).0.closings == 1)
            #expect(await manager.state == .waitingDevice)
        }
    }
}
