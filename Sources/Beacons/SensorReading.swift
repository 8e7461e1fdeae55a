public import BluetoothLE
internal import CAccessory

/// What a sensor sends in an advertisement.
public struct SensorReading: Sendable, Hashable {
    /// How it is laid out.
    public enum Format: String, Sendable, Codable {
        case feasycom
        case ruuviRAW1 = "ruuvi-raw1"
        case ruuviRAW2 = "ruuvi-raw2"
        case bthome
        case atc1441
        case pvvx
        case mibeacon
    }

    public let format: Format
    /// What it says, in the order it is sent.
    public let measurements: [SensorMeasurement]
    /// The MAC that the frame states, 6 bytes as printed.
    public let macAddress: [UInt8]?
    /// The frame is encrypted: no measurements without its key. `BeaconCrypto` reads it.
    public let isEncrypted: Bool
    /// The frame has more than was read: it is cut, or says something not known.
    public let isPartial: Bool

    public init(
        format: Format,
        measurements: [SensorMeasurement],
        macAddress: [UInt8]? = nil,
        isEncrypted: Bool = false,
        isPartial: Bool = false
    ) {
        self.format = format
        self.measurements = measurements
        self.macAddress = macAddress
        self.isEncrypted = isEncrypted
        self.isPartial = isPartial
    }

    /// The first temperature, degrees Celsius.
    public var temperature: Double? { number("temperature") }
    /// The first relative humidity, per cent.
    public var humidity: Double? { number("humidity") }
    /// Battery, per cent.
    public var battery: Double? { number("battery") }

    private func number(_ quantity: String) -> Double? {
        measurements.lazy.filter { $0.quantity == quantity }.compactMap(\.number).first
    }

    /// The sensor frame of an advertisement, or nil.
    public init?(_ advertisement: Advertisement) {
        guard let reading = advertisement.withBeacon(Self.read) else { return nil }
        self = reading
    }

    /// The sensor frame in one structure of an advertisement, or nil.
    ///
    /// - Parameters:
    ///   - type: AD type: manufacturer data (0xFF) or service data (0x16).
    ///   - value: With company or UUID in front.
    public init?(type: UInt8, value: Span<UInt8>) {
        let read = value.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { start in
                Self.read(acc_beacon_kind_of(type, start, buffer.count), start, buffer.count)
            }
        }
        guard let read else { return nil }
        self = read
    }

    private static func read(
        _ kind: acc_beacon_kind,
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> SensorReading? {
        switch kind {
        case ACC_BEACON_FEASYCOM_SENSOR: readFeasycom(value, length)
        case ACC_BEACON_RUUVI_RAW1: readRuuvi(.ruuviRAW1, value, length)
        case ACC_BEACON_RUUVI_RAW2: readRuuvi(.ruuviRAW2, value, length)
        case ACC_BEACON_BTHOME: readBTHome(value, length)
        case ACC_BEACON_ATC1441: readThermometer(.atc1441, value, length)
        case ACC_BEACON_PVVX: readThermometer(.pvvx, value, length)
        case ACC_BEACON_ATC1441_ENCRYPTED:
            SensorReading(format: .atc1441, measurements: [], isEncrypted: true)
        case ACC_BEACON_PVVX_ENCRYPTED:
            SensorReading(format: .pvvx, measurements: [], isEncrypted: true)
        case ACC_BEACON_MIBEACON: readMiBeacon(value, length)
        default: nil
        }
    }

    private static func readFeasycom(
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> SensorReading? {
        var c = acc_feasycom_sensor()
        guard acc_feasycom_sensor_read(value, length, &c) == .ok else { return nil }
        return SensorReading(
            format: .feasycom,
            measurements: [
                SensorMeasurement("battery", unit: "%", value: .number(Double(c.battery))),
                SensorMeasurement(
                    "temperature",
                    unit: "°C",
                    value: .number(Double(c.temperature) / 100)
                ),
                SensorMeasurement("humidity", unit: "%", value: .number(Double(c.humidity) / 100)),
            ]
        )
    }

    private static func readRuuvi(
        _ format: Format,
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> SensorReading? {
        let list = MeasurementList(value) { acc_ruuvi_read(value, length, $0, $1, $2) }
        var mac = [UInt8](repeating: 0, count: 6)
        let hasMAC = acc_ruuvi_mac(value, length, &mac)
        return SensorReading(
            format: format,
            measurements: list.measurements,
            macAddress: hasMAC ? mac : nil,
            isPartial: list.status != .ok
        )
    }

    private static func readBTHome(
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> SensorReading? {
        var c = acc_bthome()
        guard acc_bthome_read(value, length, &c) == .ok else { return nil }
        let objects = value + Int(c.objects.offset)
        let list = MeasurementList(objects) { list, capacity, count in
            guard !c.encrypted else { return .ok }
            return acc_bthome_objects(objects, Int(c.objects.length), list, capacity, count)
        }
        return SensorReading(
            format: .bthome,
            measurements: list.measurements,
            macAddress: c.has_mac ? bytes(of: c.mac) : nil,
            isEncrypted: c.encrypted,
            isPartial: list.status != .ok
        )
    }

    private static func readThermometer(
        _ format: Format,
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> SensorReading? {
        var mac = [UInt8](repeating: 0, count: 6)
        let list = MeasurementList(value) { acc_atc_read(value, length, &mac, $0, $1, $2) }
        guard list.status == .ok else { return nil }
        return SensorReading(format: format, measurements: list.measurements, macAddress: mac)
    }

    private static func readMiBeacon(
        _ value: UnsafePointer<UInt8>,
        _ length: Int
    ) -> SensorReading? {
        var c = acc_mibeacon()
        guard acc_mibeacon_read(value, length, &c) == .ok else { return nil }
        let objects = value + Int(c.objects.offset)
        let list = MeasurementList(objects) { list, capacity, count in
            guard !c.encrypted else { return .ok }
            return acc_mibeacon_objects(
                c.product,
                objects,
                Int(c.objects.length),
                list,
                capacity,
                count
            )
        }
        return SensorReading(
            format: .mibeacon,
            measurements: list.measurements,
            macAddress: c.has_mac ? bytes(of: c.mac) : nil,
            isEncrypted: c.encrypted,
            isPartial: list.status != .ok
        )
    }
}
