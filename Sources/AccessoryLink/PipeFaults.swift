/// The faults of a `BytePipe`. Each fault of each packet is drawn independently. The default is no faults.
public struct PipeFaults: Sendable, Equatable {
    /// Share of packets lost, 0 to 1.
    public var loss = 0.0
    /// Share of packets with one changed bit, 0 to 1.
    public var damage = 0.0
    /// Share of packets delivered twice, 0 to 1.
    public var duplication = 0.0
    /// Range of each packet's delay. Packets stay in order.
    public var delay = Duration.zero...Duration.zero

    /// Creates a set without faults.
    public init() {}

    /// Creates a set without faults, and applies `change` to it.
    public init(_ change: (inout PipeFaults) -> Void) {
        change(&self)
    }
}
