internal import CMosquitto
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewaySpool
internal import Glibc
internal import Logging
internal import Synchronization

/// The delivery thread: sends messages from the spool and the outbox to the first broker that
/// accepts them.
final class Delivery: @unchecked Sendable {
    // `@unchecked`: everything except locks and constants is used only by the delivery thread

    /// Handles a request: the address in its topic, its payload, whether it was retained, and the
    /// path of its answers.
    typealias RequestTaker =
        @Sendable (
            _ address: String, _ payload: [UInt8], _ isRetained: Bool, _ reply: ReplyPath
        ) -> Void

    private struct InFlight {
        var topic: String
        /// Nil for messages that are not in the spool.
        var receipt: SpoolMessage.Receipt?
        var removal: Int64?
        var sent: Double
        /// The number in the spool.
        var sequence: Int64?

        var key: Suspects.Key { receipt.map { .spooled($0) } ?? .topic(topic) }
    }

    /// Timeout of a broker's answer to a connection request or a message, seconds.
    private static let patience = 30.0

    private let mqtt: Configuration.MQTT
    /// Age from which an event is history, milliseconds.
    private let eventAge: Int64
    private let topics: Topics
    private var health: Health
    private let clientID: String
    private let spool: Spool
    private let group: GroupLink?
    private let outbox: Mutex<Outbox>
    private let takeRequest: RequestTaker?
    private let log: Logger
    private let counters: DeliveryCounters
    private let wake = gateway_event()
    private let isStopping = Atomic<Bool>(false)
    private let idleWaiters = Mutex<[AsyncStream<Never>.Continuation]>([])

    private var inFlight: [Int32: InFlight] = [:]
    private var suspects = Suspects()
    /// Topics with refused messages, which are logged once; at most `topicCapacity`.
    private var refusedTopics: Set<String> = []
    private static let topicCapacity = 1000
    private var isConnected = false
    /// The number of the last message that was taken from the spool in this connection.
    private var lastTaken: Int64 = 0
    /// Brokers that refuse MQTT 5.
    private var oldBrokers: Set<Int> = []
    /// The time of the next discovery, seconds on the monotonic clock.
    private var announceAt: Double?
    private var instance = Instance()
    private var sessions = SessionWatch()
    /// The time from which `online` may be sent again, seconds on the monotonic clock.
    private var onlineAt = 0.0
    private var connectedAt = 0.0

    init(
        _ mqtt: Configuration.MQTT,
        eventAge: Int64,
        topics: Topics,
        clientID: String,
        adapters: [String],
        spool: Spool,
        group: GroupLink? = nil,
        metrics: Metrics,
        log: Logger,
        takeRequest: RequestTaker?
    ) {
        (self.takeRequest, self.eventAge) = (takeRequest, eventAge)
        (self.mqtt, self.topics, self.clientID) = (mqtt, topics, clientID)
        (self.spool, self.group, self.log) = (spool, group, log)
        health = Health(topics: topics, adapters: adapters, metrics: metrics)
        outbox = Mutex(
            Outbox(
                Discovery(topics: topics, expireAfter: mqtt.expireAfter, isGroup: group != nil),
                notes: [.device, .person, .removal].flatMap(spool.notes)
            )
        )
        counters = DeliveryCounters(metrics)
        spool.whenCommitted { [weak self] in self?.signal() }
    }

    deinit { close(wake) }

    func withOutbox<Result: Sendable>(_ change: (inout Outbox) -> Result) -> Result {
        outbox.withLock { change(&$0) }
    }

    /// Adds a message that is not in the spool.
    func add(_ message: Outbox.Message) {
        queue(message)
        signal()
    }

    private func queue(_ message: Outbox.Message) {
        if outbox.withLock({ $0.add(message) }) { counters.overflow.add() }
    }

    /// Wakes the thread.
    func signal() {
        var one: UInt64 = 1
        write(wake, &one, MemoryLayout.size(ofValue: one))
    }

