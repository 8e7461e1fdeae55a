internal import ArgumentParser

/// Commands that send and answer a device's requests.
struct Requests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract:
            "Answer a device's requests, or send requests as a device; with files in both directions.",
        subcommands: [RequestsServe.self, RequestsSend.self]
    )
}
