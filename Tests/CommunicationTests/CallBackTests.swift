import AccessoryLink
import AccessorySimulators
import AudioJack
import Communication
import Synchronization
import Testing

/// A callback belongs to one exchange, and a loss calls the current callback.
@Suite(.timeLimit(.minutes(20))) struct CallBackTests {
    /// Records the callbacks.
    final class Notes: CommunicationCallBack {
        private let notes = Mutex<[String]>([])
        private let (entries, entry) = AsyncStream.makeStream(of: String.self)

        func onSendOK() { note("sent") }
        func onReceive(_ data: [UInt8]) { note("received \(data)") }
        func onTimeout() { note("timeout") }
        func onError(_ code: Int, message: String) { note("error \(code)") }
        func onProgress(_ data: [UInt8]) { note("progress \(data)") }

        private func note(_ note: String) {
            notes.withLock { $0.append(note) }
            entry.yield(note)
        }

        /// All callbacks so far.
        var all: [String] { notes.withLock { $0 } }

        /// Returns when this callback was called.
        func wait(for note: String) async {
            for await other in entries where other == note { return }
        }
    }

    static func request(_ number: Int) -> [UInt8] {
        [UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth], [false, true])
    func eachCallBackReceivesItsOwnExchange(_ channel: TransportName, isSet: Bool) async throws {
        let count = channel == .bluetooth ? 500 : 60
        try await Bench.run(channel) { bench in
            try await bench.open()
            let others = Notes()
            if !isSet { bench.manager.setCallBack(others) }
            for number in 0..<count {
                let (request, notes) = (Self.request(number), Notes())
                let answer: [UInt8]
                if isSet {
                    bench.manager.setCallBack(notes)
                    answer = try await bench.manager.exchange(request)
                } else {
                    answer = try await bench.manager.exchange(request, callBack: notes)
                }
                #expect(answer == request)
                #expect(notes.all == ["sent", "received \(request)"])
            }
            #expect(others.all == [])
            await bench.manager.close()
        }
    }

    @Test func inDuplexModeMessagesHaveTheirOwnCallBacks() async throws {
        try await Bench.run(.bluetooth, mode: .duplex) { bench in
            let device = Notes()
            try await bench.manager.open(
                bench.identifier,
                mode: .duplex,
                callBack: device
            )
            for number in 0..<100 {
                let (request, notes) = (Self.request(number), Notes())
                try await bench.manager.exchange(request, callBack: notes)
                #expect(notes.all == ["sent"])
                await device.wait(for: "received \(request)")
            }
            #expect(device.all == (0..<100).map { "received \(Self.request($0))" })
            await bench.manager.close()
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth])
    func refusedCallsReportNothingAndFailedCallsReportOnce(_ channel: TransportName) async throws {
        let handler: ReaderSimulator.Handler = { request, work in
            await work.wait(.seconds(20))
            return request
        }
        try await Bench.run(channel, handler: handler) { bench in
            let (refused, running, late) = (Notes(), Notes(), Notes())
            #expect(
                await code { try await bench.manager.exchange([1], callBack: refused) } == -2
            )
            try await bench.open()
            async let ending = code {
                try await bench.manager.exchange([1], callBack: running)
            }
            try await bench.after(.seconds(3)) {
                #expect(
                    await code { try await bench.manager.exchange([2], callBack: refused) } == -1
                )
                try await bench.manager.cancelExchange()
            }
            #expect(await ending == 12)
            #expect(running.all == ["sent", "error 12"])
            let isLate = await code {
                try await bench.manager.exchange([3], timeout: .seconds(3), callBack: late)
            }
            #expect(isLate == 0 && late.all == ["sent", "timeout"])
            #expect(refused.all == [])
            await bench.manager.close()
        }
    }

    @Test func aFailedOpeningKeepsTheEarlierCallBack() async throws {
        try await Bench.run(.bluetooth) { bench in
            let (first, second) = (Notes(), Notes())
            bench.manager.setCallBack(first)
            let illegal = await code {
                try await bench.manager.open("nowhere", callBack: second)
            }
            #expect(illegal == -1)
            try await bench.open()
            try await bench.manager.exchange([1])
            #expect(first.all == ["sent", "received [1]"] && second.all == [])
            bench.manager.setCallBack(nil)
            try await bench.manager.exchange([2])
            #expect(first.all.count == 2)
            await bench.manager.close()
        }
    }

    @Test(arguments: [TransportName.audioJack, .bluetooth], [LinkMode.masterSlave, .duplex])
    func aLossIsReportedWhileNothingRuns(_ channel: TransportName, _ mode: LinkMode) async throws {
        try await Bench.run(channel, mode: mode) { bench in
            let notes = Notes()
            bench.manager.setCallBack(notes)
            try await bench.open(mode: mode)
            let (events, device) = (bench.manager.events, try #require(await bench.device()))
            let deviceEvents = device.events
            try await bench.after(.seconds(20)) { bench.lose() }
            let expected = channel == .audioJack ? LinkError.unplugged : .disconnected
            // the plug's own event may arrive first
            for await event in events
            where event != .transport(TransportEvent(AudioPortEvent.unplugged)) {
                #expect(event == .disturbed(expected))
                break
            }
            await notes.wait(for: "error \(channel == .audioJack ? 14 : 20)")
            await bench.wait(for: .waitingDevice)
            #expect(await bench.manager.state == .waitingDevice)
            #expect(await bench.manager.isConnected == false)
            #expect(notes.all.count == 1)
            // the device's end reports it too
            for await event in deviceEvents {
                #expect(event == .fault(expected))
                break
            }
        }
    }
}
