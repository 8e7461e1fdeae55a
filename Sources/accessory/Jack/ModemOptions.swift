internal import ArgumentParser
internal import Modem

/// Options of the commands that encode and decode sound.
struct ModemOptions: ParsableArguments {
    @Option(
        name: .customLong("profile"),
        help: SoundProfile.help,
        completion: .soundProfiles,
        transform: SoundProfile.ofFile
    )
    var namedProfile: SoundProfile?

    @Flag(
        help:
            "A raw stream of characters without frames; modes, hijack and card have no frames."
    )
    var stream = false

    @Option(
        help:
            "Format of FSK characters: 5 to 8 data bits, parity N, E, O, M or S, and 1, 1.5 or 2 stop bits, as 7E1; 8N1msb sends the most significant bit first. (default: that of the mode, or 8N1)",
        transform: ModemOptions.format
    )
    var character: CharacterFormat?

    @Option(
        help: "With cable: the receiver's report of the line, to which bursts are adapted.",
        completion: .file()
    )
    var report: String?

    /// The profile, checked by `validate`; cable if there is a report.
    var profile: SoundProfile { namedProfile ?? .cable(bitRate: nil) }

    func validate() throws {
        guard namedProfile != nil || report != nil else {
            throw ValidationError("Missing expected argument '--profile <profile>'")
        }
        guard report == nil || isCable else {
            throw ValidationError("--report is for --profile cable")
        }
        if case .cable(.some) = profile, report != nil {
            throw ValidationError("the report sets the bit rate. Give cable without a bit rate.")
        }
        guard character == nil || isFSKStream else {
            throw ValidationError("--character is for modes, and for FSK with --stream")
        }
        if case .cable = profile, stream {
            throw ValidationError("--stream is for FSK. Profile cable sends bursts.")
        }
    }

    private var isFSKStream: Bool {
        if case .modem(let profile) = profile { isStream && profile.modem.isFSK } else { false }
    }

    private static func format(_ name: String) throws -> CharacterFormat {
        guard let format = CharacterFormat(name) else {
            throw ValidationError("'\(name)' is no character format. Use one as 8N1, 7E1 or 5N1.5.")
        }
        return format
    }

    /// The parameters of a profile, with the given format of characters.
    func modem(_ profile: ProfileArgument) -> ModemProfile {
        var modem = profile.modem
        if let character { modem.format = character }
        return modem
    }

    /// Whether the profile is the cable modem, which sends bursts instead of frames or characters.
    var isCable: Bool { if case .cable = profile { true } else { false } }

    /// Whether to use characters instead of frames.
    var isStream: Bool {
        if case .modem(let profile) = profile { stream || profile.hasCharactersOnly } else { false }
    }
}
