internal import AccessoryConcurrency
public import AccessoryLink
public import AudioJack
public import BluetoothLE

/// Talks to a card reader, or any accessory of the same link, on one channel: the audio jack or
/// Bluetooth. Both have the same calls, states and numbers.
///
///     let manager = CommunicationManager(central)  // or an audio port: ALSAPort()
///     for await case .found(let device) in try await manager.searchDevices()
///     where device.advertisesProfile {
///         try await manager.openDevice(device.identifier)
///         let answer = try await manager.exchange(command, timeout: .seconds(10))
///         await manager.closeDevice()
///     }
///
/// States, refusals and error numbers are those of the reader interface of 2013; `code` of each
/// error gives the numbers. When a command resets the device (its keypad, say), call `closeResource`
/// and `openDevice` again.
public final class CommunicationManager: Sendable {
    private let way: any ReaderChannel
    private let callBacks: CallBacks

    /// A manager for the device on a jack. One manager a port.
    public init(_ port: any AudioPort, options: AudioJackOptions = AudioJackOptions()) {
        way = JackChannel(port, options: options)
        callBacks = CallBacks(way)
    }

    /// A manager for one Bluetooth device at a time.
    ///
    /// - Parameter clock: What timeouts are measured with: the central's.
    public init(
        _ central: Central,
        options: BluetoothOptions = BluetoothOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        way = BluetoothChannel(central, options: options, clock: clock)
        callBacks = CallBacks(way)
    }

    /// Version of this library, three decimal numbers.
    public static var libraryVersion: String { AudioJackManager.libraryVersion }

    /// Which channel it is for.
    public var channel: LinkChannel { way.kind }

    // MARK: What can be watched

    /// Where the host stands.
    public var state: HostState {
        get async { await way.state }
    }

    /// The present state, and each one after it.
    public var states: AsyncStream<HostState> { way.states }

    /// Whether a session is open.
    public var isConnected: Bool {
        get async {
            switch await way.state {
            case .idle, .dataExchange: true
            case .waitingDevice, .deviceDetected: false
            }
        }
    }

    /// What happens from now on, over all sessions.
    public var events: AsyncStream<CommunicationEvent> { way.events }

    /// How far the messages have got, from now on; a slow reader gets the newest only.
    public var progress: AsyncStream<LinkProgress> { way.progress }

    /// Calls `callBack`, in place of the one before, for each exchange that begins from now on and has
    /// no callback of its own, and for events of no exchange; nil: none any more. It is held until
    /// then, or as long as the manager lives.
    public func setCallBack(_ callBack: (any CommunicationCallBack)?) {
        callBacks.set(callBack)
    }

    // MARK: Search

    /// Looks for devices on this channel; see `searchDevices(with:timeout:)`.
    public func searchDevices(
        timeout: Duration? = .seconds(10)
    ) async throws(SearchError) -> AsyncStream<SearchEvent> {
        try await Self.searchDevices(with: [self], timeout: timeout)
    }

    /// Looks for devices on the channels of several managers at once. Ends early when the stream is
    /// no longer held.
    ///
    /// On the jack whatever is plugged in is found at once, a headset too. Where the card cannot say,
    /// a device is woken by a boot signal, and switched off again if it was off.
    ///
    /// - Parameter timeout: How long Bluetooth devices are looked for; nil: without end.
    /// - Returns: A stream that ends with `complete`.
    /// - Throws: When one of the managers is for Bluetooth: `unsupported` (-1), `poweredOff` (-2),
    ///   `failed` (-3). A radio that is turned off later completes the search.
    public static func searchDevices(
        with managers: [CommunicationManager],
        timeout: Duration? = .seconds(10)
    ) async throws(SearchError) -> AsyncStream<SearchEvent> {
        var begun: [DeviceSearch] = []
        for manager in managers {
            begun.append(try await manager.way.beginSearch(timeout: timeout))
        }
        let (stream, continuation) = AsyncStream.makeStream(of: SearchEvent.self)
        let executor = managers.lazy.compactMap(\.way.executor).first
        let work = Task(executorPreference: executor) { [begun] in
            await withTaskGroup { group in
                for search in begun {
                    group.addTask { await search { continuation.yield(.found($0)) } }
                }
            }
            continuation.yield(.complete)
            continuation.finish()
        }
        continuation.onTermination = { _ in work.cancel() }
        return stream
    }

