internal import CAccessoryALSA

/// What an `ALSAPort` lost or mended since it was started. All are frames but the overruns and
/// underruns, which are times.
public struct ALSACounts: Sendable, Equatable {
    /// Frames read from the card.
    public var captured: Int
    /// Frames written to the card.
    public var played: Int
    /// Times the capture ran over.
    public var overruns: Int
    /// Times the playback ran dry.
    public var underruns: Int
    /// Frames that these cost, by the clock.
    public var lost: Int
    /// Frames of playback left out to follow the clock of the capture's card.
    public var dropped: Int
    /// Frames of playback added to follow the clock of the capture's card.
    public var inserted: Int

    init(_ counts: acc_alsa_counts) {
        captured = Int(clamping: counts.captured)
        played = Int(clamping: counts.played)
        overruns = Int(counts.capture_xruns)
        underruns = Int(counts.play_xruns)
        lost = Int(clamping: counts.lost)
        dropped = Int(clamping: counts.dropped)
        inserted = Int(clamping: counts.inserted)
    }
}
