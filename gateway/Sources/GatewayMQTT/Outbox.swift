internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayGroup
internal import GatewaySpool

/// Messages that are not spooled: discovery, which is built when it is sent, the removal of devices, and messages that
/// are not needed after the broker was unreachable.
struct Outbox {
    /// A message that is not in the spool.
    struct Message: Sendable {
        var topic: String
        var payload: [UInt8] = []
        var qos: Int32 = 1
        var isRetained = false
        /// Whether it needs the signature of the group.
        var isSealed = false
        /// The removal that is complete when the broker acknowledges the message.
        var removal: Int64?
    }

    /// Maximum number of queued advertisements; the oldest are dropped and counted.
    static let capacity = 2000
    /// Maximum number of known devices for Home Assistant.
    private static let deviceCapacity = 20_000

    let discovery: Discovery
    var devices: [UInt64: SinkDevice] = [:]
    private var people: Set<String> = []
    /// Devices with pending discovery, oldest first.
    private var unannounced: [UInt64] = []
    private var isUnannounced: Set<UInt64> = []
    private var unannouncedPeople: Set<String> = []
    /// Whether to send each device's last state, too, after Home Assistant has lost it.
    private var repeatsStates = false
    private var messages: [Message] = []
    /// Removals that the broker has not acknowledged.
    private(set) var removals: [Int64: Removal] = [:]
    /// The removals to send, newest last.
    private var unsentRemovals: [Int64] = []
    private var silence = SilenceRule()
    /// Devices whose discovery has changed, and is not sent.
    private var changed: Set<UInt64> = []
    private var repeats = StateRepeats()

    /// - Parameter notes: The notes of earlier runs.
    init(_ discovery: Discovery, notes: [Note] = []) {
        self.discovery = discovery
        for note in notes {
            switch note.kind {
            case .device:
                guard let record = DeviceRecord(note) else { continue }
                devices[record.address] = SinkDevice(record, discovery.topics)
            case .person: people.insert(String(decoding: note.value, as: UTF8.self))
            case .removal: removals[note.key] = Removal(note)
            case .events, .counter, .open: break
            }
        }
    }

    var isEmpty: Bool {
        messages.isEmpty && unannounced.isEmpty && unannouncedPeople.isEmpty
            && unsentRemovals.isEmpty
    }

    // MARK: - Readings

    /// Records a device's quantities; returns the message of its reading, and notes that belong to it.
    mutating func note(_ reading: Reading, state: [UInt8]) -> (SpoolMessage, [Note]) {
        let device = device(of: reading)
        let wasSilent = device.record.silence > 0
        device.record.silence = 0
        device.isAwake = true
        let isNew = device.record.learn(reading)
        if isNew || device.lastTime == nil { device.record.seen = reading.time }
        let isFirst = device.lastTime == nil && discovery.isGroup
        device.lastTime = reading.time
        if isNew || isFirst { announceChange(reading.address.value) }
        let hasEvents = keepState(of: reading, state, device)
        let message = SpoolMessage(
            key: device.key(reading.format),
            topic: device.topic,
            payload: state,
            isEvent: hasEvents
        )
        return (message, isNew || wasSilent || isFirst ? [device.record.note] : [])
    }

    /// Keeps what may be sent again: events happen once. Returns whether there are any.
    private func keepState(of reading: Reading, _ state: [UInt8], _ device: SinkDevice) -> Bool {
        func isEvent(_ measurement: SensorMeasurement) -> Bool {
            if case .event = measurement.value { true } else { false }
        }
        guard reading.measurements.contains(where: isEvent) else {
            device.keep(state, at: reading.time)
            return false
        }
        var lasting = reading
        lasting.measurements.removeAll(where: isEvent)
        if !lasting.measurements.isEmpty {
            device.keep(discovery.topics.payload(lasting), at: reading.time)
        }
        return true
    }

    private mutating func device(of reading: Reading) -> SinkDevice {
        if let known = devices[reading.address.value] { return known }
        let device = SinkDevice(DeviceRecord(reading.address), discovery.topics)
        devices[reading.address.value] = device
        return device
    }

