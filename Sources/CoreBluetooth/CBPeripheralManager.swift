internal import BluetoothLE
public import Foundation

/// Offers services to centrals, and advertises.
open class CBPeripheralManager: CBManager, @unchecked Sendable {
    private struct PublishedChannel {
        let isEncrypted: Bool
        var tasks: [Task<Void, Never>] = []
    }

    public weak var delegate: (any CBPeripheralManagerDelegate)?
    @Locked private var server: PeripheralManager?
    @Locked private var services: [CBMutableService] = []
    /// The services of an earlier process, until they are published.
    @Locked private var restored: [CBMutableService] = []
    @Locked private var centrals: [RemoteCentral: CBCentral] = [:]
    @Locked private var storedIsAdvertising = false
    @Locked private var channels: [CBL2CAPPSM: PublishedChannel] = [:]
    private lazy var pipe = Pipe(lane)
    private let saving: StateSaving<SavedPeripheral>

    public convenience init() { self.init(delegate: nil, queue: nil) }

    public convenience init(
        delegate: (any CBPeripheralManagerDelegate)?,
        queue: DispatchQueue?
    ) { self.init(delegate: delegate, queue: queue, options: nil) }

    public init(
        delegate: (any CBPeripheralManagerDelegate)?,
        queue: DispatchQueue?,
        options: [String: Any]?
    ) {
        saving = StateSaving(options?[CBPeripheralManagerOptionRestoreIdentifierKey], "peripheral")
        super.init(queue)
        self.delegate = delegate
        start()
    }

    deinit {
        host.remove(ObjectIdentifier(self))
        for (psm, channel) in channels {
            for task in channel.tasks { task.cancel() }
            host.release(psm)
        }
        guard let server else { return }
        let (services, isAdvertising) = (services.compactMap(\.own), isAdvertising)
        _ = host.time.task {
            if isAdvertising { try? await server.stopAdvertising() }
            for service in services { try? await server.remove(service) }
        }
    }

    public var isAdvertising: Bool { storedIsAdvertising }

    override func open(_ opened: Host.Opened) {
        server = host.server(for: self, opened)
        guard let saved = saving.load(host.folder) else { return }
        restored = saved.services.map(\.service)
        var state: [String: Any] = [CBPeripheralManagerRestoredStateServicesKey: restored]
        state[CBPeripheralManagerRestoredStateAdvertisementDataKey] = saved.advertising?.data
        delegate?.peripheralManager(self, willRestoreState: state)
    }

    /// Goes on with what an earlier process has saved.
    private func resume(_ saved: SavedPeripheral) {
        request { my, server in
            for service in my.restored { _ = await my.publish(service, server) }
            my.restored = []
            if let advertising = saved.advertising {
                _ = await my.advertise(advertising, server)
            }
        }
    }

    private func save(_ change: (inout SavedPeripheral) -> Void) { saving.save(change) }

    private func saveServices() { save { $0.services = services.map { .init($0) } } }

    override func stateChanged(from old: CBManagerState) {
        if state == .poweredOn, let saved = saving.take() { resume(saved) }
        if state != .poweredOn, storedIsAdvertising {
            storedIsAdvertising = false
            // the server may not know yet when the program starts again
            if let server { pipe.add { try? await server.stopAdvertising() } }
        }
        delegate?.peripheralManagerDidUpdateState(self)
    }

    /// Performs a call after the earlier ones, while the adapter is on.
    private func request(
        _ call: String = #function,
        _ work: @escaping @Sendable (CBPeripheralManager, PeripheralManager) async -> Void
    ) {
        guard isOn(call), let server else { return }
        pipe.add { [self] in await work(self, server) }
    }

    // MARK: Services

    open func add(_ service: CBMutableService) {
        request { my, server in
            let error = await my.publish(service, server)
            my.delegate?.peripheralManager(my, didAdd: service, error: error)
        }
    }

