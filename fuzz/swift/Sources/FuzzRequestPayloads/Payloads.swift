@testable import RequestTransfer

/// Any bytes as payloads of the file commands. The first byte selects the message. A decoded message is equal
/// after it is encoded and decoded again, and sender and receiver stay within the file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPayloads(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let payload = Array(bytes.dropFirst())
    switch first % 5 {
    case 0:
        guard let head: FileHead = try? decode(payload) else { return 0 }
        let again: FileHead = try! decode(encode(head))
        precondition(again == head)
        if let path = try? RemotePath(head.path) {
            precondition(path.folders.count <= 2 && path.text.utf8.count <= 127)
            precondition(!path.name.isEmpty && path.name.utf8.count <= 63)
            let parts = path.folders + [path.name]
            precondition(parts.allSatisfy { !$0.hasPrefix(".") && !$0.contains("/") })
            precondition("/" + parts.joined(separator: "/") == head.path)
        }
    case 1:
        guard let answer: FileHeadResponse = try? decode(payload) else { return 0 }
        let again: FileHeadResponse = try! decode(encode(answer))
        precondition(again == answer)
    case 2: receive(payload)
    case 3: send(payload)
    default:
        guard let receipt: Receipt = try? decode(payload) else { return 0 }
        let again: Receipt = try! decode(encode(receipt))
        precondition(again == receipt)
    }
    return 0
}

/// Receives the parts of the input as data of a file of 4000 bytes.
private func receive(_ payload: [UInt8]) {
    var receiver = FileReceiver(size: 4_000, oldSize: 1_000, packageCount: 3)
    for part in payload.parts {
        guard let data: FileData = try? decode(part) else { continue }
        let before = receiver.received
        let action = receiver.receive(
            offset: Int(data.offset),
            count: data.data.count,
            isRetransmission: part[0] & 1 == 0
        )
        if case .keep = action {
            precondition(receiver.received == Int(data.offset))
            _ = receiver.keep(data.data.count)
        } else {
            precondition(receiver.received == before || receiver.received == 0)
        }
        precondition((0...4_000).contains(receiver.received))
    }
}

/// Passes the parts of the input as answers to a sender of 4000 bytes.
private func send(_ payload: [UInt8]) {
    var sender = FileSender(
        path: "/x",
        size: 4_000,
        start: 500,
        packageSize: 100,
        packageCount: 3,
        options: RequestTransferOptions()
    )
    for (index, part) in payload.parts.enumerated() {
        if let response: FileDataResponse = try? decode(part) { sender.receive(response) }
        if case .send(let offset, let count, _) = sender.step(at: .seconds(index)) {
            precondition(offset >= 0 && count > 0 && offset + count <= 4_000)
        }
    }
}

extension [UInt8] {
    fileprivate var parts: [[UInt8]] {
        stride(from: 0, to: count, by: 5).map { Array(self[$0..<Swift.min($0 + 5, count)]) }
    }
}
