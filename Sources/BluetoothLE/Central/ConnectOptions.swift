/// Options for connecting to a peripheral and for link loss.
public struct ConnectOptions: Sendable, Hashable {
    /// The requested link parameters.
    public var parameters = ConnectionParameters()
    /// Whether to reconnect automatically.
    public var reconnect = ReconnectPolicy.never
    /// Largest ATT MTU to offer in bytes, 23 to 517; limited by the radio.
    public var mtu = 517
    /// The security level to establish on each new link before it counts as connected.
    public var security = LinkSecurity.none
    /// Whether to encrypt the link, or to pair, when the server answers a request with an error that
    /// demands it, and then to repeat the request. The radio's pairing agent is asked; without an agent,
    /// only pairing without consent succeeds.
    public var securesOnDemand = true
    /// Time limit for one answer of the server (Core 5.4, Vol 3, Part F, section 3.3.3).
    public var requestTimeout = Duration.seconds(30)

    /// Creates the defaults.
    public init() {}

    /// Creates the defaults changed by `change`.
    public init(_ change: (inout ConnectOptions) -> Void) {
        change(&self)
    }
}

/// When to re-establish a lost link.
public enum ReconnectPolicy: Sendable, Hashable {
    /// Only when the application connects again.
    case never
    /// On the next call that needs the link.
    case onDemand
    /// After `first`, then after delays that grow by `factor` up to `limit`, until an attempt
    /// succeeds or the application disconnects. No attempts are made while the adapter is off.
    case backoff(first: Duration, limit: Duration, factor: Double)

    /// Delays of 0.5 s, 1 s, 2 s, … 30 s.
    public static let backoff = ReconnectPolicy.backoff(
        first: .milliseconds(500),
        limit: .seconds(30),
        factor: 2
    )
}

/// The connection state of a peripheral.
public enum ConnectionState: Sendable, Hashable {
    /// No link. The reason for the last disconnection; nil before the first link.
    case disconnected(DisconnectReason?)
    /// The link is being established.
    case connecting
    /// The link can be used.
    case connected
    /// The link was lost; the next attempt follows after this delay.
    case waiting(Duration)
}

/// A change of one peripheral's connection.
public struct ConnectionChange: Sendable, Hashable {
    /// The peripheral's address.
    public let address: BluetoothAddress
    /// The new state.
    public let state: ConnectionState
}

/// Connection statistics.
public struct ConnectionCounters: Sendable, Hashable, Codable {
    /// Established links.
    public var connections = 0
    /// Ended links, from either end.
    public var disconnections = 0
    /// Connection attempts that timed out.
    public var timeouts = 0
    /// Total time connected, including the current link.
    public var timeConnected = Duration.zero

    /// Creates counters of zero.
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
