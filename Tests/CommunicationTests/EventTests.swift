import AccessoryLink
import AccessorySimulators
import Communication
import Synchronization
import Testing

/// The callbacks of the reader interface, as events and as calls.
@Suite(.timeLimit(.minutes(20))) struct EventTests {
    /// Records the callbacks.
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

        /// All callbacks up to code 12.
        var all: [String] {
            get async {
                for await _ in ending {}
                return lines.withLock { $0 }
            }
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func callbacksArriveInOrder(_ channel: TransportName) async throws {
        let handler: ReaderSimulator.Handler = { request, work in
            try await work.progress([1])
            await work.wait(.seconds(request[0] == 2 ? 20 : 1))
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
            await bench.manager.close()
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func largeDataShowsItsProgress(_ channel: TransportName) async throws {
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
            await bench.manager.close()
        }
    }

    @Test func inDuplexModeTheDeviceSendsAtAnyTime() async throws {
        try await Bench.run(.bluetooth, mode: .duplex) { bench in
            try await bench.open(mode: .duplex)
            let events = bench.manager.events
            let device = try #require(await bench.device())
            try await device.send([1])
            try await bench.after(.seconds(30)) {}
            #expect(try await bench.manager.exchange([7, 7]) == [])
            #expect(await bench.manager.state == .idle)
            // the reader answers with a separate message
            try await bench.after(.seconds(1)) {}
            try await device.send([2])
            var seen: [CommunicationEvent] = []
            for await event in events {
                seen.append(event)
                if event == .received([2]) { break }
            }
            #expect(seen == [.received([1]), .sent, .received([7, 7]), .received([2])])
            await bench.manager.close()
        }
    }

    @Test func inMasterSlaveModeTheDeviceOnlyAnswers() async throws {
        try await Bench.run(.bluetooth, mode: .duplex) { bench in
            try await bench.open()
            let device = try #require(await bench.device())
            await #expect(throws: LinkError.self) { try await device.send([1]) }
            #expect(await bench.manager.state == .idle)
            #expect(try await bench.manager.exchange([7], timeout: .seconds(5)) == [7])
            await bench.manager.close()
        }
    }
}
