internal import AccessoryConcurrency
public import AccessoryLink

/// Exchanges messages with a card reader, or any accessory with the same link, over one transport.
/// All transports have the same calls, states and numbers.
///
///     // or AudioJackTransport(ALSAPort()), SerialPortTransport()
///     let manager = CommunicationManager(BluetoothSerialTransport(central))
///     for await case .found(let device) in try await manager.search()
///     where device.advertisesProfile {
///         try await manager.open(device.identifier)
///         let answer = try await manager.exchange(command, timeout: .seconds(10))
///         await manager.close()
///     }
///
/// States, refusals and error numbers match the reader interface of 2013; `code` of each error
/// returns the numbers. After a command that resets the device (its keypad, for example), call
/// `release` and `open` again.
public final class CommunicationManager: Sendable {
    private let path: any ReaderPath
    private let callBacks: CallBacks

    /// Creates a manager for the device of an attached transport. Use one manager per transport.
    public init(_ transport: any AttachedTransport) {
        path = AttachedReader(transport)
        callBacks = CallBacks(path)
    }

    /// Creates a manager for a connecting transport, with one device at a time.
    ///
    /// - Parameters:
    ///   - transport: The transport to search and connect on.
    ///   - options: Options of the link; `open` uses their mode by default.
    public init(_ transport: any ConnectingTransport, options: LinkOptions = LinkOptions()) {
        path = ConnectedReader(transport, options: options)
        callBacks = CallBacks(path)
    }

    /// Version of this library, three decimal numbers.
    public static var libraryVersion: String { AccessoryLink.libraryVersion }

    /// The transport's kind.
    public var transport: TransportKind { path.kind }

    // MARK: State and events

    /// The host's state.
    public var state: HostState {
        get async { await path.state }
    }

    /// The current state, then each later one. The buffer has no limit.
    public var states: AsyncStream<HostState> { path.states }

    /// Whether a session is open.
    public var isConnected: Bool {
        get async {
            switch await path.state {
            case .idle, .dataExchange: true
            case .waitingDevice, .deviceDetected: false
            }
        }
    }

    /// All events from now on, of all sessions. The buffer has no limit.
    public var events: AsyncStream<CommunicationEvent> { path.events }

    /// Transfer progress from now on; a slow reader gets only the newest value.
    public var progress: AsyncStream<LinkProgress> { path.progress }

    /// Sets the callback for events outside an exchange, and for exchanges that start from now on
    /// without their own callback; nil removes it. The manager retains it until it is replaced or
    /// removed.
    public func setCallBack(_ callBack: (any CommunicationCallBack)?) {
        callBacks.set(callBack)
    }

    // MARK: Search

    /// Searches for devices on this transport; see `search(with:timeout:)`.
    public func search(
        timeout: Duration? = .seconds(10)
    ) async throws(DeviceSearchError) -> AsyncStream<SearchEvent> {
        try await Self.search(with: [self], timeout: timeout)
    }

