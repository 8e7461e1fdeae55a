/// How to connect to a peripheral, and what to do when the link is lost.
public struct ConnectOptions: Sendable, Hashable {
    /// What to ask of the link.
    public var parameters = ConnectionParameters()
    /// Whether to connect again by itself.
    public var reconnect = ReconnectPolicy.never
    /// Largest ATT packet to offer, bytes, 23 to 517; the radio's limit counts if it is smaller.
    public var mtu = 517
    /// The protection to raise each new link to before it counts as connected.
    public var security = LinkSecurity.none
    /// How long the server may take for one answer (Core 5.4, Vol 3, Part F, section 3.3.3).
    public var requestTimeout = Duration.seconds(30)

    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout ConnectOptions) -> Void) {
        change(&self)
    }
}

/// When a lost link is made again.
public enum ReconnectPolicy: Sendable, Hashable {
    /// Not until the application says so.
    case never
    /// By the next call that needs the link.
    case onDemand
    /// After `first`, then after `factor` times as long at each attempt, at most `limit`, until it
    /// succeeds or the application disconnects. While the adapter is off no attempt is made.
    case backoff(first: Duration, limit: Duration, factor: Double)

    /// Attempts after 0.5 s, 1 s, 2 s, … 30 s.
    public static let backoff = ReconnectPolicy.backoff(
        first: .milliseconds(500),
        limit: .seconds(30),
        factor: 2
    )
}

/// How a peripheral stands to this end.
public enum ConnectionState: Sendable, Hashable {
    /// No link; the reason why the last one ended, nil when there was none.
    case disconnected(DisconnectReason?)
    /// The link is being made.
    case connecting
    /// Calls reach the peripheral.
    case connected
    /// The link was lost, and is made again after this time.
    case waiting(Duration)
}

/// A change of one peripheral's connection.
public struct ConnectionChange: Sendable, Hashable {
    public let address: BluetoothAddress
    public let state: ConnectionState
}

/// What happened to links so far.
public struct ConnectionCounters: Sendable, Hashable, Codable {
    /// Links that were made.
    public var connections = 0
    /// Links that ended, whoever ended them.
    public var disconnections = 0
    /// Attempts to connect that took too long.
    public var timeouts = 0
    /// How long there was a link, the present one included.
    public var timeConnected = Duration.zero

    public init() {}

    static func + (left: ConnectionCounters, right: ConnectionCounters) -> ConnectionCounters {
        var sum = left
        sum.connections += right.connections
        sum.disconnections += right.disconnections
        sum.timeouts += right.timeouts
        sum.timeConnected += right.timeConnected
        return sum
    }
}
