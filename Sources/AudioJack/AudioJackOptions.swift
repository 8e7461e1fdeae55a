public import AccessoryLink

/// What can be chosen about a link over the audio jack. Both ends need the same profiles, turned
/// around.
public struct AudioJackOptions: Sendable {
    /// How this end sends.
    public var sends = ModemProfile.reader
    /// How this end listens; nil: as it sends.
    public var receives: ModemProfile?
    /// Whether frames are sent with forward error correction: slower, and readable through more
    /// noise. Frames of both kinds are always heard.
    public var correctsErrors = false
    /// Whether frames go by the cable modem where the other end has it too: `sends` and `receives` then carry the
    /// handshake alone, and everything where the line is too bad. Both ends need the same sample rate. A session begins
    /// with a second of sound that measures the line.
    public var offersCable = false
    /// Peak of what is sent, above 0 and at most 1 (full scale).
    public var level: Float = 0.9
    /// The link's own choices.
    public var link = LinkOptions()

    /// The defaults: profile `reader` both ways.
    public init() {}

    /// The defaults with one profile both ways.
    public init(_ profile: ModemProfile) {
        sends = profile
    }
}
