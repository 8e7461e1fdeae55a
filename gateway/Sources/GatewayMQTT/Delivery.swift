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

    /// Timeout of a broker's answer to a connection request or a message, seconds.
    private static let patience = 30.0

    private let mqtt: Configuration.MQTT
    private let topics: Topics
    private var announcer: Announcer
    private let clientID: String
    private let spool: Spool
    private let group: GroupLink?
    private let publisher: Publisher
    private let takeRequest: RequestTaker?
    private let log: Logger
    private let counters: DeliveryCounters
    private let wake = gateway_event()
    private let isStopping = Atomic<Bool>(false)
    private let idleWaiters = Mutex<[AsyncStream<Never>.Continuation]>([])

    private var isConnected = false
    /// Brokers that refuse MQTT 5.
    private var oldBrokers: Set<Int> = []
    private var sessions = SessionWatch()
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
        (self.mqtt, self.topics, self.clientID) = (mqtt, topics, clientID)
        (self.spool, self.group, self.log, self.takeRequest) = (spool, group, log, takeRequest)
        announcer = Announcer(topics: topics, adapters: adapters, metrics: metrics, log: log)
        counters = DeliveryCounters(metrics)
        publisher = Publisher(
            Outbox(
                Discovery(topics: topics, expireAfter: mqtt.expireAfter, isGroup: group != nil),
                notes: [.device, .person, .removal].flatMap(spool.notes)
            ),
            window: mqtt.window,
            eventAge: eventAge,
            topics: topics,
            spool: spool,
            group: group,
            counters: counters,
            log: log
        )
        spool.whenCommitted { [weak self] in self?.signal() }
    }

    deinit { close(wake) }

    func withOutbox<Result: Sendable>(_ change: (inout Outbox) -> Result) -> Result {
        publisher.outbox.withLock { change(&$0) }
    }

    /// Adds a message that is not in the spool.
    func add(_ message: Outbox.Message) {
        queue(message)
        signal()
    }

    private func queue(_ message: Outbox.Message) {
        if withOutbox({ $0.add(message) }) { counters.overflow.add() }
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
        // gateways of a group wait for each other after an outage
        let longest = group == nil ? 30.0 : 4
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
            if failures.isMultiple(of: mqtt.brokers.count) { pause = min(pause * 2, longest) }
        }
        group?.close()
        resumeWaiters()
    }

    private func noteSession() {
        guard sessions.ended(after: MonotonicSeconds.now - connectedAt) else { return }
        log.warning(
            "the broker ended three connections soon after it accepted them; if another client has the client id '\(clientID)', give each gateway its own name, or set client_id"
        )
    }

    private func rest(_ seconds: Double) {
        var entry = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        let end = MonotonicSeconds.now + seconds
        while !isStopping.load(ordering: .sequentiallyConsistent), MonotonicSeconds.now < end {
            // commits wake the thread, too, but do not shorten the pause
            if poll(&entry, 1, Int32((end - MonotonicSeconds.now) * 1000) + 1) > 0 {
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
                will: topics.status,
                session: group == nil ? 0 : GroupLink.session
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
        publisher.restart()
        let started = MonotonicSeconds.now
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            let milliseconds = isConnected ? wait() : 1000
            try client.turn(wake: wake, milliseconds: milliseconds) { () throws(MQTTFailure) in
                for event in client.takeEvents() { try handle(event, client, endpoint) }
                guard isConnected else { return }
                announceIfDue()
                repeatStates()
                forgetSilent()
                for message in announcer.messages(at: MonotonicSeconds.now) { queue(message) }
                if let group { try serve(group, client) }
                if try publisher.fill(client) { resumeWaiters() }
            }
            if isConnected {
                try checkPatience()
            } else if MonotonicSeconds.now - started > Self.patience {
                throw MQTTFailure("no answer within \(Int(Self.patience)) s")
            }
        }
        leave(client)
    }

    /// Milliseconds until the next action without external events.
    private func wait() -> Int32 {
        let longest = group.map { Double(min(1000, $0.wait)) / 1000 } ?? 1
        guard let time = announcer.discoveryTime else { return Int32(longest * 1000) }
        return Int32(max(0, min(longest, time - MonotonicSeconds.now)) * 1000)
    }

    private func handle(
        _ event: MQTTClient.Event,
        _ client: MQTTClient,
        _ endpoint: Configuration.Endpoint
    ) throws(MQTTFailure) {
        switch event {
        case .connected: try connected(client, endpoint)
        case .refused(let code): throw .refusal(code)
        case .acknowledged(let id, let reason): publisher.acknowledged(id, reason)
        case .received(let message): received(message)
        }
    }

    private func connected(
        _ client: MQTTClient,
        _ endpoint: Configuration.Endpoint
    ) throws(MQTTFailure) {
        isConnected = true
        connectedAt = MonotonicSeconds.now
        counters.setUp(true)
        log.notice("connected to \(endpoint.host):\(endpoint.port)")
        try publisher.send(announcer.online, client)
        // before the own announcement, which replaces the one that the broker retains
        client.subscribe(topics.instance)
        queue(announcer.run)
        if let homeAssistant = topics.homeAssistant { client.subscribe(homeAssistant) }
        client.subscribe(topics.allStatuses)
        // at QoS 0, as a session must not keep requests
        if takeRequest != nil {
            client.subscribe(topics.requests + "+", qos: group == nil ? 1 : 0)
        }
        if let group {
            for filter in group.subscriptions { client.subscribe(filter) }
            group.connected()
        }
        // the broker may be new, or have lost its retained messages
        withOutbox { $0.announceAll(withStates: false) }
        announcer.connected()
    }

    private func received(_ message: MQTTClient.Received) {
        let (topic, isRetained) = (message.topic, message.isRetained)
        if let takeRequest, topic.hasPrefix(topics.requests) {
            let address = String(topic.dropFirst(topics.requests.count))
            takeRequest(address, message.payload, isRetained, message.reply)
            return
        }
        let now = MonotonicSeconds.now
        if topic == topics.instance { return announcer.receivedRun(message, at: now) }
        if let group, isOfGroup(message, group) { return }
        let text = String(decoding: message.payload.prefix(16), as: UTF8.self)
        if topic == topics.homeAssistant, text == "online" {
            announcer.homeAssistantStarted(at: now)
        } else if let group, topic != topics.status, let name = topics.gateway(ofStatus: topic) {
            group.received(status: text, of: name)
        } else if topic == topics.status {
            if text == "offline", announcer.wasMarkedOffline(at: now) { queue(announcer.online) }
        } else if text == "offline", !isRetained {
            announcer.gatewayStopped(at: now)
        }
    }

    private func isOfGroup(_ message: MQTTClient.Received, _ group: GroupLink) -> Bool {
        switch group.received(message) {
        case .other: return false
        case .handled: break
        case .publication(let device): withOutbox { $0.wasPublished(device) }
        case .record(let gateway, let device, let json):
            let now = WallClock.now
            spool.keep(withOutbox { $0.merge(json, of: gateway, device, now: now) })
        }
        return true
    }

    /// Does what the group's rules require, and sends its messages.
    private func serve(_ group: GroupLink, _ client: MQTTClient) throws(MQTTFailure) {
        group.tick()
        for message in group.takeMessages() { try publisher.send(message, client) }
        guard let end = group.backlogEnd, publisher.isDelivered(through: end) else { return }
        group.backlogDelivered()
    }

    private func announceIfDue() {
        guard announcer.takeDiscovery(at: MonotonicSeconds.now) else { return }
        // each gateway of a group knows the devices; one of them repeats the state
        let group = group
        withOutbox { $0.announceAll(withStates: true) { group?.owns($0) ?? true } }
    }

    private func repeatStates() {
        let group = group
        withOutbox {
            $0.repeatStates(steady: SteadyClock.now, now: WallClock.now) { group?.owns($0) ?? true }
        }
    }

    private func forgetSilent() {
        let notes = withOutbox {
            $0.forgetSilent(
                after: mqtt.forgetAfter,
                steady: SteadyClock.now,
                now: WallClock.now
            )
        }
        spool.keep(notes)
    }

    private var lastCheck = 0.0

    private func checkPatience() throws(MQTTFailure) {
        let now = MonotonicSeconds.now
        guard now - lastCheck > 1 else { return }
        lastCheck = now
        guard let oldest = publisher.oldest, now - oldest > Self.patience
        else { return }
        throw MQTTFailure("no acknowledgement within \(Int(Self.patience)) s")
    }

    /// Disconnects cleanly, which prevents the will message.
    private func leave(_ client: MQTTClient) {
        guard isConnected else { return }
        try? publisher.send(announcer.offline, client)
        let end = MonotonicSeconds.now + 2
        while !publisher.isIdle, MonotonicSeconds.now < end {
            guard (try? client.turn(wake: wake, milliseconds: 100)) != nil else { return }
            for event in client.takeEvents() {
                if case .acknowledged(let id, let reason) = event {
                    publisher.acknowledged(id, reason)
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
}
