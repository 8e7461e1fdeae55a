internal import BluetoothLE
public import Foundation

/// A remote device, as one manager sees it.
open class CBPeripheral: CBPeer, @unchecked Sendable {
    public weak var delegate: (any CBPeripheralDelegate)?
    weak let manager: CBCentralManager?
    let address: BluetoothAddress
    private let host: Host
    private let lane: Lane
    private let pipe: Pipe
    private let central: Central
    @Locked private var storedName: String?
    @Locked private var storedState = CBPeripheralState.disconnected
    @Locked private var storedServices: [CBService]?
    /// Whether the end of a link that the program has cancelled is to be reported.
    @Locked private var isDisconnecting = false
    @Locked private var disconnection: Task<Void, Never>?
    @Locked private var link: Task<Void, Never>?
    /// Number of cancelled links: what an earlier one has queued is not for this one.
    @Locked private var cancelled = 0
    @Locked private var watching: [Task<Void, Never>] = []
    @Locked private var remote: Peripheral?

    init(_ address: BluetoothAddress, _ manager: CBCentralManager, _ central: Central) {
        self.address = address
        self.manager = manager
        self.central = central
        host = manager.host
        lane = manager.lane
        pipe = Pipe(lane)
        super.init(host.identifiers.identifier(of: address))
    }

    deinit {
        cancelTasks()
        host.leave(address, by: ObjectIdentifier(self), central)
        manager?.forget(address, ObjectIdentifier(self))
    }

    public var name: String? { storedName }
    public var state: CBPeripheralState { storedState }
    public var services: [CBService]? { storedServices }
    public var ancsAuthorized: Bool { false }

    func isNamed(_ name: String) {
        let old = $storedName.change { stored in
            defer { stored = name }
            return stored
        }
        if old != nil, old != name { delegate?.peripheralDidUpdateName(self) }
    }

    // MARK: Link

    func connect(delay: Double, reconnects: Bool) {
        switch state {
        case .connecting: return
        case .connected: return pipe.add { [self] in reportConnected() }
        case .disconnected, .disconnecting: break
        }
        storedState = .connecting
        let (closing, before, disconnection) = (host.use(address, by: self), link, disconnection)
        link = lane.task { [weak self, host, central, address, cancelled] in
            await before?.value
            await closing?.value
            await disconnection?.value
            if delay > 0 { try? await host.time.wait(host.time.now() + .seconds(delay)) }
            let remote = central.peripheral(address)
            do {
                try await Self.connect(remote, reconnects: reconnects)
            } catch {
                if !Task.isCancelled { self?.failed(error) }
                return
            }
            guard !Task.isCancelled else { return }
            self?.began(remote, cancelled)
            for await state in remote.states {
                guard !Task.isCancelled else { return }
                switch state {
                case .connected: self?.began(remote, cancelled)
                case .connecting, .waiting: self?.ended(nil, isReconnecting: true)
                case .disconnected(let reason):
                    // an adapter that is turned off ends its links before it reports its state
                    if reason == .localHost {
                        try? await host.time.wait(host.time.now() + .milliseconds(50))
                    }
                    guard !Task.isCancelled else { return }
                    self?.ended(reason, isReconnecting: reconnects)
                    if !reconnects { return }
                }
            }
        }
    }

    /// Connects however long it takes.
    private static func connect(_ remote: Peripheral, reconnects: Bool) async throws {
        let options = ConnectOptions {
            $0.reconnect = reconnects ? .backoff : .never
            // `attempt` does so, and reports the server's error when pairing fails
            $0.securesOnDemand = false
        }
        while true {
            do {
                return try await remote.connect(timeout: nil, options: options)
            } catch CentralError.connectionTimeout where !Task.isCancelled {}
        }
    }

    func disconnect() {
        guard state == .connecting || state == .connected else { return }
        storedState = .disconnecting
        isDisconnecting = true
        cancelTasks()
        let closing = host.leave(address, by: ObjectIdentifier(self), central)
        disconnection = lane.task { [self] in
            await closing?.value
            reportDisconnection()
        }
    }

