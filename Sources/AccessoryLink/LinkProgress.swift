/// How far the messages of an exchange have got, for a progress bar.
public struct LinkProgress: Sendable, Hashable {
    /// Bytes of the outgoing message that the other end has acknowledged.
    public var sent = 0
    /// Bytes of the outgoing message; 0 when there is none.
    public var toSend = 0
    /// Bytes of the incoming message received in order.
    public var received = 0
    /// Bytes of the incoming message; 0 while it is not known.
    public var toReceive = 0

    public init() {}
}
