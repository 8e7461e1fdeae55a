internal import CMosquitto
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewaySpool
internal import Logging
internal import Synchronization

/// Sends messages from the spool and the outbox over a connection, and records what the broker acknowledges or refuses.
///
/// Used by the delivery thread, except for `outbox`.
final class Publisher {
    private struct InFlight {
        var topic: String
        /// Nil for messages that are not in the spool.
        var receipt: SpoolMessage.Receipt?
        var removal: Int64?
        /// Seconds on the monotonic clock.
        var sent: Double
        /// The number in the spool.
        var sequence: Int64?
        /// Whether an automation may run when it arrives.
        var isLive = false

        var key: Suspects.Key { receipt.map { .spooled($0) } ?? .topic(topic) }
    }

    let outbox: Mutex<Outbox>
    private let spool: Spool
    private let group: GroupLink?
    private let topics: Topics
    /// Maximum number of messages without an acknowledgement.
    private let window: Int
    /// Age from which an event is history, milliseconds.
    private let eventAge: Int64
    private let counters: DeliveryCounters
    private let log: Logger

    private var inFlight: [Int32: InFlight] = [:]
    private var suspects = Suspects()
    /// Topics with refused messages, which are logged once; at most `topicCapacity`.
    private var refusedTopics: Set<String> = []
    private static let topicCapacity = 1000
    /// The number of the last message that was sent from the spool in this connection.
    private var lastTaken: Int64 = 0
    /// Messages of the spool that wait for their turn.
    private var held: ArraySlice<SpoolMessage> = []
    /// Events without an acknowledgement at the end of a connection, by their numbers in the spool: the broker may have
    /// them.
    private var uncertain: Set<Int64> = []
    /// No event is sent before, seconds on the monotonic clock.
    private var eventsBegin = 0.0
    /// Seconds after a refusal in which a broker may close the connection, as mosquitto 2.0 does with MQTT 5.
    private static let refusalTime = 1.0

    init(
        _ outbox: sending Outbox,
        window: Int,
        eventAge: Int64,
        topics: Topics,
        spool: Spool,
        group: GroupLink?,
        counters: DeliveryCounters,
        log: Logger
    ) {
        self.outbox = Mutex(outbox)
        (self.window, self.eventAge, self.topics) = (window, eventAge, topics)
        (self.spool, self.group, self.counters, self.log) = (spool, group, counters, log)
    }

    /// Whether the broker has acknowledged everything that was sent.
    var isIdle: Bool { inFlight.isEmpty }

    /// When the oldest message without an acknowledgement was sent, seconds on the monotonic clock.
    var oldest: Double? { inFlight.values.lazy.map(\.sent).min() }

    /// Whether the messages of the spool up to a number are delivered.
    func isDelivered(through end: Int64) -> Bool {
        guard lastTaken >= end || spool.depth == 0 else { return false }
        return !inFlight.values.contains { $0.sequence.map { $0 <= end } ?? false }
    }

    /// Begins again with the oldest message, in a new connection.
    func restart() {
        setAsideSuspects()
        uncertain.formUnion(inFlight.values.lazy.filter(\.isLive).compactMap(\.sequence))
        inFlight = [:]
        held = []
        lastTaken = 0
        spool.rewind()
    }

    // MARK: - Sent

    /// Sends the messages that fit into the window. Returns whether all are delivered.
    func fill(_ client: MQTTClient) throws(MQTTFailure) -> Bool {
        let window = suspects.isEmpty ? window : 1
        while inFlight.count < window, !isEventInFlight {
            let now = WallClock.now
            let messages = outbox.withLock { $0.isEmpty ? nil : $0.next(now: now) }
            guard let messages else { break }
            for message in messages { try send(message, client) }
        }
        guard group?.maySend ?? true else { return false }
        while inFlight.count < window {
            if held.isEmpty { held = spool.take(window - inFlight.count)[...] }
            guard let next = held.first else {
                guard inFlight.isEmpty else { return false }
                suspects.clear()
                return spool.depth == 0
            }
            guard !isEventInFlight, !isLive(next) || maySendEvent else { return false }
            held.removeFirst()
            try send(next, client)
        }
        return false
    }

    /// Whether an event is without an acknowledgement. It is alone then: at the end of a connection at most one event is in
    /// doubt, and none because the broker closed the connection to refuse another message.
    private var isEventInFlight: Bool { inFlight.count == 1 && inFlight.first!.value.isLive }

    private var maySendEvent: Bool { inFlight.isEmpty && MonotonicSeconds.now >= eventsBegin }

    func send(_ message: Outbox.Message, _ client: MQTTClient) throws(MQTTFailure) {
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
                    sent: MonotonicSeconds.now
                )
            }
        } catch {
            // without a connection, libmosquitto would queue further messages in memory
            guard error.isOversize else { throw error }
            counters.refused.add()
            log.warning("\(error)")
        }
    }

    private func send(_ message: SpoolMessage, _ client: MQTTClient) throws(MQTTFailure) {
        lastTaken = message.sequence
        let isLive = isLive(message)
        let topic = isLive ? message.topic : topic(of: message)
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
                sent: MonotonicSeconds.now,
                sequence: message.sequence,
                isLive: isLive
            )
        } catch {
            guard error.isOversize else { throw error }
            let unsent = InFlight(
                topic: message.topic,
                receipt: message.receipt,
                sent: MonotonicSeconds.now
            )
            setAside(unsent, "\(error)")
        }
    }

    /// Whether a message is an event that is neither late nor in doubt.
    private func isLive(_ message: SpoolMessage) -> Bool {
        message.isEvent && !isInDoubt(message) && spool.age(of: message) <= eventAge
    }

    /// Whether an event may have been published: before the gateway was killed, or before the connection was lost.
    private func isInDoubt(_ message: SpoolMessage) -> Bool {
        spool.isUncertain(message) || uncertain.contains(message.sequence)
    }

    /// A late event is history: an automation must not open a door after an outage. So is one in doubt, because no
    /// automation may run twice.
    private func topic(of message: SpoolMessage) -> String {
        guard message.isEvent else { return message.topic }
        if isInDoubt(message) { counters.uncertain.add() } else { counters.late.add() }
        return topics.history(ofState: message.topic)
    }

    // MARK: - Acknowledged and refused

    func acknowledged(_ id: Int32, _ reason: Int32) {
        guard let sent = inFlight.removeValue(forKey: id) else { return }
        if let sequence = sent.sequence { uncertain.remove(sequence) }
        guard reason < 0x80 else {
            suspects.refused(sent.key)
            eventsBegin = MonotonicSeconds.now + Self.refusalTime
            return setAside(sent, String(cString: mosquitto_reason_string(reason)))
        }
        suspects.delivered(sent.key)
        noteRemoval(sent)
        counters.latency.record(seconds: MonotonicSeconds.now - sent.sent)
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
        let now = MonotonicSeconds.now
        let ended = inFlight.values.map { Suspects.Message(key: $0.key, age: now - $0.sent) }
        guard let refused = suspects.connectionEnded(ended) else { return }
        guard let message = inFlight.values.first(where: { $0.key == refused }) else { return }
        setAside(message, "it closed the connection each time")
    }
}