    private func publish(
        _ service: CBMutableService,
        _ server: PeripheralManager
    ) async -> (any Error)? {
        guard service.mutableCharacteristics.allSatisfy(\.isValid) else {
            return CBError(.invalidParameters, "a characteristic with a value must be read-only")
        }
        // programs add their services again whenever the adapter is turned on
        await withdraw(service, server)
        do {
            try await server.add(service.publish())
        } catch {
            return CBError(.invalidParameters, "\(error)")
        }
        $services.change { $0.append(service) }
        saveServices()
        return nil
    }

    private func withdraw(_ service: CBMutableService, _ server: PeripheralManager) async {
        guard let own = service.own else { return }
        try? await server.remove(own)
        service.own = nil
        $services.change { $0.removeAll { $0 === service } }
    }

    open func remove(_ service: CBMutableService) {
        request { my, server in
            await my.withdraw(service, server)
            my.saveServices()
        }
    }

    open func removeAllServices() {
        request { my, server in
            for service in my.services { await my.withdraw(service, server) }
            my.saveServices()
        }
    }

    // MARK: Requests

    private func characteristic(_ own: MutableCharacteristic) -> CBMutableCharacteristic? {
        for service in services {
            if let found = service.mutableCharacteristics.first(where: { $0.own === own }) {
                return found
            }
        }
        return nil
    }

    private func central(_ remote: RemoteCentral) -> CBCentral {
        $centrals.change { table in
            if let known = table[remote] { return known }
            let new = CBCentral(remote, host.identifiers.identifier(of: remote.address))
            table[remote] = new
            return new
        }
    }

    /// Handles the activity of the process's server, on the delegate's queue.
    func receive(_ activity: PeripheralActivity) {
        switch activity {
        case .read(let read):
            guard let characteristic = characteristic(read.characteristic) else { return }
            let request = CBATTRequest(
                central(read.central),
                characteristic,
                offset: read.offset,
                value: nil,
                .read(read)
            )
            guard let delegate else { return request.respond(.requestNotSupported) }
            delegate.peripheralManager(self, didReceiveRead: request)
        case .write(let writes): receive(writes)
        case .event(let event): receive(event)
        case .room: delegate?.peripheralManagerIsReady(toUpdateSubscribers: self)
        }
    }

    private func receive(_ writes: [WriteRequest]) {
        var requests: [CBATTRequest] = []
        for write in writes {
            guard let characteristic = characteristic(write.characteristic) else { return }
            requests.append(
                CBATTRequest(
                    central(write.central),
                    characteristic,
                    offset: write.offset,
                    value: Data(write.value),
                    requests.isEmpty ? .write(writes) : nil
                )
            )
        }
        guard let delegate else { return requests[0].respond(.writeNotPermitted) }
        delegate.peripheralManager(self, didReceiveWrite: requests)
    }

    private func receive(_ event: PeripheralEvent) {
        switch event {
        case .subscribed(let remote, let own, let subscription):
            guard let characteristic = characteristic(own) else { return }
            report(central(remote), !subscription.isEmpty, characteristic)
        case .disconnected(let remote, _):
            guard let central = $centrals.change({ $0.removeValue(forKey: remote) }) else { return }
            for service in services {
                for characteristic in service.mutableCharacteristics {
                    report(central, false, characteristic)
                }
            }
        case .advertisingStopped: storedIsAdvertising = false
        case .connected(let remote): for psm in channels.keys { accept(psm, from: remote) }
        case .securityChanged, .advertisingResumed, .saveFailed: break
        }
    }

    private func report(
        _ central: CBCentral,
        _ isSubscribed: Bool,
        _ characteristic: CBMutableCharacteristic
    ) {
        guard characteristic.setSubscribed(isSubscribed, central) else { return }
        if isSubscribed {
            delegate?.peripheralManager(self, central: central, didSubscribeTo: characteristic)
        } else {
            delegate?.peripheralManager(self, central: central, didUnsubscribeFrom: characteristic)
        }
    }

