internal import BeaconCrypto
internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore

/// The devices and rules of the pipeline.
struct PipelineState {
    /// Milliseconds without a report after which a device is forgotten.
    private static let lifetime: Int64 = 3_600_000
    /// Maximum number of known devices; passing phones change their address every 15 minutes.
    private static let capacity = 50_000

    private var configuration: Configuration
    private let counters: PipelineCounters
    /// By which frames of devices with keys are accepted once.
    private let sensorCounters: SensorCounters
    private var notes: DeviceNotes
    private var devices: [UInt64: Device] = [:]
    private var presence: PresenceTable
    private var nextSweep: Int64 = 0
    /// Devices that were published before their name was known, which is denied.
    private var denied: [UInt64] = []

    init(_ configuration: Configuration, _ counters: PipelineCounters, _ notes: [Note]?) {
        (self.configuration, self.counters) = (configuration, counters)
        self.notes = DeviceNotes(notes)
        sensorCounters = SensorCounters((notes ?? []).compactMap(SensorCounters.Entry.init))
        presence = PresenceTable(configuration.presence)
    }

    mutating func update(_ configuration: Configuration) {
        if configuration.presence != self.configuration.presence {
            presence = PresenceTable(configuration.presence)
            for device in devices.values {
                device.carriers = presence.carriers(of: device.address)
            }
        }
        self.configuration = configuration
        // in place: freeing and creating thousands of devices would fragment the heap
        for device in devices.values {
            device.reset()
            device.identity = firstIdentity(device)
        }
    }

    /// The identity of a device that no frame is needed for.
    private func firstIdentity(_ device: Device) -> BluetoothAddress? {
        let address = device.address
        guard address.isRotating, !configuration.filter.publishesRotating,
            !configuration.filter.allow.contains(.address(address.value)),
            !configuration.keys.has(address)
        else { return address }
        guard let known = presence.resolved(device.carriers) else {
            return device.name.map { BluetoothAddress(name: $0) }
        }
        if device.name == nil { device.name = known.name }
        return BluetoothAddress(resolvingKey: known.key)
    }

    /// Looks for the identity of a device in its frame.
    private func identify(_ device: Device, _ advertisement: Advertisement) {
        if case .iBeacon(let beacon)? = Beacon(advertisement) {
            device.identify(as: BluetoothAddress(beacon))
        } else if let name = device.name, !name.isEmpty {
            device.identify(as: BluetoothAddress(name: name))
        }
    }

    mutating func forget(_ address: UInt64) {
        devices[address] = nil
        devices[address | 1 << 48] = nil
        // with their own addresses, other devices have no such identity
        devices = devices.filter { $0.value.identity?.value != address }
        sensorCounters.forget(address)
        notes.forget(address)
    }

    /// Notes that belong to no reading; at most every ten seconds.
    mutating func dueNotes(_ now: Moment) -> [Note] {
        notes.isDue(now.steady) ? takeNotes() : []
    }

    mutating func takeNotes() -> [Note] { notes.take() + counterNotes() }

    private func counterNotes() -> [Note] {
        notes.isKept ? sensorCounters.takeChanges().map(\.note) : []
    }

    mutating func process(
        _ report: AdvertisementReport,
        _ adapter: String,
        _ now: Moment,
        _ items: inout [Item]
    ) {
        let device = device(report.address, now)
        device.lastSeen = now.steady
        if device.adapter != adapter { device.adapter = adapter }
        if !presence.isEmpty { notePresence(device, report, now, &items) }
        if let minimum = configuration.filter.minimumRSSI, (report.rssi ?? 0) < minimum {
            counters.weak.add()
        } else if let reading = read(device, report, adapter, now) {
            items.append(.reading(reading))
        }
    }

    mutating func takeDenied() -> [UInt64] {
        guard !denied.isEmpty else { return [] }
        defer { denied = [] }
        return denied
    }

    /// The device with this 48-bit address of either type; if there are two, the one received last.
    func device(_ address: UInt64) -> Device? {
        let both = [devices[address], devices[address | 1 << 48]].compactMap(\.self)
        return both.max { $0.lastSeen < $1.lastSeen }
    }

    mutating func tick(_ now: Moment) -> [PresenceChange] {
        sweep(now.steady)
        let changes = presence.tick(now)
        counters.home.set(presence.homeCount)
        return changes
    }

    private mutating func device(_ address: BluetoothAddress, _ now: Moment) -> Device {
        // addresses of different types may have the same 48 bits
        let key = address.value | (address.kind == .public ? 0 : 1 << 48)
        if let known = devices[key] { return known }
        if devices.count >= Self.capacity { sweep(now.steady, isFull: true) }
        let device = Device(address)
        device.events = notes.events(of: address.value, now)
        device.carriers = presence.carriers(of: address)
        device.identity = firstIdentity(device)
        devices[key] = device
        counters.devices.set(devices.count)
        return device
    }