    /// The adapter was turned off.
    func radioEnded() {
        cancelTasks()
        host.leave(address, by: ObjectIdentifier(self), central)
        reportDisconnection()
        if state != .disconnected {
            reportEnd(CBError(.unknown, "the adapter was turned off"), .disconnected)
        }
    }

    /// The manager was released.
    func managerEnded() {
        cancelTasks()
        host.leave(address, by: ObjectIdentifier(self), central)
        storedState = .disconnected
    }

    private func cancelTasks() {
        $cancelled.change { $0 += 1 }
        link?.cancel()
        for task in watching { task.cancel() }
    }

    private func began(_ remote: Peripheral, _ id: Int) {
        guard remote.connectionState == .connected, state == .connecting, id == cancelled else {
            return
        }
        self.remote = remote
        for task in watching { task.cancel() }
        watching = [
            lane.task { [weak self, changes = remote.serviceChanges] in
                for await handles in changes { self?.servicesChanged(handles) }
            },
            lane.task { [weak self, room = remote.commandRoom] in
                for await _ in room {
                    guard let self, !Task.isCancelled else { return }
                    self.delegate?.peripheralIsReady(toSendWriteWithoutResponse: self)
                }
            },
        ]
        pipe.add { [self] in
            let isNew = $storedState.change { state in
                guard state == .connecting, id == cancelled else { return false }
                state = .connected
                return true
            }
            if isNew { reportConnected() }
        }
    }

    private func reportConnected() {
        guard let manager, state == .connected else { return }
        manager.delegate?.centralManager(manager, didConnect: self)
    }

    private func failed(_ error: any Error) {
        host.leave(address, by: ObjectIdentifier(self), central)
        pipe.add { [self] in
            storedState = .disconnected
            guard let manager else { return }
            manager.use(self, false)
            manager.delegate?.centralManager(
                manager,
                didFailToConnect: self,
                error: translated(error)
            )
        }
    }

    private func ended(_ reason: DisconnectReason?, isReconnecting: Bool) {
        guard state == .connected else { return }
        if !isReconnecting { host.leave(address, by: ObjectIdentifier(self), central) }
        reportEnd(lossOfLink(reason), isReconnecting ? .connecting : .disconnected)
    }

    private func reportDisconnection() {
        let wasDisconnecting = $isDisconnecting.change { isDisconnecting in
            defer { isDisconnecting = false }
            return isDisconnecting
        }
        guard wasDisconnecting else { return }
        // the program may have connected again meanwhile
        reportEnd(nil, state == .disconnecting ? .disconnected : state)
    }

    /// Reports the end of the link, after the ends of the pending calls.
    private func reportEnd(_ error: (any Error)?, _ new: CBPeripheralState) {
        storedState = new
        pipe.add { [self] in
            release(storedServices ?? [])
            storedServices = nil
            guard let manager else { return }
            if state == .disconnected { manager.use(self, false) }
            manager.delegate?.centralManager(
                manager,
                didDisconnectPeripheral: self,
                timestamp: Date().timeIntervalSinceReferenceDate,
                isReconnecting: new == .connecting && error != nil,
                error: error
            )
        }
    }

    private func release(_ services: [CBService]) {
        for characteristic in services.flatMap({ $0.characteristics ?? [] }) {
            characteristic.subscription = nil
        }
    }

    private func servicesChanged(_ handles: ClosedRange<UInt16>) {
        let gone = (storedServices ?? [])
            .filter { $0.remote.map { handles.overlaps($0.handles) } ?? false }
        release(gone)
        $storedServices.change { services in
            services?.removeAll { service in gone.contains { $0 === service } }
        }
        delegate?.peripheral(self, didModifyServices: gone)
    }

    // MARK: Requests

