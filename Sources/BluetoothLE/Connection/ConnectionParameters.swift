/// Requested connection parameters (Core 5.4, Vol 4, Part E, section 7.8.12).
public struct ConnectionParameters: Sendable, Hashable, Codable {
    /// Connection interval, 7.5 ms to 4 s.
    public var interval: ClosedRange<Duration> = .milliseconds(15)...(.milliseconds(30))
    /// Peripheral latency: connection events that the peripheral may skip, 0 to 499.
    public var latency = 0
    /// Supervision timeout, after which the connection counts as lost, 100 ms to 32 s.
    public var supervisionTimeout = Duration.seconds(4)
    /// Physical layers to use once connected, if both ends support them.
    public var phys: Set<PHY> = [.le1M, .le2M]

    /// Creates the defaults.
    public init() {}

    /// Creates the defaults changed by `change`.
    public init(_ change: (inout ConnectionParameters) -> Void) {
        change(&self)
    }
}

extension ConnectionParameters {
    /// Fields that are missing have their defaults: the message may be of an older program.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try fields.update(&interval, from: .interval)
        try fields.update(&latency, from: .latency)
        try fields.update(&supervisionTimeout, from: .supervisionTimeout)
        try fields.update(&phys, from: .phys)
    }
}

extension ConnectionParameters {
    /// Throws when a value is invalid (Core 5.4, Vol 4, Part E, section 7.8.12).
    package func check() throws(RadioError) {
        let intervals = Duration.microseconds(7500)...Duration.seconds(4)
        guard intervals.contains(interval.lowerBound), intervals.contains(interval.upperBound),
            (0...499).contains(latency),
            (Duration.milliseconds(100)...(.seconds(32))).contains(supervisionTimeout),
            supervisionTimeout > interval.upperBound * (1 + latency) * 2
        else {
            throw .invalidParameters(
                """
                a connection's interval is 7.5 ms to 4 s, its latency 0 to 499, its timeout 100 ms \
                to 32 s and more than twice the longest silence that latency allows
                """
            )
        }
    }
}

/// The current parameters of a connection.
public struct LinkParameters: Sendable, Hashable, Codable {
    /// Connection interval.
    public var interval: Duration
    /// Connection events that the peripheral may skip.
    public var latency: Int
    /// Supervision timeout, after which the connection counts as lost.
    public var supervisionTimeout: Duration
    /// The physical layer.
    public var phy: PHY
    /// Maximum link layer payload in bytes, 27 to 251.
    public var dataLength: Int

    /// Creates parameters.
    public init(
        interval: Duration,
        latency: Int = 0,
        supervisionTimeout: Duration = .seconds(4),
        phy: PHY = .le1M,
        dataLength: Int = 27
    ) {
        self.interval = interval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
        self.phy = phy
        self.dataLength = dataLength
    }
}

extension LinkParameters {
    /// Fields that are missing have their defaults: the message may be of an older program.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(interval: try fields.decode(Duration.self, forKey: .interval))
        try fields.update(&latency, from: .latency)
        try fields.update(&supervisionTimeout, from: .supervisionTimeout)
        try fields.update(&phy, from: .phy)
        try fields.update(&dataLength, from: .dataLength)
    }
}

/// A physical layer (Core 5.4, Vol 6, Part A, section 2).
public enum PHY: UInt8, Sendable, Hashable, Codable, CaseIterable {
    /// 1 Mbit/s, supported by every device.
    case le1M = 1
    /// 2 Mbit/s.
    case le2M = 2
    /// 125 or 500 kbit/s, for long range.
    case coded = 3
}
