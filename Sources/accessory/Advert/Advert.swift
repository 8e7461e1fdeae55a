internal import ArgumentParser

/// Advertisements without a radio.
struct Advert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "advert",
        abstract: "Decode and build advertising data.",
        subcommands: [AdvertDecode.self, AdvertBuild.self]
    )
}
