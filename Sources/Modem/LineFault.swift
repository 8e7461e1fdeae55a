/// A setting of a sound card, sound server or cable that disturbs the cable modem.
public enum LineFault: String, Sendable, Hashable, Codable, CaseIterable {
    /// Peaks are cut off.
    case clipping
    /// The gain changes while data is sent: automatic gain control or noise suppression.
    case movingGain
    /// The sound is converted to another sample rate on the way.
    case rateConversion
    /// Samples are lost or inserted: buffer underruns, or two clocks that a sound server joins.
    case lostSamples
    /// This end receives its own output: the cable or the mixer sums both directions.
    case ownSound

    /// The fault in one sentence.
    public var text: String {
        switch self {
        case .clipping: "the signal is clipped"
        case .movingGain:
            "the gain changes while data is sent, for example by automatic gain control or noise suppression"
        case .rateConversion:
            "the sound is resampled on the way, for example by a sound server"
        case .lostSamples: "samples are lost or inserted on the way"
        case .ownSound:
            "this end receives its own output: the cable or the mixer sums both directions"
        }
    }

    /// The setting to change, in one sentence.
    public var nextStep: String {
        switch self {
        case .clipping:
            "turn the sender's volume or the receiver's capture volume down (alsamixer), and "
                + "'Mic Boost' off"
        case .movingGain:
            "turn it off: amixer -c CARD sset 'Auto Gain Control' off; "
                + "pactl unload-module module-echo-cancel; or bypass the sound server with "
                + "--device plughw:CARD"
        case .rateConversion:
            "bypass the sound server with --device hw:CARD or plughw:CARD, or set it to both ends' "
                + "rate (default.clock.rate in PipeWire, default-sample-rate in PulseAudio)"
        case .lostSamples:
            "bypass the sound server with --device plughw:CARD; accessory doctor checks the "
                + "sound thread's priority"
        case .ownSound:
            "use a cable with separate wires for both directions, and mute the sidetone: "
                + "amixer -c CARD sset Mic playback mute"
        }
    }
}
