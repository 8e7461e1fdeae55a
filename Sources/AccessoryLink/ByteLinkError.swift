/// Why a stream of bytes cannot go on.
public enum ByteLinkError: Error, Sendable, Hashable {
    /// One of the ends closed it.
    case closed
    /// The connection was lost.
    case lost
    /// A packet of this many bytes does not fit.
    case packetTooLong(Int)
}

extension ByteLinkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .closed: "the connection is closed"
        case .lost: "the connection was lost"
        case .packetTooLong(let count): "a packet of \(count) bytes does not fit; cut it"
        }
    }
}
