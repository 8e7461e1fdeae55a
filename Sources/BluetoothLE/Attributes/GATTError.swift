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
        case .valueTooLong(let limit): "the value is longer than \(limit) bytes"
        case .reliableWriteMismatch: "the server echoed a different value and nothing was written"
        }
    }

    public var nextStep: String? {
        switch self {
        case .att(let error, _): error.nextStep
        case .disconnected, .timedOut, .malformedAnswer: "connect again"
        case .valueTooLong: "write less"
        case .reliableWriteMismatch: "write it again"
        }
    }

    public var code: Int? { if case .att(let error, _) = self { error.code } else { nil } }
}
