/// The options of a link that are the same on every transport.
public struct LinkOptions: Sendable, Equatable {
    /// When each end may send. An accessory in duplex mode also serves master-slave hosts.
    public var mode = LinkMode.masterSlave
    /// Longest message that this end accepts in bytes, 1 to 1 MiB. An open link allocates this much
    /// memory.
    public var largestMessage = 1 << 20
    /// Sub-packets in flight, 1 (stop and wait) to 64. The link uses the smaller value of the two
    /// ends. Nil selects a value for the carrier.
    public var window: Int?
    /// Retransmissions of a sub-packet, or keep-alive requests, before the peer counts as silent, 1
    /// to 30.
    public var tries = 8
    /// At the host: time without a frame from a working device before a keep-alive request is sent;
    /// nil: never.
    public var pollInterval: Duration? = .seconds(5)
    /// At the accessory: idle time before it goes to sleep; nil: never.
    public var sleepAfter: Duration? = .seconds(60)
    /// Length of the tone that wakes the accessory, on carriers that need one.
    public var wakeTone = Duration.milliseconds(500)
    /// Silence after the tone, while the accessory boots.
    public var bootTime = Duration.milliseconds(300)
    /// Seed of session numbers and retry delays, which differ at each opening; nil selects a random seed.
    public var seed: UInt32?

    /// Creates the defaults.
    public init() {}

    /// Creates the defaults changed by `change`.
    public init(_ change: (inout LinkOptions) -> Void) {
        change(&self)
    }
}
