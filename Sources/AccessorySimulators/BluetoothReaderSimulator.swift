internal import AccessoryConcurrency
public import AccessoryLink
public import BluetoothLE
public import BluetoothSerial
@_exported public import ReaderSimulators

/// A simulated card reader on Bluetooth. It advertises a serial profile, and each connection has
/// its own `ReaderSimulator`.
///
///     let reader = BluetoothReaderSimulator(manager) { request, _ in request }
///     try await reader.start()
public actor BluetoothReaderSimulator {
    private let manager: PeripheralManager
    private let profile: SerialProfile
    private let name: String
    private let options: LinkOptions
    private let clock: any Clock<Duration>
    private let time: TimeSource
    private let handler: ReaderSimulator.Handler
    private nonisolated let broadcaster = Broadcaster<LinkEvent>()
    private var service: SerialService?
    private var serving: Task<Void, Never>?
    private var reader: ReaderSimulator?
    private var fault: ReaderFault?

    /// Creates a reader that does not advertise yet.
    ///
    /// - Parameters:
    ///   - manager: The GATT server that the reader's service is added to.
    ///   - profile: The serial profile of the service.
    ///   - name: The advertised name.
    ///   - options: The link's options.
    ///   - clock: The manager's clock, which also times the link.
    ///   - handler: Computes the answer to a request.
    public init(
        _ manager: PeripheralManager,
        profile: SerialProfile = .nordicUART,
        name: String = "Reader",
        options: LinkOptions = LinkOptions(),
        clock: some Clock<Duration> = ContinuousClock(),
        handler: @escaping ReaderSimulator.Handler
    ) {
        self.manager = manager
        self.profile = profile
        self.name = name
        self.options = options
        self.clock = clock
        self.handler = handler
        time = TimeSource(clock)
    }

    deinit { serving?.cancel() }

    /// Starts advertising.
    ///
    /// - Throws: `PeripheralManagerError` or `MutableServiceError`.
    public func start() async throws {
        guard serving == nil else { return }
        let service = try await SerialService(profile, on: manager)
        self.service = service
        let lines = service.lines
        serving = time.task { [weak self] in
            for await line in lines { await self?.serve(line) }
        }
        try await manager.startAdvertising(name: name, uuids: [profile.service])
    }

    /// Stops without notice to the host.
    public func stop() async {
        serving?.cancel()
        serving = nil
        try? await manager.stopAdvertising()
        await service?.remove()
        service = nil
        await reader?.stop()
        reader = nil
    }

    /// The reader's state: not ready while its radio is off, ready while no central is connected.
    public var state: DeviceState {
        get async {
            for await radio in manager.whenStateChanges() {
                guard radio == .poweredOn else { return .notReady }
                break
            }
            guard let state = await reader?.link.state, state != .notReady else {
                return .deviceReady
            }
            return state
        }
    }

    /// The current connection's link, for its events and for messages in duplex mode; nil before
    /// the first connection.
    public var link: DeviceLink? { reader?.link }

    /// All events of all connections from now on. The buffer has no limit.
    public nonisolated var events: AsyncStream<LinkEvent> { broadcaster.stream() }

    /// Sets a fault; nil removes it.
    public func misbehave(_ fault: ReaderFault?) async {
        self.fault = fault
        await reader?.misbehave(fault)
    }

    private func serve(_ line: SerialServiceLink) async {
        let new = ReaderSimulator(over: line, options: options, clock: clock, handler: handler)
        await new.misbehave(fault)
        let old = reader
        reader = new
        let events = new.link.events
        _ = time.task { [broadcaster] in for await event in events { broadcaster.send(event) } }
        await old?.stop()
        // fails if the central has disconnected already
        try? await new.start()
    }
}
