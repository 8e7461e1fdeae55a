internal import Beacons
internal import BluetoothLE

/// One advertisement on the command line, as JSON or as lines.
struct AdvertRecord {
    let advertisement: Advertisement
    let report: AdvertisementReport?
    let beacon: BeaconRecord?
    let module: ModuleRecord?
    let sensor: SensorRecord?
    /// The advertisement with its Encrypted Data decrypted; nil if it has none, or the key is missing.
    let decrypted: Advertisement?

    /// What the advertisement announces, in the clear and encrypted.
    var announcements: [Announcement] { (decrypted ?? advertisement).announcements }

    /// - Parameters:
    ///   - name: The device's name from its scan response.
    ///   - sensors: Decodes sensors.
    init(
        _ advertisement: Advertisement,
        _ report: AdvertisementReport?,
        name: String? = nil,
        sensors: SensorReader = SensorReader()
    ) {
        self.advertisement = advertisement
        self.report = report
        beacon = Beacon(advertisement).map(BeaconRecord.init)
        module = ModuleRecord(advertisement)
        sensor = sensors.read(advertisement, from: report?.address, name: name)
            .map(SensorRecord.init)
        decrypted = report.flatMap {
            sensors.keys.decryptStructures(of: advertisement, from: $0.address)
        }
    }
}

/// A beacon as JSON or as a line, with the fields of its kind.
struct BeaconRecord {
    let beacon: Beacon

    init(_ beacon: Beacon) {
        self.beacon = beacon
    }

    var type: String { Swift.type(of: beacon.frame).kindName }

    /// One line.
    var text: String { type + beacon.frame.fields.map(Self.text).joined() }

    private static func text(_ field: BeaconField) -> String {
        guard let label = field.label else { return "" }
        let value =
            switch field.value {
            case .integer(let value): "\(value)"
            case .number(let value): "\(value)"
            case .bytes(let value): HexText.text(value)
            case .text(let value): value
            }
        return "  \(label) \(value)" + (field.unit.isEmpty ? "" : " \(field.unit)")
    }
}

/// A beacon module as JSON.
struct ModuleRecord {
    let module: BeaconModule

    init?(_ advertisement: Advertisement) {
        guard let module = BeaconModule(advertisement) else { return nil }
        self.module = module
    }
}

/// A sensor reading as JSON or as a line.
struct SensorRecord {
    let reading: SensorReading

    init(_ reading: SensorReading) {
        self.reading = reading
    }

    /// The id of the format in the sensor table, or the name of the format.
    var format: String {
        switch reading.format {
        case .table, .user: reading.model?.id ?? reading.format.rawValue
        default: reading.format.rawValue
        }
    }
}

extension AdvertRecord {
    /// The lines of the text output.
    var text: String {
        var lines: [String] = []
        let name = advertisement.name.flatMap { $0.isEmpty ? nil : "\"\($0)\"" }
        let head = [
            report?.address.description, report?.rssi.map { "\($0) dBm" }, name,
            advertisement.kindName,
        ]
        lines.append(head.compactMap(\.self).joined(separator: "  "))
        var parts = described
        parts += announcements.map { ("announces", $0.text) }
        parts += others
        parts += decoded
        lines += parts.compactMap { name, value in value.map { "    \(name): \($0)" } }
        return lines.map(\.printable).joined(separator: "\n")
    }

    /// The structures that have a field in the advertisement.
    private var described: [(String, String?)] {
        let company = advertisement.manufacturerData.map {
            "\(Self.named($0.company, AssignedNumbers.company($0.company))) "
                + HexText.text($0.bytes)
        }
        let appearance = advertisement.appearance.map {
            Self.named($0, AssignedNumbers.appearance($0))
        }
        return [
            ("flags", advertisement.flags.map { "0x" + HexText.text([$0.rawValue]) }),
            ("services", Self.list(advertisement.serviceUUIDs)),
            ("solicited", Self.list(advertisement.solicitedServiceUUIDs)),
            ("service data", serviceData),
            ("company", company),
            ("power", advertisement.txPower.map { "\($0) dBm" }),
            ("appearance", appearance),
            ("interval", advertisement.interval.map { "\($0 / .seconds(1)) s" }),
        ]
    }

