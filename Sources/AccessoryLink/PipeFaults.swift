/// What a `BytePipe` does to the packets it carries, each with its own draw. The default is nothing.
public struct PipeFaults: Sendable, Equatable {
    /// Share of packets that vanish, 0 to 1.
    public var loss = 0.0
    /// Share of packets in which one bit is changed, 0 to 1.
    public var damage = 0.0
    /// Share of packets that arrive twice, 0 to 1.
    public var duplication = 0.0
    /// Each packet takes a time between these two on its way. Packets stay in order.
    public var delay = Duration.zero...Duration.zero

    /// No faults.
    public init() {}

    /// No faults but those that `change` sets.
    public init(_ change: (inout PipeFaults) -> Void) {
        change(&self)
    }
}
