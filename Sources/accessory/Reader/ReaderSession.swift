internal import AccessoryLink
internal import Communication

/// The state of `reader shell`: executes the typed lines and shows events.
final class ReaderSession {
    /// An event besides typed input.
    enum Event: Sendable {
        case state(HostState)
        case link(CommunicationEvent)
        case progress(LinkProgress)
        case ended(Result<[UInt8], LinkError>)
        case waited
    }

    let events: AsyncStream<Event>
    private var state = HostState.waitingDevice
    /// The progress of a long message, as " 40 %".
    private var share = ""
    private let entry: AsyncStream<Event>.Continuation
    private let host: ReaderHost
    private let manager: CommunicationManager
    private let command: ReaderShell
    private let display: ReaderDisplay
    private let sources: [Task<Void, Never>]
    private let isInteractive: Bool
    private var exchanges: [Task<Void, Never>] = []
    private var running = 0
    /// The error of a cancel that found no exchange at the manager. It is reported when the typed
    /// exchange has ended.
    private var lateCancel: LinkError?
    private var isWaiting = false
    private var timeout: Duration?
    /// Queued lines.
    private var lines: [String] = []

    init(_ host: ReaderHost, _ command: ReaderShell, isInteractive: Bool) {
        self.host = host
        manager = host.manager
        self.command = command
        self.isInteractive = isInteractive
        display = ReaderDisplay(command.options, isHex: command.hex)
        let (stream, entry) = AsyncStream.makeStream(of: Event.self)
        (events, self.entry) = (stream, entry)
        let (states, linkEvents, progress) = (manager.states, manager.events, manager.progress)
        sources = [
            Task { for await state in states { entry.yield(.state(state)) } },
            Task { for await event in linkEvents { entry.yield(.link(event)) } },
            Task { for await update in progress { entry.yield(.progress(update)) } },
        ]
    }

    deinit {
        for source in sources { source.cancel() }
        for exchange in exchanges { exchange.cancel() }
    }

    /// The prompt before the typed line.
    var prompt: String { "\(state.rawValue)\(share)> " }

    /// Handles an input. Returns false when the shell is to end.
    func perform(_ input: Shell<Event>.Input) async throws -> Bool {
        switch input {
        case .event(let event): try handle(event)
        case .line(let line): lines.append(line)
        case .end: lines.append(ReaderWord.quit.rawValue)
        }
        while let line = lines.first, isFree(for: line) {
            lines.removeFirst()
            do {
                guard try await perform(line) else { return false }
            } catch let error where !(error is CancellationError) {
                try display.show(error)
            }
        }
        return true
    }

    private func isFree(for line: String) -> Bool {
        guard !isWaiting else { return false }
        return isInteractive || running == 0 || Self.parse(line).word?.isImmediate == true
    }

    /// Cancels the running exchange; returns when the reader has confirmed.
    func leave() async {
        for exchange in exchanges {
            exchange.cancel()
            await exchange.value
        }
    }

    // MARK: Events

    private func handle(_ event: Event) throws {
        switch event {
        case .state(let new):
            guard new != state else { return }
            state = new
            try display.show(new)
        case .link(.received(let message)) where command.reader.mode == .duplex:
            try display.show(received: message)
        case .link(let event): try display.show(event)
        case .progress(let progress): share = Self.share(progress)
        case .ended(let result):
            running -= 1
            if running == 0 { (exchanges, share) = ([], "") }
            switch result {
            case .success(let answer) where command.reader.mode == .masterSlave:
                try display.show(received: answer)
            case .success: break
            case .failure(let error): try display.show(error)
            }
            guard let refusal = lateCancel.take() else { break }
            if case .failure(.cancelled) = result { break }
            try display.show(refusal)
        case .waited: isWaiting = false
        }
    }

    private static func share(_ progress: LinkProgress) -> String {
        let (done, total) =
            progress.toReceive > 0
            ? (progress.received, progress.toReceive) : (progress.sent, progress.toSend)
        return total > 0 ? " \(done * 100 / total) %" : ""
    }

    // MARK: Words

    private static func parse(_ line: String) -> (word: ReaderWord?, name: String, rest: String) {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        let name = parts.first ?? ""
        return (ReaderWord(rawValue: name), name, parts.count > 1 ? parts[1] : "")
    }

    private func perform(_ line: String) async throws -> Bool {
        let (word, name, rest) = Self.parse(line)
        switch word {
        case .search: try await search()
        case .open:
            try display.show(
                await command.open(host, name: rest.isEmpty ? nil : rest)
            )
        case .exchange: begin(try bytes(rest))
        case .file: begin(try InputFile(rest).readAll(limit: LinkOptions().largestMessage))
        case .cancel: try await cancel()
        case .close: await manager.close()
        case .release: await manager.release()
        case .timeout: timeout = rest == "none" ? nil : try span(rest)
        case .state: try display.show(await manager.state)
        case .wait:
            let duration = try span(rest)
            isWaiting = true
            Task { [entry] in
                try? await Task.sleep(for: duration)
                entry.yield(.waited)
            }
        case .help: Console.print(ReaderWord.explanations)
        case .quit: return false
        case nil:
            if name.isEmpty { break }
            throw Failure(.usage, "unknown command \(name.printable)", nextStep: "type help")
        }
        return true
    }

    private func search() async throws {
        let time = command.reader.search.duration
        for await case .found(let device) in try await manager.search(timeout: time) {
            try display.show(ReaderRecord(device))
        }
    }

    private func begin(_ request: [UInt8]) {
        running += 1
        exchanges.append(
            Task { [manager, timeout, entry] in
                do throws(LinkError) {
                    let answer = try await manager.exchange(request, timeout: timeout)
                    entry.yield(.ended(.success(answer)))
                } catch {
                    entry.yield(.ended(.failure(error)))
                }
            }
        )
    }

    private func cancel() async throws {
        do throws(LinkError) {
            try await manager.cancelExchange()
        } catch {
            guard error == .nothingToCancel, running > 0 else { throw error }
            // the exchange has not reached the manager yet, or has just ended
            lateCancel = error
            for exchange in exchanges { exchange.cancel() }
        }
    }

    private func bytes(_ text: String) throws -> [UInt8] {
        guard command.hex else { return Array(text.utf8) }
        return try HexText.bytes(text, name: "the request") ?? []
    }

    private func span(_ text: String) throws -> Duration {
        guard let span = TimeSpan(argument: text) else {
            throw Failure(.usage, "\(text.printable) is not a time", nextStep: "type 500ms or 10s")
        }
        return span.duration
    }
}
