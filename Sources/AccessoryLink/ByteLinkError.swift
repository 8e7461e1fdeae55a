public import AccessoryBase

/// Why a byte stream failed.
public enum ByteLinkError: Error, Sendable, Hashable {
    /// Either end closed the stream.
    case closed
    /// The connection was lost.
    case lost
    /// A packet of this many bytes is too long.
    case packetTooLong(Int)
}

extension ByteLinkError: AccessoryError {
    public var cause: String {
        switch self {
        case .closed: "the connection is closed"
        case .lost: "the connection was lost"
        case .packetTooLong(let count): "a packet of \(count) bytes is too long for the link"
        }
    }

    public var nextStep: String? {
        switch self {
        case .closed, .lost: "connect again"
        case .packetTooLong: "split it"
        }
    }
}
