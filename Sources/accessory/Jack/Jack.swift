internal import ArgumentParser

/// Everything about the audio jack.
struct Jack: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Accessories on the audio jack: sound files, devices, exchanges.",
        subcommands: [JackEncode.self, JackDecode.self, JackDevices.self]
    )
}
