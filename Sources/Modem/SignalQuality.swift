internal import CAccessory

/// Quality of the received signal. Signal values are those of the last frame, and zero before the
/// first frame. Counters start when the port is opened. With the cable modem, the values describe
/// the last burst, and its blocks count as frames.
public struct SignalQuality: Sendable, Hashable, Codable {
    /// Peak of the fundamental wave, full scale = 1.
    public var level = 0.0
    /// SNR in dB in the band from 0 to half the sample rate.
    public var signalToNoise = 0.0
    /// Whether `signalToNoise` is a lower limit: on a clean path the receiver cannot measure more.
    public var signalToNoiseIsMinimum = false
    /// The sender's clock offset in ppm; positive when it runs fast.
    public var clockOffset = 0.0
    /// Whether there is a signal now.
    public var hasCarrier = false
    /// Whether the cable inverts polarity.
    public var isInverted = false
    /// Frames received intact.
    public var goodFrames = 0
    /// Frames detected but lost.
    public var badFrames = 0
    /// Symbols fixed by forward error correction.
    public var correctedSymbols = 0
    /// Characters with a wrong parity bit.
    public var parityErrors = 0

    /// Samples that the sound card or the machine lost since the port was opened: capture overruns and
    /// playback underruns.
    public var lostSamples = 0

    /// Settings of card, sound server or cable that have disturbed the line since the port was
    /// opened.
    public var lineFaults: [LineFault] = []

    /// Creates the values before the first frame.
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
        parityErrors = Int(quality.parity_errors)
    }
}
