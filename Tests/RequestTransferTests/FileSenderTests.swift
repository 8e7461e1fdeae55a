import Testing

@testable import RequestTransfer

struct FileSenderTests {
    private var sender: FileSender {
        FileSender(
            path: "/a",
            size: 500,
            start: 0,
            packageSize: 100,
            packageCount: 2,
            options: RequestTransferOptions()
        )
    }

    @Test func onlyRepeatedFramesAreRetransmissions() {
        var sender = sender
        for offset in [0, 100, 200, 300] {
            #expect(
                sender.step(at: .zero)
                    == .send(offset: offset, count: 100, isRetransmission: false)
            )
        }
        guard case .wait(let deadline) = sender.step(at: .zero) else {
            Issue.record("more than two windows are on their way")
            return
        }
        for offset in [0, 100, 200, 300] {
            #expect(
                sender.step(at: deadline)
                    == .send(offset: offset, count: 100, isRetransmission: true)
            )
        }
        var response = FileDataResponse()
        response.fileSize = 400
        sender.receive(response)
        #expect(
            sender.step(at: deadline) == .send(offset: 400, count: 100, isRetransmission: false)
        )
        #expect(sender.step(at: deadline) == .done)
    }
}
