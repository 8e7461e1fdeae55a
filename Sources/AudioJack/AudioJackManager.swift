public import AccessoryLink

/// Talks to a card reader, or any accessory of the same link, on an audio jack.
///
///     let jack = AudioJackManager(ALSAPort())
///     try await jack.open()
///     let answer = try await jack.exchange(command, timeout: .seconds(10))
///     await jack.close()
///
/// States, refusals and error numbers are those of the reader interface of 2013; `LinkError.code`
/// gives the numbers. One manager a port.
public final class AudioJackManager: Sendable {
    private let link: HostLink
    private let carrier: AudioCarrier

    /// A manager for the device on `port`. Nothing is opened yet.
    ///
    /// - Parameter tap: Looks at every frame and may spoil it; for logs and test benches.
    public init(
        _ port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        tap: LinkTap? = nil
    ) {
        carrier = AudioCarrier(port, options: options)
        link = HostLink(over: carrier, options: options.link, tap: tap)
    }

    /// Version of this library, three decimal numbers.
    public static var libraryVersion: String { AccessoryLink.libraryVersion }

    // MARK: What can be watched

    /// Where the host stands.
    public var state: HostState {
        get async { await link.state }
    }

    /// The present state, and each one after it.
    public var states: AsyncStream<HostState> { link.states }

    /// Whether a session is open.
    public var isConnected: Bool {
        get async { await link.isOpen }
    }

    /// What happens on the link from now on: request sent, progress messages, answer, errors.
    public var events: AsyncStream<LinkEvent> { link.events }

    /// How far the messages have got, from now on; a slow reader gets the newest only.
    public var progress: AsyncStream<LinkProgress> { link.progress }

    /// What happens to the port from now on: plugs, routes, lost samples.
    public var portEvents: AsyncStream<AudioPortEvent> { carrier.portEvents.stream() }

    /// What was counted since the last opening.
    public var statistics: LinkStatistics {
        get async { await link.statistics }
    }

    /// How well the device is heard.
    public var quality: SignalQuality { carrier.quality }

    // MARK: Calls

    /// Opens the port, wakes the device and makes a session, or takes up the one it still holds.
    /// Does nothing when one is open.
    ///
    /// - Returns: Whether the session already existed.
    /// - Throws: `outputFailed` (-1), `inputFailed` (-2), `handshakeFailed` (-3), `noDevice` (-4),
    ///   `cancelled` when the task is cancelled or the manager is closed meanwhile.
    @discardableResult
    public nonisolated(nonsending) func open() async throws(LinkError) -> Bool {
        try await link.open()
    }

    /// Sends a command of up to 1 MiB and waits for the whole answer. Cancelling the task cancels
    /// the exchange on the wire.
    ///
    /// - Parameter timeout: Longest time for the whole exchange; nil waits for as long as the
    ///   device answers when it is asked whether it lives.
    /// - Throws: Refusals: `busy` (-1) while another one runs, `notOpen` (-2), `noDevice` (-4).
    ///   Failures: codes 3 to 17, and `timedOut`.
    public nonisolated(nonsending) func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil
    ) async throws(LinkError) -> [UInt8] {
        try await link.exchange(command, timeout: timeout)
    }

    /// The same, with a report of each event of this exchange: `sent`, `progress`, and last exactly one
    /// of `received` (in duplex mode `sent`), `timedOut` and `failed`. A call that is refused reports
    /// nothing.
    public nonisolated(nonsending) func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8] {
        try await link.exchange(command, timeout: timeout, report: report)
    }

    /// Asks for the end of the running exchange (up to three times) and returns at once; the
    /// exchange then throws `cancelled` (12) or `cancelFailed` (13).
    ///
    /// - Throws: `nothingToCancel` (-1), `notOpen` (-2), `alreadyCancelling` (-3), `noDevice` (-4).
    public nonisolated(nonsending) func cancelExchange() async throws(LinkError) {
        try await link.cancelExchange()
    }

    /// Switches the device off (close signal, up to three times) and releases the port. A running
    /// exchange throws `cancelled` first.
    public nonisolated(nonsending) func close() async {
        await link.close()
    }

    /// Releases the port and leaves the device on: the next `open` takes its session up. To be
    /// called after errors 4, 8, 9 and 10, and after a command that resets the device.
    public nonisolated(nonsending) func closeAudioResource() async {
        await link.closeResource()
    }
}
