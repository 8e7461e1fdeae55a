internal import Beacons
internal import BluetoothLE
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayGroup
internal import GatewaySpool

/// The topics of a group of gateways.
extension Topics {
    var group: String { "\(prefix)/\(gateway)/group" }
    var allGroups: String { "\(prefix)/+/group" }

    /// The room in which a device is, retained.
    func room(_ address: String) -> String { "\(prefix)/rooms/\(address)" }

    /// What this gateway knows of a device, retained.
    func record(_ address: String) -> String { "\(prefix)/\(gateway)/device/\(address)" }
    var allRecords: String { "\(prefix)/+/device/+" }

    /// The gateway and the device's 48-bit address of a record.
    func gateway(ofRecord topic: String) -> (gateway: String, device: UInt64)? {
        let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count > 3, levels.dropLast(3).joined(separator: "/") == prefix,
            levels[levels.count - 2] == "device",
            let address = BluetoothAddress(plainText: levels[levels.count - 1])
        else { return nil }
        return (String(levels[levels.count - 3]), address.value)
    }

    /// The gateway whose group topic this is.
    func gateway(ofGroup topic: String) -> String? { level(of: topic, "", "/group") }
    /// The gateway whose status topic this is.
    func gateway(ofStatus topic: String) -> String? { level(of: topic, "", "/status") }
    /// The 48-bit address of the device whose state topic this is.
    func device(ofState topic: String) -> UInt64? {
        level(of: topic, "devices/", "").flatMap { BluetoothAddress(plainText: $0)?.value }
    }
    /// The entry of the presence list whose topic this is.
    func name(ofPresence topic: String) -> String? { level(of: topic, "presence/", "") }

    private func level(of topic: String, _ before: String, _ after: String) -> String? {
        let start = "\(prefix)/\(before)"
        guard topic.hasPrefix(start), topic.hasSuffix(after),
            topic.utf8.count > start.utf8.count + after.utf8.count
        else { return nil }
        let level = topic.dropFirst(start.count).dropLast(after.count)
        return level.contains("/") ? nil : String(level)
    }

    /// The retained message with the state of an entry of the presence list.
    func message(_ name: String, isHome: Bool) -> SpoolMessage {
        SpoolMessage(
            key: SpoolKey.make(0, name),
            topic: presence(name),
            payload: Array((isHome ? "home" : "not_home").utf8),
            isRetained: true
        )
    }
}

extension BluetoothAddress {
    /// Parses the last level of a topic, such as `001A7DDA7113`.
    init?(plainText topic: some StringProtocol) {
        let digits = topic.suffix(12)
        guard digits.utf8.count == 12, let value = UInt64(digits, radix: 16) else { return nil }
        self.init(value: value)
    }
}

extension GroupReading {
    /// A reading with the identity that it has at each gateway.
    init(_ reading: Reading, _ throttle: Configuration.Throttle) {
        let device = reading.address.value
        var identity = StableHash()
        identity.add(device)
        if let event = reading.event {
            identity.add(event.identity)
            self.init(
                device: device,
                identity: identity.value,
                kind: 0,
                lifetime: event.lifetime
            )
            return
        }
        identity.add(reading.frame)
        var kind = StableHash()
        kind.add(reading.format.rawValue.utf8)
        for measurement in reading.measurements {
            kind.add(measurement.quantity.utf8)
            kind.add(UInt64(measurement.instance))
        }
        self.init(
            device: device,
            identity: identity.value,
            kind: max(1, UInt32(truncatingIfNeeded: kind.value)),
            interval: throttle.isOff ? 0 : Self.interval(reading, throttle),
            lifetime: throttle.isOff ? 0 : throttle.heartbeat
        )
    }

    /// The shortest interval of a reading's numbers; 0 if it has other values, whose changes are never throttled.
    private static func interval(_ reading: Reading, _ throttle: Configuration.Throttle) -> Int64 {
        var shortest = Int64.max
        for measurement in reading.measurements {
            guard case .number = measurement.value else { return 0 }
            let rule = throttle.quantities[measurement.quantity] ?? throttle.standard
            shortest = min(shortest, rule.interval)
        }
        return shortest == Int64.max ? 0 : shortest
    }
}
