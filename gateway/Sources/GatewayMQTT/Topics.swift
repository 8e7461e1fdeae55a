internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore

/// The topics of one gateway.
struct Topics: Sendable {
    let prefix: String
    let gateway: String
    let layout: Configuration.MQTT.Layout
    let discovery: String?

    init(_ mqtt: Configuration.MQTT, gateway: String) {
        (prefix, layout, discovery) = (mqtt.prefix, mqtt.layout, mqtt.discovery)
        self.gateway = gateway
    }

    /// `online` or `offline`, retained.
    var status: String { status(of: gateway) }

    func status(of gateway: String) -> String {
        layout == .theengs ? "\(prefix)/\(gateway)/LWT" : "\(prefix)/\(gateway)/status"
    }

    /// The status topics of all gateways with this prefix.
    var allStatuses: String {
        layout == .theengs ? "\(prefix)/+/LWT" : "\(prefix)/+/status"
    }

    /// The topic of a device's readings. In this project's own layout, gateways that receive the
    /// same device share its topic, which makes it one device in Home Assistant.
    func state(_ address: String) -> String {
        layout == .theengs
            ? "\(prefix)/\(gateway)/BTtoMQTT/\(address)" : "\(prefix)/devices/\(address)"
    }

    /// The topic of readings with events that are too late to act on.
    ///
    /// - Parameter topic: The topic of the device's readings.
    func history(ofState topic: String) -> String {
        "\(prefix)/\(gateway)/history/\(topic.split(separator: "/").last ?? "")"
    }

    /// The topic of requests for devices; the last level is the address.
    var requests: String { "\(prefix)/\(gateway)/request/" }
    func response(_ address: String) -> String { "\(prefix)/\(gateway)/response/\(address)" }
    func value(_ address: String, _ characteristic: String) -> String {
        "\(prefix)/\(gateway)/value/\(address)/\(characteristic)"
    }

    /// The gateway's current run, retained.
    var instance: String { "\(prefix)/\(gateway)/instance" }

    /// The gateway's own state, retained.
    var health: String { "\(prefix)/\(gateway)/health" }

    func reader(_ name: String) -> String { "\(prefix)/\(gateway)/reader/\(name)" }
    func presence(_ name: String) -> String { "\(prefix)/presence/\(name)" }
    func advertisement(_ address: String) -> String {
        "\(prefix)/\(gateway)/advertisement/\(address)"
    }

    /// The object of a device's discovery.
    static func device(_ address: String) -> String { "accessory_\(address)" }
    /// The object of the discovery of a presence entry.
    static func person(_ name: String) -> String { "accessory_presence_\(name)" }

    /// The object of the discovery of a gateway.
    static func gateway(_ name: String) -> String { "accessory_gateway_\(name)" }

    func configuration(_ object: String) -> String? {
        discovery.map { "\($0)/device/\(object)/config" }
    }

    /// The topic where Home Assistant reports that it has started.
    var homeAssistant: String? { discovery.map { "\($0)/status" } }
}
