internal import Modem

/// The signal quality of the peer's frames, without those of this end that return by crosstalk.
struct PeerQuality {
    /// The signal values of the peer's last frame, and the counts of its frames.
    private(set) var current = SignalQuality()
    private var last = SignalQuality()

    /// Counts a frame of the peer that was received, or was lost.
    mutating func add(_ quality: SignalQuality) {
        let before = current
        current = quality
        current.goodFrames = before.goodFrames + quality.goodFrames - last.goodFrames
        current.badFrames = before.badFrames + quality.badFrames - last.badFrames
        current.correctedSymbols =
            before.correctedSymbols + quality.correctedSymbols - last.correctedSymbols
        last = quality
    }

    /// Omits a frame of this end.
    mutating func omit(_ quality: SignalQuality) { last = quality }

    /// Updates the carrier, which belongs to no frame.
    mutating func update(hasCarrier: Bool) { current.hasCarrier = hasCarrier }
}
