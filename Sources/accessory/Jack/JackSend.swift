internal import AccessoryLink
internal import ArgumentParser
internal import AudioJack

/// Sends a message without waiting for an answer.
struct JackSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a message to the accessory without waiting for an answer (duplex mode).",
        discussion: "Returns when the accessory has received the whole message."
    )

    @OptionGroup var device: DeviceOptions
    @OptionGroup var options: CommonOptions

    @Option(
        name: .customLong("in"),
        help: "File with the message, - for standard input.",
        completion: .file()
    )
    var input: String

    func run() async throws {
        let message = try InputFile(input).readAll(limit: LinkOptions().largestMessage)
        let statistics = try await device.withDuplexLink { link in
            try await link.open()
            try await link.send(message)
            return await link.statistics
        }
        let result = SendResult(bytes: message.count, retransmitted: statistics.retransmitted)
        if options.json {
            try Console.print(json: result)
        } else if !options.quiet {
            Console.note("sent \(result.bytes) bytes, \(result.retransmitted) retransmitted")
        }
    }
}

private struct SendResult: Encodable {
    let bytes: Int
    let retransmitted: Int
}
