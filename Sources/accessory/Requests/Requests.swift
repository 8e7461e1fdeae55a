internal import ArgumentParser

/// A device's requests, and the answers to them.
struct Requests: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract: "Answer the requests of a device, or ask as a device; with files both ways.",
        subcommands: [RequestsServe.self, RequestsSend.self]
    )
}
