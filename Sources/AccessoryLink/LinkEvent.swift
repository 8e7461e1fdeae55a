/// An event at one end of a link.
public enum LinkEvent: Sendable, Equatable {
    /// The way in which a session ended.
    public enum Ending: Int32, Sendable {
        /// Both ends agreed.
        case agreed = 0
        /// Only this end ended the session; the peer was not notified or did not answer.
        case oneSided = 1
        /// The accessory fell asleep.
        case asleep = 2
        /// The accessory does not know the session (it was reset).
        case sessionUnknown = 3
    }

    /// A session is open. `resumed`: the accessory was awake with the session of an earlier host,
    /// which was resumed.
    case opened(resumed: Bool)
    /// The peer has the whole request, answer or message.
    case sent
    /// At the host: a progress message from the device.
    case progress([UInt8])
    /// The answer (host), the request (accessory), or a message in duplex mode.
    case received([UInt8])
    /// The timeout of the exchange expired.
    case timedOut
    /// The opening, exchange or message failed.
    case failed(LinkError)
    /// A fault of the carrier while the link was idle. `unplugged` and `disconnected` report that
    /// the device was lost during a session; `closed` follows.
    case fault(LinkError)
    /// The session ended.
    case closed(Ending)
    /// At the host in master-slave mode: the device sent unsolicited data, which was dropped.
    case dropped
    /// At the accessory: it is asleep and may switch itself off.
    case asleep
}

/// Receives the events of one exchange in order; the last one before the call returns. It runs on
/// the link's own executor and must not block.
public typealias LinkReport = @Sendable (LinkEvent) -> Void
