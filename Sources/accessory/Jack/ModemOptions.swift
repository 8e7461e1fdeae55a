internal import ArgumentParser

/// Options of the commands that encode and decode sound.
struct ModemOptions: ParsableArguments {
    @Option(
        name: .customLong("profile"),
        help: SoundProfile.help,
        completion: .soundProfiles,
        transform: SoundProfile.init
    )
    var namedProfile: SoundProfile?

    @Flag(
        help:
            "A raw stream of characters without frames (FSK: 8N1; hijack and track2 have no frames)."
    )
    var stream = false

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
        if case .cable = profile, stream {
            throw ValidationError("--stream is for FSK. Profile cable sends bursts.")
        }
    }

    /// Whether the profile is the cable modem, which sends bursts instead of frames or characters.
    var isCable: Bool { if case .cable = profile { true } else { false } }

    /// Whether to use characters instead of frames.
    var isStream: Bool {
        if case .modem(let profile) = profile { stream || profile.hasCharactersOnly } else { false }
    }
}