    /// Searches for devices on the transports of several managers at once. Ends early when the
    /// stream is released.
    ///
    /// On the jack, any plugged-in device is found at once, even a headset. For a card without jack
    /// detection, the search wakes the device with a boot signal, and switches it off again if it
    /// was off.
    ///
    /// - Parameters:
    ///   - managers: One manager for each transport.
    ///   - timeout: Search time of connecting transports; nil: no limit.
    /// - Returns: A stream that ends with `complete`.
    /// - Throws: `unsupported` (-1), `poweredOff` (-2), `failed` (-3), when one of the transports cannot
    ///   be searched; to go on with the others, search each alone. A radio that is turned off later
    ///   completes the search.
    public static func search(
        with managers: [CommunicationManager],
        timeout: Duration? = .seconds(10)
    ) async throws(DeviceSearchError) -> AsyncStream<SearchEvent> {
        var begun: [DeviceSearch] = []
        for manager in managers {
            begun.append(try await manager.path.beginSearch(timeout: timeout))
        }
        let (stream, continuation) = AsyncStream.makeStream(of: SearchEvent.self)
        let executor = managers.lazy.compactMap(\.path.executor).first
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

    /// Opens a session with a device. Does nothing when one is open with this device in this mode.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of a found device. On the jack it is reserved, as in the
    ///     reader interface.
    ///   - mode: Nil selects the mode of the options, or of the open session. On the jack, only the
    ///     mode of the options is possible.
    /// - Throws: On the jack `link` with -1 to -4; elsewhere `illegalAddress` (-1),
    ///   `connectionFailed` and `otherIsOpen` (-2), `unsupported` (-4), `poweredOff` (-5),
    ///   `unknown` (-6). On all transports `link(.cancelled)` when the task is cancelled or the
    ///   manager is closed meanwhile.
    public func open(
        _ identifier: String? = nil,
        mode: LinkMode? = nil
    ) async throws(DeviceOpenError) {
        try await path.open(identifier, mode: mode)
    }

    /// Like `open(_:mode:)`, and sets the callback as `setCallBack` does, before the device
    /// can send. After a failure the previous callback remains set.
    public func open(
        _ identifier: String? = nil,
        mode: LinkMode? = nil,
        callBack: any CommunicationCallBack
    ) async throws(DeviceOpenError) {
        let before = callBacks.set(callBack)
        do throws(DeviceOpenError) {
            try await path.open(identifier, mode: mode)
        } catch {
            callBacks.set(before)
            throw error
        }
    }

    /// Sends a command of up to 1 MiB and waits for the whole answer. Cancelling the task cancels
    /// the exchange on the wire. In duplex mode it returns no bytes once the device has the
    /// message, and has no timeout; messages from the device are in `events`.
    ///
    /// - Parameters:
    ///   - command: Up to 1 MiB.
    ///   - timeout: Longest time for the whole exchange; nil waits for as long as the device
    ///     answers keep-alive requests.
    /// - Throws: Refusals: `busy` (-1) while another exchange runs, `notOpen` (-2), on the jack
    ///   `noDevice` (-4). Failures: codes 3 to 17 and 20, and `timedOut`.
    @discardableResult
    public func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil
    ) async throws(LinkError) -> [UInt8] {
        guard let callBack = callBacks.callBack else {
            return try await path.exchange(command, timeout: timeout) { _ in }
        }
        return try await exchange(command, timeout: timeout, callBack: callBack)
    }

    /// Like `exchange(_:timeout:)`, with a callback for this exchange only, instead of the set
    /// callback. It receives `onSendOK`, `onProgress`, and finally exactly one of `onReceive`,
    /// `onTimeout` and `onError` (in duplex mode: `onSendOK` or `onError`), all before the call
    /// returns. A call that is refused, or whose task is cancelled before it starts, throws without
    /// a callback.
    @discardableResult
    public func exchange(
        _ command: [UInt8],
        timeout: Duration? = nil,
        callBack: any CommunicationCallBack
    ) async throws(LinkError) -> [UInt8] {
        try await callBacks.serve(callBack) { report throws(LinkError) in
            try await path.exchange(command, timeout: timeout, report: report)
        }
    }

    /// Requests cancellation of the running exchange (up to three times) and returns at once; the
    /// exchange then throws `cancelled` (12) or `cancelFailed` (13).
    ///
    /// - Throws: `nothingToCancel` (-1), `notOpen` (-2), `alreadyCancelling` (-3), on the jack
    ///   `noDevice` (-4).
    public func cancelExchange() async throws(LinkError) {
        try await path.cancelExchange()
    }

    /// Switches the device off (close signal, up to three times) and releases the port, or closes
    /// the connection. A running exchange first throws `cancelled`.
    public func close() async {
        await path.close()
    }

    /// Releases the port, or closes the connection, and leaves the device on. Call this after
    /// errors 4, 8, 9 and 10, and after a command that resets the device.
    public func release() async {
        await path.release()
    }
}