    /// Performs a call after the earlier ones. Without a link it is ignored.
    private func request(
        _ call: String = #function,
        _ work: @escaping @Sendable (CBPeripheral, Peripheral) async -> Void
    ) {
        guard state == .connected, let remote else {
            return misuse("\(call) in state \(state): connect first")
        }
        pipe.add { [self] in await work(self, remote) }
    }

    /// Returns the error of a request. Pairs and repeats it when the peripheral requires this.
    private func attempt(
        _ remote: Peripheral,
        _ work: () async throws -> Void
    ) async -> (any Error)? {
        do {
            do {
                // a discovery is answered from the cache
                try remote.checkLink()
                try await work()
            } catch GATTError.att(let error, _)
                where error == .insufficientAuthentication || error == .insufficientEncryption
            {
                let level: LinkSecurity =
                    error == .insufficientAuthentication ? .authenticated : .encrypted
                guard (try? await remote.secure(to: level)) != nil else { return CBATTError(error) }
                try await work()
            }
            return nil
        } catch {
            return translated(error)
        }
    }

    open func readRSSI() {
        request { my, remote in
            var rssi = 127
            let error = await my.attempt(remote) { rssi = try await remote.readRSSI() }
            my.delegate?.peripheral(my, didReadRSSI: NSNumber(value: rssi), error: error)
        }
    }

    open func discoverServices(_ uuids: [CBUUID]?) {
        request { my, remote in
            let error = await my.attempt(remote) {
                let found = try await remote.discoverServices(uuids?.map(\.uuid))
                    // as on iOS: the services that every peripheral has
                    .filter { uuids != nil || $0.uuid != 0x1800 && $0.uuid != 0x1801 }
                my.storedServices = my.objects(found, my.storedServices ?? [])
            }
            my.delegate?.peripheral(my, didDiscoverServices: error)
        }
    }

    /// Adds objects for the services that have none.
    private func objects(_ found: [Service], _ known: [CBService]) -> [CBService] {
        known
            + found.filter { one in !known.contains { $0.remote == one } }
            .map { one in
                (storedServices ?? []).first { $0.remote == one } ?? CBService(one, self)
            }
    }

    open func discoverIncludedServices(_ uuids: [CBUUID]?, for service: CBService) {
        guard let own = service.remote else { return misuse("not a peripheral's service") }
        request { my, remote in
            let error = await my.attempt(remote) {
                let found = try await own.includedServices()
                    .filter { one in uuids?.contains { $0.uuid == one.uuid } ?? true }
                service.storedIncluded = my.objects(found, service.storedIncluded ?? [])
            }
            my.delegate?.peripheral(my, didDiscoverIncludedServicesFor: service, error: error)
        }
    }

    open func discoverCharacteristics(_ uuids: [CBUUID]?, for service: CBService) {
        guard let own = service.remote else { return misuse("not a peripheral's service") }
        request { my, remote in
            let error = await my.attempt(remote) {
                let found = try await own.characteristics(uuids?.map(\.uuid))
                let known = service.storedCharacteristics ?? []
                service.storedCharacteristics =
                    known
                    + found.filter { one in !known.contains { $0.remote == one } }
                    .map { CBCharacteristic($0, service) }
            }
            my.delegate?.peripheral(my, didDiscoverCharacteristicsFor: service, error: error)
        }
    }

    open func discoverDescriptors(for characteristic: CBCharacteristic) {
        guard let own = characteristic.remote else { return misuse("not a peripheral's value") }
        request { my, remote in
            let error = await my.attempt(remote) {
                let known = characteristic.storedDescriptors ?? []
                characteristic.storedDescriptors = try await own.descriptors().map { one in
                    known.first { $0.remote == one } ?? CBDescriptor(one, characteristic)
                }
            }
            my.delegate?.peripheral(my, didDiscoverDescriptorsFor: characteristic, error: error)
        }
    }

    // MARK: Values

