internal import ArgumentParser
internal import CAccessory

/// Talks to accessories over the audio jack and over Bluetooth LE.
@main
struct Accessory: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Talks to accessories over the audio jack and over Bluetooth LE.",
        version: ACC_VERSION
    )
}
