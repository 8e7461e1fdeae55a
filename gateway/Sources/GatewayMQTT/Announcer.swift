internal import GatewayCore
internal import Logging

/// What the gateway publishes about itself: its status, its run, its health; and when discovery is due again.
///
/// All times are seconds on the monotonic clock.
struct Announcer {
    private let topics: Topics
    private let log: Logger
    private var health: Health
    private var instance = Instance()
    /// The time of the next discovery.
    private(set) var discoveryTime: Double?
    /// The time from which `online` may be sent again.
    private var onlineTime = 0.0

    init(topics: Topics, adapters: [String], metrics: Metrics, log: Logger) {
        (self.topics, self.log) = (topics, log)
        health = Health(topics: topics, adapters: adapters, metrics: metrics)
    }

    var online: Outbox.Message { status("online") }
    var offline: Outbox.Message { status("offline") }
    var run: Outbox.Message {
        Outbox.Message(topic: topics.instance, payload: instance.payload, isRetained: true)
    }

    private func status(_ text: String) -> Outbox.Message {
        Outbox.Message(topic: topics.status, payload: Array(text.utf8), isRetained: true)
    }

    /// The broker may be new, or have lost its retained messages.
    mutating func connected() { health.announce() }

    /// The messages that are due.
    mutating func messages(at now: Double) -> [Outbox.Message] {
        health.isDoubled = instance.isDoubled(at: now)
        return health.messages(at: now) + (instance.isDue(at: now) ? [run] : [])
    }

    /// Whether discovery is due.
    mutating func takeDiscovery(at now: Double) -> Bool {
        guard let time = discoveryTime, now >= time else { return false }
        discoveryTime = nil
        health.announce()
        return true
    }

    // MARK: - Received

    /// Home Assistant has started.
    mutating func homeAssistantStarted(at now: Double) {
        // spread over time, as there may be several gateways
        discoveryTime = now + Double.random(in: 0...3)
    }

    /// Another gateway has stopped: its devices are unavailable until another one announces them.
    mutating func gatewayStopped(at now: Double) {
        discoveryTime = now + Double.random(in: 1...5)
    }

    /// Another client's will or its end marks this gateway as offline. Returns whether to correct that.
    mutating func wasMarkedOffline(at now: Double) -> Bool {
        guard now >= onlineTime else { return false }
        onlineTime = now + 1
        return true
    }

    /// The announcement of a run under this gateway's name.
    mutating func receivedRun(_ message: MQTTClient.Received, at now: Double) {
        let found = instance.received(message.payload, isRetained: message.isRetained, at: now)
        guard let host = found else { return }
        // at once
        health.announce()
        log.error(
            "two gateways have the name '\(topics.gateway)', on the hosts \(instance.own.host) and \(host); set 'name' of one of them"
        )
    }
}
