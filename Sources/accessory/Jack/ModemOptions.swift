internal import ArgumentParser
internal import CAccessory

/// Options of the commands that turn bytes into sound and back.
struct ModemOptions: ParsableArguments {
    @Option(help: SoundProfile.help, completion: .soundProfiles, transform: SoundProfile.init)
    var profile: SoundProfile

    @Flag(
        help:
            "A raw stream of characters without frames (FSK: 8N1; hijack and track2 have no frames)."
    )
    var stream = false

    func validate() throws {
        if case .cable = profile, stream {
            throw ValidationError("--stream is for FSK, cable sends bursts")
        }
    }

    /// The bursts of the cable modem, in place of frames or characters.
    var isCable: Bool { if case .cable = profile { true } else { false } }

    /// Characters in place of frames.
    var isStream: Bool {
        if case .modem(let profile) = profile { stream || profile.hasCharactersOnly } else { false }
    }

    var mode: ModemMode { isStream ? .stream : .frames }
}
