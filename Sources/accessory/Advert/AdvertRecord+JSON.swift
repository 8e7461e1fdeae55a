internal import AccessoryBase
internal import Beacons
internal import BluetoothLE

// Members are written in alphabetical order, as JSONEncoder sorts them.

extension AdvertRecord: JSONWritable {
    func write(_ json: inout JSONWriter) {
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
    func writeContent(_ json: inout JSONWriter) {
        let announcements = announcements
        if !announcements.isEmpty {
            json.name("announcements")
            json.array { json in for one in announcements { one.write(&json) } }
        }
        json.member("beacon", beacon)
        json.name("data")
        json.hex(advertisement.bytes)
        if let decrypted { json.member("decrypted", hex: decrypted.bytes) }
        json.name("fields")
        writeFields(&json)
        json.member("kind", advertisement.kindName)
        json.member("module", module)
    }

    private func writeFields(_ json: inout JSONWriter) {
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
                json.name("manufacturerData")
                json.hex(company.bytes)
            }
            json.member("name", advertisement.name)
            Self.write(serviceData: advertisement.serviceData, &json)
            Self.write("serviceUUIDs", advertisement.serviceUUIDs, &json)
            Self.write("solicitedServiceUUIDs", advertisement.solicitedServiceUUIDs, &json)
            json.member("txPower", advertisement.txPower)
            json.name("types")
            json.array { json in writeTypes(&json) }
        }
    }

    private func writeTypes(_ json: inout JSONWriter) {
        for structure in advertisement.structures { json.value(structure.type) }
    }

    private static func write(
        serviceData: Advertisement.ServiceData,
        _ json: inout JSONWriter
    ) {
        guard !serviceData.isEmpty else { return }
        // one member per service; a repeated service keeps its last data
        let data = Dictionary(serviceData.lazy.map { ($0.key.description, $0.value) }) { $1 }
        json.name("serviceData")
        json.object { json in
            for (uuid, bytes) in data.sorted(by: { $0.key < $1.key }) {
                json.name(text: uuid)
                json.hex(bytes)
            }
        }
    }

    private static func write(
        _ name: StaticString,
        _ uuids: Advertisement.UUIDs,
        _ json: inout JSONWriter
    ) {
        guard !uuids.isEmpty else { return }
        json.name(name)
        json.array { json in for uuid in uuids { json.value(uuid.description) } }
    }
}

extension AdvertisementReport {
    /// The time in seconds on the capture's clock; nil if there is none.
    var seconds: Double? { time == .zero ? nil : time / .seconds(1) }
}

extension BluetoothAddress {
    /// Writes the members "address" and "addressKind".
    func write(members json: inout JSONWriter) {
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
    func write(_ json: inout JSONWriter) {
        let fields = beacon.frame.fields.sorted { $0.name < $1.name }
        json.object { json in
            for field in fields where field.name < "type" { Self.write(field, &json) }
            json.member("type", type)
            for field in fields where field.name > "type" { Self.write(field, &json) }
        }
    }

    private static func write(_ field: BeaconField, _ json: inout JSONWriter) {
        json.name(text: field.name)
        switch field.value {
        case .integer(let value): json.value(value)
        case .number(let value): json.value(value)
        case .bytes(let value): json.hex(value)
        case .text(let value): json.value(value)
        }
    }
}

extension ModuleRecord: JSONWritable {
    func write(_ json: inout JSONWriter) {
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
    func write(_ json: inout JSONWriter) {
        json.object { json in
            json.member("authenticated", reading.isAuthenticated)
            json.member("brand", reading.model?.brand)
            json.member("encrypted", reading.isEncrypted)
            json.member("format", format)
            if let mac = reading.macAddress { json.member("mac", hex: mac) }
            json.name("measurements")
            json.array { json in
                for measurement in reading.measurements { Self.write(measurement, &json) }
            }
            json.member("missing", reading.missing?.rawValue)
            json.member("model", reading.model?.model)
            json.member("partial", reading.isPartial)
            json.member("title", reading.model?.title)
            json.member("unknownObjects", reading.unknownObjects)
        }
    }

    private static func write(_ measurement: SensorMeasurement, _ json: inout JSONWriter) {
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
            case .raw(let bytes): json.member("text", hex: bytes)
            default: break
            }
            json.member("unit", measurement.unit)
        }
    }
}
