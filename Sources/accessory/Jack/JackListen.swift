internal import AccessoryLink
internal import ArgumentParser
internal import AudioJack

/// Receives messages of the accessory.
struct JackListen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Print the messages that the accessory sends (duplex mode).",
        discussion: """
            Prints each message as a line of hexadecimal digits, with --raw as bytes, with --json \
            as {"bytes":"…"} in hexadecimal. Ends after --count messages, after --timeout (with \
            124), or at Ctrl-C.
            """
    )

    @OptionGroup var device: DeviceOptions
    @OptionGroup var options: CommonOptions

    @Option(help: "Number of messages to wait for; by default any number.")
    var count: Int?

    @Option(help: "Time to open and receive, such as 500ms, 10s or 2m.")
    var timeout: TimeSpan?

    @Flag(help: "Write the bytes themselves.")
    var raw = false

    func validate() throws {
        guard count ?? 1 > 0 else { throw ValidationError("--count must be at least 1") }
        guard !(raw && options.json) else {
            throw ValidationError("--raw and --json cannot be combined")
        }
    }

    func run() async throws {
        let isDone = try await device.withDuplexLink { link in
            let events = link.events
            return try await finishes(within: timeout?.duration) {
                try await link.open()
                try await receive(events)
            }
        }
        guard !isDone else { return }
        throw Failure(
            .timeout,
            "no more messages within \(timeout?.defaultValueDescription ?? "")",
            nextStep: "increase --timeout"
        )
    }

    /// Writes messages until their number is reached.
    private func receive(_ events: AsyncStream<LinkEvent>) async throws {
        var left = count ?? .max
        for await event in events where left > 0 {
            switch event {
            case .received(let message):
                try show(message)
                left -= 1
                if left == 0 { return }
            case .failed(let error), .fault(let error): throw error
            case .closed:
                throw Failure(
                    .deviceLost,
                    "the accessory ended the session",
                    nextStep: "open it again"
                )
            default: break
            }
        }
    }

    private func show(_ message: [UInt8]) throws {
        let digits = HexText.text(message)
        if raw {
            try OutputFile("-").write(message)
        } else if options.json {
            try Console.print(json: ["bytes": digits])
        } else {
            Console.print(digits)
        }
    }
}

/// Whether `work` ended within `limit`. If not, it is cancelled.
private func finishes(
    within limit: Duration?,
    _ work: @escaping @Sendable () async throws -> Void
) async throws -> Bool {
    guard let limit else {
        try await work()
        return true
    }
    return try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
            try await work()
            return true
        }
        group.addTask {
            try await ContinuousClock().sleep(for: limit)
            return false
        }
        defer { group.cancelAll() }
        return try await group.next() ?? false
    }
}
