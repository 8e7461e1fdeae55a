/// Why a byte stream failed.
public enum ByteLinkError: Error, Sendable, Hashable {
    /// Either end closed the stream.
    case closed
    /// The connection was lost.
    case lost
    /// A packet of this many bytes is too long.
    case packetTooLong(Int)
}

extension ByteLinkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closed: "the connection is closed"
        case .lost: "the connection was lost"
        case .packetTooLong(let count):
            "a packet of \(count) bytes is too long for the link; split it"
        }
    }
}
