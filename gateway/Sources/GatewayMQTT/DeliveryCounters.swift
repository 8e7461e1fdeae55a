internal import GatewayCore

/// The metrics of a delivery.
struct DeliveryCounters: Sendable {
    let publishes, delivered, refused, late, uncertain, reconnects, overflow: Counter
    private let isUp, changed: Counter
    let latency: Histogram

    init(_ metrics: Metrics) {
        publishes = metrics.counter("mqtt_publishes_total", help: "Messages sent to the broker.")
        delivered = metrics.counter(
            "mqtt_delivered_total",
            help: "Spooled messages that the broker acknowledged."
        )
        refused = metrics.counter("mqtt_refused_total", help: "Messages that the broker refused.")
        late = metrics.counter(
            "events_late_total",
            help: "Events that were published as history, because they were too old to act on."
        )
        uncertain = metrics.counter(
            "events_uncertain_total",
            help:
                "Events that may have been published before the connection was lost or the gateway was killed, and were published as history."
        )
        reconnects = metrics.counter("mqtt_reconnects_total", help: "Connections that were lost.")
        isUp = metrics.gauge("mqtt_up", help: "1 while a broker is connected.")
        changed = metrics.gauge(
            "mqtt_changed_milliseconds",
            help: "Time when the connection began or ended, milliseconds since 1970."
        )
        changed.set(Int(WallClock.now))
        overflow = metrics.counter(
            "dropped_total",
            ("reason", "advertisements"),
            help: "Messages lost, by reason."
        )
        latency = metrics.histogram(
            "mqtt_acknowledgement_seconds",
            help: "Time from a publish to its acknowledgement."
        )
    }

    func setUp(_ value: Bool) {
        guard isUp.value != (value ? 1 : 0) else { return }
        isUp.set(value ? 1 : 0)
        changed.set(Int(WallClock.now))
    }
}
