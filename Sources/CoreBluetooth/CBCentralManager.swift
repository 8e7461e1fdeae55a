internal import BluetoothLE
public import Foundation

/// Scans for peripherals and connects to them.
open class CBCentralManager: CBManager, @unchecked Sendable {
    public struct Feature: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let extendedScanAndConnect = Self(rawValue: 1)
    }

    private final class WeakPeripheral {
        weak let peripheral: CBPeripheral?
        // a comparison must not retain the peripheral: releasing it under the lock would take the lock again
        let id: ObjectIdentifier

        init(_ peripheral: CBPeripheral) {
            self.peripheral = peripheral
            id = ObjectIdentifier(peripheral)
        }
    }

    public weak var delegate: (any CBCentralManagerDelegate)?
    @Locked private(set) var central: Central?
    @Locked private var scan: Task<Void, Never>?
    @Locked private var storedIsScanning = false
    @Locked private var connectionEvents: Task<Void, Never>?
    @Locked private var peripherals: [BluetoothAddress: WeakPeripheral] = [:]
    private let saving: StateSaving<SavedCentral>

    /// Whether the adapter has a feature; every adapter is taken to have extended scanning, since it has no
    /// effect on the calls.
    open class func supports(_ features: Feature) -> Bool { features == .extendedScanAndConnect }

    public convenience init() { self.init(delegate: nil, queue: nil) }

    public init(
        delegate: (any CBCentralManagerDelegate)?,
        queue: DispatchQueue?,
        options: [String: Any]? = nil
    ) {
        saving = StateSaving(options?[CBCentralManagerOptionRestoreIdentifierKey], "central")
        super.init(queue)
        self.delegate = delegate
        start()
    }

    deinit {
        scan?.cancel()
        connectionEvents?.cancel()
        for entry in peripherals.values { entry.peripheral?.managerEnded() }
    }

    public var isScanning: Bool { storedIsScanning }

    override func open(_ opened: Host.Opened) {
        central = opened.central
        guard let saved = saving.load(host.folder) else { return }
        let known = retrievePeripherals(withIdentifiers: saved.peripherals)
        var state: [String: Any] = [CBCentralManagerRestoredStatePeripheralsKey: known]
        if let scan = saved.scan {
            state[CBCentralManagerRestoredStateScanServicesKey] = scan.uuids
            state[CBCentralManagerRestoredStateScanOptionsKey] = scan.options
        }
        delegate?.centralManager(self, willRestoreState: state)
    }

    /// Goes on with what an earlier process has saved.
    private func resume(_ saved: SavedCentral) {
        for peripheral in retrievePeripherals(withIdentifiers: saved.peripherals) {
            peripheral.connect(delay: 0, reconnects: false)
        }
        if let scan = saved.scan {
            scanForPeripherals(withServices: scan.uuids, options: scan.options)
        }
    }

    /// Saves a change of the scan or of the peripherals in use.
    private func save(_ change: (inout SavedCentral) -> Void) { saving.save(change) }

    /// A peripheral is in use from now on, or no longer.
    func use(_ peripheral: CBPeripheral, _ isUsed: Bool) {
        save { saved in
            saved.peripherals.removeAll { $0 == peripheral.identifier }
            if isUsed { saved.peripherals.append(peripheral.identifier) }
        }
    }

    override func stateChanged(from old: CBManagerState) {
        if state == .poweredOn, let saved = saving.take() { resume(saved) }
        if state != .poweredOn { endScan() }
        delegate?.centralManagerDidUpdateState(self)
        guard old == .poweredOn else { return }
        for entry in peripherals.values { entry.peripheral?.radioEnded() }
    }

    // MARK: Peripherals

    func peripheral(_ address: BluetoothAddress, _ central: Central) -> CBPeripheral {
        $peripherals.change { table in
            if let known = table[address]?.peripheral { return known }
            let new = CBPeripheral(address, self, central)
            table[address] = WeakPeripheral(new)
            return new
        }
    }

    func forget(_ address: BluetoothAddress, _ id: ObjectIdentifier) {
        $peripherals.change { if $0[address]?.id == id { $0[address] = nil } }
    }

    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        guard let central else { return [] }
        return identifiers.compactMap { host.identifiers.address(of: $0) }
            .map { peripheral($0, central) }
    }

    open func retrieveConnectedPeripherals(withServices services: [CBUUID]) -> [CBPeripheral] {
        guard let central else { return [] }
        return central.peripherals
            .filter { $0.connectionState == .connected && $0.offers(services.map(\.uuid)) }
            .map { peripheral($0.address, central) }
    }

    open func registerForConnectionEvents(
        options: [CBConnectionEventMatchingOption: Any]? = nil
    ) {
        guard isOn(), let central else { return }
        let identifiers = options?[.peripheralUUIDs] as? [UUID]
        let services = (options?[.serviceUUIDs] as? [CBUUID])?.map(\.uuid)
        connectionEvents?.cancel()
        connectionEvents = lane.task { [weak self, changes = central.connectionChanges] in
            for await change in changes {
                let isConnected = change.state == .connected
                guard let self, !Task.isCancelled else { return }
                if !isConnected { guard case .disconnected = change.state else { continue } }
                let peripheral = self.peripheral(change.address, central)
                guard identifiers?.contains(peripheral.identifier) ?? true,
                    services.map({ central.peripheral(change.address).offers($0) }) ?? true
                else { continue }
                self.delegate?.centralManager(
                    self,
                    connectionEventDidOccur: isConnected ? .peerConnected : .peerDisconnected,
                    for: peripheral
                )
            }
        }
    }

    // MARK: Scan

    open func stopScan() {
        endScan()
        save { $0.scan = nil }
    }

    private func endScan() {
        scan?.cancel()
        storedIsScanning = false
    }

    open func scanForPeripherals(withServices services: [CBUUID]?, options: [String: Any]? = nil) {
        guard isOn(), let central else { return }
        endScan()
        let services = services ?? []
        let duplicates = isSet(CBCentralManagerScanOptionAllowDuplicatesKey, options)
        save {
            $0.scan = SavedCentral.Scan(
                services: services.map(\.uuidString),
                duplicates: duplicates
            )
        }
        storedIsScanning = true
        scan = lane.task { [weak self] in
            var found = FoundDevices(services: services, duplicates: duplicates)
            let parameters = ScanParameters { $0.isActive = true }
            do {
                let batches = try await central.scanBatches(.all, parameters, capacity: 1 << 20)
                for try await batch in batches {
                    for report in batch {
                        guard !Task.isCancelled, let self else { return }
                        if let device = found.receive(report) {
                            self.report(report, device, central)
                        }
                    }
                }
            } catch {
                if !Task.isCancelled { misuse("the scan ended: \(error)") }
            }
            if !Task.isCancelled { self?.storedIsScanning = false }
        }
    }

    private func report(
        _ report: AdvertisementReport,
        _ device: FoundDevices.Device,
        _ central: Central
    ) {
        let peripheral = peripheral(report.address, central)
        if let name = device.name { peripheral.isNamed(name) }
        delegate?.centralManager(
            self,
            didDiscover: peripheral,
            advertisementData: device.data,
            rssi: NSNumber(value: report.rssi ?? 127)
        )
    }

    // MARK: Connections

    private func isOwn(_ peripheral: CBPeripheral, _ call: String = #function) -> Bool {
        if peripheral.manager !== self { misuse("\(call) with another manager's peripheral") }
        return peripheral.manager === self
    }

    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        guard isOn(), isOwn(peripheral) else { return }
        use(peripheral, true)
        peripheral.connect(
            delay: (options?[CBConnectPeripheralOptionStartDelayKey] as? NSNumber)?.doubleValue
                ?? 0,
            reconnects: isSet(CBConnectPeripheralOptionEnableAutoReconnect, options)
        )
    }

    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
        guard isOn(), isOwn(peripheral) else { return }
        peripheral.disconnect()
    }
}

