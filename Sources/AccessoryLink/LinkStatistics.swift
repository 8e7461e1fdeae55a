/// Counters of a link since it was last opened.
public struct LinkStatistics: Sendable, Hashable {
    /// Frames sent, including signals and acknowledgements.
    public var framesSent = 0
    /// Valid frames received for this session.
    public var framesReceived = 0
    /// Sub-packets and signals retransmitted.
    public var retransmitted = 0
    /// Sub-packets received more than once.
    public var duplicates = 0
    /// Messages from the device outside an exchange.
    public var dropped = 0
    /// Frames of another session, or with an invalid format.
    public var ignored = 0
    /// Received data without a valid frame.
    public var garbled = 0
    /// Last measured time from a sub-packet to its acknowledgement.
    public var roundTrip = Duration.zero

    /// Creates counters of zero.
    public init() {}
}
