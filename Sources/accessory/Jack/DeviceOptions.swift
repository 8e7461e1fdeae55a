internal import AccessoryLink
internal import ArgumentParser
internal import AudioJack

/// The accessory's sound device, and the link's modem settings.
struct DeviceOptions: ParsableArguments {
    @Option(
        name: .customLong("device"),
        help: ArgumentHelp(
            "ALSA device, or \"virtual\": a simulated reader at the end of a noisy cable. (default: default)",
            valueName: "device"
        ),
        completion: .soundDevices
    )
    var namedDevice: String?

    @Option(
        help: "ALSA device for playback, if it differs from --device.",
        completion: .soundDevices
    )
    var play: String?

    @Option(
        help: "ALSA device for capture, if it differs from --device.",
        completion: .soundDevices
    )
    var capture: String?

    @Option(help: "Channel to capture, from 1. (default: 1)")
    var captureChannel: Int?

    @Option(help: "Samples per second; by default 48000, or what the device supports.")
    var rate: Int?

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "\(ProfileArgument.names.dropLast()), or cable: reader, and the cable modem if both ends have it. (default: reader)",
            valueName: "profile"
        ),
        completion: .soundProfiles,
        transform: SoundProfile.init
    )
    var namedProfile: SoundProfile?

    @Option(
        name: [.customLong("receive-profile"), .customLong("hears")],
        help: "Profile to receive, if it differs from --profile.",
        completion: .profiles,
        transform: ProfileArgument.init
    )
    var receives: ProfileArgument?

    @Flag(help: "Send with forward error correction.")
    var fec = false

    @Flag(help: "Leave the mixer's volumes and switches unchanged.")
    var keepMixer = false

    var device: String { namedDevice ?? "default" }
    /// The profile of the handshake.
    var profile: ProfileArgument {
        if case .modem(let profile) = namedProfile { profile } else { .reader }
    }
    /// Whether frames use the cable modem if the peer supports it.
    var offersCable: Bool { if case .cable = namedProfile { true } else { false } }
    var isVirtual: Bool { device == "virtual" }

    /// The given options, except the channel.
    var given: [String] {
        let names: [(String, Bool)] = [
            ("--device", namedDevice != nil), ("--play", play != nil),
            ("--capture", capture != nil), ("--rate", rate != nil),
            ("--profile", namedProfile != nil), ("--receive-profile", receives != nil),
            ("--fec", fec),
            ("--keep-mixer", keepMixer),
        ]
        return names.filter(\.1).map(\.0)
    }

    func validate() throws {
        guard play == nil || capture == nil || namedDevice == nil else {
            throw ValidationError("--play and --capture replace --device. Omit --device.")
        }
        let isCard = play != nil || capture != nil || captureChannel != nil || keepMixer
        guard !(isVirtual && isCard) else {
            throw ValidationError(
                "--play, --capture, --capture-channel and --keep-mixer are for sound cards"
            )
        }
        guard captureChannel ?? 1 >= 1 else {
            throw ValidationError("--capture-channel must be at least 1")
        }
        guard rate.map((8000...192_000).contains) ?? true else {
            throw ValidationError("--rate must be 8000 to 192000")
        }
        if case .cable(.some) = namedProfile {
            throw ValidationError("the link adapts the bit rate to the line. Use --profile cable.")
        }
        guard !offersCable || (receives == nil && !fec) else {
            throw ValidationError("--receive-profile and --fec are not for --profile cable")
        }
        for profile in [profile, receives].compactMap(\.self) where profile.hasCharactersOnly {
            throw ValidationError(
                "\(profile.name) carries no frames. Use it with encode and decode."
            )
        }
    }

    /// The same options, with the cable modem unless they name a profile or request coding.
    var offeringCable: DeviceOptions {
        guard namedProfile == nil, receives == nil, !fec else { return self }
        var options = self
        options.namedProfile = .cable(bitRate: nil)
        return options
    }

    /// The sound card's port.
    var port: ALSAPort {
        var configuration = ALSAConfiguration(play: play ?? device, capture: capture ?? device)
        configuration.sampleRate = rate
        configuration.channel = (captureChannel ?? 1) - 1
        configuration.keepsMixer = keepMixer
        // a slow processor needs up to 90 ms to decode a block of the cable modem
        if offersCable { configuration.lead = .milliseconds(100) }
        return ALSAPort(configuration).stoppedAfterSignal()
    }

    /// The link options for this device.
    func link(_ mode: LinkMode = .masterSlave) -> AudioJackOptions {
        var options = AudioJackOptions(profile.modem)
        options.receives = receives?.modem
        options.correctsErrors = fec
        options.offersCable = offersCable
        options.link.mode = mode
        return options
    }
}
