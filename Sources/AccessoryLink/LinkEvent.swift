/// What happens at an end of a link, in order.
public enum LinkEvent: Sendable, Equatable {
    /// How a session came to its end.
    public enum Ending: Int32, Sendable {
        /// Both ends agreed.
        case agreed = 0
        /// This end alone ended it; the other was not told or did not answer.
        case oneSided = 1
        /// The accessory fell asleep.
        case asleep = 2
        /// The accessory does not know the session (it was reset).
        case sessionUnknown = 3
    }

    /// A session exists. `takenUp`: the accessory was awake, as an earlier host had left it.
    case opened(takenUp: Bool)
    /// The whole request, answer or message is with the other end.
    case sent
    /// At the host: a progress message of the device.
    case progress([UInt8])
    /// The answer (host), the request (accessory), or a message in duplex mode.
    case received([UInt8])
    /// The time of the exchange is over.
    case timedOut
    /// The opening, exchange or message failed.
    case failed(LinkError)
    /// The carrier was disturbed while nothing was under way. `unplugged`, `disconnected`: it was lost
    /// while a session was open, and `closed` follows.
    case fault(LinkError)
    /// The session ended.
    case closed(Ending)
    /// At the host in master-slave mode: the device sent data that nobody asked for. It is dropped.
    case dropped
    /// At the accessory: it may switch itself off.
    case asleep
}

/// Gets the events of one exchange, in order, the last one before the call returns. It is called on
/// the link's own executor and must not block.
public typealias LinkReport = @Sendable (LinkEvent) -> Void
