@testable import TxRx

/// Any bytes as lines of Tertium's readers: no text is lost, and a decoded command or answer encodes to the
/// same line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLines(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    let lines = ReaderLine.lines(bytes)
    let texts = bytes.split { $0 == 0x0D || $0 == 0x0A }.map { String(decoding: $0, as: UTF8.self) }
    precondition(lines == texts.map { ReaderLine($0) })
    for (line, text) in zip(lines, texts) {
        switch line {
        case .answer(let sequence, let code, let data):
            let request = ReaderRequest(
                ReaderCommand(rawValue: code.rawValue),
                parameters: data,
                sequence: sequence
            )!
            precondition(request.text == text.uppercased())
            precondition(ReaderRequest(text) == request)
            precondition(ReaderLine(request.text) == line)
        case .transparent(_, let payload): precondition(text.utf8.count == 6 + 2 * payload.count)
        case .tunnel(let body, let isEncrypted):
            precondition(text == (isEncrypted ? "%:" : "#:") + body)
        case .event(let event): precondition(event == text && text.hasPrefix("I"))
        case .tag(let id, let more):
            precondition(!id.isEmpty && text.utf8.count >= 2 * id.count + more.utf8.count)
        case .other(let other): precondition(other == text && ReaderRequest(text) == nil)
        }
    }
    return 0
}
