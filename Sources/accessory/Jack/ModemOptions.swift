internal import ArgumentParser
internal import CAccessory

/// Options of the commands that turn bytes into sound and back.
struct ModemOptions: ParsableArguments {
    @Option(help: ProfileArgument.help, completion: .profiles, transform: ProfileArgument.init)
    var profile: ProfileArgument

    @Flag(
        help:
            "A raw stream of characters without frames (FSK: 8N1; hijack and track2 have no frames)."
    )
    var stream = false

    /// Characters in place of frames.
    var isStream: Bool { stream || profile.hasCharactersOnly }
    var mode: ModemMode { isStream ? .stream : .frames }
}
