internal import AccessoryConcurrency
public import AccessoryLink

/// Talks to a card reader, or any accessory of the same link, over one transport. All transports have
/// the same calls, states and numbers.
///
///     // or AudioJackTransport(ALSAPort()), SerialPortTransport()
///     let manager = CommunicationManager(BluetoothSerialTransport(central))
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
    private let path: any ReaderPath
    private let callBacks: CallBacks

    /// A manager for the device of an attached transport. One manager a transport.
    public init(_ transport: any AttachedTransport) {
        path = AttachedReader(transport)
        callBacks = CallBacks(path)
    }

    /// A manager for one device at a time of a connecting transport.
    ///
    /// - Parameter options: The link's; its mode is used where `openDevice` names none.
    public init(_ transport: any ConnectingTransport, options: LinkOptions = LinkOptions()) {
        path = ConnectedReader(transport, options: options)
        callBacks = CallBacks(path)
    }

    /// Version of this library, three decimal numbers.
    public static var libraryVersion: String { AccessoryLink.libraryVersion }

    /// Which transport it is for.
    public var transport: TransportKind { path.kind }

    // MARK: What can be watched

    /// Where the host stands.
    public var state: HostState {
        get async { await path.state }
    }

    /// The present state, and each one after it.
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

    /// What happens from now on, over all sessions.
    public var events: AsyncStream<CommunicationEvent> { path.events }

    /// How far the messages have got, from now on; a slow reader gets the newest only.
    public var progress: AsyncStream<LinkProgress> { path.progress }

    /// Calls `callBack`, in place of the one before, for each exchange that begins from now on and has
    /// no callback of its own, and for events of no exchange; nil: none any more. It is held until
    /// then, or as long as the manager lives.
    public func setCallBack(_ callBack: (any CommunicationCallBack)?) {
        callBacks.set(callBack)
    }

    // MARK: Search

    /// Looks for devices on this transport; see `searchDevices(with:timeout:)`.
    public func searchDevices(
        timeout: Duration? = .seconds(10)
    ) async throws(SearchError) -> AsyncStream<SearchEvent> {
        try await Self.searchDevices(with: [self], timeout: timeout)
    }

    /// Looks for devices on the transports of several managers at once. Ends early when the stream is
    /// no longer held.
    ///
    /// On the jack whatever is plugged in is found at once, a headset too. A card without jack
    /// detection wakes a device by a boot signal, and switches it off again if it was off.
    ///
    /// - Parameter timeout: How long connecting transports search; nil: without end.
    /// - Returns: A stream that ends with `complete`.
    /// - Throws: `unsupported` (-1), `poweredOff` (-2), `failed` (-3). A radio that is turned off later
    ///   completes the search.
    public static func searchDevices(
        with managers: [CommunicationManager],
        timeout: Duration? = .seconds(10)
    ) async throws(SearchError) -> AsyncStream<SearchEvent> {
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

    /// Makes a session with a device. Does nothing when one is open with this device in this mode.
    ///
    /// - Parameters:
    ///   - identifier: A found device's. On the jack it is reserved, as in the reader interface.
    ///   - mode: Nil: that of the options, or of the session that is open. On the jack that of the
    ///     options alone is possible.
    /// - Throws: On the jack `link` with -1 to -4; elsewhere `illegalAddress` (-1), `connectionFailed`
    ///   and `otherIsOpen` (-2), `unsupported` (-4), `poweredOff` (-5), `unknown` (-6). On all
    ///   `link(.cancelled)` when the task is cancelled or the manager is closed meanwhile.
    public func openDevice(
        _ identifier: String? = nil,
        mode: LinkMode? = nil
    ) async throws(OpenError) {
        try await path.open(identifier, mode: mode)
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
            try await path.open(identifier, mode: mode)
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
            return try await path.exchange(command, timeout: timeout) { _ in }
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
            try await path.exchange(command, timeout: timeout, report: report)
        }
    }

    /// Asks for the end of the running exchange (up to three times) and returns at once; the
    /// exchange then throws `cancelled` (12) or `cancelFailed` (13).
    ///
    /// - Throws: `nothingToCancel` (-1), `notOpen` (-2), `alreadyCancelling` (-3), on the jack
    ///   `noDevice` (-4).
    public func cancelExchange() async throws(LinkError) {
        try await path.cancelExchange()
    }

    /// Switches the device off (close signal, up to three times) and releases the port, or ends the
    /// connection. A running exchange throws `cancelled` first.
    public func closeDevice() async {
        await path.close()
    }

    /// Releases the port, or ends the connection, and leaves the device on. To be called after errors
    /// 4, 8, 9 and 10, and after a command that resets the device.
    public func closeResource() async {
        await path.closeResource()
    }
}