    func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        signal()
    }

    /// Returns when the whole spool is delivered, the thread ends, or the task is cancelled.
    func drained() async {
        let (idle, entry) = AsyncStream.makeStream(of: Never.self)
        idleWaiters.withLock { $0.append(entry) }
        signal()
        for await _ in idle {}
    }

    /// The body of the thread.
    func run() {
        var (at, pause, failures) = (0, 0.5, 0)
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            let wasOld = oldBrokers.contains(at)
            let failure = connection(at)
            counters.setUp(false)
            group?.disconnected()
            guard let failure else { break }
            if isConnected {
                (isConnected, pause, failures) = (false, 0.5, 0)
                counters.reconnects.add()
                noteSession()
            }
            let endpoint = mqtt.brokers[at].endpoint
            // retry at once with 3.1.1 after a refusal of MQTT 5
            if !wasOld, oldBrokers.contains(at) { continue }
            log.warning("broker \(endpoint.host):\(endpoint.port): \(failure)")
            at = (at + 1) % mqtt.brokers.count
            failures += 1
            rest(pause * Double.random(in: 0.75...1.25))
            if failures.isMultiple(of: mqtt.brokers.count) { pause = min(pause * 2, 30) }
        }
        group?.close()
        resumeWaiters()
    }

    private func noteSession() {
        guard sessions.ended(after: Self.now() - connectedAt) else { return }
        log.warning(
            "the broker ended three connections soon after it accepted them; if another client has the client id '\(clientID)', give each gateway its own name, or set client_id"
        )
    }

    private func rest(_ seconds: Double) {
        var entry = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        let end = Self.now() + seconds
        while !isStopping.load(ordering: .sequentiallyConsistent), Self.now() < end {
            // commits wake the thread, too, but do not shorten the pause
            if poll(&entry, 1, Int32((end - Self.now()) * 1000) + 1) > 0 {
                var count: UInt64 = 0
                read(wake, &count, MemoryLayout.size(ofValue: count))
            }
        }
    }

    /// Serves one connection; returns why it ended, nil if it was stopped.
    private func connection(_ at: Int) -> MQTTFailure? {
        let isVersion5 = mqtt.version == .v5 || (mqtt.version == .auto && !oldBrokers.contains(at))
        do throws(MQTTFailure) {
            let client = try MQTTClient(
                mqtt,
                id: clientID,
                isVersion5: isVersion5,
                will: topics.status
            )
            if mqtt.brokers[at].usesTLS { try client.useTLS(mqtt.tls) }
            try client.connect(mqtt.brokers[at].endpoint, keepAlive: mqtt.keepAlive)
            do throws(MQTTFailure) {
                try serve(client, mqtt.brokers[at].endpoint)
            } catch {
                noteVersion(at, isVersion5)
                throw error
            }
            return nil
        } catch {
            return error
        }
    }

    /// Records whether a broker supports MQTT 5, after a connection that ended before it was
    /// accepted. Old brokers answer MQTT 5 in this way; if 3.1.1 fails as well, there is another
    /// cause.
    private func noteVersion(_ at: Int, _ isVersion5: Bool) {
        guard mqtt.version == .auto, !isConnected else { return }
        if isVersion5 { oldBrokers.insert(at) } else { oldBrokers.remove(at) }
    }

    private func serve(_ client: MQTTClient, _ endpoint: Configuration.Endpoint) throws(MQTTFailure)
    {
        setAsideSuspects()
        inFlight = [:]
        lastTaken = 0
        spool.rewind()
        let started = Self.now()
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            let milliseconds = isConnected ? wait() : 1000
            try client.turn(wake: wake, milliseconds: milliseconds) { () throws(MQTTFailure) in
                for event in client.takeEvents() { try handle(event, client, endpoint) }
                guard isConnected else { return }
                announceIfDue()
                forgetSilent()
                health.isDoubled = instance.isDoubled(at: Self.now())
                for message in health.messages(at: Self.now()) { queue(message) }
                if instance.isDue(at: Self.now()) { announceInstance() }
                if let group { try serve(group, client) }
                try fill(client)
            }
            if isConnected {
                try checkPatience()
            } else if Self.now() - started > Self.patience {
                throw MQTTFailure("no answer within \(Int(Self.patience)) s")
            }
        }
        leave(client)
    }

    /// Milliseconds until the next action without external events.
    private func wait() -> Int32 {
        let longest = group.map { Double(min(1000, $0.wait)) / 1000 } ?? 1
        guard let announceAt else { return Int32(longest * 1000) }
        return Int32(max(0, min(longest, announceAt - Self.now())) * 1000)
    }

    private func handle(
        _ event: MQTTClient.Event,
        _ client: MQTTClient,
        _ endpoint: Configuration.Endpoint
    ) throws(MQTTFailure) {
        switch event {
        case .connected: try connected(client, endpoint)
        case .refused(let code): throw .refusal(code)
        case .acknowledged(let id, let reason): acknowledged(id, reason)
        case .received(let message): received(message)
        }
    }

    private func connected(
        _ client: MQTTClient,
        _ endpoint: Configuration.Endpoint
    ) throws(MQTTFailure) {
        isConnected = true
        connectedAt = Self.now()
        counters.setUp(true)
        log.notice("connected to \(endpoint.host):\(endpoint.port)")
        try send(online, client)
        // before the own announcement, which replaces the one that the broker retains
        client.subscribe(topics.instance)
        announceInstance()
        if let homeAssistant = topics.homeAssistant { client.subscribe(homeAssistant) }
        client.subscribe(topics.allStatuses)
        if takeRequest != nil { client.subscribe(topics.requests + "+") }
        if let group {
            for filter in group.subscriptions { client.subscribe(filter) }
            group.connected()
        }
        // the broker may be new, or have lost its retained messages
        outbox.withLock { $0.announceAll(withStates: false) }
        health.announce()
    }

    private var online: Outbox.Message {
        Outbox.Message(topic: topics.status, payload: Array("online".utf8), isRetained: true)
    }

    private func announceInstance() {
        queue(Outbox.Message(topic: topics.instance, payload: instance.payload, isRetained: true))
    }

    private func acknowledged(_ id: Int32, _ reason: Int32) {
        guard let sent = inFlight.removeValue(forKey: id) else { return }
        guard reason < 0x80 else {
            suspects.refused(sent.key)
            return setAside(sent, String(cString: mosquitto_reason_string(reason)))
        }
        suspects.delivered(sent.key)
        noteRemoval(sent)
        counters.latency.record(seconds: Self.now() - sent.sent)
        if let receipt = sent.receipt {
            counters.delivered.add()
            spool.acknowledge(receipt)
        }
    }

    /// Drops a message that the broker refuses, so that it does not block all others.
    private func setAside(_ message: InFlight, _ reason: String) {
        counters.refused.add()
        noteRemoval(message)
        if let receipt = message.receipt { spool.acknowledge(receipt) }
        guard refusedTopics.count < Self.topicCapacity,
            refusedTopics.insert(message.topic).inserted
        else { return }
        log.warning(
            "the broker refuses messages to \(message.topic): \(reason); they are dropped and counted (mqtt_refused_total); check its access rules and size limits, then restart the gateway"
        )
    }

    private func noteRemoval(_ message: InFlight) {
        guard let key = message.removal else { return }
        spool.keep(outbox.withLock { $0.removed(key) })
    }

    /// Some brokers close the connection when they refuse a message.
    private func setAsideSuspects() {
        let now = Self.now()
        let ended = inFlight.values.map { Suspects.Message(key: $0.key, age: now - $0.sent) }
        guard let refused = suspects.connectionEnded(ended) else { return }
        guard let message = inFlight.values.first(where: { $0.key == refused }) else { return }
        setAside(message, "it closed the connection each time")
    }

    private func received(_ message: MQTTClient.Received) {
        let (topic, isRetained) = (message.topic, message.isRetained)
        if let takeRequest, topic.hasPrefix(topics.requests) {
            let address = String(topic.dropFirst(topics.requests.count))
            takeRequest(address, message.payload, isRetained, message.reply)
            return
        }
        if topic == topics.instance { return receivedInstance(message) }
        if let group, isOfGroup(message, group) { return }
        let text = String(decoding: message.payload.prefix(16), as: UTF8.self)
        if topic == topics.homeAssistant, text == "online" {
            // spread over time, as there may be several gateways
            announceAt = Self.now() + Double.random(in: 0...3)
        } else if let group, topic != topics.status, let name = topics.gateway(ofStatus: topic) {
            group.received(status: text, of: name)
        } else if topic == topics.status {
            if text == "offline" { correctStatus() }
        } else if text == "offline", !isRetained {
            // the stopped gateway's devices are unavailable until another gateway announces them
            announceAt = Self.now() + Double.random(in: 1...5)
        }
    }

    private func isOfGroup(_ message: MQTTClient.Received, _ group: GroupLink) -> Bool {
        switch group.received(message) {
        case .other: return false
        case .handled: break
        case .publication(let device): outbox.withLock { $0.wasPublished(device) }
        case .record(let gateway, let device, let json):
            let now = WallClock.now
            spool.keep(outbox.withLock { $0.merge(json, of: gateway, device, now: now) })
        }
        return true
    }

    private func receivedInstance(_ message: MQTTClient.Received) {
        let found = instance.received(
            message.payload,
            isRetained: message.isRetained,
            at: Self.now()
        )
        guard let host = found else { return }
        // at once
        health.announce()
        log.error(
            "two gateways have the name '\(topics.gateway)', on the hosts \(instance.own.host) and \(host); set 'name' of one of them"
        )
    }

    /// Another client's will or its end marks this gateway as offline.
    private func correctStatus() {
        guard Self.now() >= onlineAt else { return }
        onlineAt = Self.now() + 1
        queue(online)
    }

    /// Does what the group's rules require, and sends its messages.
    private func serve(_ group: GroupLink, _ client: MQTTClient) throws(MQTTFailure) {
        group.tick()
        for message in group.takeMessages() { try send(message, client) }
        guard let end = group.backlogEnd else { return }
        let isTaken = lastTaken >= end || spool.depth == 0
        guard isTaken, !inFlight.values.contains(where: { $0.sequence.map { $0 <= end } ?? false })
        else { return }
        group.backlogDelivered()
    }

    private func announceIfDue() {
        guard let at = announceAt, Self.now() >= at else { return }
        announceAt = nil
        health.announce()
        // each gateway of a group knows the devices; one of them repeats the state
        let group = group
        outbox.withLock { $0.announceAll(withStates: true) { group?.owns($0) ?? true } }
    }

    private func forgetSilent() {
        let notes = outbox.withLock {
            $0.forgetSilent(
                after: mqtt.forgetAfter,
                steady: SteadyClock.now,
                now: WallClock.now
            )
        }
        spool.keep(notes)
    }

    /// Sends the messages that fit into the window.
    private func fill(_ client: MQTTClient) throws(MQTTFailure) {
        let window = suspects.isEmpty ? mqtt.window : 1
        while inFlight.count < window {
            let now = WallClock.now
            let messages = outbox.withLock { $0.isEmpty ? nil : $0.next(now: now) }
            guard let messages else { break }
            for message in messages { try send(message, client) }
        }
        guard group?.maySend ?? true else { return }
        while inFlight.count < window {
            let messages = spool.take(window - inFlight.count)
            if messages.isEmpty {
                if inFlight.isEmpty { suspects.clear() }
                if inFlight.isEmpty, spool.depth == 0 { resumeWaiters() }
                return
            }
            for message in messages { try send(message, client) }
        }
    }

    private func send(_ message: Outbox.Message, _ client: MQTTClient) throws(MQTTFailure) {
        guard !suspects.isRefused(message.topic) else { return }
        do throws(MQTTFailure) {
            let (topic, payload) = (message.topic, message.payload)
            let id = try client.publish(
                topic,
                message.isSealed ? group?.sealed(payload, topic: topic) ?? payload : payload,
                qos: message.qos,
                isRetained: message.isRetained
            )
            counters.publishes.add()
            if message.qos > 0 {
                inFlight[id] = InFlight(
                    topic: message.topic,
                    removal: message.removal,
                    sent: Self.now()
                )
            }
        } catch {
            // without a connection, libmosquitto would queue further messages in memory
            guard error.isOversize else { throw error }
            counters.refused.add()
            log.warning("\(error)")
        }
    }

    /// A late event is history: an automation must not open a door after an outage. So is one that may have been
    /// published before the gateway was killed.
    private func topic(of message: SpoolMessage) -> String {
        guard message.isEvent else { return message.topic }
        if spool.isUncertain(message) {
            counters.uncertain.add()
        } else if spool.age(of: message) > eventAge {
            counters.late.add()
        } else {
            return message.topic
        }
        return topics.history(String(message.topic.split(separator: "/").last ?? ""))
    }

    private func send(_ message: SpoolMessage, _ client: MQTTClient) throws(MQTTFailure) {
        lastTaken = message.sequence
        let topic = topic(of: message)
        guard let payload = group.map({ $0.payload(of: message, topic: topic) }) ?? message.payload
        else { return spool.acknowledge(message.receipt) }
        do throws(MQTTFailure) {
            let id = try client.publish(
                topic,
                payload,
                qos: 1,
                isRetained: message.isRetained,
                correlation: message.correlation ?? []
            )
            counters.publishes.add()
            inFlight[id] = InFlight(
                topic: message.topic,
                receipt: message.receipt,
                sent: Self.now(),
                sequence: message.sequence
            )
        } catch {
            guard error.isOversize else { throw error }
            let unsent = InFlight(topic: message.topic, receipt: message.receipt, sent: Self.now())
            setAside(unsent, "\(error)")
        }
    }

    private var lastCheck = 0.0

    private func checkPatience() throws(MQTTFailure) {
        let now = Self.now()
        guard now - lastCheck > 1 else { return }
        lastCheck = now
        guard let oldest = inFlight.values.lazy.map(\.sent).min(), now - oldest > Self.patience
        else { return }
        throw MQTTFailure("no acknowledgement within \(Int(Self.patience)) s")
    }

    /// Disconnects cleanly, which prevents the will message.
    private func leave(_ client: MQTTClient) {
        guard isConnected else { return }
        try? send(
            Outbox.Message(topic: topics.status, payload: Array("offline".utf8), isRetained: true),
            client
        )
        let end = Self.now() + 2
        while !inFlight.isEmpty, Self.now() < end {
            guard (try? client.turn(wake: wake, milliseconds: 100)) != nil else { return }
            for event in client.takeEvents() {
                if case .acknowledged(let id, let reason) = event {
                    acknowledged(id, reason)
                }
            }
        }
        client.disconnect()
    }

    private func resumeWaiters() {
        let waiters = idleWaiters.withLock { waiters in
            defer { waiters = [] }
            return waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Monotonic time, seconds.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