    // MARK: Calls

    /// Makes a session with a device. Does nothing when one is open with this device in this mode.
    ///
    /// - Parameters:
    ///   - identifier: A found device's. On the jack it is reserved, as in the reader interface.
    ///   - mode: Nil: that of the options, or of the session that is open. On the jack that of the
    ///     options alone is possible.
    /// - Throws: On the jack `link` with -1 to -4; on Bluetooth `illegalAddress` (-1),
    ///   `connectionFailed` and `otherIsOpen` (-2), `unsupported` (-4), `poweredOff` (-5), `unknown`
    ///   (-6). On both `link(.cancelled)` when the task is cancelled or the manager is closed meanwhile.
    public func openDevice(
        _ identifier: String? = nil,
        mode: LinkMode? = nil
    ) async throws(OpenError) {
        try await way.open(identifier, mode: mode)
    }

    /// The same, and sets the callback as `setCallBack` does, before the device can send. A failure
    /// leaves the one before.
    public func openDevice(
        _ identifier: String? = nil,
        mode: LinkMode? = nil,
        callBack: any CommunicationCallBack
    ) async throws(OpenError) {
        let before = callBacks.set(callBack)
        do throws(OpenError) {
            try await way.open(identifier, mode: mode)
        } catch {
            callBacks.set(before)
            throw error
        }
    }

    /// Sends a command of up to 1 MiB and waits for the whole answer. Cancelling the task cancels
    /// the exchange on the wire. In duplex mode it returns nothing once the device has the message,
    /// and knows no timeout; what the device sends is in `events`, whenever it comes.
    ///
    /// - Parameter timeout: Longest time for the whole exchange; nil waits for as long as the
    ///   device answers when it is asked whether it lives.
    /// - Throws: Refusals: `busy` (-1) while another one runs, `notOpen` (-2), on the jack `noDevice`
    ///   (-4). Failures: codes 3 to 17 and 20, and `timedOut`.
    @discardableResult
    public func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil
    ) async throws(LinkError) -> [UInt8] {
        guard let callBack = callBacks.callBack else {
            return try await way.exchange(command, timeout: timeout) { _ in }
        }
        return try await exchange(command, timeout: timeout, callBack: callBack)
    }

    /// The same, with a callback for this exchange alone, in place of the one that was set. It gets
    /// `onSendOK`, `onProgress`, and last exactly one of `onReceive`, `onTimeout` and `onError` (in
    /// duplex mode of `onSendOK` and `onError`), all before the call returns. A call that is refused,
    /// or whose task is cancelled before it begins, throws and calls nothing.
    @discardableResult
    public func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil,
        callBack: any CommunicationCallBack
    ) async throws(LinkError) -> [UInt8] {
        try await callBacks.serve(callBack) { report throws(LinkError) in
            try await way.exchange(command, timeout: timeout, report: report)
        }
    }

    /// Asks for the end of the running exchange (up to three times) and returns at once; the
    /// exchange then throws `cancelled` (12) or `cancelFailed` (13).
    ///
    /// - Throws: `nothingToCancel` (-1), `notOpen` (-2), `alreadyCancelling` (-3), on the jack
    ///   `noDevice` (-4).
    public func cancelExchange() async throws(LinkError) {
        try await way.cancelExchange()
    }

    /// Switches the device off (close signal, up to three times) and releases the port, or ends the
    /// connection. A running exchange throws `cancelled` first.
    public func closeDevice() async {
        await way.close()
    }

    /// Releases the port, or ends the connection, and leaves the device on. To be called after errors
    /// 4, 8, 9 and 10, and after a command that resets the device.
    public func closeResource() async {
        await way.closeResource()
    }
}