/// Whether a flag is set in the options of a call, as a Bool or a number.
func isSet(_ key: String, _ options: [String: Any]?) -> Bool {
    options?[key] as? Bool ?? (options?[key] as? NSNumber)?.boolValue ?? false
}

/// The devices that a scan has found: at least the 5000 last received ones, as devices that change their address have no end.
struct FoundDevices: Sendable {
    struct Device: @unchecked Sendable {
        var advertisement: [UInt8] = []
        var response: [UInt8] = []
        var isConnectable = false
        var isReported = false
        var name: String?
        var fits = true
        /// The dictionary for the delegate, made once for repeated reports.
        var data: [String: Any] = [:]
    }

    private let wanted: Set<BluetoothUUID>
    private let duplicates: Bool
    private static let capacity = 5000
    private var devices: [BluetoothAddress: Device] = [:]
    /// Those before `devices` was emptied.
    private var older: [BluetoothAddress: Device] = [:]
    var count: Int { devices.count + older.count }

    init(services: [CBUUID], duplicates: Bool) {
        wanted = Set(services.map(\.uuid))
        self.duplicates = duplicates
    }

    /// The device, if its report is for the delegate.
    mutating func receive(_ report: AdvertisementReport) -> Device? {
        if devices.count == Self.capacity { (older, devices) = (devices, [:]) }
        var device =
            devices[report.address] ?? older.removeValue(forKey: report.address) ?? Device()
        let isResponse = report.properties.contains(.scanResponse)
        let isNew = (isResponse ? device.response : device.advertisement) != report.data
        if isResponse { device.response = report.data } else { device.advertisement = report.data }
        if isNew || device.data.isEmpty {
            device.isConnectable = report.isConnectable || isResponse && device.isConnectable
            let merged = Advertisement(device.advertisement + device.response)
            device.fits = wanted.isEmpty || !wanted.isDisjoint(with: merged.serviceUUIDs)
            device.name = merged.name
            device.data = merged.dictionary(isConnectable: device.isConnectable)
        }
        let isReported = device.isReported && !duplicates && !(isNew && isResponse)
        if device.fits { device.isReported = true }
        devices[report.address] = device
        return device.fits && !isReported ? device : nil
    }
}

extension Advertisement {
    fileprivate func dictionary(isConnectable: Bool) -> [String: Any] {
        var data: [String: Any] = [
            CBAdvertisementDataIsConnectable: NSNumber(value: isConnectable)
        ]
        data[CBAdvertisementDataLocalNameKey] = name
        data[CBAdvertisementDataTxPowerLevelKey] = txPower.map { NSNumber(value: $0) }
        for (key, uuids) in [
            (CBAdvertisementDataServiceUUIDsKey, serviceUUIDs),
            (CBAdvertisementDataSolicitedServiceUUIDsKey, solicitedServiceUUIDs),
        ] where !uuids.isEmpty {
            data[key] = uuids.map { CBUUID($0) }
        }
        let values = serviceData.map { (CBUUID($0.key), Data($0.value)) }
        if !values.isEmpty {
            data[CBAdvertisementDataServiceDataKey] = Dictionary(values) { $1 }
        }
        if let manufacturer = manufacturerData {
            let company = manufacturer.company
            data[CBAdvertisementDataManufacturerDataKey] =
                Data(
                    [UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + manufacturer.bytes
                )
        }
        return data
    }
}