    open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
        request.respond(result)
    }

    open func updateValue(
        _ value: Data,
        for characteristic: CBMutableCharacteristic,
        onSubscribedCentrals centrals: [CBCentral]?
    ) -> Bool {
        do {
            return try characteristic.own?.tryUpdate(Array(value), to: centrals?.map(\.remote))
                ?? false
        } catch {
            misuse("updateValue: \(error)")
            return false
        }
    }

    open func setDesiredConnectionLatency(
        _ latency: CBPeripheralManagerConnectionLatency,
        for central: CBCentral
    ) {
        let interval: ClosedRange<Duration> =
            switch latency {
            case .low: .milliseconds(15)...(.milliseconds(30))
            case .medium: .milliseconds(60)...(.milliseconds(90))
            case .high: .milliseconds(300)...(.milliseconds(500))
            }
        lane.task {
            let wanted = ConnectionParameters { $0.interval = interval }
            try? await central.remote.connection.update(wanted)
        }
    }

    // MARK: Advertising

    open func startAdvertising(_ advertisementData: [String: Any]?) {
        let services = advertisementData?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID]
        let wanted = SavedPeripheral.Advertising(
            name: advertisementData?[CBAdvertisementDataLocalNameKey] as? String,
            services: services?.map(\.uuidString)
        )
        request { my, server in
            let error = await my.advertise(wanted, server)
            my.delegate?.peripheralManagerDidStartAdvertising(my, error: error)
        }
    }

    private func advertise(
        _ wanted: SavedPeripheral.Advertising,
        _ server: PeripheralManager
    ) async -> CBError? {
        do throws(PeripheralManagerError) {
            let uuids = (wanted.services ?? []).compactMap { BluetoothUUID($0) }
            try await server.startAdvertising(name: wanted.name, uuids: uuids)
        } catch {
            let code = error == .isAdvertising ? CBError.Code.alreadyAdvertising : .unknown
            return CBError(code, error.description)
        }
        storedIsAdvertising = true
        save { $0.advertising = wanted }
        return nil
    }

    open func stopAdvertising() {
        request { my, server in
            // not the set of another manager
            guard my.isAdvertising else { return }
            my.storedIsAdvertising = false
            my.save { $0.advertising = nil }
            try? await server.stopAdvertising()
        }
    }

    // MARK: Channels

    open func publishL2CAPChannel(withEncryption encryptionRequired: Bool) {
        request { my, server in
            guard server.radio.features.hasChannels, let psm = my.host.reservePSM() else {
                let error = CBError(.operationNotSupported, "the adapter has no channels")
                my.delegate?.peripheralManager(my, didPublishL2CAPChannel: 0, error: error)
                return
            }
            my.$channels.change { $0[psm] = PublishedChannel(isEncrypted: encryptionRequired) }
            for central in server.centrals { my.accept(psm, from: central) }
            my.delegate?.peripheralManager(my, didPublishL2CAPChannel: psm, error: nil)
        }
    }

    open func unpublishL2CAPChannel(_ psm: CBL2CAPPSM) {
        request { my, _ in
            let channel = my.$channels.change { $0.removeValue(forKey: psm) }
            for task in channel?.tasks ?? [] { task.cancel() }
            if channel != nil { my.host.release(psm) }
            let error = channel == nil ? CBError(.invalidParameters, "no channel \(psm)") : nil
            my.delegate?.peripheralManager(my, didUnpublishL2CAPChannel: psm, error: error)
        }
    }

    private func accept(_ psm: CBL2CAPPSM, from remote: RemoteCentral) {
        let task = lane.task { [weak self] in
            let bearers = try? await remote.connection.incomingChannels(psm: psm, mtu: 1024)
            guard let bearers else { return }
            do {
                for try await bearer in bearers {
                    guard let self, let channel = self.channels[psm] else { return bearer.close() }
                    guard !channel.isEncrypted || remote.security > .none else {
                        bearer.close()
                        continue
                    }
                    self.delegate?.peripheralManager(
                        self,
                        didOpen: CBL2CAPChannel(bearer, self.central(remote), psm),
                        error: nil
                    )
                }
            } catch {}
        }
        $channels.change { $0[psm]?.tasks.append(task) }
    }
}
