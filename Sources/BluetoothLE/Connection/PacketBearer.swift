/// A bidirectional packet transport that keeps packet boundaries and order and loses no packet. It
/// carries Attribute Protocol PDUs on the kernel's L2CAP socket, a unix socket or a pipe in one
/// process, or the SDUs of a credit-based channel.
public protocol PacketBearer: AnyObject, Sendable {
    /// Starts delivery. Both handlers are called one at a time, in order, and never from within
    /// `send`. Nothing is delivered after the end, and both handlers are released: they may retain the
    /// bearer's user, which retains the bearer.
    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    )

    /// Sends a packet, or queues it until there is room. Never blocks. No effect after the end.
    func send(_ packet: [UInt8])

    /// Returns when no packet is queued or the bearer has ended.
    func drained() async

    /// Whether `drained` would return at once; false, the default, if this is not known.
    var isDrained: Bool { get }

    /// Closes the bearer at both ends.
    func close()
}

extension PacketBearer {
    public var isDrained: Bool { false }
}
