/// The host's end of a link: opens a session with an accessory and exchanges messages with it.
///
/// The carrier is released whenever no session is open or being opened. When the last reference
/// goes, the session is left to the accessory, as `closeResource` does.
public final class HostLink: Sendable {
    package let core: LinkCore
    private let watch: Task<Void, Never>

    /// A host on `carrier`.
    package init(over carrier: any LinkCarrier, options: LinkOptions, tap: LinkTap? = nil) {
        let core = LinkCore(role: .host, carrier: carrier, options: options, tap: tap)
        self.core = core
        watch = Task(executorPreference: carrier.executor) { await carrier.watch(core) }
    }

    deinit {
        watch.cancel()
        core.abandon()
    }

    /// The present state.
    public var state: HostState {
        get async { HostState(await core.state) }
    }

    /// The present state, and each one after it.
    public var states: AsyncStream<HostState> {
        core.news.states.stream { HostState($0) }
    }

    /// What happens from now on.
    public var events: AsyncStream<LinkEvent> { core.news.events.stream() }

    /// How far the messages have got, from now on; a slow reader gets the newest only.
    public var progress: AsyncStream<LinkProgress> {
        core.news.progress.stream(buffering: .bufferingNewest(1))
    }

    /// What was counted since the last opening.
    public var statistics: LinkStatistics {
        get async { await core.statistics }
    }

    /// Whether a session is open.
    public var isOpen: Bool {
        get async { await core.state.isOpen }
    }

    /// Wakes the accessory and makes a session, or takes up the one it still holds. Does nothing
    /// when one is open.
    ///
    /// - Returns: Whether the session already existed.
    /// - Throws: `noDevice`, `handshakeFailed`, `connectionFailed`, `outputFailed`, `inputFailed`,
    ///   or `cancelled` when the task is cancelled or the link is closed meanwhile.
    @discardableResult
    public func open() async throws(LinkError) -> Bool {
        try await core.open()
    }

    /// Sends a request of up to 1 MiB and waits for the whole answer. Cancelling the task cancels
    /// the exchange on the wire, and this throws `cancelled` or `cancelFailed` when that is done.
    ///
    /// In duplex mode it is the same as `send`, as in the reader interface: it returns nothing once
    /// the accessory has the message, and has no timeout. What the accessory sends comes as
    /// `received` in `events`.
    ///
    /// - Parameter timeout: Longest time for the whole exchange; nil waits for as long as the
    ///   device answers when it is asked whether it lives.
    /// - Throws: `busy` while another one runs, `notOpen`, `noDevice`, `timedOut`, or what went wrong.
    public func exchange(
        _ request: [UInt8],
        timeout: Duration? = nil
    ) async throws(LinkError) -> [UInt8] {
        try await core.exchange(request, timeout: timeout)
    }

    /// The same, with a report of each event of this exchange: `sent`, `progress`, and last exactly one
    /// of `received` (in duplex mode `sent`), `timedOut` and `failed`. A call that is refused reports
    /// nothing.
    public func exchange(
        _ request: [UInt8],
        timeout: Duration? = nil,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8] {
        try await core.exchange(request, timeout: timeout, report: report)
    }

    /// Duplex mode: sends a message and waits until the accessory has it. Cancelling the task
    /// withdraws the message.
    ///
    /// - Throws: `busy` while another one is on its way or in master-slave mode, `notOpen`, or what
    ///   went wrong.
    public func send(_ message: [UInt8]) async throws(LinkError) {
        guard core.mode == .duplex else { throw await isOpen ? .busy : .notOpen }
        _ = try await core.exchange(message, timeout: nil)
    }

    /// Asks for the end of the running exchange and returns at once; the exchange then throws
    /// `cancelled`, or `cancelFailed` after three requests without an answer.
    ///
    /// - Throws: `nothingToCancel`, `notOpen`, `alreadyCancelling`, `noDevice`.
    public func cancelExchange() async throws(LinkError) {
        try await core.cancelExchange()
    }

    /// Tells the accessory to switch off (up to three times), ends the session and releases the
    /// carrier. A running exchange throws `cancelled` first.
    public func close() async {
        await core.close()
    }

    /// Ends the session and releases the carrier, and leaves the accessory on: the next `open` takes
    /// it up. A running exchange throws `cancelled` first.
    public func closeResource() async {
        await core.closeResource()
    }
}

extension HostState {
    init(_ state: LinkState) {
        self =
            switch state {
            case .absent: .waitingDevice
            case .present: .deviceDetected
            case .idle: .idle
            case .exchanging: .dataExchange
            }
    }
}
