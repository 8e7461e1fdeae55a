internal import BluetoothLE
internal import CAccessory

/// The browser without concurrency: its inputs are reports, its outputs changes.
struct BrowserCore: ~Copyable {
    /// The data of a device in addition to the table's numbers.
    private struct Entry {
        var address = BluetoothAddress(value: 0)
        var advertisement = Advertisement([])
        var scanResponse: Advertisement?
        var isConnectable = false
        var isConnected = false
        var isListed = false
        var place = 0
        var time = Duration.zero
        var name: String?
        var advertisingName: String?
        var module: BeaconModule?
        var beacons: [Beacon] = []
        var latestBeacon: Beacon?
        var reading: SensorReading?
    }

    /// The changes caused by a report.
    struct Change {
        var removed: [PeripheralItem] = []
        /// The device's index, if it is listed.
        var index: Int?
        var isNew = false
        var hasNewName = false
        /// Whether anything except the signal and the times has changed.
        var hasNewDetails = false
    }

    let kind: BrowserKind
    let options: BrowserOptions
    /// Decodes a sensor, given the device's address and name.
    private let sensor: SensorReader
    private var table: DeviceTable
    private var entries: [Entry] = []
    /// Listed devices in order; -1 where one was removed.
    private var list: [Int] = []
    private var holes = 0
    private static let maxBeacons = 16

    typealias SensorReader =
        @Sendable (Advertisement, BluetoothAddress, String?) -> SensorReading?

    init(
        kind: BrowserKind,
        options: BrowserOptions,
        sensor: @escaping SensorReader = { SensorReading($0, from: $1, name: $2) }
    ) {
        self.kind = kind
        self.sensor = sensor
        self.options = options
        table = DeviceTable(capacity: options.capacity)
    }

    /// Removes all devices.
    mutating func clear() {
        table = DeviceTable(capacity: options.capacity)
        entries = []
        list = []
        holes = 0
    }

    /// Processes a report.
    ///
    /// - Parameter admits: Called for each report of an unlisted device of the right kind.
    mutating func process(
        _ report: AdvertisementReport,
        serviceUUIDs: [BluetoothUUID],
        admits: (PeripheralItem) -> Bool
    ) -> Change {
        var change = Change()
        let milliseconds = report.time.wholeMilliseconds
        if let lifetime = options.lifetime {
            expire(now: milliseconds, lifetime: lifetime, &change)
        }
        let oldest = entries.count
        let (index, effect) = table.record(report, milliseconds: milliseconds)
        if effect != .known {
            if index < oldest { forget(index, &change) }
            while entries.count <= index { entries.append(Entry()) }
            entries[index].address = report.address
        }
        (change.hasNewName, change.hasNewDetails) = update(report, at: index)
        guard !entries[index].isListed else {
            change.index = index
            return change
        }
        change.hasNewName = false
        guard isOfKind(index), offers(serviceUUIDs, index), admits(item(at: index)) else {
            return change
        }
        entries[index].isListed = true
        entries[index].place = list.count
        list.append(index)
        (change.index, change.isNew) = (index, true)
        return change
    }

    /// Updates the entry. Returns whether the advertised name changed, and whether anything in the
    /// entry except the time changed.
    private mutating func update(
        _ report: AdvertisementReport,
        at index: Int
    ) -> (name: Bool, details: Bool) {
        entries[index].time = report.time
        if report.properties.contains(.scanResponse) {
            guard entries[index].scanResponse?.bytes != report.data else { return (false, false) }
            let response = report.advertisement
            entries[index].scanResponse = response
            return (read(response, at: index), true)
        }
        let isOther = entries[index].isConnectable != report.isConnectable
        entries[index].isConnectable = report.isConnectable
        guard entries[index].advertisement.bytes != report.data else { return (false, isOther) }
        let advertisement = report.advertisement
        entries[index].advertisement = advertisement
        return (read(advertisement, at: index), true)
    }