    /// What the structures mean together, or with a key.
    private var decoded: [(String, String?)] {
        [
            ("decrypted", decrypted.map { HexText.text($0.bytes) }),
            ("beacon", beacon?.text),
            ("module", module?.text),
            ("sensor", sensor?.text),
            ("damaged", advertisement.isTruncated ? "the last structure is truncated" : nil),
        ]
    }

    private var serviceData: String? {
        let data = advertisement.serviceData.map {
            "\(Self.named($0.key, $0.key.assignedName)) \(HexText.text($0.value))"
        }
        return data.isEmpty ? nil : data.sorted().joined(separator: ", ")
    }

    private static func list(_ uuids: Advertisement.UUIDs) -> String? {
        uuids.isEmpty ? nil : uuids.map { named($0, $0.assignedName) }.joined(separator: " ")
    }

    /// Structures of other types, by the name of the type.
    private var others: [(String, String?)] {
        advertisement.structures.lazy.filter {
            !Self.shownTypes.contains($0.type)
                && Announcement(type: $0.type, value: Array($0.value)) == nil
        }.map {
            let type = "type 0x" + HexText.text([$0.type])
            return (AssignedNumbers.advertisingData($0.type) ?? type, HexText.text($0.value))
        }
    }

    /// Types whose content the other lines show.
    private static let shownTypes: Set<UInt8> = Set(0x01...0x0A).union([
        0x14, 0x15, 0x16, 0x19, 0x1A, 0x1F, 0x20, 0x21, 0x2F, 0xFF,
    ])

    private static func named(_ number: some CustomStringConvertible, _ name: String?) -> String {
        name.map { "\(number) (\($0))" } ?? "\(number)"
    }
}

extension ModuleRecord {
    /// One line.
    fileprivate var text: String {
        let model = module.modelName ?? "model \(module.modelIndex)"
        return "\(model) \(module.macAddressText) \(module.battery) %"
    }
}

extension SensorReading.Missing {
    /// Why there are no values.
    var remark: String? {
        switch self {
        case .key: "encrypted, needs its key (--keys)"
        case .cipher: "encrypted"
        case .scanResponse: "needs the name in its scan response"
        case .connection: "needs a connection"
        case .wrongKey: "encrypted, wrong key"
        case .encryption: "refused: not encrypted, although the device has a key"
        case .counterRestarted: "refused: counter restarted, replayed or a reset device"
        case .repeated: "repeated"
        }
    }
}

extension SensorRecord {
    /// One line.
    fileprivate var text: String {
        let values = reading.measurements.map { measurement in
            let instance = measurement.instance == 0 ? "" : " \(measurement.instance + 1)"
            return "\(measurement.quantity)\(instance) \(Self.text(measurement))"
        }
        let name = reading.model?.title ?? format
        let items = values + remarks
        return items.isEmpty ? name : "\(name): " + items.joined(separator: ", ")
    }

    private static func text(_ measurement: SensorMeasurement) -> String {
        switch measurement.value {
        case .number(let value):
            "\(value)" + (measurement.unit.isEmpty ? "" : " \(measurement.unit)")
        case .binary(let value): value ? "on" : "off"
        case .event(let name, _): name
        case .text(let value): value
        case .raw(let bytes): HexText.text(bytes)
        case .invalid: "invalid"
        }
    }

    /// The missing input, and the objects that were not decoded.
    private var remarks: [String] {
        [
            reading.missing?.remark,
            reading.unknownObjects > 0 ? "\(reading.unknownObjects) unknown objects" : nil,
            reading.isPartial && reading.unknownObjects == 0 ? "partial" : nil,
        ].compactMap(\.self)
    }
}
