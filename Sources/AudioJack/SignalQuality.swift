internal import CAccessory

/// How well sound is received. Figures of the signal are those of the last frame, all zero before
/// the first; counts begin when the port is started. With the cable modem they are those of the last burst, and its blocks
/// count as frames.
public struct SignalQuality: Sendable, Hashable, Codable {
    /// Peak of the fundamental wave, full scale = 1.
    public var level = 0.0
    /// Signal power over noise power in the band from 0 to half the sample rate, decibels.
    public var signalToNoise = 0.0
    /// Whether the ratio is `signalToNoise` or more: on a clean path the receiver cannot tell by how much.
    public var signalToNoiseIsMinimum = false
    /// The sender's clock against ours, parts per million; positive when it runs fast.
    public var clockOffset = 0.0
    /// Whether a signal is there now.
    public var hasCarrier = false
    /// Whether the cable swaps plus and minus.
    public var isInverted = false
    /// Frames that arrived whole.
    public var goodFrames = 0
    /// Frames that were there and are lost.
    public var badFrames = 0
    /// Symbols that forward error correction put right.
    public var correctedSymbols = 0

    /// Before anything was received.
    public init() {}

    init(_ quality: acc_modem_quality) {
        level = Double(quality.level)
        signalToNoise = Double(quality.snr_db)
        signalToNoiseIsMinimum = quality.snr_is_minimum
        clockOffset = Double(quality.clock_ppm)
        hasCarrier = quality.carrier
        isInverted = quality.inverted
        goodFrames = Int(quality.frames_good)
        badFrames = Int(quality.frames_bad)
        correctedSymbols = Int(quality.symbols_corrected)
    }
}
