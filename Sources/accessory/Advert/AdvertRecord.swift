internal import Beacons
internal import BluetoothLE

/// One advertisement on the command line, as JSON or as lines.
struct AdvertRecord {
    private(set) var address: String?
    private(set) var addressKind: String?
    private(set) var rssi: Int?
    /// Seconds, on the capture's clock.
    private(set) var time: Double?
    let data: String
    let truncated: Bool
    let fields: Fields
    let kind: String
    let beacon: BeaconRecord?
    let module: ModuleRecord?
    let sensor: SensorRecord?

    struct Fields {
        let flags: UInt8?
        let name: String?
        let serviceUUIDs: [String]?
        let solicitedServiceUUIDs: [String]?
        let serviceData: [String: String]?
        let company: UInt16?
        let manufacturerData: String?
        let txPower: Int?
        let appearance: UInt16?
        /// Seconds.
        let interval: Double?
        /// AD types without a field of their own.
        let types: [UInt8]
    }

    /// - Parameters:
    ///   - name: The device's name from its scan response.
    ///   - sensors: Decodes sensors.
    init(
        _ advertisement: Advertisement,
        _ report: AdvertisementReport?,
        name: String? = nil,
        sensors: SensorReader = SensorReader()
    ) {
        address = report?.address.description
        addressKind = report.map { "\($0.address.kind)" }
        rssi = report?.rssi
        time = report.flatMap { $0.time == .zero ? nil : $0.time / .seconds(1) }
        data = HexText.text(advertisement.bytes)
        truncated = advertisement.isTruncated
        fields = Fields(advertisement)
        kind = advertisement.kindName
        beacon = Beacon(advertisement).map(BeaconRecord.init)
        module = ModuleRecord(advertisement)
        sensor = sensors.read(advertisement, from: report?.address, name: name)
            .map(SensorRecord.init)
    }
}

extension AdvertRecord.Fields {
    init(_ advertisement: Advertisement) {
        func filled<List: Collection>(_ list: List) -> List? { list.isEmpty ? nil : list }
        flags = advertisement.flags?.rawValue
        name = advertisement.name
        serviceUUIDs = filled(advertisement.serviceUUIDs.map(\.description))
        solicitedServiceUUIDs = filled(advertisement.solicitedServiceUUIDs.map(\.description))
        serviceData = filled(
            Dictionary(
                uniqueKeysWithValues: advertisement.serviceData.map {
                    ($0.key.description, HexText.text($0.value))
                }
            )
        )
        company = advertisement.manufacturerData?.company
        manufacturerData = advertisement.manufacturerData.map { HexText.text($0.bytes) }
        txPower = advertisement.txPower
        appearance = advertisement.appearance
        interval = advertisement.interval.map { $0 / .seconds(1) }
        types = advertisement.structures.map(\.type)
    }
}

/// A beacon as JSON, with the fields of its kind.
struct BeaconRecord {
    let type: String
    private(set) var uuid: String?
    private(set) var major: UInt16?
    private(set) var minor: UInt16?
    private(set) var company: UInt16?
    private(set) var id: String?
    private(set) var namespace: String?
    private(set) var instance: String?
    private(set) var url: String?
    private(set) var measuredPower: Int?
    private(set) var powerAt0m: Int?
    private(set) var reserved: UInt8?
    private(set) var batteryVoltage: Int?
    private(set) var temperature: Double?
    private(set) var advertisementCount: UInt32?
    /// Seconds.
    private(set) var uptime: Double?
    private(set) var cipher: String?
    private(set) var salt: UInt16?
    private(set) var check: UInt16?

    init(_ beacon: Beacon) {
        switch beacon {
        case .iBeacon(let beacon):
            type = "ibeacon"
            (uuid, major, minor) = (beacon.uuid.description, beacon.major, beacon.minor)
            measuredPower = beacon.measuredPower
        case .altBeacon(let beacon):
            type = "altbeacon"
            (company, id, reserved) = (beacon.company, HexText.text(beacon.id), beacon.reserved)
            measuredPower = beacon.measuredPower
        case .eddystoneUID(let beacon):
            type = "eddystone-uid"
            namespace = HexText.text(beacon.namespace)
            instance = HexText.text(beacon.instance)
            powerAt0m = beacon.powerAt0m
        case .eddystoneURL(let beacon):
            type = "eddystone-url"
            (url, powerAt0m) = (beacon.url, beacon.powerAt0m)
        case .eddystoneTLM(let beacon):
            type = "eddystone-tlm"
            (batteryVoltage, temperature) = (beacon.batteryVoltage, beacon.temperature)
            advertisementCount = beacon.advertisementCount
            uptime = beacon.uptime / .seconds(1)
        case .eddystoneEncryptedTLM(let beacon):
            type = "eddystone-etlm"
            (cipher, salt, check) = (HexText.text(beacon.cipher), beacon.salt, beacon.check)
        case .eddystoneEID(let beacon):
            type = "eddystone-eid"
            (id, powerAt0m) = (HexText.text(beacon.id), beacon.powerAt0m)
        }
    }

    /// One line.
    var text: String {
        let parts: [(String, String?)] = [
            ("uuid", uuid), ("major", major.map(String.init)), ("minor", minor.map(String.init)),
            ("company", company.map(String.init)), ("namespace", namespace),
            ("instance", instance), ("id", id), ("url", url),
            ("battery", batteryVoltage.map { "\($0) mV" }),
            ("temperature", temperature.map { "\($0) °C" }),
            ("count", advertisementCount.map(String.init)), ("uptime", uptime.map { "\($0) s" }),
            ("power", measuredPower.map { "\($0) dBm at 1 m" }),
            ("power", powerAt0m.map { "\($0) dBm at 0 m" }),
        ]
        return type + parts.compactMap { name, value in value.map { "  \(name) \($0)" } }.joined()
    }
}

