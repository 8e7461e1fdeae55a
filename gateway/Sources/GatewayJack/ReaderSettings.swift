internal import AudioJack
public import GatewayConfiguration
internal import Modem

/// The section `readers`: readers on audio jacks, by name.
public struct ReaderSettings: ConfigurationSection {
    public static let name = "readers"

    /// One reader.
    public struct Reader: Sendable, Hashable {
        /// Its name in topics.
        public var name: String
        /// The ALSA device for playback.
        public var play = "default"
        /// The ALSA device for capture; nil: the same as `play`.
        public var capture: String?
        /// A modem profile of docs/modem.md.
        public var profile = "reader"

        public init(name: String) { self.name = name }
    }

    public var readers: [Reader] = []

    public init(_ section: Section, _ files: Files) {
        for name in section.names {
            var reader = Reader(name: name)
            let settings = section.section(name)
            settings.allow("play", "capture", "profile")
            if !Configuration.isTopicLevel(name) {
                section.fault(name, "must not contain / + # or spaces: it is part of topics")
            }
            reader.play = settings.text("play") ?? reader.play
            reader.capture = settings.text("capture")
            reader.profile = settings.text("profile") ?? reader.profile
            if (try? ModemProfile(reader.profile)) == nil {
                settings.fault(
                    "profile",
                    "'\(reader.profile)' is not a profile; man accessory-profiles lists them"
                )
            }
            readers.append(reader)
        }
    }
}
