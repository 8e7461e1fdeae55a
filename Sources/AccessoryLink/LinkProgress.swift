/// The progress of an exchange's messages, for a progress bar.
public struct LinkProgress: Sendable, Hashable {
    /// Acknowledged bytes of the outgoing message.
    public var sent = 0
    /// Size of the outgoing message in bytes; 0 without one.
    public var toSend = 0
    /// Bytes of the incoming message received in order.
    public var received = 0
    /// Size of the incoming message in bytes; 0 while unknown.
    public var toReceive = 0

    /// Creates a progress of zero bytes.
    public init() {}
}
