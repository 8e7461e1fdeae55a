internal import ArgumentParser

/// A device's requests, and the answers to them.
struct Requests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract:
            "Answer a device's requests, or send requests as a device; with files in both directions.",
        subcommands: [RequestsServe.self, RequestsSend.self]
    )
}
