internal import AccessoryConcurrency
public import AccessoryLink
public import BluetoothLE
public import BluetoothSerial

/// A card reader made of software on Bluetooth: advertises a serial line, and is a
/// `ReaderSimulator` for each connection.
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
    private nonisolated let happenings = Broadcaster<LinkEvent>()
    private var service: SerialService?
    private var serving: Task<Void, Never>?
    private var reader: ReaderSimulator?
    private var fault: ReaderFault?

    /// A reader, not yet on the air.
    ///
    /// - Parameters:
    ///   - name: What it advertises.
    ///   - clock: The manager's; times of the link run on it too.
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

    /// Goes on the air.
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

    /// Leaves the air without a word.
    public func stop() async {
        serving?.cancel()
        serving = nil
        try? await manager.stopAdvertising()
        await service?.remove()
        service = nil
        await reader?.stop()
        reader = nil
    }

    /// Where the reader stands: not ready while its radio is off, ready while nobody is connected.
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

    /// The present connection's link, for its events and for messages in duplex mode; nil before the
    /// first connection.
    public var link: DeviceLink? { reader?.link }

    /// What happens from now on, on whatever connection.
    public nonisolated var events: AsyncStream<LinkEvent> { happenings.stream() }

    /// From now on the reader misbehaves so; nil makes it whole.
    public func misbehave(_ fault: ReaderFault?) async {
        self.fault = fault
        await reader?.misbehave(fault)
    }

    private func serve(_ line: SerialPort) async {
        let new = ReaderSimulator(over: line, options: options, clock: clock, handler: handler)
        await new.misbehave(fault)
        let old = reader
        reader = new
        let events = new.link.events
        _ = time.task { [happenings] in for await event in events { happenings.send(event) } }
        await old?.stop()
        // fails when the central has gone already
        try? await new.start()
    }
}
