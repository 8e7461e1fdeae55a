internal import AccessoryLink
internal import ArgumentParser
internal import RequestTransfer

/// Answers requests as the app.
struct RequestsServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Answer a device's requests with a shell command.",
        discussion: """
            The command gets the request as JSON on its standard input, {"id","func","url","appId",\
            "params","savePath","files","localFiles"}, and writes the answer as JSON: {"content":{…},\
            "error":{"code":1,"message":"…"},"files":["local path"],"savePath":"/folder"}, all of \
            them optional. A nonzero exit code is the answer's error code. Without --handler, each \
            request is answered with its own parameters. When a device disconnects from a socket or \
            Bluetooth LE, waits for the next one; on other links, ends with 74.
            """
    )

    @OptionGroup var link: TransferLinkOptions
    @OptionGroup var options: CommonOptions

    @Option(help: ArgumentHelp("Shell command that answers requests.", valueName: "command"))
    var handler: String?

    @Option(help: "Existing folder for the files of requests.")
    var folder = "."

    @Option(help: "End after this many requests.")
    var count: Int?

    func validate() throws {
        guard count ?? 1 > 0 else { throw ValidationError("--count must be at least 1") }
    }

    func run() async throws {
        try requireFolder(folder)
        let left = Countdown(count ?? .max)
        do {
            try await link.serve {
                try show("ready")
            } missed: { error in
                try show("missed", error: Failure(error))
            } connected: { link in
                try await serve(RequestTransferManager(over: link, folder: folder), left)
                try show("left")
            }
        } catch is Countdown.Over {}
    }

    private func serve(_ transfer: RequestTransferManager, _ left: Countdown) async throws {
        let (progress, failures) = (transfer.progress, transfer.failures)
        let watch = Task {
            for await error in failures { try show("failed", error: Failure(error)) }
        }
        let meter = Task {
            for await update in progress { try show(update) }
        }
        defer {
            watch.cancel()
            meter.cancel()
        }
        for await request in transfer.requests {
            try show("request", request)
            do {
                let answer = try await answer(to: request, transfer.withdrawals)
                try await transfer.respond(to: request, with: answer)
                try show("answered", request)
            } catch let error as RequestTransferError {
                try show("failed", request, error: Failure(error))
            }
            try left.step()
        }
        // show the last failure before the end of the link
        try await watch.value
    }

    /// Returns the handler's answer; ends the handler if the device cancels the request.
    private func answer(
        to request: TransferRequest,
        _ withdrawals: AsyncStream<String>
    ) async throws -> TransferAnswer {
        guard let handler else { return TransferAnswer(to: request, content: request.parameters) }
        return try await withThrowingTaskGroup(of: TransferAnswer.self) { group in
            group.addTask { try await RequestHandler(command: handler).answer(to: request) }
            group.addTask {
                for await id in withdrawals where id == request.id { break }
                throw RequestTransferError.cancelled
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
    }

    private func show(_ update: TransferProgress) throws {
        guard update.done == update.size, !options.quiet, !options.json else { return }
        Console.note("\(update.path), \(update.size) bytes")
    }

    private func show(
        _ event: String,
        _ request: TransferRequest? = nil,
        error: Failure? = nil
    ) throws {
        if options.json {
            try Console.print(
                json: EventRecord(
                    event: event,
                    id: request?.id,
                    name: request?.name,
                    localFiles: request?.localFilePaths,
                    cause: error?.description,
                    code: error?.code
                )
            )
        } else if !options.quiet {
            let parts = [event, request?.name, request?.id].compactMap(\.self)
            Console.print(
                parts.joined(separator: " ") + (error.map { ": " + $0.description } ?? "")
            )
        }
    }
}

/// The number of requests to answer before the command ends.
private final class Countdown {
    struct Over: Error {}

    private var left: Int

    init(_ left: Int) {
        self.left = left
    }

    func step() throws {
        left -= 1
        if left == 0 { throw Over() }
    }
}

private struct EventRecord: Encodable {
    let event: String
    let id: String?
    let name: String?
    let localFiles: [String]?
    let cause: String?
    let code: Int?
}
