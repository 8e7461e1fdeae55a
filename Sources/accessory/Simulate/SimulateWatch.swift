internal import AccessoryBase
internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import FoundationEssentials
internal import RequestTransfer

/// Simulates a watch, the device of request transfer.
struct SimulateWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Simulate a watch: send requests from standard input, print the answers.",
        discussion: """
            Each line of standard input is a request: a name such as playRingtone, or a JSON object \
            {"id","func","params","savePath","files",…}. Each answer is a line of JSON with its \
            content; with --json the whole answer. Ends with standard input.
            """
    )

    @OptionGroup var link: TransferLinkOptions
    @OptionGroup var options: CommonOptions

    @Option(help: "Existing folder, the root of the watch's files.")
    var folder = "."

    @Option(help: ArgumentHelp("Fault to simulate: \(Self.faults).", valueName: "fault"))
    var fault: WatchFaultArgument?

    private static let faults = WatchFault.allCases.map(\.rawValue).joined(separator: ", ")

    func run() async throws {
        try requireFolder(folder)
        try await link.attach { link in
            let watch = WatchSimulator(over: link, folder: folder, fault: fault?.fault)
            for await line in StandardInput.lines() where !line.isEmpty {
                let request = try Self.request(line)
                do {
                    let answer = try await watch.send(request)
                    try answer.show(options)
                    if !options.json { answer.failure?.report(asJSON: false) }
                } catch let error as RequestTransferError where !error.endsTheLink {
                    Failure(error).report(asJSON: options.json)
                }
            }
        }
    }

    private static func request(_ line: String) throws -> TransferRequest {
        guard line.hasPrefix("{") else {
            return TransferRequest(id: String(UInt32.random(in: 1 ... .max)), name: line)
        }
        func decode(_ bytes: [UInt8]) throws -> TransferRequest {
            try JSONDecoder().decode(TransferRequest.self, from: Data(bytes))
        }
        let bytes = Array(line.utf8)
        do {
            return try decode(bytes)
        } catch let error as DecodingError {
            let fault = JSONSyntax.explanation(of: error, in: bytes) { _ = try decode($0) }
            throw Failure(
                .badInput,
                "this line is not a request: \(line.printable): \(fault.printable)",
                nextStep: "a request is {\"id\":\"1\",\"func\":\"name\"}"
            )
        }
    }
}

struct WatchFaultArgument: ExpressibleByArgument {
    let fault: WatchFault

    init?(argument: String) {
        guard let fault = WatchFault(rawValue: argument) else { return nil }
        self.fault = fault
    }
}

extension RequestTransferError {
    fileprivate var endsTheLink: Bool { self == .notConnected || self == .interrupted }
}
