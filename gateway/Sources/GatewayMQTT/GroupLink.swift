internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayGroup
internal import GatewaySpool
internal import Synchronization

/// Connects the group's rules with the spool and the broker.
///
/// Any thread may offer readings; the delivery thread does the rest.
final class GroupLink: Sendable {
    /// A reading that waits for other gateways.
    private typealias Logic = Group<SpoolMessage>

    private struct State {
        var logic: Logic
        var throttle: Configuration.Throttle
        /// Messages for the other gateways, which belong to this connection.
        var messages: [Outbox.Message] = []
        /// The last message in the spool that is from before the connection.
        var backlogEnd: Int64 = 0
        /// Identities of messages in the spool that another gateway has published.
        var published: Set<UInt64> = []
    }

    /// Time for which the broker keeps what is published while a gateway is not connected, seconds: the own publications without an
    /// acknowledgement, and those of the others. `Group` forgets publications after the same time.
    static let session: UInt32 = 600

    private let name: String
    private let key: GroupKey
    private let topics: Topics
    private let eventAge: Int64
    private let spool: Spool
    private let state: Mutex<State>
    private let counters: GroupCounters
    /// Steady milliseconds, and milliseconds since 1970.
    private let steady, wall: @Sendable () -> Int64

    init(
        _ gateways: Configuration.Gateways,
        _ throttle: Configuration.Throttle,
        awayAfter: Int64,
        eventAge: Int64,
        topics: Topics,
        spool: Spool,
        metrics: Metrics,
        steady: @escaping @Sendable () -> Int64 = { SteadyClock.now },
        wall: @escaping @Sendable () -> Int64 = { WallClock.now }
    ) {
        (self.steady, self.wall) = (steady, wall)
        (name, self.eventAge) = (topics.gateway, eventAge)
        (key, self.topics, self.spool) = (GroupKey(gateways.key), topics, spool)
        let rules = GroupRules(
            name: topics.gateway,
            members: gateways.members,
            room: gateways.room,
            hold: gateways.hold,
            awayAfter: awayAfter
        )
        let boot = UInt64.random(in: 1...UInt64(Int64.max))
        state = Mutex(State(logic: Logic(rules, boot: boot), throttle: throttle))
        counters = GroupCounters(metrics)
    }

    func update(_ throttle: Configuration.Throttle) { state.withLock { $0.throttle = throttle } }

    /// Changes the logic, and does what it decides.
    private func with(_ change: (inout Logic, Int64) -> Void) {
        state.withLock { state in
            change(&state.logic, steady())
            for action in state.logic.takeActions() { act(action, &state) }
            counters.held.set(state.logic.heldCount)
        }
    }

    private func act(_ action: Logic.Action, _ state: inout State) {
        switch action {
        case .publish(let message, let age, let isOld):
            var message = message
            // an event that waited for the broker
            if message.isEvent, age > eventAge {
                message.topic = topics.history(ofState: message.topic)
            }
            spool.offer(message)
            if isOld { state.backlogEnd = spool.lastSequence }
        case .publishEvent(let event):
            let address = BluetoothAddress(value: event.device)
            let message = SpoolMessage(
                key: SpoolKey.make(event.device, "event"),
                topic: topics.state(address.plainText),
                payload: Array(event.state.utf8),
                isEvent: true
            )
            spool.offer(message)
        case .send(var message):
            message.ts = wall()
            let topic = topics.group
            let payload = key.sealed(message.json, topic: topic)
            state.messages.append(Outbox.Message(topic: topic, payload: payload))
            counters.messages.add()
        case .presence(let name, let isHome): spool.offer(topics.message(name, isHome: isHome))
        case .room(let device):
            let topic = topics.room(BluetoothAddress(value: device).plainText)
            let room = Array(state.logic.room.utf8)
            state.messages.append(Outbox.Message(topic: topic, payload: room, isRetained: true))
        case .published(let identities):
            if state.backlogEnd > 0 { state.published.formUnion(identities) }
        }
    }

    // MARK: - Received from devices

    func sighted(_ report: AdvertisementReport) {
        guard let rssi = report.rssi else { return }
        with { $0.sighted(report.address.value, rssi: rssi, at: $1) }
    }

    /// Publishes a reading, or waits for another gateway's publication.
    func offer(_ reading: Reading, _ message: SpoolMessage) {
        let item = GroupReading(reading, state.withLock { $0.throttle })
        let mark = StateMark(identity: item.identity, kind: item.kind)
        let marked = SpoolMessage(
            key: message.key,
            topic: message.topic,
            payload: mark.marked(message.payload),
            isEvent: message.isEvent
        )
        let text = item.isEvent ? String(decoding: marked.payload, as: UTF8.self) : nil
        with { $0.offer(item, marked, state: text, at: $1) }
    }

    func offer(_ change: PresenceChange) {
        with { $0.presence(change.name, isHome: change.isHome, at: $1) }
    }

