internal import BluetoothLE

extension Configuration.Endpoint {
    /// Parses `host`, `host:port` or `[address]:port`. A port alone, and an IPv6 address without brackets, are
    /// refused: they would be host names that nobody has.
    ///
    /// - Parameter standardPort: Nil: the port is required.
    package init?(_ text: String, standardPort: Int?) {
        var host = Substring(text)
        var port: Substring?
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            let rest = host[host.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            port = rest.isEmpty ? nil : rest.dropFirst()
            host = host[host.index(after: host.startIndex)..<end]
        } else if let colon = host.lastIndex(of: ":") {
            port = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        let number = port.map { Int($0) } ?? standardPort
        guard let number, (1...65535).contains(number), !host.isEmpty,
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/@[".utf8.contains($0) }),
            text.hasPrefix("[") || !host.contains(":"), UInt(host) == nil
        else { return nil }
        self.init(host: String(host), port: number)
    }
}

extension Configuration.Filter {
    init(_ section: Section) {
        section.allow("rssi", "allow", "deny", "rotating")
        if section.has("rssi") { minimumRSSI = section.number("rssi", -127, in: -127...20) }
        allow = Self.matches(section, "allow")
        deny = Self.matches(section, "deny")
        publishesRotating = section.flag("rotating", false)
    }

    private static func matches(_ section: Section, _ name: String) -> [Configuration.Match] {
        section.values(name, "an address such as A4:C1:38:00:00:01, 'name TEXT' or 'kind ID'") {
            if let address = BluetoothAddress($0) { return .address(address.value) }
            if $0.hasPrefix("name ") { return .name(String($0.dropFirst(5))) }
            if $0.hasPrefix("kind ") { return .kind(String($0.dropFirst(5))) }
            return nil
        }
    }
}

extension Configuration.Throttle {
    init(_ section: Section) {
        section.allow("interval", "change", "heartbeat", "quantities")
        standard = Rule(section, Rule())
        heartbeat = section.time("heartbeat", heartbeat)
        let rules = section.section("quantities")
        for (name, _) in rules.entries {
            let rule = rules.section(name)
            rule.allow("interval", "change")
            quantities[name] = Rule(rule, standard)
        }
        if heartbeat < standard.interval {
            section.fault("heartbeat", "must not be below interval")
        }
    }
}

extension Configuration.Throttle.Rule {
    init(_ section: Section, _ standard: Self) {
        interval = section.time("interval", standard.interval)
        change = section.decimal("change", standard.change)
    }
}

extension Configuration.Presence {
    init(_ section: Section) {
        section.allow("devices", "away_after", "hysteresis")
        awayAfter = section.time("away_after", awayAfter)
        hysteresis = section.number("hysteresis", hysteresis, in: 0...60)
        devices = section.sections("devices").map(Device.init)
        let names = devices.map(\.name)
        for (at, name) in names.enumerated() where names[..<at].contains(name) {
            section.fault("devices", "\(name) is listed twice; its topics would be shared")
        }
    }
}

extension Configuration.Presence.Device {
    init(_ section: Section) {
        section.allow("name", "address", "irk", "ibeacon", "eddystone", "rssi")
        name = section.text("name") ?? ""
        if !Configuration.isTopicLevel(name) {
            section.fault("name", "must be text without / + # and spaces")
        }
        if section.has("rssi") { rssi = section.number("rssi", -100, in: -127...20) }
        guard let identity = Configuration.Presence.Identity(section) else {
            section.fault(
                "name",
                "needs one identity: address, irk (32 hexadecimal digits), "
                    + "ibeacon (UUID, or UUID/major/minor) or eddystone (20 or 32 digits)"
            )
            return
        }
        self.identity = identity
    }
}

extension Configuration.Presence.Identity {
    init?(_ section: Section) {
        let names = ["address", "irk", "ibeacon", "eddystone"].filter(section.has)
        guard names.count == 1, let text = section.text(names[0]) else { return nil }
        switch names[0] {
        case "address":
            guard let address = BluetoothAddress(text) else { return nil }
            self = .address(address.value)
        case "irk":
            guard let key = Quantities.hex(text), key.count == 16 else { return nil }
            self = .resolvingKey(key)
        case "ibeacon":
            let parts = text.split(separator: "/")
            guard (1...3).contains(parts.count), let uuid = BluetoothUUID(String(parts[0])),
                parts.dropFirst().allSatisfy({ UInt16($0) != nil })
            else { return nil }
            let numbers = parts.dropFirst().compactMap { UInt16($0) }
            self = .iBeacon(
                uuid,
                major: numbers.first,
                minor: numbers.count > 1 ? numbers[1] : nil
            )
        default:
            guard let id = Quantities.hex(text), id.count == 10 || id.count == 16 else {
                return nil
            }
            self = .eddystone(id)
        }
    }
}

extension Configuration.Events {
    init(_ section: Section) {
        section.allow("max_age")
        maximumAge = section.time("max_age", maximumAge)
    }
}

extension Configuration.Spool {
    init(_ section: Section) {
        section.allow("rows", "size", "age")
        rows = section.number("rows", rows, in: 100...100_000_000)
        bytes = section.size("size", bytes)
        if bytes < 1 << 16 { section.fault("size", "must be 64KiB or more") }
        age = section.time("age", age)
    }
}
