internal import AccessoryConcurrency
internal import AccessoryLink
internal import ArgumentParser
internal import Communication

/// `accessory reader exchange`
struct ReaderExchange: UsesReader {
    static let configuration = CommandConfiguration(
        commandName: "exchange",
        abstract: "Send a request to the reader and write its answer.",
        discussion: """
            Prints the answer as text if it is text, otherwise as hexadecimal digits; --out writes \
            its bytes to a file. The reader stays on. Ctrl-C also cancels the exchange at the \
            reader. In duplex mode there is no answer: the command ends when the reader has \
            received the message, or after --listen, during which it shows what the reader sends.
            """
    )

    @OptionGroup var request: ReaderRequest

    @Option(
        name: .customLong("out"),
        help: ArgumentHelp("File for the answer, - for standard output.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Option(help: "Timeout of the whole exchange, such as 500ms, 10s or 2m.")
    var timeout: TimeSpan?

    @Option(help: "In duplex mode, time to show data from the reader.")
    var listen: TimeSpan?

    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var transports: TransportOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard output != nil || !overwrite.force else {
            throw ValidationError("--force is for --out")
        }
        let isDuplex = reader.mode == .duplex
        guard listen == nil || isDuplex else {
            throw ValidationError("--listen needs --mode duplex")
        }
        guard output == nil && timeout == nil || !isDuplex else {
            throw ValidationError("--out and --timeout need an answer. Duplex mode has none.")
        }
    }

    func run() async throws {
        let bytes = try request.bytes()
        if let output, request.request == nil {
            try overwrite.check(output, inputs: [request.input ?? "-"])
        }
        let file = try OutputFile(output ?? "-")
        let (outcome, answer) = try await withHost { host in
            let (manager, clock) = (host.manager, host.elapsed)
            let events = manager.events
            _ = try await open(host)
            let began = clock()
            let answer = try await manager.exchange(
                bytes,
                timeout: timeout?.duration,
                showing: options,
                clock: clock
            )
            let outcome = ReaderOutcome(
                request: bytes.count,
                answer: reader.mode == .duplex ? nil : answer,
                elapsed: clock() - began
            )
            if let listen {
                try show(outcome)
                try await show(events, for: listen.duration)
            }
            return (outcome, answer)
        }
        guard listen == nil else { return }
        if output != nil {
            try file.write(answer)
            try file.commit()
        } else if !options.json, reader.mode == .masterSlave {
            Console.print(request.hex ? HexText.text(answer) : answer.readable)
        }
        try show(outcome)
    }

    private func show(_ outcome: ReaderOutcome) throws {
        if options.json {
            try Console.print(
                json: outcome,
                dataOnOutput: output.map(OutputFile.isStandardOutput) ?? false
            )
        } else if !options.quiet {
            Console.note(outcome.line)
        }
    }

    /// Shows the data that the reader sends.
    private func show(
        _ events: AsyncStream<CommunicationEvent>,
        for duration: Duration
    ) async throws {
        let display = ReaderDisplay(options, isHex: request.hex)
        try await withThrowingTaskGroup { group in
            group.addTask {
                for await case .received(let message) in events {
                    try display.show(received: message)
                }
            }
            group.addTask { await waitForEnd(after: duration) }
            try await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
    }
}

/// The result of an exchange.
struct ReaderOutcome: Encodable {
    let requestBytes: Int
    let answerBytes: Int?
    let seconds: Double
    /// The answer as text, if it is text.
    let text: String?
    let hex: String?

    init(request: Int, answer: [UInt8]?, elapsed: Duration) {
        requestBytes = request
        answerBytes = answer?.count
        seconds = elapsed / .seconds(1)
        text = answer.flatMap { $0.isText ? String(decoding: $0, as: UTF8.self) : nil }
        hex = answer.map { HexText.text($0) }
    }

    var line: String {
        let time = "in \(seconds.formatted(1)) s"
        return answerBytes.map { "exchanged \(requestBytes) bytes for \($0) \(time)" }
            ?? "sent \(requestBytes) bytes \(time)"
    }
}
