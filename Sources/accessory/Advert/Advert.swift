internal import ArgumentParser

/// Advertisements without a radio.
struct Advert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advert",
        abstract: "Takes advertisements apart, and makes them.",
        subcommands: [AdvertDecode.self, AdvertBuild.self]
    )
}
