internal import CAccessoryALSA

/// Which devices an `ALSAPort` opens, and how.
public struct ALSAConfiguration: Sendable, Equatable {
    /// ALSA name of the device to play to: "default", "plughw:1,0", "hw:CARD=PCH,DEV=0", "pulse".
    public var play: String
    /// ALSA name of the device to capture from. It may belong to another card: its clock is
    /// followed.
    public var capture: String
    /// Samples a second, 8000 to 192000; nil takes 48000 or the nearest usual rate that both do.
    public var sampleRate: Int?
    /// Channel to capture, from 0. Playback goes to all channels.
    public var channel: Int
    /// Length of a block, at most 10 s.
    public var block: Duration
    /// Playback kept ahead of the card, at most 10 s. Longer survives a busier machine and answers later.
    public var lead: Duration
    /// Part of the name of the jack control that says whether an accessory is plugged; nil takes
    /// the likeliest: Headset, Headphone, Line Out, Mic.
    public var jack: String?
    /// Leaves volumes and switches as they are.
    public var keepsMixer: Bool
    /// Where the mixer's state is kept until it is restored; nil is `$XDG_STATE_HOME/accessory`.
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

    /// At least one: 0 would ask for the default. What is too long is refused there, however long.
    private func frames(_ length: Duration) -> UInt32 {
        UInt32(max(1, min(length.inSeconds * Double(sampleRate ?? 48000), 4e9)))
    }
}

/// The characters of a string that may be nil, for the length of `body`.
func withOptionalCString<R>(
    _ text: String?,
    _ body: (UnsafePointer<CChar>?) -> R
) -> R {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
}