    /// Records a presence entry; returns its note if it is new.
    mutating func note(_ change: PresenceChange) -> [Note] {
        guard people.insert(change.name).inserted else { return [] }
        unannouncedPeople.insert(change.name)
        return [Note(.person, SpoolKey.make(0, change.name), Array(change.name.utf8))]
    }

    /// Queues all discovery messages again.
    ///
    /// - Parameters:
    ///   - withStates: Whether to send the last states, too.
    ///   - isOwn: Whether this gateway sends the state of a device.
    mutating func announceAll(withStates: Bool, isOwn: (UInt64) -> Bool = { _ in true }) {
        for key in devices.keys {
            announce(key)
            if withStates { devices[key]?.repeatsState = isOwn(key) }
        }
        unannouncedPeople = people
        repeatsStates = repeatsStates || withStates
        unsentRemovals = Array(removals.keys)
    }

    /// Queues a message. Returns whether another one was dropped.
    mutating func add(_ message: Message) -> Bool {
        messages.append(message)
        guard messages.count > Self.capacity else { return false }
        messages.removeFirst()
        return true
    }

    /// Queues a device's discovery, which has changed.
    mutating func announceChange(_ key: UInt64) {
        announce(key)
        changed.insert(key)
    }

    private mutating func announce(_ key: UInt64) {
        guard discovery.topics.discovery != nil, isUnannounced.insert(key).inserted else { return }
        unannounced.append(key)
    }

    // MARK: - Messages

    /// The messages to send next. Removals are before announcements: a removed device may be back.
    mutating func next(now: Int64) -> [Message] {
        if !messages.isEmpty { return [messages.removeFirst()] }
        if let key = unsentRemovals.popLast() { return removals[key].map(removalMessages) ?? [] }
        if let name = unannouncedPeople.popFirst() {
            guard let topic = discovery.topics.configuration(Topics.person(name)) else {
                return []
            }
            return [Message(topic: topic, payload: discovery.presence(name), isRetained: true)]
        }
        guard let key = unannounced.popLast() else { return [] }
        isUnannounced.remove(key)
        defer { if unannounced.isEmpty { repeatsStates = false } }
        let isChanged = changed.remove(key) != nil
        guard let device = devices[key] else { return [] }
        if isChanged { repeats.announced(key) }
        return announcement(device, now)
    }

    /// Queues the states that Home Assistant has missed while it read changed discovery. Call it often.
    ///
    /// - Parameters:
    ///   - steady: Steady milliseconds.
    ///   - now: Milliseconds since 1970.
    ///   - isOwn: Whether this gateway sends the state of a device.
    mutating func repeatStates(steady: Int64, now: Int64, isOwn: (UInt64) -> Bool) {
        let devices = devices
        for key in repeats.due(at: steady, count: { devices[$0]?.stateCount ?? 0 }) {
            guard isOwn(key), let device = devices[key], let state = state(of: device, now) else {
                continue
            }
            messages.append(state)
        }
    }

    /// The last state of a device; nil if it is too old.
    private func state(of device: SinkDevice, _ now: Int64) -> Message? {
        guard !device.lastState.isEmpty, now - device.stateTime < discovery.expireAfter else {
            return nil
        }
        let topic = discovery.topics.state(device.plainAddress)
        return Message(topic: topic, payload: device.lastState)
    }

    private func announcement(_ device: SinkDevice, _ now: Int64) -> [Message] {
        guard let topic = discovery.topics.configuration(Topics.device(device.plainAddress)) else {
            return []
        }
        var all = [Message(topic: topic, payload: discovery.payload(device), isRetained: true)]
        if discovery.isGroup, device.lastTime != nil { all.append(record(of: device)) }
        if repeatsStates, device.repeatsState, let state = state(of: device, now) {
            all.append(state)
        }
        return all
    }

    // MARK: - Removals