    open func readValue(for characteristic: CBCharacteristic) {
        guard let own = characteristic.remote else { return misuse("not a peripheral's value") }
        request { my, remote in
            let error = await my.attempt(remote) {
                characteristic.storedValue = Data(try await own.read())
            }
            my.delegate?.peripheral(my, didUpdateValueFor: characteristic, error: error)
        }
    }

    open func readValue(for descriptor: CBDescriptor) {
        guard let own = descriptor.remote else { return misuse("not a peripheral's descriptor") }
        request { my, remote in
            let error = await my.attempt(remote) { descriptor.store(try await own.read()) }
            my.delegate?.peripheral(my, didUpdateValueFor: descriptor, error: error)
        }
    }

    open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
        guard let own = descriptor.remote, own.uuid != 0x2902 else {
            return misuse("write descriptor 2902 with setNotifyValue")
        }
        request { my, remote in
            let error = await my.attempt(remote) { try await own.write(Array(data)) }
            my.delegate?.peripheral(my, didWriteValueFor: descriptor, error: error)
        }
    }

    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        type == .withResponse ? 512 : (remote?.mtu ?? 23) - 3
    }

    open func writeValue(
        _ data: Data,
        for characteristic: CBCharacteristic,
        type: CBCharacteristicWriteType
    ) {
        guard let own = characteristic.remote else { return misuse("not a peripheral's value") }
        if type == .withoutResponse { return command(Array(data), own) }
        request { my, remote in
            let error = await my.attempt(remote) { try await own.write(Array(data)) }
            my.delegate?.peripheral(my, didWriteValueFor: characteristic, error: error)
        }
    }

    /// Maximum number of writes without response that wait behind other calls.
    private static let commandLimit = 32
    @Locked private var waitingCommands = 0

    public var canSendWriteWithoutResponse: Bool {
        waitingCommands < Self.commandLimit && remote?.hasCommandRoom == true
    }

    private func command(_ value: [UInt8], _ own: Characteristic) {
        do {
            guard state == .connected else {
                return misuse("writeValue in state \(state): connect first")
            }
            if pipe.isIdle, try own.tryWriteWithoutResponse(value) { return }
            $waitingCommands.change { $0 += 1 }
            request("writeValue") { my, remote in
                if let error = await my.attempt(
                    remote,
                    { try await own.writeWithoutResponse(value) }
                ) {
                    misuse("a write without response failed: \(error)")
                }
                let before = my.$waitingCommands.change { count in
                    defer { count -= 1 }
                    return count
                }
                if before == Self.commandLimit {
                    my.delegate?.peripheralIsReady(toSendWriteWithoutResponse: my)
                }
            }
        } catch {
            misuse("a write without response failed: \(error)")
        }
    }

    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        guard let own = characteristic.remote else { return misuse("not a peripheral's value") }
        request { my, remote in
            let error = await my.attempt(remote) {
                if !enabled {
                    try await characteristic.subscription?.cancel()
                    characteristic.subscription = nil
                } else if !characteristic.isNotifying {
                    characteristic.subscription = try await my.subscribe(own, characteristic)
                }
            }
            my.delegate?.peripheral(
                my,
                didUpdateNotificationStateFor: characteristic,
                error: error
            )
        }
    }

    private func subscribe(
        _ own: Characteristic,
        _ characteristic: CBCharacteristic
    ) async throws -> ValueSubscription {
        try await own.subscribe { [weak self, weak characteristic, lane] value in
            lane.perform { [weak self, weak characteristic] in
                guard let self, let characteristic else { return }
                characteristic.storedValue = Data(value)
                self.delegate?.peripheral(self, didUpdateValueFor: characteristic, error: nil)
            }
        }
    }

    open func openL2CAPChannel(_ psm: CBL2CAPPSM) {
        request { my, remote in
            var channel: CBL2CAPChannel?
            let error = await my.attempt(remote) {
                channel = CBL2CAPChannel(try await remote.openChannel(psm: psm), my, psm)
            }
            my.delegate?.peripheral(my, didOpen: channel, error: error)
        }
    }
}
