public import AccessoryBase

/// Why an operation on the peer's attributes failed.
public enum GATTError: Error, Hashable, Sendable {
    /// The server rejected the request for this attribute.
    case att(ATTError, handle: UInt16)
    /// The link was lost or closed.
    case disconnected
    /// The server did not answer in time. The link accepts no further requests.
    case timedOut
    /// The server's answer violates the protocol.
    case malformedAnswer
    /// The server did not answer a request in time, but sent the response of another request. Both are
    /// opcodes (Core 5.4, Vol 3, Part F, section 3.4.8). The link accepts no further requests.
    case unexpectedAnswer(opcode: UInt8, to: UInt8)
    /// The server did not answer a request in time, but sent an error for another request. The link
    /// accepts no further requests.
    case unexpectedError(request: UInt8, to: UInt8)
    /// The server's value is longer than 512 bytes, or has no end.
    case endlessValue
    /// The server supports only values that fit one packet.
    case longWriteNotSupported(limit: Int)
    /// The value is too long for this operation.
    case valueTooLong(limit: Int)
    /// The server's echo differs from the prepared value; nothing was written.
    case reliableWriteMismatch
}

extension GATTError: AccessoryError {
    public var cause: String {
        switch self {
        case .att(let error, let handle): "the server answered: \(error.cause) (handle \(handle))"
        case .disconnected: "the link was lost"
        case .timedOut: "the server did not answer in time"
        case .malformedAnswer: "the server's answer violates the protocol"
        case .unexpectedAnswer(let opcode, let request):
            "the server answered \(Self.name(request)) with \(Self.name(opcode))"
        case .unexpectedError(let other, let request):
            "the server answered \(Self.name(request)) with an error for \(Self.name(other))"
        case .endlessValue: "the server's value is longer than 512 bytes, or has no end"
        case .longWriteNotSupported(let limit):
            "long writes are not supported: the server takes up to \(limit) bytes"
        case .valueTooLong(let limit): "the value is longer than \(limit) bytes"
        case .reliableWriteMismatch: "the server echoed a different value and nothing was written"
        }
    }

    public var nextStep: String? {
        switch self {
        case .att(let error, _): error.nextStep
        case .disconnected, .timedOut, .malformedAnswer: "connect again"
        case .unexpectedAnswer, .unexpectedError, .endlessValue:
            "tell the device's maker"
        case .valueTooLong, .longWriteNotSupported: "write less"
        case .reliableWriteMismatch: "write it again"
        }
    }

    /// A packet's opcode, with its name in the specification.
    private static func name(_ opcode: UInt8) -> String {
        let names: [UInt8: String] = [
            0x02: "Exchange MTU", 0x04: "Find Information", 0x06: "Find By Type Value",
            0x08: "Read By Type", 0x0A: "Read", 0x0C: "Read Blob", 0x0E: "Read Multiple",
            0x10: "Read By Group Type", 0x12: "Write", 0x16: "Prepare Write",
            0x18: "Execute Write", 0x20: "Read Multiple Variable",
        ]
        let number = "0x" + Hexadecimal.text(opcode, digits: 2)
        // a response's opcode is its request's plus one
        return names[opcode & ~1].map { "\($0) (\(number))" } ?? number
    }

    public var code: Int? { if case .att(let error, _) = self { error.code } else { nil } }
}
