internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser

/// Simulates a card reader on any transport.
struct SimulateReader: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reader",
        abstract: "Simulate a card reader on any transport, until Ctrl-C.",
        discussion:
            "Answers each request with its own bytes, or with --answer. Prints one line per event."
    )

    @OptionGroup var transports: TransportOptions

    @Option(
        help: ArgumentHelp(
            "Name to advertise; short for --transport bluetooth --reader NAME.",
            valueName: "name"
        )
    )
    var bluetooth: String?

    @Option(help: LinkModeArgument.help)
    var mode = LinkModeArgument.masterSlave

    @OptionGroup var options: CommonOptions

    @Option(help: "File to answer every request with.")
    var answer: String?

    @Option(help: "Time to process each request, such as 500ms, 10s or 2m.")
    var work = TimeSpan(.zero)

    @Option(help: "Number of progress messages during that time.")
    var steps = 0

    @Option(help: ArgumentHelp("Fault to simulate: \(FaultArgument.names).", valueName: "fault"))
    var fault: FaultArgument?

    @Option(help: "End after answering this many requests.")
    var count: Int?

    func validate() throws {
        if bluetooth != nil {
            guard transports.transport == nil, transports.reader == nil else {
                throw ValidationError("--bluetooth replaces --transport and --reader. Omit them.")
            }
            try transports.requireUnused(exceptOf: "bluetooth", "with --bluetooth")
        } else {
            try transports.requireUsed()
        }
        try transports.arguments(of: choice.name).validateSimulator(choice)
        guard steps >= 0 && count ?? 1 > 0 else {
            throw ValidationError("--steps and --count must not be negative")
        }
    }

    private var choice: TransportChoice {
        TransportChoice(
            name: bluetooth == nil ? transports.name : "bluetooth",
            reader: bluetooth ?? transports.reader,
            mode: mode.mode
        )
    }

    func run() async throws {
        let reader = SimulatedReader(handler: try handler(), fault: fault?.fault) { events in
            try await follow(events)
        }
        try await transports.arguments(of: choice.name).simulate(choice, reader)
    }

    private func handler() throws -> ReaderSimulator.Handler {
        let fixed = try answer.map {
            try InputFile($0).readAll(limit: LinkOptions().largestMessage)
        }
        return { [work = work.duration, steps] request, task in
            for step in 0..<steps {
                await task.wait(work / max(steps, 1))
                try await task.progress(Array("step \(step + 1) of \(steps)".utf8))
            }
            if steps == 0 { await task.wait(work) }
            return fixed ?? request
        }
    }

    /// Shows events until enough requests are answered.
    private func follow(_ events: AsyncStream<LinkEvent>) async throws {
        try show("ready", bytes: nil)
        var answered = 0
        for await event in events {
            guard let (name, bytes) = event.summary else { continue }
            try show(name, bytes: bytes)
            if event == .sent { answered += 1 }
            if answered == count ?? .max { break }
        }
    }

    private func show(_ event: String, bytes: Int?) throws {
        if options.json {
            try Console.print(json: EventRecord(event: event, bytes: bytes))
        } else if !options.quiet {
            Console.print(event + (bytes.map { ", \($0) bytes" } ?? ""))
        }
    }
}

private struct EventRecord: Encodable {
    let event: String
    let bytes: Int?
}

extension LinkEvent {
    /// The name of an event for the output, and its number of bytes.
    var summary: (String, Int?)? {
        switch self {
        case .opened(let resumed): (resumed ? "resumed" : "opened", nil)
        case .received(let message): ("request", message.count)
        case .sent: ("answered", nil)
        case .failed(let error): ("failed: \(error)", nil)
        case .fault(.unplugged), .fault(.disconnected): ("host lost", nil)
        case .fault(let error): ("disturbed: \(error)", nil)
        case .closed: ("closed", nil)
        case .asleep: ("asleep", nil)
        case .progress, .timedOut, .dropped: nil
        }
    }
}

/// A fault of the reader by name.
struct FaultArgument: ExpressibleByArgument {
    let fault: ReaderFault

    static var names: String { ReaderFault.allCases.map { "\($0)" }.joined(separator: ", ") }

    init?(argument: String) {
        guard let fault = ReaderFault.allCases.first(where: { "\($0)" == argument }) else {
            return nil
        }
        self.fault = fault
    }
}
