internal import AccessoryBase
internal import GatewayCore

/// The gateway's own state as a device in Home Assistant, from its metrics.
struct Health {
    let topics: Topics
    let adapters: [String]
    let metrics: Metrics
    /// Whether another live gateway has the same name.
    var isDoubled = false
    /// The time of the next look, seconds on the monotonic clock.
    private var nextTime = 0.0
    /// Empty: Home Assistant may not know the gateway.
    private var last: [UInt8] = []

    /// Seconds between two state messages.
    private static let interval = 30.0

    init(topics: Topics, adapters: [String], metrics: Metrics) {
        (self.topics, self.adapters, self.metrics) = (topics, adapters, metrics)
    }

    /// The messages to send now, if the state has changed.
    ///
    /// - Parameter now: Seconds on the monotonic clock.
    mutating func messages(at now: Double) -> [Outbox.Message] {
        guard let topic = topics.configuration(Topics.gateway(topics.gateway)), now >= nextTime
        else { return [] }
        nextTime = now + Self.interval
        let state = state()
        guard state != last else { return [] }
        defer { last = state }
        let message = Outbox.Message(topic: topics.health, payload: state, isRetained: true)
        guard last.isEmpty else { return [message] }
        return [Outbox.Message(topic: topic, payload: discovery(), isRetained: true), message]
    }

    /// All messages are due again.
    mutating func announce() { (nextTime, last) = (0, []) }

    /// A number that is the sum of one or more metrics.
    private struct Figure {
        let member, title: String
        let sources: [String]
        let stateClass: String
    }

    private static let figures = [
        Figure(
            member: "undelivered",
            title: "Undelivered messages",
            sources: ["spool_messages"],
            stateClass: "measurement"
        ),
        Figure(
            member: "lost",
            title: "Lost messages",
            sources: ["dropped_total", "mqtt_refused_total"],
            stateClass: "total_increasing"
        ),
        Figure(
            member: "late_events",
            title: "Late events",
            sources: ["events_late_total", "events_uncertain_total"],
            stateClass: "total_increasing"
        ),
        Figure(
            member: "devices",
            title: "Devices",
            sources: ["devices"],
            stateClass: "measurement"
        ),
    ]

    /// The state message.
    func state() -> [UInt8] {
        var sums: [String: Int] = [:]
        var isUp: [String: Bool] = [:]
        for value in metrics.values {
            sums[value.name, default: 0] += value.value
            if value.name == "adapter_up" { isUp[value.labels] = value.value != 0 }
        }
        var json = JSONWriter()
        json.object { json in
            for figure in Self.figures {
                json.name(text: figure.member)
                json.value(figure.sources.reduce(0) { $0 + sums[$1, default: 0] })
            }
            json.member("name_collision", isDoubled)
            for adapter in adapters {
                json.name(text: Self.member(adapter))
                json.value(isUp["{adapter=\"\(adapter)\"}"] ?? false)
            }
        }
        return json.bytes
    }

    /// The discovery message. The connection's own entity is `off` while the others are unavailable.
    func discovery() -> [UInt8] {
        var json = JSONWriter(capacity: 2048)
        json.object { json in
            json.name("dev")
            json.object {
                $0.name("ids")
                $0.array { $0.value(Topics.gateway(topics.gateway)) }
                $0.member("name", "Gateway \(topics.gateway)")
                $0.member("mf", "swift-accessories")
                $0.member("mdl", "accessory-gateway")
            }
            json.name("o")
            json.object { $0.member("name", "accessory-gateway") }
            json.member("stat_t", topics.health)
            json.name("cmps")
            json.object { json in
                write("broker", "Broker", "binary_sensor", &json) {
                    $0.member("dev_cla", "connectivity")
                    $0.member("stat_t", topics.status)
                    $0.member("pl_on", "online")
                    $0.member("pl_off", "offline")
                }
                for figure in Self.figures {
                    write(figure.member, figure.title, "sensor", &json) {
                        $0.member("stat_cla", figure.stateClass)
                        $0.member("val_tpl", "{{ value_json.\(figure.member) }}")
                        $0.member("avty_t", topics.status)
                    }
                }
                write("name_collision", "Name collision", "binary_sensor", &json) {
                    $0.member("dev_cla", "problem")
                    $0.member("val_tpl", "{{ 'ON' if value_json.name_collision else 'OFF' }}")
                    $0.member("avty_t", topics.status)
                }
                for adapter in adapters {
                    let member = Self.member(adapter)
                    write(member, "Adapter \(adapter)", "binary_sensor", &json) {
                        $0.member("dev_cla", "connectivity")
                        $0.member("val_tpl", "{{ 'ON' if value_json.\(member) else 'OFF' }}")
                        $0.member("avty_t", topics.status)
                    }
                }
            }
        }
        return json.bytes
    }

    private static func member(_ adapter: String) -> String { "adapter_\(adapter)" }

    private func write(
        _ member: String,
        _ title: String,
        _ platform: String,
        _ json: inout JSONWriter,
        _ rest: (inout JSONWriter) -> Void
    ) {
        json.name(text: member)
        json.object {
            $0.member("p", platform)
            $0.member("uniq_id", "\(Topics.gateway(topics.gateway))_\(member)")
            $0.member("name", title)
            $0.member("ent_cat", "diagnostic")
            rest(&$0)
        }
    }
}
