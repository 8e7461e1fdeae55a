/// What can be chosen about a link, beyond what its carrier dictates.
public struct LinkOptions: Sendable, Equatable {
    /// Who may speak when. An accessory in duplex mode also serves master-slave hosts.
    public var mode = LinkMode.masterSlave
    /// Longest message this end takes, bytes, 1 to 1 MiB. Memory of that size is held while open.
    public var largestMessage = 1 << 20
    /// Sub-packets in flight at once, 1 (stop and wait) to 32; nil: what suits the carrier.
    public var window: Int?
    /// How often a sub-packet is sent again, or a poll sent, before the peer counts as silent, 1 to 30.
    public var tries = 8
    /// At the host: silence of a working device before it is asked whether it still lives; nil never.
    public var pollInterval: Duration? = .seconds(5)
    /// At the accessory: time without work after which it falls asleep; nil never.
    public var sleepAfter: Duration? = .seconds(60)
    /// Length of the tone that wakes the accessory, where the carrier needs one.
    public var wakeTone = Duration.milliseconds(500)
    /// Silence after the tone, while the accessory starts.
    public var bootTime = Duration.milliseconds(300)
    /// Chooses session numbers and the spread of retries, others at each opening; nil takes a random
    /// one.
    public var seed: UInt32?

    /// The defaults.
    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout LinkOptions) -> Void) {
        change(&self)
    }
}
