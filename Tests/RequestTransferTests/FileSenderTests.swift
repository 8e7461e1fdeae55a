import Testing

@testable import RequestTransfer

struct FileSenderTests {
    /// A sender with parts of 100 bytes and windows of two parts: 400 bytes may be on their way.
    private func sender(size: Int = 500, start: Int = 0) -> FileSender {
        FileSender(
            path: "/a",
            size: size,
            start: start,
            packageSize: 100,
            packageCount: 2,
            options: RequestTransferOptions()
        )
    }

    private func answer(_ result: Int32 = 0, at position: Int) -> FileDataResponse {
        var response = FileDataResponse()
        (response.result, response.fileSize) = (result, Int32(position))
        return response
    }

    /// Sends until the sender waits. Returns the parts as "offset+count", and the step.
    private func send(
        _ sender: inout FileSender,
        at now: Duration = .zero
    ) -> (offsets: [String], end: FileSender.Step) {
        var offsets: [String] = []
        while true {
            let step = sender.step(at: now)
            guard case .send(let offset, let count, let isAgain) = step, offsets.count < 100 else {
                return (offsets, step)
            }
            offsets.append("\(offset)+\(count)" + (isAgain ? " again" : ""))
        }
    }

    @Test func onlyRepeatedFramesAreRetransmissions() {
        var sender = sender()
        let first = send(&sender)
        #expect(first.offsets == ["0+100", "100+100", "200+100", "300+100"])
        #expect(first.end == .wait(until: .seconds(5)))
        // the time limit counts from the first call that had nothing to send
        #expect(sender.step(at: .milliseconds(4999)) == .wait(until: .seconds(5)))
        let second = send(&sender, at: .seconds(5))
        #expect(
            second.offsets == ["0+100 again", "100+100 again", "200+100 again", "300+100 again"]
        )
        #expect(second.end == .wait(until: .seconds(10)))
        sender.receive(answer(at: 400))
        #expect(sender.acknowledged == 400)
        let third = send(&sender, at: .seconds(6))
        #expect(third.offsets == ["400+100"] && third.end == .done)
    }

    @Test(arguments: [
        (500, 200, ["200+100", "300+100", "400+100"]), (0, 0, []), (350, 300, ["300+50"]),
        (400, 0, ["0+100", "100+100", "200+100", "300+100"]), (300, 300, []),
    ])
    func theRestIsSent(_ size: Int, _ start: Int, _ parts: [String]) {
        var sender = sender(size: size, start: start)
        #expect(sender.acknowledged == start)
        let (offsets, end) = send(&sender)
        #expect(offsets == parts && end == .done)
    }

    /// One byte beyond two windows must wait.
    @Test func twoWindowsAreOnTheirWay() {
        var sender = sender(size: 401)
        #expect(send(&sender).offsets.count == 4)
        sender.receive(answer(at: 100))
        let (offsets, end) = send(&sender)
        #expect(offsets == ["400+1"] && end == .done)
    }

    @Test func onlyAnAdvanceOpensTheWindow() {
        var sender = sender(size: 1000)
        #expect(send(&sender).end == .wait(until: .seconds(5)))
        sender.receive(answer(at: 100))
        let next = send(&sender, at: .seconds(1))
        #expect(next.offsets == ["400+100"] && next.end == .wait(until: .seconds(6)))
        for position in [100, 50, 0] { sender.receive(answer(at: position)) }
        #expect(sender.acknowledged == 100)
        #expect(sender.step(at: .seconds(2)) == .wait(until: .seconds(6)))
        sender.receive(answer(at: 500))
        #expect(
            send(&sender, at: .seconds(3)).offsets == ["500+100", "600+100", "700+100", "800+100"]
        )
    }

    @Test func aLateAnswerSkipsThePartsThatArrived() {
        var sender = sender(size: 1000)
        #expect(send(&sender).offsets.count == 4)
        #expect(
            sender.step(at: .seconds(5)) == .send(offset: 0, count: 100, isRetransmission: true)
        )
        sender.receive(answer(at: 300))
        #expect(
            send(&sender, at: .seconds(5)).offsets == [
                "300+100 again", "400+100", "500+100", "600+100",
            ]
        )
    }

    @Test func fourTimeoutsInARowAreTooMany() {
        var sender = sender()
        #expect(send(&sender).offsets.count == 4)
        for number in 1...3 {
            let (offsets, end) = send(&sender, at: .seconds(5 * number))
            #expect(offsets.first == "0+100 again" && offsets.count == 4)
            #expect(end == .wait(until: .seconds(5 * number + 5)))
        }
        #expect(sender.step(at: .seconds(20)) == .failed(.packetLoss))
        // no later answer helps
        sender.receive(answer(at: 400))
        #expect(sender.step(at: .seconds(20)) == .failed(.packetLoss))
    }

    @Test func anAdvanceResetsTheRetries() {
        var sender = sender()
        #expect(send(&sender).offsets.count == 4)
        for number in 1...3 { _ = send(&sender, at: .seconds(5 * number)) }
        sender.receive(answer(at: 100))
        #expect(send(&sender, at: .seconds(16)).end == .done)
        var again = self.sender(size: 1000)
        _ = send(&again)
        for number in 1...3 { _ = send(&again, at: .seconds(5 * number)) }
        again.receive(answer(at: 100))
        #expect(send(&again, at: .seconds(16)).end == .wait(until: .seconds(21)))
        for number in 1...3 {
            let end = send(&again, at: .seconds(16 + 5 * number)).end
            #expect(end == .wait(until: .seconds(21 + 5 * number)))
        }
        #expect(again.step(at: .seconds(36)) == .failed(.packetLoss))
    }

    @Test func missingBytesAreSentAgain() {
        var sender = sender(size: 1000)
        #expect(send(&sender).offsets.count == 4)
        sender.receive(answer(1, at: 200))
        #expect(sender.acknowledged == 200)
        let expected = ["200+100 again", "300+100 again", "400+100", "500+100"]
        #expect(send(&sender).offsets == expected)
        // three repetitions of the same position, and no fourth
        for _ in 0..<3 {
            sender.receive(answer(1, at: 200))
            #expect(send(&sender).offsets.first == "200+100 again")
        }
        sender.receive(answer(1, at: 200))
        #expect(sender.step(at: .zero) == .failed(.packetLoss))
    }

    @Test func aReceiverMayLoseBytesThatItHad() {
        var sender = sender(size: 1000)
        #expect(send(&sender).offsets.count == 4)
        sender.receive(answer(at: 300))
        sender.receive(answer(1, at: 100))
        #expect(sender.acknowledged == 100)
        let expected = ["100+100 again", "200+100 again", "300+100 again", "400+100"]
        #expect(send(&sender).offsets == expected)
    }

    @Test func theEndMayBeMissing() {
        var sender = sender(size: 400)
        #expect(send(&sender).end == .done)
        sender.receive(answer(1, at: 300))
        let (offsets, end) = send(&sender)
        #expect(offsets == ["300+100 again"] && end == .done)
    }

    @Test(
        arguments: [
            (2, RequestTransferError.wrongCheck(path: "/a")), (3, .cancelled),
            (4, .noSpace(path: "/a")),
            (5, .protocolMismatch), (-1, .protocolMismatch),
        ] as [(Int32, RequestTransferError)]
    )
    func aResultMayEndTheFile(_ result: Int32, _ error: RequestTransferError) {
        var sender = sender()
        #expect(send(&sender).offsets.count == 4)
        // bytes that were never sent cannot have arrived
        for position in [-1, 401] { sender.receive(answer(result, at: position)) }
        #expect(sender.step(at: .zero) == .wait(until: .seconds(5)))
        sender.receive(answer(result, at: 400))
        #expect(sender.step(at: .zero) == .failed(error))
    }
}
