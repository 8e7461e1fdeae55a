import Foundation

@testable import GatewayCommands

/// The members of an answer that are checked.
private struct Answer: Decodable, Equatable {
    var id: String?
    var ok: Bool
    var error: String?
}

/// Any bytes as a request to the gateway: it is decoded the same way each time, or refused as a bad
/// request. The answer is JSON with the request's id.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGatewayCommands(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let json = Array(UnsafeRawBufferPointer(start: start, count: count))
    do throws(CommandError) {
        let command = try Command(json: json)
        precondition(1...128 ~= command.id.utf8.count && Command.id(json: json) == command.id)
        let again = try Command(json: json)
        precondition(again == command)
        let reply = CommandReply(id: command.id, verb: command.verb)
        check(reply.succeeded(.value([0, 0xFF])), Answer(id: command.id, ok: true))
        check(
            reply.failed(CommandError(.refused, command.id, code: 2)),
            Answer(id: command.id, ok: false, error: "refused")
        )
    } catch {
        precondition(error.kind == .badRequest && 1...1000 ~= error.reason.utf8.count)
        let id = Command.id(json: json)
        check(
            CommandReply(id: id, verb: nil).failed(error),
            Answer(id: id, ok: false, error: "bad-request")
        )
    }
    return 0
}

private func check(_ json: [UInt8], _ expected: Answer) {
    let answer = try! JSONDecoder().decode(Answer.self, from: Data(json))
    precondition(answer == expected)
}
