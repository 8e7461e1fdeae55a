public import AccessoryLink
public import Modem

/// Options of a link over the audio jack. Both ends need the same profiles, with `sends` and
/// `receives` swapped.
public struct AudioJackOptions: Sendable {
    /// Profile for sending.
    public var sends = ModemProfile.reader
    /// Profile for receiving; nil uses `sends`.
    public var receives: ModemProfile?
    /// Whether frames are sent with forward error correction: slower, but decodable at a lower SNR.
    /// The receiver always accepts both kinds of frames.
    public var correctsErrors = false
    /// Whether frames use the cable modem when the peer also has it. `sends` and `receives` then
    /// carry only the handshake, or all frames if the line is too bad for the cable modem. Both
    /// ends need the same sample rate. A session begins with one second of sound that measures the
    /// line.
    public var offersCable = false
    /// Peak of the output signal, above 0 and at most 1 (full scale).
    public var level: Float = 0.9
    /// Options of the link itself.
    public var link = LinkOptions()

    /// Creates the defaults: profile `reader` in both directions.
    public init() {}

    /// Creates the defaults with one profile in both directions.
    public init(_ profile: ModemProfile) {
        sends = profile
    }
}