    /// Puts all readings into the spool, before the end.
    func close() { with { $0.releaseAll(at: $1) } }

    // MARK: - The broker

    var subscriptions: [String] {
        [topics.state("+"), topics.allGroups, topics.presence("+"), topics.allRecords]
    }

    /// Signs a message.
    func sealed(_ payload: [UInt8], topic: String) -> [UInt8] { key.sealed(payload, topic: topic) }

    /// What a message of the broker is for the sink.
    enum Received {
        /// None of the group.
        case other
        case handled
        /// A reading of a device was published.
        case publication(UInt64)
        /// What a gateway knows of a device: a JSON object.
        case record(gateway: String, device: UInt64, [UInt8])
    }

    func connected() {
        let hasBacklog = spool.depth > 0
        state.withLock { state in
            (state.messages, state.published) = ([], [])
            state.backlogEnd = hasBacklog ? spool.lastSequence : 0
        }
        with { $0.connected(hasBacklog: hasBacklog, at: $1) }
    }

    func disconnected() { with { $0.disconnected(at: $1) } }

    /// Does what is due.
    func tick() { with { $0.tick(at: $1) } }

    /// Milliseconds until `tick` must be called.
    var wait: Int64 { state.withLock { $0.logic.wait(at: steady()) } }

    /// The messages for the other gateways.
    func takeMessages() -> [Outbox.Message] {
        state.withLock { state in
            guard !state.messages.isEmpty else { return [] }
            defer { state.messages = [] }
            return state.messages
        }
    }

    func owns(_ device: UInt64) -> Bool {
        state.withLock { $0.logic.owner(of: device) == name || $0.logic.owner(of: device) == nil }
    }

    /// Whether the messages in the spool may be sent: the other gateways have stated what they have published.
    var maySend: Bool { state.withLock { $0.logic.maySend } }

    /// The last message from before the connection; nil if all are delivered.
    var backlogEnd: Int64? {
        state.withLock { $0.logic.hasBacklog ? $0.backlogEnd : nil }
    }

    func backlogDelivered() {
        state.withLock { ($0.backlogEnd, $0.published) = (0, []) }
        with { $0.backlogDelivered(at: $1) }
    }

    /// The payload to send for a message of the spool; nil if another gateway has published it.
    func payload(of message: SpoolMessage, topic: String) -> [UInt8]? {
        guard let mark = StateMark(message.payload) else { return message.payload }
        let (isPublished, isOwner) = state.withLock { state in
            let isOld = message.sequence <= state.backlogEnd
            let device = BluetoothAddress(plainText: topic).map { state.logic.owner(of: $0.value) }
            return (isOld && state.published.contains(mark.identity), !isOld && device == name)
        }
        guard !isPublished else { return nil }
        let published = StateMark.published(message.payload, by: name, asOwner: isOwner)
        return key.sealed(published, topic: topic)
    }

    /// Handles a message of the broker.
    func received(_ message: MQTTClient.Received) -> Received {
        let topic = message.topic
        if let (gateway, device) = topics.gateway(ofRecord: topic) {
            guard !message.payload.isEmpty, let json = open(message) else { return .handled }
            return .record(gateway: gateway, device: device, json)
        }
        if let gateway = topics.gateway(ofGroup: topic) {
            guard let json = open(message), let found = GroupMessage(json: json),
                found.from == gateway
            else { return .handled }
            with { $0.received(found, at: $1) }
        } else if let device = topics.device(ofState: topic) {
            guard let state = open(message),
                let (mark, gateway, isOwner) = StateMark.of(published: state)
            else { return .handled }
            let reading = GroupReading(device: device, identity: mark.identity, kind: mark.kind)
            with { $0.published(reading, by: gateway, asOwner: isOwner, at: $1) }
            return .publication(device)
        } else if let name = topics.name(ofPresence: topic) {
            let text = String(decoding: message.payload, as: UTF8.self)
            guard text == "home" || text == "not_home" else { return .handled }
            with { logic, _ in logic.receivedPresence(name, isHome: text == "home") }
        } else {
            return .other
        }
        return .handled
    }

    func received(status: String, of gateway: String) {
        with { $0.status(gateway, isOnline: status == "online", at: $1) }
    }

    private func open(_ message: MQTTClient.Received) -> [UInt8]? {
        if let opened = key.opened(message.payload, topic: message.topic) { return opened }
        counters.refused.add()
        return nil
    }
}

/// The metrics of a group.
struct GroupCounters: Sendable {
    let messages, refused, held: Counter

    init(_ metrics: Metrics) {
        messages = metrics.counter(
            "group_messages_total",
            help: "Messages sent to the other gateways of the group."
        )
        refused = metrics.counter(
            "group_refused_total",
            help: "Messages without the signature of a gateway of the group."
        )
        held = metrics.gauge(
            "group_held",
            help: "Readings that wait for another gateway's publication."
        )
    }
}
