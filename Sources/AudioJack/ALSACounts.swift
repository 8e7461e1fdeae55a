internal import CAccessoryALSA

/// Losses and corrections of an `ALSAPort` since its start. `overruns` and `underruns` count
/// events; the other values count frames.
public struct ALSACounts: Sendable, Equatable {
    /// Frames read from the card.
    public var captured: Int
    /// Frames written to the card.
    public var played: Int
    /// Capture overruns.
    public var overruns: Int
    /// Playback underruns.
    public var underruns: Int
    /// Frames lost in overruns and underruns, measured by the clock.
    public var lost: Int
    /// Playback frames dropped to follow the capture card's clock.
    public var dropped: Int
    /// Playback frames inserted to follow the capture card's clock.
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
