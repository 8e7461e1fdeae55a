package import AccessoryConcurrency
import Synchronization

/// Offers services to centrals on one radio: a GATT server that advertises.
///
///     let heartRate = MutableCharacteristic(uuid: 0x2A37, properties: .notify)
///     let manager = PeripheralManager(radio: radio)
///     try await manager.add(MutableService(uuid: 0x180D, characteristics: [heartRate]))
///     try await manager.startAdvertising(name: "Chest strap", uuids: [0x180D])
///     try heartRate.update([0, 72])
public actor PeripheralManager {
    /// What a manager is made with.
    public struct Options: Sendable {
        /// The device name that centrals read, at most 248 bytes; what is advertised is stated apart.
        public var deviceName = "accessory"
        /// What the device looks like (Assigned Numbers, section 2.6); 0: unknown.
        public var appearance: UInt16 = 0
        /// Makes the database hash (0x2B2A), by which centrals know a structure that they have seen;
        /// nil: there is none.
        public var databaseHash: DatabaseHash?
        /// Where the state is kept, to be restored after a crash or restart; nil: nowhere. One
        /// manager's alone.
        public var stateFile: String?
        /// Advertises again by itself, once the radio can, after the adapter was turned off or another
        /// program took the set away; otherwise the application does, told by
        /// `PeripheralEvent.advertisingStopped`.
        public var resumesAdvertising = false
        /// What restored services and characteristics read by as text.
        public var profiles = ProfileManager()

        public init() {}

        /// The defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    enum Advertising {
        case off
        case starting(Task<Result<Void, PeripheralManagerError>, Never>, AdvertisingParameters)
        case on(any AdvertisingSet, AdvertisingParameters)
    }

    /// The radio that it works on.
    public nonisolated let radio: any Radio
    package nonisolated let time: TimeSource
    let server: PeripheralServer
    let saver: StateSaver?
    let restored: Result<PeripheralAdvertisements?, PeripheralManagerError>
    /// What goes on until the manager is gone.
    let tasks = Mutex<[Task<Void, Never>]>([])
    var advertising = Advertising.off
    let resumesAdvertising: Bool
    var resuming: Task<Void, Never>?
    var accepting: Task<Void, Never>?
    var isAccepting = false

    /// - Parameter clock: What timeouts run on.
    public init(
        radio: any Radio,
        clock: some Clock<Duration> = ContinuousClock(),
        options: Options = Options()
    ) {
        self.radio = radio
        time = TimeSource(clock)
        resumesAdvertising = options.resumesAdvertising
        server = PeripheralServer(
            name: options.deviceName,
            appearance: options.appearance,
            time: time,
            hash: options.databaseHash,
            isSaved: options.stateFile != nil
        )
        let file = options.stateFile.map { StateFile(path: $0) }
        restored = Self.restore(file, into: server, profiles: options.profiles)
        saver = file.map { [server] in StateSaver(file: $0, server: server) }
        if case .success(let advertisements?) = restored { resumeAdvertising(advertisements) }
        if let saver { tasks.withLock { $0.append(time.task { await saver.run() }) } }
    }

    /// The radio's state now, and each one after it, for any number of readers.
    ///
    /// - Parameter capacity: States that are kept for readers that come later or fall behind; 1: the
    ///   latest.
    public nonisolated func whenStateChanges(
        capacity: Int = .max
    ) -> ReplayStream<RadioState> {
        ReplayStream(radio.states, capacity: capacity, time: time)
    }

    /// What centrals do from now on. Any number may listen.
    public nonisolated var events: AsyncStream<PeripheralEvent> { server.events.stream() }

    /// The centrals that are connected.
    public nonisolated var centrals: [RemoteCentral] { server.centrals }

    /// Serves a connection that something else than this manager accepted. Returns when it ends.
    public nonisolated func serve(_ connection: any RadioConnection) async {
        await server.serve(connection)
    }

    // MARK: Services

    /// The services that were added, in order.
    public nonisolated var services: [MutableService] { server.services }

    /// The service and characteristic with these UUIDs; of several services the first.
    public nonisolated func characteristic(
        _ uuid: BluetoothUUID,
        of service: BluetoothUUID
    ) -> MutableCharacteristic? {
        services.first { $0.uuid == service }?[uuid]
    }

    /// Adds a service, behind those that are there. Several may have one UUID.
    ///
    /// - Throws: `MutableServiceError`, `PeripheralManagerError.tableFull`.
    public func add(_ service: MutableService) async throws {
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
    /// - Throws: `unconfigured` when it is not there.
    public func remove(_ service: MutableService) async throws(MutableServiceError) {
        guard server.remove({ $0 === service }) > 0 else { throw .unconfigured }
        await withdraw()
    }

    /// Removes all services; the device's own two stay.
    public func removeAllServices() async {
        _ = server.remove { _ in true }
        await withdraw()
    }

    /// A system that owns GATT offers what is left. One that cannot has ended, as its states report, and
    /// offers nothing any more.
    private func withdraw() async {
        if let system = radio as? any GATTRadio { try? await system.offer(server) }
    }

    /// Begins anew: advertising and connections end, all services are removed.
    public func reset() async {
        stopAccepting()
        try? await stopAdvertising()
        for central in centrals { await central.disconnect() }
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
