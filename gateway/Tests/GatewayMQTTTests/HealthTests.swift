import Foundation
import GatewayConfiguration
import GatewayCore
import Testing

@testable import GatewayMQTT

@Suite struct HealthTests {
    private let metrics = Metrics()
    private let health: Health

    init() throws {
        let configuration = try Configuration(yaml: "mqtt: {brokers: [h]}")
        let topics = Topics(try #require(configuration.mqtt), gateway: "attic")
        health = Health(topics: topics, adapters: ["hci0", "hci1"], metrics: metrics)
    }

    private func json(_ bytes: [UInt8]) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        return try #require(json)
    }

    @Test func theStateHasSumsOfMetrics() throws {
        metrics.gauge("spool_messages", help: "").set(5)
        metrics.counter("dropped_total", ("reason", "age"), help: "").add(2)
        metrics.counter("dropped_total", ("reason", "full"), help: "").add(3)
        metrics.counter("mqtt_refused_total", help: "").add(10)
        metrics.counter("events_uncertain_total", help: "").add(4)
        metrics.gauge("adapter_up", ("adapter", "hci1"), help: "").set(1)
        let state = try json(health.state())
        #expect(state["undelivered"] as? Int == 5 && state["lost"] as? Int == 15)
        #expect(state["late_events"] as? Int == 4 && state["devices"] as? Int == 0)
        #expect(state["adapter_hci0"] as? Bool == false)
        #expect(state["adapter_hci1"] as? Bool == true)
    }

    /// At most every 30 s, and only if it has changed; with discovery after a connection or a birth message.
    @Test func theStateIsSentWhenItChanges() throws {
        var health = health
        let devices = metrics.gauge("devices", help: "")
        func topics(at now: Double) -> [String] {
            health.messages(at: now).map { String($0.topic.suffix(6)) }
        }
        #expect(topics(at: 1) == ["config", "health"])
        devices.set(1)
        #expect(topics(at: 30) == [])
        #expect(topics(at: 31) == ["health"])
        #expect(topics(at: 90) == [])
        health.announce()
        #expect(topics(at: 91) == ["config", "health"])
    }

    @Test func eachMemberOfTheStateIsAnEntity() throws {
        let state = try json(health.state())
        let entities = try #require(
            try json(health.discovery())["cmps"] as? [String: [String: Any]]
        )
        #expect(Set(entities.keys) == Set(state.keys).union(["broker"]))
        for (name, entity) in entities where name != "broker" {
            #expect((entity["val_tpl"] as? String)?.contains("value_json.\(name)") == true)
            // without a connection the numbers are unknown
            #expect(entity["avty_t"] as? String == "accessory/attic/status")
        }
        #expect(entities["broker"]?["stat_t"] as? String == "accessory/attic/status")
    }
}