    private mutating func sweep(_ now: Int64, isFull: Bool = false) {
        guard isFull || now >= nextSweep else { return }
        nextSweep = now + 60_000
        devices = devices.filter { now - $0.value.lastSeen < Self.lifetime }
        if isFull, devices.count > Self.capacity / 2 {
            let seen = devices.values.map(\.lastSeen).sorted()
            let median = seen[seen.count / 2]
            devices = devices.filter { $0.value.lastSeen > median }
        }
        counters.devices.set(devices.count)
    }

    private mutating func notePresence(
        _ device: Device,
        _ report: AdvertisementReport,
        _ now: Moment,
        _ items: inout [Item]
    ) {
        for at in device.carriers + presence.carriers(of: report.advertisement) {
            if let change = presence.note(at, rssi: report.rssi, at: now) {
                items.append(.presence(change))
            }
        }
    }

    /// Decodes a report to the item to publish; nil for most reports.
    private mutating func read(
        _ device: Device,
        _ report: AdvertisementReport,
        _ adapter: String,
        _ now: Moment
    ) -> Reading? {
        guard device.verdict != .denied else {
            counters.filtered.add()
            return nil
        }
        if !configuration.throttle.isOff, device.hasHandled(report.data, at: now.steady) {
            counters.repeated.add()
            return nil
        }
        return decode(device, report, adapter, now)
    }

    private mutating func decode(
        _ device: Device,
        _ report: AdvertisementReport,
        _ adapter: String,
        _ now: Moment
    ) -> Reading? {
        let advertisement = report.advertisement
        learn(device, advertisement)
        guard device.verdict != .denied else {
            counters.filtered.add()
            return nil
        }
        let reading = configuration.keys.read(
            advertisement,
            from: report.address,
            name: device.name,
            sensors: configuration.sensors,
            isLoose: configuration.isLoose,
            counters: sensorCounters
        )
        // a packet ID only identifies repetitions
        var measurements = reading?.measurements.filter { $0.quantity != "packet-id" } ?? []
        guard let reading, !measurements.isEmpty else {
            remember(report, device)
            countUndecoded(reading, advertisement)
            return nil
        }
        count(reading.format, device)
        guard isAllowed(device, reading) else {
            remember(report, device)
            counters.filtered.add()
            return nil
        }
        guard let identity = device.identity else {
            remember(report, device)
            counters.rotating.add()
            return nil
        }
        let hasEvents = measurements.contains(where: \.isEvent)
        if hasEvents, !device.events.isNew(EventIdentity(reading, report.data), at: now) {
            measurements.removeAll(where: \.isEvent)
            notes.note(identity.value, &device.events, now)
        }
        switch device.judge(measurements, configuration.throttle, at: now.steady) {
        case .due: break
        case .throttled:
            counters.throttled.add()
            return nil
        case .repeated:
            counters.repeated.add()
            // each sighting of an event counts
            if !hasEvents { remember(report, device) }
            return nil
        }
        if !hasEvents { remember(report, device) }
        var readingNotes = reading.isAuthenticated ? counterNotes() : []
        let isEvent = measurements.contains(where: \.isEvent)
        if notes.isKept, isEvent { readingNotes.append(device.events.note(of: identity.value)) }
        var published = Reading(
            address: identity,
            name: device.name,
            adapter: adapter,
            rssi: report.rssi,
            time: now.wall,
            model: reading.model,
            format: reading.format,
            measurements: measurements,
            isAuthenticated: reading.isAuthenticated,
            notes: readingNotes
        )
        published.frame = report.data
        if isEvent { published.event = EventIdentity(reading, report.data).event }
        return published
    }

    /// Without a throttle every report is published, so no frame is skipped.
    private func remember(_ report: AdvertisementReport, _ device: Device) {
        if !configuration.throttle.isOff { device.remember(report.data) }
    }

    /// Learns a device's name and identity, on which the filter's verdict depends.
    private mutating func learn(_ device: Device, _ advertisement: Advertisement) {
        let name = advertisement.name
        let isNew = name != nil && name != device.name
        if isNew { device.name = name }
        if device.identity == nil { identify(device, advertisement) }
        guard isNew || device.verdict == .undecided, let identity = device.identity else { return }
        device.verdict = configuration.filter.verdict(identity, name: device.name)
        if device.verdict == .denied, device.isPublished { denied.append(identity.value) }
    }

    private func isAllowed(_ device: Device, _ reading: SensorReading) -> Bool {
        guard device.verdict == .byKind, let identity = device.identity else { return true }
        let kinds = [reading.format.rawValue, reading.model?.id].compactMap(\.self)
        return configuration.filter.allows(identity, name: device.name, kinds: kinds)
    }

    private func count(_ format: SensorReading.Format, _ device: Device) {
        if device.decoded?.format != format {
            device.decoded = (format, counters.decoded(format))
        }
        device.decoded?.counter.add()
    }

    private func countUndecoded(_ reading: SensorReading?, _ advertisement: Advertisement) {
        if let missing = reading?.missing {
            counters.missing[missing]?.add()
        } else if advertisement.isTruncated {
            counters.malformed.add()
        } else {
            counters.unknown.add()
        }
    }
}

extension SensorMeasurement {
    fileprivate var isEvent: Bool { if case .event = value { true } else { false } }
}
