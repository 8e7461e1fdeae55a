import Foundation
import RequestTransfer

/// Any bytes as the JSON of a request or an answer: a decoded object is equal after it is encoded and decoded again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzObjects(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let data = Data(bytes: start, count: count)
    if let request = try? JSONDecoder().decode(TransferRequest.self, from: data) {
        let again = try! JSONDecoder().decode(
            TransferRequest.self,
            from: JSONEncoder().encode(request)
        )
        precondition(again == request && !request.id.isEmpty && !request.name.isEmpty)
    }
    if let answer = try? JSONDecoder().decode(TransferAnswer.self, from: data) {
        let again = try! JSONDecoder().decode(
            TransferAnswer.self,
            from: JSONEncoder().encode(answer)
        )
        precondition(again == answer)
    }
    return 0
}
