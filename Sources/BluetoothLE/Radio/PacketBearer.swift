/// What carries packets between two ends, each as one piece, in order, none lost: Attribute Protocol
/// PDUs on the kernel's L2CAP socket, a unix socket or a pipe in one process, and the SDUs of a
/// credit-based channel.
public protocol PacketBearer: AnyObject, Sendable {
    /// Begins to deliver. Both handlers are called from one place at a time, in the order of things,
    /// and never from within `send`; nothing comes after the end.
    func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    )

    /// Sends a packet, or keeps it until there is room. Never blocks. Nothing happens after the end.
    func send(_ packet: [UInt8])

    /// Returns when no packet waits for room, or the bearer has ended.
    func drained() async

    /// Ends the bearer at both ends.
    func close()
}
