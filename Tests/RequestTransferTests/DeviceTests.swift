import AccessoryConcurrency
import AccessoryLink
import Testing

@testable import RequestTransfer

/// A device against an app that sends single frames.
@Suite(.timeLimit(.minutes(20))) struct DeviceTests {
    private let clock = VirtualClock()
    private let folder = Scratch()

    private func run(
        _ body: @escaping @Sendable (RequestDevice, BytePipe, inout Peer) async throws -> Void
    ) async throws {
        try await clock.run { [clock, folder] in
            let pipe = BytePipe(packetSize: 2000, clock: clock)
            let device = RequestDevice(over: pipe.host, folder: folder.path, clock: clock)
            var peer = Peer(pipe.accessory)
            try await body(device, pipe, &peer)
            pipe.cut()
            await device.waitForEnd()
        }
    }

    /// Starts a request and confirms it.
    private func begin(
        _ device: RequestDevice,
        _ peer: inout Peer
    ) async throws -> Task<TransferAnswer, any Error> {
        let asked = Task(executorPreference: clock) { try await device.send(.ringtone) }
        let frame = try await peer.next()
        #expect(frame.kind == .request)
        #expect(try decode(json: frame.payload, as: TransferRequest.self) == .ringtone)
        try await peer.answer(frame, encode(Receipt()))
        return asked
    }

    private func receipt(_ answer: [UInt8]) throws -> Int32 {
        let receipt: Receipt = try decode(answer)
        return receipt.result
    }

    @Test func onlyTheAnswerToTheRequestIsAccepted() async throws {
        try await run { [self] device, _, peer in
            let early = try encode(json: TransferAnswer(to: .ringtone))
            #expect(try receipt(await peer.ask(.answer, early, sequence: 1)) == 3)
            let asked = try await begin(device, &peer)
            #expect(try receipt(await peer.ask(.answer, [1, 2], sequence: 2)) == 1)
            for (number, change) in [
                (3, { $0.id = "18" }), (4, { $0.name = "stop" }),
            ] as [(UInt16, (inout TransferAnswer) -> Void)] {
                var other = TransferAnswer(to: .ringtone)
                change(&other)
                let object = try encode(json: other)
                #expect(try receipt(await peer.ask(.answer, object, sequence: number)) == 3)
            }
            var right = TransferAnswer(to: .ringtone, content: ["a": 1], errorCode: 9)
            right.remoteFilePaths = ["/music/b", "/c"]
            let object = try encode(json: right)
            #expect(try receipt(await peer.ask(.answer, object, sequence: 5)) == 0)
            let answer = try await asked.value
            #expect(answer.content == ["a": 1] && answer.errorCode == 9)
            #expect(answer.localFilePaths == ["\(folder.path)/music/b", "\(folder.path)/c"])
            // the request is over
            #expect(try receipt(await peer.ask(.answer, object, sequence: 6)) == 3)
        }
    }

    @Test func anAnswerWithAnImpossiblePathIsRefused() async throws {
        try await run { [self] device, _, peer in
            let asked = try await begin(device, &peer)
            var answer = TransferAnswer(to: .ringtone)
            answer.remoteFilePaths = ["/a", "b"]
            let object = try encode(json: answer)
            #expect(try receipt(await peer.ask(.answer, object, sequence: 1)) == 0)
            await #expect(throws: RequestTransferError.pathRefused("b", .notAbsolute)) {
                try await asked.value
            }
        }
    }

    @Test func anImpossiblePathIsNotRequested() async throws {
        try await run { device, pipe, _ in
            await #expect(throws: RequestTransferError.pathRefused("b", .notAbsolute)) {
                try await device.send(
                    TransferRequest(id: "1", name: "a", remoteFilePaths: ["/a", "b"])
                )
            }
            #expect(pipe.packetsDelivered == 0)
        }
    }

    /// Any frame of the app extends the wait of 18 s; then the request is withdrawn.
    @Test func theAppMayTakeItsTimeWhileItWorks() async throws {
        try await run { [self] device, _, peer in
            let asked = try await begin(device, &peer)
            try await clock.sleep(for: .seconds(10) - clock.now.offset)
            var question = FilePath()
            question.path = "/none"
            _ = try await peer.ask(.ask, encode(question), sequence: 1)
            let withdrawal = try await peer.next()
            #expect(withdrawal.kind == .withdrawal && clock.now.offset == .seconds(28))
            let id: Withdrawal = try decode(withdrawal.payload)
            #expect(id.id == "17")
            try await peer.answer(withdrawal, encode(Receipt()))
            await #expect(throws: RequestTransferError.timedOut) { try await asked.value }
            // the next request may be sent
            let next = try await begin(device, &peer)
            next.cancel()
            let other = try await peer.next()
            #expect(other.kind == .withdrawal && clock.now.offset == .seconds(28))
            try await peer.answer(other, encode(Receipt()))
            await #expect(throws: RequestTransferError.cancelled) { try await next.value }
        }
    }

    /// No other failure withdraws the request.
    @Test func aRefusedRequestIsOver() async throws {
        try await run { [self] device, _, peer in
            for (result, error) in [
                (1, .malformed), (2, .busy), (4, .tooLarge("the object")),
            ] as [(Int32, RequestTransferError)] {
                let asked = Task(executorPreference: clock) { try await device.send(.ringtone) }
                let frame = try await peer.next()
                #expect(frame.kind == .request)
                var receipt = Receipt()
                receipt.result = result
                try await peer.answer(frame, encode(receipt))
                await #expect(throws: error) { try await asked.value }
            }
        }
    }

    @Test func filesAreAcceptedOnlyDuringARequest() async throws {
        try await run { [self] device, _, peer in
            func offer(_ path: String, _ sequence: UInt16, _ peer: inout Peer) async throws -> Int32
            {
                var head = FileHead()
                head.path = path
                let answer = try await peer.ask(
                    FileKinds.toDevice.head,
                    encode(head),
                    sequence: sequence
                )
                let response: FileHeadResponse = try decode(answer)
                return response.result
            }
            #expect(try await offer("/a", 1, &peer) == 3)
            let asked = try await begin(device, &peer)
            #expect(try await offer("/a", 2, &peer) == 0)
            await device.refuseFiles(true)
            #expect(try await offer("/a", 3, &peer) == 2)
            await device.refuseFiles(false)
            let object = try encode(json: TransferAnswer(to: .ringtone))
            #expect(try receipt(await peer.ask(.answer, object, sequence: 4)) == 0)
            _ = try await asked.value
            #expect(try await offer("/a", 5, &peer) == 3)
        }
    }
}
