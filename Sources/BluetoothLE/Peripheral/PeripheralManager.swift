package import AccessoryConcurrency
import Synchronization

/// A GATT server that advertises and offers services to centrals on one radio. Devices to which a
/// `Central` of the radio connects may use the services, too.
///
///     let heartRate = MutableCharacteristic(uuid: 0x2A37, properties: .notify)
///     let manager = PeripheralManager(radio: radio)
///     try await manager.add(MutableService(uuid: 0x180D, characteristics: [heartRate]))
///     try await manager.startAdvertising(name: "Chest strap", uuids: [0x180D])
///     try heartRate.update([0, 72])
public actor PeripheralManager {
    /// Settings of a manager.
    public struct Options: Sendable {
        /// The device name that centrals read, at most 248 bytes; the advertised name is separate.
        public var deviceName = "accessory"
        /// The appearance (Assigned Numbers, section 2.6); 0: unknown.
        public var appearance: UInt16 = 0
        /// Computes the database hash (0x2B2A), by which centrals recognize a known database; nil:
        /// no hash.
        public var databaseHash: DatabaseHash?
        /// The file for the state, which is restored after a crash or restart; nil: none. Each
        /// manager needs its own file.
        public var stateFile: String?
        /// Resumes advertising automatically once the radio is ready, after the adapter was turned off
        /// or another program removed the set. Otherwise the application resumes it on
        /// `PeripheralEvent.advertisingStopped`.
        public var resumesAdvertising = false
        /// The profiles that convert values of restored services and characteristics to text.
        public var profiles = ProfileManager()

        /// Receives the requests to characteristics with `passesRequests`, and the manager's events, on the
        /// thread that receives the packets and in their order. Must not block.
        public var onActivity: (@Sendable (PeripheralActivity) -> Void)?

        /// Creates the defaults.
        public init() {}

        /// Creates the defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    enum Advertising {
        case off
        case starting(Task<Result<Void, PeripheralManagerError>, Never>, AdvertisingParameters)
        case on(any AdvertisingSet, AdvertisingParameters)
    }

    /// The radio of the manager.
    public nonisolated let radio: any Radio
    package nonisolated let time: TimeSource
    let server: PeripheralServer
    let saver: StateSaver?
    let restored: Result<PeripheralAdvertisements?, PeripheralManagerError>
    /// Tasks that run until the manager is deallocated.
    let tasks = Mutex<[Task<Void, Never>]>([])
    var advertising = Advertising.off
    let resumesAdvertising: Bool
    var resuming: Task<Void, Never>?
    var accepting: Task<Void, Never>?
    var isAccepting = false

    /// - Parameters:
    ///   - radio: The adapter.
    ///   - clock: The clock for timeouts.
    ///   - options: The state file and other settings.
    public init(
        radio: any Radio,
        clock: some Clock<Duration> = ContinuousClock(),
        options: Options = Options()
    ) {
        self.radio = radio
        time = TimeSource(clock)
        resumesAdvertising = options.resumesAdvertising
        server = PeripheralServer(
            links: radio.links,
            name: options.deviceName,
            appearance: options.appearance,
            time: time,
            hash: options.databaseHash,
            onActivity: options.onActivity,
            isSaved: options.stateFile != nil
        )
        let file = options.stateFile.map { StateFile(path: $0) }
        restored = Self.restore(file, into: server, profiles: options.profiles)
        radio.links.add(server)
        saver = file.map { [server] in StateSaver(file: $0, server: server) }
        if case .success(let advertisements?) = restored { resumeAdvertising(advertisements) }
        if let saver { tasks.withLock { $0.append(time.task { await saver.run() }) } }
    }

    /// The radio's current state, then each change, for any number of readers.
    ///
    /// - Parameter capacity: Number of latest states kept for readers that start later or fall
    ///   behind.
    public nonisolated func whenStateChanges(
        capacity: Int = .max
    ) -> ReplayStream<RadioState> {
        ReplayStream(radio.states, capacity: capacity, time: time)
    }

    /// Events of centrals from now on, for any number of readers. The buffer has no limit.
    public nonisolated var events: AsyncStream<PeripheralEvent> { server.events.stream() }

    /// The connected centrals.
    public nonisolated var centrals: [RemoteCentral] { server.centrals }

    /// Serves a connection accepted outside this manager. Returns when it ends.
    public nonisolated func serve(_ connection: any RadioConnection) async {
        await server.serve(connection)
    }

    // MARK: Services

    /// The added services, in order.
    public nonisolated var services: [MutableService] { server.services }

    /// The characteristic with this UUID in the first service with UUID `service`.
    public nonisolated func characteristic(
        _ uuid: BluetoothUUID,
        of service: BluetoothUUID
    ) -> MutableCharacteristic? {
        services.first { $0.uuid == service }?[uuid]
    }

    /// Adds a service after the existing ones. Several services may have the same UUID.
    ///
    /// - Throws: `MutableServiceError`, `PeripheralManagerError.tableFull`.
    public func add(_ service: MutableService) async throws {
        if !radio.features.acceptsSignedWrites,
            let signed = service.characteristics.first(where: {
                $0.properties.contains(.authenticatedSignedWrites)
            })
        {
            throw MutableServiceError.signedWritesNotSupported(signed.uuid)
        }
        try server.add(service)
        guard let system = radio as? any GATTRadio else { return }
        do {
            try await system.offer(server)
        } catch {
            _ = server.remove { $0 === service }
            throw error
        }
    }

    /// Removes a service.
    ///
    /// - Throws: `unconfigured` when it has not been added.
    public func remove(_ service: MutableService) async throws(MutableServiceError) {
        guard server.remove({ $0 === service }) > 0 else { throw .unconfigured }
        await withdraw()
    }

    /// Removes all services except the two mandatory ones.
    public func removeAllServices() async {
        _ = server.remove { _ in true }
        await withdraw()
    }

    /// Publishes the remaining services on a system that owns GATT. After a failure, the system
    /// offers no services, and its states have ended.
    private func withdraw() async {
        if let system = radio as? any GATTRadio { try? await system.offer(server) }
    }

    /// Resets the manager: ends advertising and the connections that centrals have established, and
    /// removes all services.
    public func reset() async {
        stopAccepting()
        try? await stopAdvertising()
        for central in centrals where !central.connection.isCentral { await central.disconnect() }
        await removeAllServices()
    }

    deinit {
        accepting?.cancel()
        resuming?.cancel()
        for task in tasks.withLock({ $0 }) { task.cancel() }
        server.changes.ring()
        server.close()
        if case .on(let set, _) = advertising { _ = time.task { await set.stop() } }
    }
}
