internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewaySpool

/// Messages that are not spooled: discovery, which is built when it is sent, and messages that are
/// not needed after the broker was unreachable.
struct Outbox {
    /// A message that is not in the spool.
    struct Message: Sendable {
        var topic: String
        var payload: [UInt8]
        var qos: Int32 = 1
        var isRetained = false
    }

    /// Maximum number of queued advertisements; the oldest are dropped and counted.
    static let capacity = 2000
    /// Maximum number of known devices for Home Assistant.
    private static let deviceCapacity = 20_000

    private let discovery: Discovery
    private var devices: [UInt64: SinkDevice] = [:]
    private var people: Set<String> = []
    /// Devices with pending discovery, oldest first.
    private var unannounced: [UInt64] = []
    private var isUnannounced: Set<UInt64> = []
    private var unannouncedPeople: Set<String> = []
    /// Whether to send each device's last state, too, after Home Assistant has lost it.
    private var repeatsStates = false
    private var messages: [Message] = []

    init(_ discovery: Discovery) { self.discovery = discovery }

    var isEmpty: Bool {
        messages.isEmpty && unannounced.isEmpty && unannouncedPeople.isEmpty
    }

    /// Records a device's quantities; returns the message of its reading.
    mutating func note(_ reading: Reading, state: [UInt8]) -> SpoolMessage {
        let device = device(of: reading)
        if device.learn(reading) { announce(reading.address.value) }
        device.lastTime = reading.time
        let hasEvents = keepState(of: reading, state, device)
        return SpoolMessage(
            key: device.key(reading.format),
            topic: device.topic,
            payload: state,
            isEvent: hasEvents
        )
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
        if devices.count >= Self.deviceCapacity { forgetOldest() }
        let device = SinkDevice(reading, discovery.topics)
        devices[reading.address.value] = device
        return device
    }

    mutating func note(_ change: PresenceChange) {
        if people.insert(change.name).inserted { unannouncedPeople.insert(change.name) }
    }

    /// Queues all discovery messages again.
    mutating func announceAll(withStates: Bool) {
        for key in devices.keys { announce(key) }
        unannouncedPeople = people
        repeatsStates = repeatsStates || withStates
    }

    /// Queues a message. Returns whether another one was dropped.
    mutating func add(_ message: Message) -> Bool {
        messages.append(message)
        guard messages.count > Self.capacity else { return false }
        messages.removeFirst()
        return true
    }

    /// The messages to send next.
    mutating func next(now: Int64) -> [Message] {
        if !messages.isEmpty { return [messages.removeFirst()] }
        if let name = unannouncedPeople.popFirst() {
            guard let topic = discovery.topics.configuration("accessory_presence_\(name)") else {
                return []
            }
            return [Message(topic: topic, payload: discovery.presence(name), isRetained: true)]
        }
        guard let key = unannounced.popLast() else { return [] }
        isUnannounced.remove(key)
        defer { if unannounced.isEmpty { repeatsStates = false } }
        guard let device = devices[key] else { return [] }
        return announcement(device, now)
    }

    private func announcement(_ device: SinkDevice, _ now: Int64) -> [Message] {
        guard let topic = discovery.topics.configuration("accessory_\(device.plainAddress)") else {
            return []
        }
        var all = [Message(topic: topic, payload: discovery.payload(device), isRetained: true)]
        if repeatsStates, !device.lastState.isEmpty, now - device.stateTime < discovery.expireAfter
        {
            let state = discovery.topics.state(device.plainAddress)
            all.append(Message(topic: state, payload: device.lastState))
        }
        return all
    }

    private mutating func announce(_ key: UInt64) {
        guard discovery.topics.discovery != nil, isUnannounced.insert(key).inserted else { return }
        unannounced.append(key)
    }

    private mutating func forgetOldest() {
        let times = devices.values.map(\.lastTime).sorted()
        let median = times[times.count / 2]
        devices = devices.filter { $0.value.lastTime > median }
    }
}
