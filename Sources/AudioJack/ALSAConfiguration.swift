internal import CAccessoryALSA
internal import Modem

/// Devices and buffer sizes of an `ALSAPort`.
public struct ALSAConfiguration: Sendable, Equatable {
    /// ALSA name of the device to play to, such as "default", "plughw:1,0", "hw:CARD=PCH,DEV=0" or
    /// "pulse".
    public var play: String
    /// ALSA name of the device to capture from. It may belong to another card: the port follows
    /// that card's clock.
    public var capture: String
    /// Sample rate in Hz, 8000 to 192000; nil selects 48000 or the nearest common rate that both
    /// devices support.
    public var sampleRate: Int?
    /// Channel to capture, from 0. Playback goes to all channels.
    public var channel: Int
    /// Block length, at most 10 s.
    public var block: Duration
    /// Playback lead: sound written ahead to the card, at most 10 s. A longer lead tolerates a
    /// busier machine but adds latency.
    public var lead: Duration
    /// Part of the name of the jack control that reports a plugged accessory. Nil selects the most
    /// likely control: Headset, Headphone, Line Out, Mic.
    public var jack: String?
    /// Whether the port leaves volumes and switches unchanged.
    public var keepsMixer: Bool
    /// Folder that keeps the mixer's state until it is restored; nil is `$XDG_STATE_HOME/accessory`.
    public var stateFolder: String?

    /// - Parameters:
    ///   - play: ALSA name of the device to play to.
    ///   - capture: ALSA name of the device to capture from; nil is the same as `play`.
    public init(play: String = "default", capture: String? = nil) {
        self.play = play
        self.capture = capture ?? play
        channel = 0
        block = .milliseconds(10)
        lead = .milliseconds(60)
        keepsMixer = false
    }

    func withC<R>(_ body: (UnsafePointer<acc_alsa_config>) -> R) -> R {
        play.withCString { play in
            capture.withCString { capture in
                withOptionalCString(stateFolder) { folder in
                    var config = acc_alsa_config(
                        play: play,
                        capture: capture,
                        state_folder: folder,
                        rate: UInt32(clamping: sampleRate ?? 0),
                        block: frames(block),
                        lead: frames(lead),
                        channel: UInt32(clamping: channel),
                        keep_mixer: keepsMixer
                    )
                    return body(&config)
                }
            }
        }
    }

    /// The length in frames, at least 1: 0 would request the default. The core rejects lengths that
    /// are too long.
    private func frames(_ length: Duration) -> UInt32 {
        UInt32(max(1, min(length.inSeconds * Double(sampleRate ?? 48000), 4e9)))
    }
}

/// Calls `body` with the characters of a string, or with nil.
func withOptionalCString<R>(
    _ text: String?,
    _ body: (UnsafePointer<CChar>?) -> R
) -> R {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
}