    private mutating func read(_ advertisement: Advertisement, at index: Int) -> Bool {
        let fields = advertisement.index
        if fields.kind != 0 {
            let isModule = Int(fields.kind) == Int(ACC_BEACON_FEASYCOM.rawValue)
            // a module's frame may be beside the frame of another beacon
            if isModule || fields.mayHaveSeveralFrames || kind == .setting {
                readModule(advertisement, at: index)
            }
            if kind == .beacon || kind == .any {
                for beacon in Beacon.all(in: advertisement) { add(beacon, at: index) }
            }
        }
        let (name, known) = (advertisement.name, entries[index].advertisingName)
        // a shortened name does not replace the full name
        let isBeginning = name.map { advertisement.isNameShortened && known?.hasPrefix($0) == true }
        let isNewName = isBeginning == false && name != known
        if isNewName { entries[index].advertisingName = name }
        readSensor(advertisement, at: index)
        // some sensors are recognised by name, which often is only in the scan response
        if isNewName, advertisement != entries[index].advertisement {
            readSensor(entries[index].advertisement, at: index)
        }
        return isNewName
    }

    private mutating func readSensor(_ advertisement: Advertisement, at index: Int) {
        guard kind == .sensor || kind == .any else { return }
        let (address, name) = (entries[index].address, entries[index].advertisingName)
        if let reading = sensor(advertisement, address, name) {
            entries[index].reading = reading
        }
    }

    private mutating func readModule(_ advertisement: Advertisement, at index: Int) {
        if let module = BeaconModule(advertisement, bits: options.featureBits) {
            entries[index].module = module
        }
    }

    private mutating func add(_ beacon: Beacon, at index: Int) {
        entries[index].latestBeacon = beacon
        if let known = entries[index].beacons.firstIndex(where: { $0.isSameBeacon(as: beacon) }) {
            entries[index].beacons[known] = beacon
        } else {
            if entries[index].beacons.count == Self.maxBeacons {
                entries[index].beacons.removeFirst()
            }
            entries[index].beacons.append(beacon)
        }
    }

    private func isOfKind(_ index: Int) -> Bool {
        switch kind {
        case .beacon: !entries[index].beacons.isEmpty
        case .sensor: entries[index].reading != nil
        case .setting: entries[index].module != nil
        case .any: true
        }
    }

    private func offers(_ wanted: [BluetoothUUID], _ index: Int) -> Bool {
        guard !wanted.isEmpty else { return true }
        let offered = serviceUUIDs(of: index)
        return wanted.contains(where: offered.contains)
    }

    private func serviceUUIDs(of index: Int) -> [BluetoothUUID] {
        let parts = [entries[index].advertisement, entries[index].scanResponse]
        return parts.flatMap { $0.map { Array($0.serviceUUIDs) } ?? [] }
    }

    /// Removes devices without a report within the lifetime.
    mutating func expire(now milliseconds: UInt64, lifetime: Duration, _ change: inout Change) {
        let limit = lifetime.wholeMilliseconds
        guard milliseconds > limit else { return }
        while let index = table.expire(before: milliseconds - limit) { forget(index, &change) }
    }

    private mutating func forget(_ index: Int, _ change: inout Change) {
        if entries[index].isListed {
            change.removed.append(item(at: index, isGone: true))
            list[entries[index].place] = -1
            holes += 1
            if holes > 64 && holes > list.count / 2 { closeHoles() }
        }
        entries[index] = Entry()
    }

    private mutating func closeHoles() {
        setList(list.filter { $0 >= 0 })
    }

    private mutating func setList(_ indices: [Int]) {
        list = indices
        holes = 0
        for (place, index) in list.enumerated() { entries[index].place = place }
    }

