internal import AccessoryBase
internal import AccessoryConcurrency
internal import AccessoryLink

/// The readers on a connecting transport, one at a time. Each session has its own connection and
/// link. Their events are passed on while the session is the current one.
actor ConnectedReader: ReaderPath {
    private struct Session {
        let number: Int
        /// The canonical identifier.
        let identifier: String
        let mode: LinkMode
        let link: HostLink
    }

    private nonisolated let transport: any ConnectingTransport
    private let options: LinkOptions
    private let time: TimeSource
    private nonisolated let broadcaster = Broadcaster<CommunicationEvent>()
    private nonisolated let others = Broadcaster<CommunicationEvent>()
    private nonisolated let updates = Broadcaster<LinkProgress>()
    private nonisolated let announcements = Broadcaster<HostState>(replaying: .waitingDevice)
    private let openings = AsyncLock()

    private var session: Session?
    private var count = 0
    /// The state without a session, and the last reported one.
    private var resting = HostState.waitingDevice
    private var announced = HostState.waitingDevice
    private var attempt: Task<Result<Void, any Error>, Never>?
    /// The link of the previous session, whose connection may still be closing.
    private var previous: HostLink?

    init(_ transport: any ConnectingTransport, options: LinkOptions) {
        self.transport = transport
        self.options = options
        time = TimeSource(transport.clock)
    }

    deinit {
        attempt?.cancel()
    }

    nonisolated var kind: TransportKind { transport.kind }
    nonisolated var executor: (any TaskExecutor)? { time.executor }
    nonisolated var states: AsyncStream<HostState> { announcements.stream() }
    nonisolated var events: AsyncStream<CommunicationEvent> { broadcaster.stream() }
    nonisolated var otherEvents: AsyncStream<CommunicationEvent> { others.stream() }
    nonisolated var progress: AsyncStream<LinkProgress> {
        updates.stream(buffering: .bufferingNewest(1))
    }

    var state: HostState {
        get async { await session?.link.state ?? resting }
    }

    // MARK: Search

    func beginSearch(timeout: Duration?) async throws(DeviceSearchError) -> DeviceSearch {
        let devices = try await transport.search(timeout: timeout)
        return { [weak self] report in
            for await device in devices {
                await self?.hasFound()
                report(device)
            }
        }
    }

    private func hasFound() {
        if session == nil { rest(in: .deviceDetected) }
    }

    // MARK: Open and close

    func open(_ identifier: String?, mode: LinkMode?) async throws(DeviceOpenError) {
        let identifier = try transport.canonicalIdentifier(identifier ?? "")
        do {
            try await openings.withLock {
                if let session, await session.link.isConnected {
                    try Self.require(session, is: identifier, mode)
                } else {
                    try await connect(identifier, mode: mode ?? options.mode)
                }
            }
        } catch {
            throw DeviceOpenError(connecting: error)
        }
    }

    private static func require(
        _ session: Session,
        is identifier: String,
        _ mode: LinkMode?
    ) throws(DeviceOpenError) {
        guard session.identifier == identifier, session.mode == mode ?? session.mode else {
            throw .otherIsOpen(session.identifier, session.mode)
        }
    }

    private func connect(_ identifier: String, mode: LinkMode) async throws {
        // the previous session was lost, or the device ended it
        if let session { leave(session, for: .deviceDetected) }
        await previous?.release()
        count += 1
        let number = count
        let attempt = time.task {
            await Result { try await self.begin(number, identifier, mode) }
        }
        self.attempt = attempt
        defer { self.attempt = nil }
        let result = await withTaskCancellationHandler {
            await attempt.value
        } onCancel: {
            attempt.cancel()
        }
        try result.get()
        guard session?.number == number else { throw LinkError.cancelled }
    }

    private func begin(
        _ number: Int,
        _ identifier: String,
        _ mode: LinkMode
    ) async throws {
        var options = options
        options.mode = mode
        let link = try await transport.link(to: identifier, options: options)
        let (events, progress) = (link.events, link.progress)
        do {
            try await link.open()
        } catch {
            await link.release()
            throw error
        }
        let new = Session(number: number, identifier: identifier, mode: mode, link: link)
        session = new
        follow(new, events: events, progress: progress)
    }

    /// Passes on the link's events until the link ends.
    private func follow(
        _ session: Session,
        events: AsyncStream<LinkEvent>,
        progress: AsyncStream<LinkProgress>
    ) {
        let (number, states) = (session.number, session.link.states)
        _ = time.task { [broadcaster, others, mode = session.mode] in
            for await event in events {
                guard let event = CommunicationEvent(event) else { continue }
                broadcaster.send(event)
                if !event.isOfExchange(in: mode) { others.send(event) }
            }
        }
        _ = time.task { [updates] in
            for await update in progress { updates.send(update) }
        }
        _ = time.task { [weak self] in
            for await state in states { await self?.heed(state, of: number) }
        }
    }

    private func heed(_ state: HostState, of number: Int) {
        guard let session, session.number == number else { return }
        if state == .waitingDevice {
            leave(session, for: .waitingDevice)
        } else {
            announce(state)
        }
    }

    func close() async {
        await end { await $0.close() }
    }

    func release() async {
        await end { await $0.release() }
    }

    private func end(_ close: (HostLink) async -> Void) async {
        if let attempt {
            attempt.cancel()
            _ = await attempt.value
        }
        if let session {
            await close(session.link)
            let isLost = await session.link.state == .waitingDevice
            if self.session?.number == session.number {
                leave(session, for: isLost ? .waitingDevice : .deviceDetected)
            }
        }
        await previous?.release()
    }

    /// Detaches a session that is no longer the current one.
    private func leave(_ session: Session, for state: HostState) {
        self.session = nil
        previous = session.link
        rest(in: state)
    }

    private func rest(in state: HostState) {
        resting = state
        announce(state)
    }

    private func announce(_ state: HostState) {
        guard state != announced else { return }
        announced = state
        announcements.send(state)
    }

    // MARK: Exchange

    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8] {
        guard let session else { throw .notOpen }
        return try await session.link.core.exchange(request, timeout: timeout, report: report)
    }

    func cancelExchange() async throws(LinkError) {
        guard let session else { throw .notOpen }
        try await session.link.cancelExchange()
    }
}

extension DeviceOpenError {
    /// Converts the error of a connection, or of the link over it.
    fileprivate init(connecting error: any Error) {
        switch error {
        case let error as DeviceOpenError: self = error
        case is CancellationError, LinkError.cancelled: self = .link(.cancelled)
        case is LinkError: self = .connectionFailed("it does not answer on its serial line")
        default: self = .unknown(FailureReason(error))
        }
    }
}
