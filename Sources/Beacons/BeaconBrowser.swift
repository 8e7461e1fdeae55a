internal import AccessoryConcurrency
public import BluetoothLE
public import FoundationEssentials
import Synchronization

/// Lists nearby devices. With a central, the browser scans and keeps the adapter's state, the
/// connections and the names up to date:
///
/// ```swift
/// let browser = BeaconBrowser(central, kind: .beacon)
/// try await browser.startScanning()
/// for await event in await browser.events {
///     guard case .added(let item) = event else { continue }
///     print(item.displayedName, item.rssi ?? 0)
///     break
/// }
/// await browser.stopScanning()
/// ```
///
/// Without a central, it processes reports from any source, such as a capture or a test, with
/// `scan` or `process`. The caller then calls `setState`, `setName` and `setConnected`.
public actor BeaconBrowser {
    /// The kind of devices to list.
    public nonisolated let kind: BrowserKind
    /// The filter for new devices. A change does not affect devices that are already listed.
    public var filter: BrowserFilter
    /// The state of the radio that delivers the reports.
    public private(set) var state = BrowserState.unknown
    /// Whether `scan`, or the scan started by `startScanning`, is running.
    public private(set) var isScanning = false
    /// Why the filter in `filterFile` was not loaded; nil if it was loaded or the file does not
    /// exist.
    public nonisolated let filterProblem: BrowserFilterError?

    private let filterFile: URL?
    private let shouldAdd: @Sendable (PeripheralItem) -> Bool
    private var core: BrowserCore
    private var serviceUUIDs: [BluetoothUUID] = []
    private var listeners: [Int: AsyncStream<BrowserEvent>.Continuation] = [:]
    private var nextListener = 0
    private nonisolated let ends = Broadcaster<BrowserScanEnd>()
    private let central: Central?
    /// Capacity of the report queue of a scan: 0.2 s at 300 000 reports/s.
    private static let waitingReports = 65536
    private let watching = Mutex<[Task<Void, Never>]>([])
    /// The scan started by `startScanning`. Each scan has a number.
    private var scanning: Task<Void, Never>?
    private var scanCount = 0
    private var connected: [Connected] = []

    /// A device with an open connection.
    private struct Connected {
        let address: BluetoothAddress
        /// The last state of the device, if it was listed.
        var item: PeripheralItem?
        /// The name read over the connection.
        var name: String?
    }

    /// - Parameters:
    ///   - kind: The kind of devices to list.
    ///   - filter: The filter; nil loads the filter saved in `filterFile`, or else admits every
    ///     device.
    ///   - filterFile: The file of `saveFilter`.
    ///   - options: The browser's limits.
    ///   - shouldAdd: Called after the filter, before a device is added. While it returns false, it
    ///     is called again for each report of the device.
    ///   - sensor: Decodes the sensor in an advertisement, given the device's address and name. By
    ///     default it decodes the built-in formats that need no key.
    public init(
        kind: BrowserKind,
        filter: BrowserFilter? = nil,
        filterFile: URL? = nil,
        options: BrowserOptions = BrowserOptions(),
        shouldAdd: @escaping @Sendable (PeripheralItem) -> Bool = { _ in true },
        sensor: @escaping @Sendable (Advertisement, BluetoothAddress, String?) -> SensorReading? = {
            SensorReading($0, from: $1, name: $2)
        }
    ) {
        self.init(nil, kind, filter, filterFile, options, shouldAdd, sensor)
    }

    /// Creates a browser that scans with a central and follows its adapter and connections.
    ///
    /// The parameters are the same as for the initialiser without a central.
    public init(
        _ central: Central,
        kind: BrowserKind,
        filter: BrowserFilter? = nil,
        filterFile: URL? = nil,
        options: BrowserOptions = BrowserOptions(),
        shouldAdd: @escaping @Sendable (PeripheralItem) -> Bool = { _ in true },
        sensor: @escaping @Sendable (Advertisement, BluetoothAddress, String?) -> SensorReading? = {
            SensorReading($0, from: $1, name: $2)
        }
    ) {
        self.init(central, kind, filter, filterFile, options, shouldAdd, sensor)
        let (states, changes) = (central.states, central.connectionChanges)
        let present = central.peripherals.filter { $0.connectionState == .connected }
        let tasks = [
            central.time.task { [weak self] in
                for await state in states { await self?.setState(BrowserState(state)) }
            },
            central.time.task { [weak self] in
                for peripheral in present { await self?.setConnected(true, peripheral.address) }
                for await change in changes { await self?.handle(change) }
            },
        ]
        watching.withLock { $0 = tasks }
    }

    private init(
        _ central: Central?,
        _ kind: BrowserKind,
        _ filter: BrowserFilter?,
        _ filterFile: URL?,
        _ options: BrowserOptions,
        _ shouldAdd: @escaping @Sendable (PeripheralItem) -> Bool,
        _ sensor: @escaping @Sendable (Advertisement, BluetoothAddress, String?) -> SensorReading?
    ) {
        self.central = central
        self.kind = kind
        self.filterFile = filterFile
        self.shouldAdd = shouldAdd
        core = BrowserCore(kind: kind, options: options, sensor: sensor)
        var problem: BrowserFilterError?
        var saved: BrowserFilter?
        if filter == nil, let filterFile {
            do throws(BrowserFilterError) {
                saved = try BrowserFilter.load(from: filterFile)
            } catch {
                problem = error
            }
        }
        self.filter = filter ?? saved ?? .everything
        filterProblem = problem
    }

    deinit {
        scanning?.cancel()
        ends.finish()
        for task in watching.withLock({ $0 }) { task.cancel() }
    }

    /// The listed devices in order of discovery, or as ordered by `sortByRSSI`.
    public var peripheralItems: [PeripheralItem] { core.items }

    /// The connected devices that have been listed since the scan started, in order of connection.
    public var connectedPeripheralItems: [PeripheralItem] {
        connected.compactMap { device in
            guard var item = core.item(of: device.address) ?? device.item else { return nil }
            item.isConnected = true
            return item
        }
    }

    /// The number of listed devices.
    public var count: Int { core.count }

    /// Returns the listed device with this address; nil if there is none.
    public func item(_ address: BluetoothAddress) -> PeripheralItem? { core.item(of: address) }

    /// Changes the filter.
    public func setFilter(_ filter: BrowserFilter) {
        self.filter = filter
    }

    /// Saves the filter to `filterFile`, from which the next browser loads it.
    ///
    /// - Throws: `BrowserFilterError.noFile` if there is no file, or the error of writing it.
    public func saveFilter() throws {
        guard let filterFile else { throw BrowserFilterError.noFile }
        try filter.save(to: filterFile)
    }

    /// Events from now on, for any number of readers. The buffer has 1024 events: a slow reader
    /// loses the oldest ones beyond that, but the list itself is always complete.
    public var events: AsyncStream<BrowserEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: BrowserEvent.self,
            bufferingPolicy: .bufferingNewest(1024)
        )
        let number = nextListener
        nextListener += 1
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            Task { await self.drop(number) }
        }
        return stream
    }

    private func drop(_ number: Int) {
        listeners[number] = nil
    }

    /// Clears the list and scans with the central until `stopScanning`. Stops a scan that is
    /// already running.
    ///
    /// - Parameter services: If not empty, only devices that advertise one of these services are
    ///   added.
    /// - Throws: `CentralError`; `BrowserError.noCentral`. If the scan later ends by itself,
    ///   `scanEnds` reports why.
    public func startScanning(services: [BluetoothUUID] = []) async throws {
        guard let central else { throw BrowserError.noCentral }
        stopScanning()
        scanCount += 1
        let number = scanCount
        let batches = try await central.scanBatches(capacity: Self.waitingReports)
        // another call may have replaced this scan
        guard number == scanCount else { return }
        clear(services: services)
        isScanning = true
        scanning = central.time.task { [weak self] in
            let result = await Result {
                for try await batch in batches {
                    try Task.checkCancellation()
                    await self?.process(batch)
                }
            }
            switch result {
            case .success: await self?.scanEnded(number, .stopped)
            case .failure(let error): await self?.scanEnded(number, .failed(error))
            }
        }
    }

    /// The end of each scan started by `startScanning`, from now on: one value for each scan. Any
    /// number of readers; the buffer has no limit.
    public nonisolated var scanEnds: AsyncStream<BrowserScanEnd> { ends.stream() }

    /// Stops the scan started by `startScanning`. The list is kept.
    public func stopScanning() {
        scanCount += 1
        guard let scanning else { return }
        scanning.cancel()
        self.scanning = nil
        isScanning = false
        ends.send(.stopped)
    }

    private func scanEnded(_ number: Int, _ end: BrowserScanEnd) {
        guard number == scanCount else { return }
        scanning = nil
        isScanning = false
        ends.send(end)
    }

    /// Clears the list and processes reports until they end or the task is cancelled.
    ///
    /// - Parameters:
    ///   - reports: The received advertisements.
    ///   - services: If not empty, only devices that advertise one of these services are added.
    public func scan<Reports: AsyncSequence & Sendable>(
        _ reports: Reports,
        services: [BluetoothUUID] = []
    ) async throws where Reports.Element == AdvertisementReport {
        clear(services: services)
        isScanning = true
        defer { isScanning = false }
        for try await report in reports {
            try Task.checkCancellation()
            process(report)
        }
    }

    /// Clears the list before reports are passed to `process`.
    public func clear(services: [BluetoothUUID] = []) {
        serviceUUIDs = services
        core.clear()
        for index in connected.indices { connected[index].item = nil }
        emit { .listChanged }
    }

    /// Processes one report.
    public func process(_ report: AdvertisementReport) {
        _ = enter(report)
    }

    /// Processes many reports at once.
    public func process(_ reports: [AdvertisementReport]) {
        for report in reports { _ = enter(report) }
    }

    /// Processes many reports at once; returns the reports of listed devices.
    package func list(_ reports: [AdvertisementReport]) -> [ListedReport] {
        reports.compactMap { core.listed($0, enter($0)) }
    }

    private func enter(_ report: AdvertisementReport) -> BrowserCore.Change {
        let (filter, shouldAdd) = (filter, shouldAdd)
        let change = core.process(report, serviceUUIDs: serviceUUIDs) { item in
            filter.admits(name: item.displayedName, rssi: item.rssi) && shouldAdd(item)
        }
        remember(change)
        guard !listeners.isEmpty else { return change }
        for item in change.removed { emit { .removed(item) } }
        guard let index = change.index else { return change }
        let item = core.item(at: index)
        if change.isNew {
            emit { .added(item) }
        } else {
            if change.hasNewName { emit { .advertisingNameChanged(item) } }
            emit { .rssiChanged(item) }
        }
        return change
    }

    /// Removes devices whose last report is older than the lifetime at the given time on the
    /// reports' clock. `process` also does this.
    public func expire(at time: Duration) {
        guard let lifetime = core.options.lifetime else { return }
        var change = BrowserCore.Change()
        core.expire(now: time.wholeMilliseconds, lifetime: lifetime, &change)
        remember(change)
        for item in change.removed { emit { .removed(item) } }
    }

    /// Sorts the list once by RSSI, strongest first.
    public func sortByRSSI() {
        core.sortByRSSI()
        emit { .listChanged }
    }

    /// Sets the radio's state. The owner of the radio calls this.
    public func setState(_ state: BrowserState) {
        guard state != self.state else { return }
        self.state = state
        emit { .stateChanged(state) }
    }

    /// Sets a device's name as read over a connection.
    public func setName(_ name: String, of address: BluetoothAddress) {
        if let place = connected.firstIndex(where: { $0.address == address }) {
            connected[place].name = name
        }
        guard core.setName(name, of: address), let item = core.item(of: address) else { return }
        emit { .nameChanged(item) }
    }

    /// Records that a connection to a device opened or closed.
    public func setConnected(_ isConnected: Bool, _ address: BluetoothAddress) {
        core.setConnected(isConnected, address)
        let place = connected.firstIndex { $0.address == address }
        if let place, !isConnected {
            connected.remove(at: place)
        } else if place == nil, isConnected {
            connected.append(Connected(address: address, item: core.item(of: address)))
        }
    }

    // MARK: The central's connections

    private func handle(_ change: ConnectionChange) {
        let isConnected = change.state == .connected
        setConnected(isConnected, change.address)
        guard isConnected, let central else { return }
        let peripheral = central.peripheral(change.address)
        _ = central.time.task { [weak self] in
            // without a name, or after a disconnection, the known name is kept
            let name = try? await peripheral.characteristic(0x2A00, in: 0x1800).read()
            guard let name, !name.isEmpty else { return }
            await self?.setName(String(decoding: name, as: UTF8.self), of: change.address)
        }
    }

    /// Records the changes of a report for connected devices.
    private func remember(_ change: BrowserCore.Change) {
        guard !connected.isEmpty else { return }
        for index in connected.indices {
            let address = connected[index].address
            if let item = change.removed.first(where: { $0.id == address }) {
                connected[index].item = item
            }
            guard change.isNew, let new = change.index, core.address(at: new) == address else {
                continue
            }
            core.setConnected(true, address)
            if let name = connected[index].name { _ = core.setName(name, of: address) }
            connected[index].item = core.item(at: new)
        }
    }

    private func emit(_ event: () -> BrowserEvent) {
        guard !listeners.isEmpty else { return }
        let event = event()
        for listener in listeners.values { listener.yield(event) }
    }
}
