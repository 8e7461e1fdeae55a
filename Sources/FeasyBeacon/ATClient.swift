public import AccessoryBase
internal import AccessoryConcurrency

/// The AT engine of a module, over a session.
///
///     let client = ATClient(session)
///     let version = try await client.openEngine()
///     print(try await client.perform(.set("NAME", "Door 4")))
///
/// Sends one request at a time; others are queued. A closed engine, as after a timeout, is opened
/// before the next request.
public actor ATClient {
    /// The session that carries the commands.
    public nonisolated let session: BeaconModuleSession
    private nonisolated let time: TimeSource
    private let turn = AsyncLock()
    private var engine: ATEngine
    private var isEngineOpen = false
    private var waiter: CheckedContinuation<ATOutcome?, Never>?
    private var timer: TimeSource.Timer?
    private var listening: Task<Void, Never>?
    /// Number of requests so far; the results of an earlier request's writes are ignored.
    private var count = 0

    /// - Parameters:
    ///   - session: The session that carries the commands.
    ///   - timeout: The timeout of each command.
    public init(_ session: BeaconModuleSession, timeout: Duration = .seconds(3)) {
        self.session = session
        time = session.time
        engine = ATEngine(timeout: timeout)
    }

    deinit {
        listening?.cancel()
        timer?.cancel()
        waiter?.resume(returning: nil)
    }

    /// Opens the engine, or reopens it.
    ///
    /// - Returns: The firmware version.
    /// - Throws: `BeaconModuleError`, `ATCommandError` or `CancellationError`.
    public func openEngine() async throws -> String {
        switch try await perform(.open) {
        case .ok(let values): return values.first ?? ""
        case let outcome: throw ATCommandError(request: .open, outcome: outcome)
        }
    }

    /// Returns the values of a parameter: one, or a line for each advertisement.
    ///
    /// - Throws: `BeaconModuleError`, `ATCommandError` or `CancellationError`.
    public func query(_ name: String) async throws -> [String] {
        switch try await perform(.query(name)) {
        case .ok(let values): return values
        case let outcome: throw ATCommandError(request: .query(name), outcome: outcome)
        }
    }

    /// Performs a request and returns its result, even after link loss. Cancelling the task ends
    /// the wait; bytes that are being sent still reach the module.
    ///
    /// - Throws: `BeaconModuleError.notOpen`, or `CancellationError`.
    public func perform(_ request: ATRequest) async throws -> ATOutcome {
        try await turn.withLock {
            guard await session.isOpen else { throw BeaconModuleError.notOpen }
            listen()
            if !isEngineOpen, request != .open {
                let outcome = try await run(.open)
                guard case .ok = outcome else { return outcome }
            }
            return try await run(request)
        }
    }

    /// Closes the engine, as after other use of the session: the next request opens it first.
    public func closeEngine() { isEngineOpen = false }

    private func run(_ request: ATRequest) async throws -> ATOutcome {
        let pin = request.pin
        if let pin { await session.expect(pin: pin) }
        let outcome = try await exchange(request)
        if let pin {
            switch (request, outcome) {
            case (.set, .ok), (.set, .notNeeded): await session.settle(pin: pin, isSet: true)
            case (_, .failed(.refused)), (_, .failed(.badText)):
                await session.settle(pin: pin, isSet: false)
            default: break  // not read back: the module has either PIN
            }
        }
        return outcome
    }

    private func exchange(_ request: ATRequest) async throws -> ATOutcome {
        if request == .open { isEngineOpen = false }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiter = continuation
                count += 1
                engine.start(request, at: time.now())
                pump()
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            _ = time.task { await self.cancel() }
        }
        guard let outcome else { throw CancellationError() }
        switch (request, outcome) {
        case (.open, .ok): isEngineOpen = true
        case (_, .timedOut), (_, .failed(.disconnected)): isEngineOpen = false
        default: break
        }
        return outcome
    }

    private func cancel() {
        guard waiter != nil else { return }
        engine.cancel(at: time.now())
        isEngineOpen = false
        finish(nil)
    }

    private func finish(_ outcome: ATOutcome?) {
        timer?.cancel()
        waiter?.resume(returning: outcome)
        waiter = nil
    }

    private func pump() {
        while let action = engine.nextAction(at: time.now()) {
            switch action {
            case .send(let bytes): send(bytes)
            case .done(_, let outcome): finish(outcome)
            }
        }
        timer?.cancel()
        guard let deadline = engine.deadline else { return }
        timer = time.schedule(at: deadline) { [weak self, time] in
            _ = time.task { [weak self] in await self?.pump() }
        }
    }

    /// Sends in its own task, which the caller cannot cancel: a truncated command would spoil the
    /// next.
    private func send(_ bytes: [UInt8]) {
        _ = time.task { [weak self, session, count] in
            let result = await Result { try await session.write(bytes) }
            await self?.sent(result, count)
        }
    }

    private func sent(_ result: Result<Void, any Error>, _ number: Int) {
        guard number == count else { return }
        switch result {
        case .success: engine.sent(at: time.now())
        case .failure: engine.disconnected()
        }
        pump()
    }

    private func listen() {
        guard listening == nil else { return }
        let events = session.events
        listening = time.task { [weak self] in
            for await event in events { await self?.handle(event) }
        }
    }

    private func handle(_ event: BeaconModuleSession.Event) {
        switch event {
        case .received(let bytes): engine.receive(bytes, at: time.now())
        case .closed:
            engine.disconnected()
            isEngineOpen = false
        case .opened, .written, .pinCheck: return
        }
        pump()
    }
}

/// A failed request with its outcome.
public struct ATCommandError: Error, Sendable, Hashable {
    /// The request.
    public let request: ATRequest
    /// The outcome of the request.
    public let outcome: ATOutcome
}

extension ATCommandError: AccessoryError {
    public var cause: String {
        "\(request): \(outcome.cause)" + (isOpen ? " (it may have been performed)" : "")
    }

    public var nextStep: String? { outcome.nextStep }

    /// Whether the module may have performed a request without answering it.
    private var isOpen: Bool {
        switch (request, outcome) {
        case (.set, .timedOut), (.set, .failed(.disconnected)), (.command, .timedOut),
            (.command, .failed(.disconnected)):
            true
        default: false
        }
    }
}

extension ATRequest: CustomStringConvertible {
    public var description: String {
        switch self {
        case .open: "opening the AT engine"
        case .query(let name), .set(let name, _): name
        case .command(let text): String(text.prefix { $0 != "=" })
        }
    }
}

extension ATOutcome: CustomStringConvertible {
    public var description: String {
        if let nextStep { "\(cause); \(nextStep)" } else { cause }
    }

    var cause: String {
        switch self {
        case .ok: "done"
        case .notNeeded: "the module already has this value"
        case .timedOut: "the module did not answer in time"
        case .failed(.refused): "the module refused"
        case .failed(.differs(let value?)): "the module shows \(value) instead"
        case .failed(.differs(nil)): "the module shows no value after setting"
        case .failed(.badText): "the text cannot be part of a command"
        case .failed(.disconnected): "the connection was lost"
        }
    }

    /// The next step; nil if nothing failed.
    var nextStep: String? {
        switch self {
        case .ok, .notNeeded: nil
        case .timedOut: "move closer and try again"
        case .failed(.refused): "check that this model has the parameter, and its range"
        case .failed(.differs): "set it again"
        case .failed(.badText): "remove line ends"
        case .failed(.disconnected): "move closer to the module and try again"
        }
    }
}
