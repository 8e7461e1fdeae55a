internal import Beacons
internal import BluetoothLE

// Members are written in alphabetical order, as JSONText requires.

extension AdvertRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            if let address = report?.address { address.write(members: &json) }
            writeContent(&json)
            json.member("rssi", report?.rssi)
            json.member("sensor", sensor)
            json.member("time", report?.seconds)
            json.member("truncated", advertisement.isTruncated)
        }
    }

    /// Writes the members between the address and those that change with each report.
    func writeContent(_ json: inout JSONText) {
        let announcements = announcements
        if !announcements.isEmpty { json.member("announcements", announcements) }
        json.member("beacon", beacon)
        json.key("data")
        json.hexadecimal(advertisement.bytes)
        if let decrypted { json.member("decrypted", hexadecimal: decrypted.bytes) }
        json.key("fields")
        writeFields(&json)
        json.member("kind", advertisement.kindName)
        json.member("module", module)
    }

    private func writeFields(_ json: inout JSONText) {
        let company = advertisement.manufacturerData
        json.object { json in
            json.member("appearance", advertisement.appearance)
            json.member(
                "appearanceName",
                advertisement.appearance.flatMap(AssignedNumbers.appearance)
            )
            json.member("company", company?.company)
            json.member("companyName", company.flatMap { AssignedNumbers.company($0.company) })
            json.member("flags", advertisement.flags?.rawValue)
            json.member("interval", advertisement.interval.map { $0 / .seconds(1) })
            if let company {
                json.key("manufacturerData")
                json.hexadecimal(company.bytes)
            }
            json.member("name", advertisement.name)
            Self.write(serviceData: advertisement.serviceData, &json)
            Self.write("serviceUUIDs", advertisement.serviceUUIDs, &json)
            Self.write("solicitedServiceUUIDs", advertisement.solicitedServiceUUIDs, &json)
            json.member("txPower", advertisement.txPower)
            json.key("types")
            json.list { json in writeTypes(&json) }
        }
    }

    private func writeTypes(_ json: inout JSONText) {
        for structure in advertisement.structures { json.value(structure.type) }
    }

    private static func write(
        serviceData: Advertisement.ServiceData,
        _ json: inout JSONText
    ) {
        guard !serviceData.isEmpty else { return }
        // one member per service; a repeated service keeps its last data
        let data = Dictionary(serviceData.lazy.map { ($0.key.description, $0.value) }) { $1 }
        json.key("serviceData")
        json.object { json in
            for (uuid, bytes) in data.sorted(by: { $0.key < $1.key }) {
                json.member(named: uuid, hexadecimal: bytes)
            }
        }
    }

    private static func write(
        _ name: StaticString,
        _ uuids: Advertisement.UUIDs,
        _ json: inout JSONText
    ) {
        guard !uuids.isEmpty else { return }
        json.key(name)
        json.list { json in for uuid in uuids { json.value(uuid.description) } }
    }
}

extension AdvertisementReport {
    /// The time in seconds on the capture's clock; nil if there is none.
    var seconds: Double? { time == .zero ? nil : time / .seconds(1) }
}

extension BluetoothAddress {
    /// Writes the members "address" and "addressKind".
    func write(members json: inout JSONText) {
        json.member("address", description)
        json.member("addressKind", kind.name)
    }
}

extension BluetoothAddress.Kind {
    fileprivate var name: StaticString {
        switch self {
        case .public: "public"
        case .random: "random"
        case .publicIdentity: "publicIdentity"
        case .randomIdentity: "randomIdentity"
        case .anonymous: "anonymous"
        }
    }
}

extension BeaconRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            switch beacon {
            case .iBeacon(let beacon):
                json.member("major", beacon.major)
                json.member("measuredPower", beacon.measuredPower)
                json.member("minor", beacon.minor)
                json.member("type", type)
                json.member("uuid", beacon.uuid.description)
            case .altBeacon(let beacon):
                json.member("company", beacon.company)
                json.member("id", hexadecimal: beacon.id)
                json.member("measuredPower", beacon.measuredPower)
                json.member("reserved", beacon.reserved)
                json.member("type", type)
            case .eddystoneUID(let beacon):
                json.member("instance", hexadecimal: beacon.instance)
                json.member("namespace", hexadecimal: beacon.namespace)
                json.member("powerAt0m", beacon.powerAt0m)
                json.member("type", type)
            case .eddystoneURL(let beacon):
                json.member("powerAt0m", beacon.powerAt0m)
                json.member("type", type)
                json.member("url", beacon.url)
            case .eddystoneTLM(let beacon):
                json.member("advertisementCount", beacon.advertisementCount)
                json.member("batteryVoltage", beacon.batteryVoltage)
                json.member("temperature", beacon.temperature)
                json.member("type", type)
                json.member("uptime", beacon.uptime / .seconds(1))
            case .eddystoneEncryptedTLM(let beacon):
                json.member("check", beacon.check)
                json.member("cipher", hexadecimal: beacon.cipher)
                json.member("salt", beacon.salt)
                json.member("type", type)
            case .eddystoneEID(let beacon):
                json.member("id", hexadecimal: beacon.id)
                json.member("powerAt0m", beacon.powerAt0m)
                json.member("type", type)
            }
        }
    }
}

extension ModuleRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("battery", module.battery)
            json.member("buzzer", module.hasBuzzer)
            json.member("connectability", module.connectability.rawValue)
            json.member("externalPower", module.isExternallyPowered)
            json.member("firmware", module.firmwareVersion)
            json.member("gSensor", module.hasGSensor)
            json.member("key", module.hasKey)
            json.member("led", module.hasLED)
            json.member("mac", module.macAddressText)
            json.member("model", module.modelIndex)
            json.member("modelName", module.modelName)
        }
    }
}

extension SensorRecord: JSONWritable {
    func write(_ json: inout JSONText) {
        json.object { json in
            json.member("authenticated", reading.isAuthenticated)
            json.member("brand", reading.model?.brand)
            json.member("encrypted", reading.isEncrypted)
            json.member("format", format)
            if let mac = reading.macAddress { json.member("mac", hexadecimal: mac) }
            json.key("measurements")
            json.list { json in
                for measurement in reading.measurements { Self.write(measurement, &json) }
            }
            json.member("missing", reading.missing?.rawValue)
            json.member("model", reading.model?.model)
            json.member("partial", reading.isPartial)
            json.member("title", reading.model?.title)
            json.member("unknownObjects", reading.unknownObjects)
        }
    }

    private static func write(_ measurement: SensorMeasurement, _ json: inout JSONText) {
        json.object { json in
            if case .event(let name, let count) = measurement.value {
                json.member("count", count)
                json.member("event", name)
            }
            json.member("instance", measurement.instance)
            json.member("number", measurement.number)
            if case .binary(let value) = measurement.value { json.member("on", value) }
            json.member("quantity", measurement.quantity)
            if measurement.value == .invalid { json.member("state", "invalid") }
            switch measurement.value {
            case .text(let value): json.member("text", value)
            case .raw(let bytes): json.member("text", hexadecimal: bytes)
            default: break
            }
            json.member("unit", measurement.unit)
        }
    }
}