    /// Empty retained messages, which remove those that the broker has.
    private func removalMessages(_ removal: Removal) -> [Message] {
        let plain = BluetoothAddress(value: UInt64(bitPattern: removal.key)).plainText
        return removal.topics.map { topic in
            let isRecord = topic == discovery.topics.record(plain)
            return Message(
                topic: topic,
                payload: isRecord ? Tombstone(forgotten: removal.time).json : [],
                isRetained: true,
                isSealed: isRecord,
                removal: topic == removal.topics.last ? removal.key : nil
            )
        }
    }

    /// Removes what the broker retains of a device; returns the notes that change. The device is new when it is received
    /// again.
    ///
    /// - Parameter now: Milliseconds since 1970.
    mutating func forget(_ address: UInt64, now: Int64) -> [Note] {
        devices[address] = nil
        changed.remove(address)
        let plain = BluetoothAddress(value: address).plainText
        var topics = [
            discovery.topics.configuration(Topics.device(plain)), discovery.topics.state(plain),
        ]
        if discovery.isGroup {
            topics += [discovery.topics.room(plain), discovery.topics.record(plain)]
        }
        return remove(Int64(address), topics.compactMap(\.self), now) + [
            Note(.device, Int64(address))
        ]
    }

    /// Removes devices that the filter denies, and presence entries that are no longer configured.
    mutating func forgetAll(
        deniedBy filter: Configuration.Filter,
        butPeople named: [String],
        now: Int64
    ) -> [Note] {
        var notes: [Note] = []
        for device in devices.values.map(\.record)
        where filter.denies(device.bluetoothAddress, name: device.name, kinds: device.kinds) {
            notes += forget(device.address, now: now)
        }
        for name in people.subtracting(named) { notes += forgetPerson(name, now) }
        return notes
    }

    private mutating func forgetPerson(_ name: String, _ now: Int64) -> [Note] {
        people.remove(name)
        unannouncedPeople.remove(name)
        let key = SpoolKey.make(0, name)
        let topics = [
            discovery.topics.configuration(Topics.person(name)), discovery.topics.presence(name),
        ]
        return remove(key, topics.compactMap(\.self), now) + [Note(.person, key)]
    }

    private mutating func remove(_ key: Int64, _ topics: [String], _ now: Int64) -> [Note] {
        let removal = Removal(key, topics, time: now)
        removals[key] = removal
        unsentRemovals.append(key)
        return [removal.note]
    }

    /// Records that the broker has acknowledged a removal; returns the note that changes.
    mutating func removed(_ key: Int64) -> [Note] {
        // a later removal of the same device is still to be sent
        if unsentRemovals.contains(key) { return [] }
        return removals[key] == nil ? [] : [Note(.removal, removals.removeValue(forKey: key)!.key)]
    }

    /// Removes devices that were silent for too long, and the most silent ones of too many. Call it often.
    ///
    /// - Parameters:
    ///   - steady: Steady milliseconds.
    ///   - now: Milliseconds since 1970.
    mutating func forgetSilent(after limit: Int64, steady: Int64, now: Int64) -> [Note] {
        guard let time = silence.time(at: steady, limit) else { return [] }
        let isReceiving = devices.values.contains(where: \.isAwake)
        guard isReceiving else { return [] }
        var notes: [Note] = []
        for device in devices.values {
            if !device.isAwake {
                device.record.silence += time
                notes.append(device.record.note)
            }
            device.isAwake = false
        }
        for key in devices.filter({ $0.value.record.silence >= limit }).keys {
            notes += forget(key, now: now)
        }
        let excess = devices.count - Self.deviceCapacity
        if excess > 0 {
            let order = devices.values.map(\.record).sorted { $0.silence > $1.silence }
            for record in order.prefix(excess) { notes += forget(record.address, now: now) }
        }
        return notes
    }
}

/// The times at which silent devices are counted.
struct SilenceRule {
    private static let longestInterval: Int64 = 3_600_000
    private var last: Int64?

    /// The time since the last count, if the next one is due.
    mutating func time(at steady: Int64, _ limit: Int64) -> Int64? {
        guard let last else {
            self.last = steady
            return nil
        }
        guard steady - last >= min(Self.longestInterval, limit / 8) else { return nil }
        self.last = steady
        return steady - last
    }
}
