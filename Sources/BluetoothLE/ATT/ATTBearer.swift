/// What carries Attribute Protocol packets between two ends, one PDU a packet, in order, none lost:
/// the kernel's L2CAP socket, a unix socket, or a pipe in one process.
public protocol ATTBearer: AnyObject, Sendable {
    /// Begins to deliver. Both handlers are called from one place at a time, in the order of things;
    /// nothing comes after the end.
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
