import AccessoryConcurrency
import AccessoryLink
import AccessorySimulators
import BluetoothLE
import Communication
import Synchronization
import Testing

/// The callbacks of the reader interface, as events and as calls.
@Suite(.timeLimit(.minutes(2))) struct EventTests {
    /// Writes down what it is told.
    final class Notes: CommunicationCallBack {
        private let lines = Mutex<[String]>([])
        private let (ending, end) = AsyncStream.makeStream(of: Void.self)

        func onSendOK() { note("sent") }
        func onReceive(_ data: [UInt8]) { note("received \(data)") }
        func onTimeout() { note("timeout") }
        func onError(_ code: Int, message: String) { note("error \(code)") }
        func onProgress(_ data: [UInt8]) { note("progress \(data)") }

        private func note(_ line: String) {
            lines.withLock { $0.append(line) }
            if line == "error 12" { end.finish() }
        }

        /// All, up to code 12.
        var all: [String] {
            get async {
                for await _ in ending {}
                return lines.withLock { $0 }
            }
        }
    }

    @Test(arguments: [LinkChannel.audioJack, .bluetooth])
    func callbacksComeInOrder(_ channel: LinkChannel) async throws {
        let handler: ReaderSimulator.Handler = { request, work in
            try await work.progress([1])
            await work.take(.seconds(request[0] == 2 ? 20 : 1))
            return request
        }
        try await Bench.run(channel, handler: handler) { bench in
            let notes = Notes()
            bench.manager.setCallBack(notes)
            try await bench.open()
            _ = try await bench.manager.exchange([1], timeout: .seconds(10))
            #expect(await code { try await bench.manager.exchange([2], timeout: .seconds(5)) } == 0)
            async let cancelled = code { try await bench.manager.exchange([2]) }
            try await bench.after(.seconds(3)) { try await bench.manager.cancelExchange() }
            #expect(await cancelled == 12)
            #expect(
                await notes.all == [
                    "sent", "progress [1]", "received [1]",
                    "sent", "progress [1]", "timeout",
                    "sent", "progress [1]", "error 12",
                ]
            )
            await bench.manager.closeDevice()
        }
    }

    @Test(arguments: [LinkChannel.audioJack, .bluetooth])
    func largeDataShowsItsProgress(_ channel: LinkChannel) async throws {
        let size = channel == .audioJack ? 8000 : 200_000
        try await Bench.run(channel) { bench in
            try await bench.open()
            var updates = bench.manager.progress.makeAsyncIterator()
            async let seen: Bool = {
                while let update = await updates.next() {
                    if update.toSend == size, update.sent > 0 { return true }
                }
                return false
            }()
            let request = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 3) }
            #expect(try await bench.manager.exchange(request, timeout: .seconds(600)) == request)
            #expect(await seen)
            await bench.manager.closeDevice()
        }
    }

    @Test func inDuplexModeTheDeviceSpeaksWhenItLikes() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let (phone, board) = (air.addAdapter(), air.addAdapter())
            let reader = BluetoothReaderSimulator(
                PeripheralManager(radio: board, clock: clock),
                options: LinkOptions { $0.mode = .duplex },
                clock: clock
            ) { request, _ in request }
            try await reader.start()
            let manager = CommunicationManager(Central(radio: phone, clock: clock), clock: clock)
            try await manager.openDevice("\(try #require(board.address))", mode: .duplex)
            let events = manager.events
            let device = try #require(await reader.link)
            try await device.send([1])
            try await clock.sleep(for: .seconds(30))
            #expect(try await manager.exchange([7, 7]) == [])
            #expect(await manager.state == .idle)
            try await device.send([2])
            var seen: [CommunicationEvent] = []
            for await event in events {
                seen.append(event)
                if event == .received([2]) { break }
            }
            #expect(seen == [.received([1]), .sent, .received([2])])
            await manager.closeDevice()
            await reader.stop()
        }
    }

    @Test func inMasterSlaveModeItOnlyAnswers() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock)
            let (phone, board) = (air.addAdapter(), air.addAdapter())
            let reader = BluetoothReaderSimulator(
                PeripheralManager(radio: board, clock: clock),
                options: LinkOptions { $0.mode = .duplex },
                clock: clock
            ) { request, _ in request }
            try await reader.start()
            let manager = CommunicationManager(Central(radio: phone, clock: clock), clock: clock)
            try await manager.openDevice("\(try #require(board.address))")
            let device = try #require(await reader.link)
            await #expect(throws: LinkError.self) { try await device.send([1]) }
            #expect(await manager.state == .idle)
            #expect(try await manager.exchange([7], timeout: .seconds(5)) == [7])
            await manager.closeDevice()
            await reader.stop()
        }
    }
}