    /// Sorts the list by RSSI, strongest first.
    mutating func sortByRSSI() {
        let strengths = list.filter { $0 >= 0 }.map {
            (index: $0, rssi: table.rssi(at: $0) ?? -128)
        }
        setList(strengths.sorted { $0.rssi > $1.rssi }.map(\.index))
    }

    /// The complete state of the device at an index.
    ///
    /// - Parameter isGone: Whether the device is no longer in the table; its numbers are then
    ///   omitted.
    func item(at index: Int, isGone: Bool = false) -> PeripheralItem {
        let entry = entries[index]
        var item = PeripheralItem(id: entry.address, advertisement: entry.advertisement)
        (item.isConnectable, item.isConnected) = (entry.isConnectable, entry.isConnected)
        (item.name, item.advertisingName) = (entry.name, entry.advertisingName)
        item.serviceUUIDs = serviceUUIDs(of: index)
        item.advertisementTimestamp = entry.time
        item.scanResponse = entry.scanResponse
        (item.module, item.reading) = (entry.module, entry.reading)
        (item.beacons, item.latestBeacon) = (entry.beacons, entry.latestBeacon)
        guard !isGone else { return item }
        item.rssi = table.rssi(at: index)
        item.smoothedRSSI = table.smoothedRSSI(at: index)
        item.rssiHistory = table.rssiHistory(at: index)
        item.advertisementIntervals = table.intervals(at: index)
        item.advertisementInterval = table.interval(at: index)
        item.reportCount = table.reportCount(at: index)
        return item
    }

    /// Returns the listed report for a report of a listed device; nil for other devices.
    func listed(_ report: AdvertisementReport, _ change: Change) -> ListedReport? {
        guard let index = change.index else { return nil }
        return ListedReport(
            report: report,
            place: index,
            isNew: change.isNew,
            item: change.isNew ? item(at: index) : nil,
            details: change.isNew || change.hasNewDetails ? details(report, at: index) : nil,
            reportCount: table.reportCount(at: index),
            smoothedRSSI: table.smoothedRSSI(at: index),
            interval: table.interval(at: index)
        )
    }

    private func details(
        _ report: AdvertisementReport,
        at index: Int
    ) -> ListedReport.Details {
        let (advertised, read) = (entries[index].advertisingName, entries[index].name)
        let response =
            report.properties.contains(.scanResponse) ? entries[index].scanResponse : nil
        return ListedReport.Details(
            advertisement: response ?? entries[index].advertisement,
            advertisingName: advertised,
            displayedName: PeripheralItem.displayedName(advertised: advertised, read: read),
            isConnectable: entries[index].isConnectable,
            beacons: entries[index].beacons,
            power: ReferencePower(
                latest: entries[index].latestBeacon,
                beacons: entries[index].beacons,
                entries[index].advertisement,
                entries[index].scanResponse
            )
        )
    }

    /// The address of the device at an index.
    func address(at index: Int) -> BluetoothAddress { entries[index].address }

    /// All listed devices in order.
    var items: [PeripheralItem] { list.filter { $0 >= 0 }.map { item(at: $0) } }

    /// The number of listed devices.
    var count: Int { list.count - holes }

    /// The number of known devices, listed or not.
    var rememberedCount: Int { table.count }

    /// The listed device with this address.
    func item(of address: BluetoothAddress) -> PeripheralItem? {
        table.find(address).flatMap { entries[$0].isListed ? item(at: $0) : nil }
    }

    /// Sets the name read over a connection. Returns true if it changed.
    mutating func setName(_ name: String, of address: BluetoothAddress) -> Bool {
        guard let index = table.find(address), entries[index].name != name else { return false }
        entries[index].name = name
        return entries[index].isListed
    }

    mutating func setConnected(_ isConnected: Bool, _ address: BluetoothAddress) {
        if let index = table.find(address) { entries[index].isConnected = isConnected }
    }
}

extension Duration {
    /// The duration in whole milliseconds, limited to the range of the type.
    var wholeMilliseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1000 else { return .max }
        return UInt64(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
