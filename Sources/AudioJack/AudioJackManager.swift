internal import AccessoryConcurrency
public import AccessoryLink
public import Modem

/// Exchanges messages with a card reader, or any accessory with the same link, over an audio jack.
///
///     let jack = AudioJackManager(ALSAPort())
///     try await jack.open()
///     let answer = try await jack.exchange(command, timeout: .seconds(10))
///     await jack.close()
///
/// States, refusals and error numbers match the reader interface of 2013; `LinkError.code` returns
/// the numbers. Use one manager per port.
public final class AudioJackManager: Sendable {
    private let core: LinkCore
    private let carrier: AudioCarrier
    private let watch: Task<Void, Never>

    /// Creates a manager for the device on `port`. Does not open the port.
    ///
    /// - Parameters:
    ///   - port: The audio port.
    ///   - options: The options of modem and link.
    ///   - tap: Sees every frame and may corrupt it; for logs and test benches.
    public init(
        _ port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        tap: LinkTap? = nil
    ) {
        carrier = AudioCarrier(port, options: options)
        core = LinkCore(role: .host, carrier: carrier, options: options.link, tap: tap)
        watch = core.watchCarrier()
    }

    deinit {
        watch.cancel()
        core.abandon()
    }

    /// Version of this library, three decimal numbers.
    public static var libraryVersion: String { AccessoryLink.libraryVersion }

    // MARK: State and events

    /// The host's state.
    public var state: HostState {
        get async { HostState(await core.state) }
    }

    /// The current state, then each later one.
    public var states: AsyncStream<HostState> {
        core.news.states.stream { HostState($0) }
    }

    /// Whether a session is open.
    public var isConnected: Bool {
        get async { await core.state.isOpen }
    }

    /// Link events from now on: request sent, progress messages, answer, errors.
    public var events: AsyncStream<LinkEvent> { core.news.events.stream() }

    /// Transfer progress from now on; a slow reader gets only the newest value.
    public var progress: AsyncStream<LinkProgress> {
        core.news.progress.stream(buffering: .bufferingNewest(1))
    }

    /// Port events from now on: plug events, routes, lost samples.
    public var portEvents: AsyncStream<AudioPortEvent> { carrier.portEvents.stream() }

    /// Counters since the last opening.
    public var statistics: LinkStatistics {
        get async { await core.statistics }
    }

    /// The state of the cable modem's line, the current one first.
    package var cableStates: AsyncStream<CableState> {
        get async {
            // the carrier reports the effects of a frame before it leaves the link's actor
            _ = await core.statistics
            return carrier.cableStates.stream()
        }
    }

    /// Signal quality of the sound received from the device.
    public var quality: SignalQuality { carrier.quality }

    // MARK: Calls

    /// Opens the port, wakes the device, and opens a session or resumes the one the device still
    /// has. Does nothing when a session is open.
    ///
    /// - Returns: Whether the session already existed.
    /// - Throws: `outputFailed` (-1), `inputFailed` (-2), `handshakeFailed` (-3), `noDevice` (-4),
    ///   `cancelled` when the task is cancelled or the manager is closed meanwhile.
    @discardableResult
    public nonisolated(nonsending) func open() async throws(LinkError) -> Bool {
        try await core.open()
    }

    /// Sends a command of up to 1 MiB and waits for the whole answer. Cancelling the task cancels
    /// the exchange on the wire.
    ///
    /// - Parameters:
    ///   - command: Up to 1 MiB.
    ///   - timeout: Longest time for the whole exchange; nil waits for as long as the device
    ///     answers keep-alive requests.
    /// - Throws: Refusals: `busy` (-1) while another exchange runs, `notOpen` (-2), `noDevice`
    ///   (-4). Failures: codes 3 to 17, and `timedOut`.
    public nonisolated(nonsending) func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil
    ) async throws(LinkError) -> [UInt8] {
        try await core.exchange(command, timeout: timeout)
    }

    /// Like `exchange(_:timeout:)`, and reports each event of this exchange: `sent`, `progress`,
    /// and finally exactly one of `received` (`sent` in duplex mode), `timedOut` or `failed`. A
    /// refused call reports nothing.
    public nonisolated(nonsending) func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8] {
        try await core.exchange(command, timeout: timeout, report: report)
    }

    /// Requests cancellation of the running exchange (up to three times) and returns at once; the
    /// exchange then throws `cancelled` (12) or `cancelFailed` (13).
    ///
    /// - Throws: `nothingToCancel` (-1), `notOpen` (-2), `alreadyCancelling` (-3), `noDevice` (-4).
    public nonisolated(nonsending) func cancelExchange() async throws(LinkError) {
        try await core.cancelExchange()
    }

    /// Switches the device off (close signal, up to three times) and releases the port. A running
    /// exchange first throws `cancelled`.
    public nonisolated(nonsending) func close() async {
        await core.close()
    }

    /// Releases the port and leaves the device on: the next `open` resumes its session. Call this
    /// after errors 4, 8, 9 and 10, and after a command that resets the device.
    public nonisolated(nonsending) func closeAudioResource() async {
        await core.closeResource()
    }
}
