/// Why a call to the other end's attributes failed.
public enum GATTError: Error, Hashable, Sendable {
    /// The server refused, for this attribute.
    case att(ATTError, handle: UInt16)
    /// The link was lost or closed.
    case disconnected
    /// The server did not answer within its time. The link takes no further requests.
    case timedOut
    /// The server's answer breaks the protocol's rules.
    case malformedAnswer
    /// The value is longer than this way of sending it allows.
    case valueTooLong(limit: Int)
    /// The server repeated another value than the one that was prepared; nothing was written.
    case reliableWriteMismatch
}

extension GATTError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .att(let error, let handle): "the server answered: \(error) (handle \(handle))"
        case .disconnected: "the link was lost"
        case .timedOut: "the server did not answer in time"
        case .malformedAnswer: "the server's answer breaks the protocol's rules"
        case .valueTooLong(let limit): "the value is longer than \(limit) bytes"
        case .reliableWriteMismatch: "the server repeated another value than was sent"
        }
    }
}
