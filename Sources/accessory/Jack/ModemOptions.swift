internal import ArgumentParser
internal import CAccessory

/// Options of the commands that turn bytes into sound and back.
struct ModemOptions: ParsableArguments {
    @Option(help: ProfileArgument.help)
    var profile: ProfileArgument

    @Flag(help: "A raw stream of 8N1 characters, no frames (FSK only).")
    var stream = false

    var mode: ModemMode { stream ? .stream : .frames }
}