/// A beacon module as JSON.
struct ModuleRecord {
    let model: Int
    let modelName: String?
    let mac: String
    let firmware: String
    let battery: Int
    let externalPower: Bool
    let connectability: UInt8
    let led: Bool
    let buzzer: Bool
    let gSensor: Bool
    let key: Bool

    init?(_ advertisement: Advertisement) {
        let found = advertisement.structures.lazy.filter { $0.type == 0x16 }
            .compactMap { BeaconModule(serviceData: $0.value.span) }.first
        guard let found else { return nil }
        (model, modelName) = (found.modelIndex, found.modelName)
        (mac, firmware) = (found.macAddressText, found.firmwareVersion)
        (battery, externalPower) = (found.battery, found.isExternallyPowered)
        connectability = found.connectability.rawValue
        (led, buzzer, gSensor, key) = (
            found.hasLED, found.hasBuzzer, found.hasGSensor, found.hasKey
        )
    }
}

/// A sensor reading as JSON.
struct SensorRecord {
    struct Value {
        let quantity: String
        let unit: String
        let instance: Int
        private(set) var number: Double?
        private(set) var on: Bool?
        private(set) var event: String?
        private(set) var count: Int?
        private(set) var text: String?

        init(_ measurement: SensorMeasurement) {
            quantity = measurement.quantity
            unit = measurement.unit
            instance = measurement.instance
            switch measurement.value {
            case .number(let value): number = value
            case .binary(let value): on = value
            case .event(let name, let times): (event, count) = (name, times)
            case .text(let value): text = value
            case .raw(let bytes): text = HexText.text(bytes)
            }
        }
    }

    /// The id of the format in the sensor table, or the name of the format.
    let format: String
    let brand: String?
    let model: String?
    /// Brand and model, or brand and type of device.
    let title: String?
    let mac: String?
    let encrypted: Bool
    /// What is missing to decode the values: key, cipher, scan-response, connection.
    let missing: String?
    /// The number of unknown objects in the frame.
    let unknownObjects: Int
    let partial: Bool
    let measurements: [Value]

    init(_ reading: SensorReading) {
        format =
            reading.format == .table || reading.format == .user
            ? reading.model?.id ?? reading.format.rawValue : reading.format.rawValue
        (brand, model) = (reading.model?.brand, reading.model?.model)
        title = reading.model?.title
        missing = reading.missing?.rawValue
        (unknownObjects, partial) = (reading.unknownObjects, reading.isPartial)
        mac = reading.macAddress.map(HexText.text)
        encrypted = reading.isEncrypted
        measurements = reading.measurements.map(Value.init)
    }
}

extension AdvertRecord {
    /// The lines of the text output.
    var text: String {
        var lines: [String] = []
        let name = fields.name.flatMap { $0.isEmpty ? nil : "\"\($0)\"" }
        let head = [address, rssi.map { "\($0) dBm" }, name, kind]
        lines.append(head.compactMap(\.self).joined(separator: "  "))
        let parts: [(String, String?)] = [
            ("flags", fields.flags.map { "0x" + HexText.text([$0]) }),
            ("services", fields.serviceUUIDs?.joined(separator: " ")),
            ("looks for", fields.solicitedServiceUUIDs?.joined(separator: " ")),
            (
                "service data",
                fields.serviceData?.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                    .joined(separator: ", ")
            ),
            ("company", fields.company.map { "\($0) \(fields.manufacturerData ?? "")" }),
            ("power", fields.txPower.map { "\($0) dBm" }),
            ("appearance", fields.appearance.map(String.init)),
            ("interval", fields.interval.map { "\($0) s" }),
            ("beacon", beacon?.text),
            (
                "module",
                module.map { "\($0.modelName ?? "model \($0.model)") \($0.mac) \($0.battery) %" }
            ),
            ("sensor", sensor.map(\.line)),
            ("damaged", truncated ? "the last structure runs over the end" : nil),
        ]
        lines += parts.compactMap { name, value in value.map { "    \(name): \($0)" } }
        return lines.map(\.printable).joined(separator: "\n")
    }
}

extension SensorRecord {
    /// One line.
    fileprivate var line: String {
        let values = measurements.map { value in
            let what =
                value.instance == 0 ? value.quantity : "\(value.quantity) \(value.instance + 1)"
            let shown =
                value.number.map { "\($0)" + (value.unit.isEmpty ? "" : " \(value.unit)") }
                ?? value.on.map { $0 ? "on" : "off" } ?? value.event ?? value.text ?? ""
            return "\(what) \(shown)"
        }
        return "\(title ?? format): " + (values + remarks).joined(separator: ", ")
    }

    /// What is missing, and what was not decoded.
    private var remarks: [String] {
        [
            missing.map {
                switch $0 {
                case "key": "encrypted, needs its key (--keys)"
                case "scan-response": "needs the name in its scan response"
                case "connection": "needs a connection"
                default: "encrypted"
                }
            },
            unknownObjects > 0 ? "\(unknownObjects) unknown objects" : nil,
            partial && unknownObjects == 0 ? "partial" : nil,
        ].compactMap(\.self)
    }
}
