/// What a link has counted since it was last opened.
public struct LinkStatistics: Sendable, Hashable {
    /// Frames sent, signals and acknowledgements included.
    public var framesSent = 0
    /// Frames received that were well formed and of this session.
    public var framesReceived = 0
    /// Sub-packets and signals sent again.
    public var retransmitted = 0
    /// Sub-packets received again.
    public var duplicates = 0
    /// Messages of the device outside an exchange.
    public var dropped = 0
    /// Frames of another session, or that break the format.
    public var ignored = 0
    /// Arrivals that no frame could be made of.
    public var garbled = 0
    /// Last measured time from a sub-packet to its acknowledgement.
    public var roundTrip = Duration.zero

    public init() {}
}
