/// A session with an accessory: opens it and exchanges messages. The calls are the same on every
/// transport:
///
///     let jack = HostLink(over: ALSAPort())
///     try await jack.open()
///     let answer = try await jack.exchange(request, timeout: .seconds(10))
///     await jack.close()
///
/// States, refusals and error numbers match the reader interface of 2013; `LinkError.code` returns
/// the numbers.
///
/// The carrier is released whenever no session is open or opening. When the last reference is
/// released, the accessory keeps the session, as after `release`.
public final class HostLink: Sendable {
    package let core: LinkCore
    private let watch: Task<Void, Never>

    /// Creates a host on `carrier`.
    package init(over carrier: any LinkCarrier, options: LinkOptions, tap: LinkTap? = nil) {
        core = LinkCore(role: .host, carrier: carrier, options: options, tap: tap)
        watch = core.watchCarrier()
    }

    deinit {
        watch.cancel()
        core.abandon()
    }

    // MARK: State and events

    /// The current state.
    public var state: HostState {
        get async { HostState(await core.state) }
    }

    /// The current state, then each later one. The buffer has no limit.
    public var states: AsyncStream<HostState> {
        core.broadcasters.states.stream { HostState($0) }
    }

    /// Whether a session is open.
    public var isConnected: Bool {
        get async { await core.state.isOpen }
    }

    /// All events from now on: request sent, progress messages, answer, errors. The buffer has no
    /// limit.
    public var events: AsyncStream<LinkEvent> { core.broadcasters.events.stream() }

    /// Transfer progress from now on; a slow reader gets only the newest value.
    public var progress: AsyncStream<LinkProgress> {
        core.broadcasters.progress.stream(buffering: .bufferingNewest(1))
    }

    /// Counters since the last opening.
    public var statistics: LinkStatistics {
        get async { await core.statistics }
    }

    // MARK: Calls

    /// Wakes the accessory and opens a session, or resumes the session that the accessory still
    /// has. Does nothing when a session is open.
    ///
    /// - Returns: Whether the session already existed.
    /// - Throws: `outputFailed` (-1), `inputFailed` or `connectionFailed` (-2), `handshakeFailed`
    ///   (-3), `noDevice` (-4), `cancelled` when the link is closed meanwhile, or
    ///   `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func open() async throws -> Bool {
        try await cancellable { () throws(LinkError) in try await core.open() }
    }

    /// Sends a request of up to 1 MiB and waits for the whole answer. Cancelling the task cancels
    /// the exchange on the wire; the call then throws `CancellationError`, or `cancelFailed` if the
    /// accessory does not confirm.
    ///
    /// In duplex mode it equals `send`, as in the reader interface: it returns no bytes once the
    /// accessory has the message, and has no timeout. Messages from the accessory are `received`
    /// events in `events`.
    ///
    /// - Parameters:
    ///   - request: Up to 1 MiB.
    ///   - timeout: Longest time for the whole exchange; nil waits for as long as the device
    ///     answers keep-alive requests.
    /// - Throws: Refusals: `busy` (-1) while another exchange runs, `notOpen` (-2), `noDevice`
    ///   (-4). Failures: codes 3 to 17 and 20, and `timedOut`. `CancellationError`.
    public nonisolated(nonsending) func exchange(
        _ request: [UInt8],
        timeout: Duration? = nil
    ) async throws -> [UInt8] {
        try await cancellable { () throws(LinkError) in
            try await core.exchange(request, timeout: timeout)
        }
    }

    /// Like `exchange(_:timeout:)`, and reports each event of this exchange: `sent`, `progress`,
    /// and finally exactly one of `received` (`sent` in duplex mode), `timedOut` or `failed`. A
    /// refused call reports nothing.
    public nonisolated(nonsending) func exchange(
        _ request: [UInt8],
        timeout: Duration? = nil,
        report: @escaping LinkReport
    ) async throws -> [UInt8] {
        try await cancellable { () throws(LinkError) in
            try await core.exchange(request, timeout: timeout, report: report)
        }
    }

    /// Sends a message in duplex mode; returns when the accessory has it. Cancelling the task
    /// withdraws the message.
    ///
    /// - Throws: `busy` while another message is being sent or in master-slave mode, `notOpen`, the
    ///   failure of the transfer, or `CancellationError`.
    public nonisolated(nonsending) func send(_ message: [UInt8]) async throws {
        guard core.mode == .duplex else {
            throw await isConnected ? LinkError.busy : .notOpen
        }
        _ = try await exchange(message)
    }

    /// Requests cancellation of the running exchange (up to three times) and returns at once; the
    /// exchange then throws `cancelled` (12) or `cancelFailed` (13).
    ///
    /// - Throws: `nothingToCancel` (-1), `notOpen` (-2), `alreadyCancelling` (-3), `noDevice` (-4).
    public nonisolated(nonsending) func cancelExchange() async throws(LinkError) {
        try await core.cancelExchange()
    }

    /// Switches the accessory off (close signal, up to three times), ends the session and releases
    /// the carrier. A running exchange first throws `cancelled`.
    public nonisolated(nonsending) func close() async {
        await core.close()
    }

    /// Ends the session and releases the carrier, but leaves the accessory on: the next `open`
    /// resumes the session. A running exchange first throws `cancelled`. Call this after errors 4,
    /// 8, 9 and 10, and after a command that resets the accessory.
    public nonisolated(nonsending) func release() async {
        await core.release()
    }
}

extension HostState {
    package init(_ state: LinkState) {
        self =
            switch state {
            case .absent: .waitingDevice
            case .present: .deviceDetected
            case .idle: .idle
            case .exchanging: .dataExchange
            }
    }
}
