public import BluetoothLE
internal import CAccessory

/// A sensor reading decoded from an advertisement.
public struct SensorReading: Sendable, Hashable {
    /// The format of the data.
    public enum Format: String, Sendable, Codable {
        /// A format of the built-in table; see `model`.
        case table
        /// A format of the caller's `SensorTable`.
        case user
        case feasycom
        case ruuviRAW1 = "ruuvi-raw1"
        case ruuviRAW2 = "ruuvi-raw2"
        case bthome
        case atc1441
        case pvvx
        case mibeacon
    }

    /// The data that is missing to decode the values.
    public enum Missing: String, Sendable, Codable {
        /// The device's key: the frame is encrypted. `BeaconCrypto` decodes it.
        case key
        /// Only a cipher: the frame contains the key. `BeaconCrypto` decodes it.
        case cipher
        /// The device's name, which is in its scan response. Use an active scan.
        case scanResponse = "scan-response"
        /// A connection: the device does not advertise its values.
        case connection
        /// The right key: none of the device's keys decrypts the frame.
        case wrongKey = "wrong-key"
        /// Encryption: the device has a key, and the frame is not encrypted. Others may have sent it.
        case encryption = "not-encrypted"
        /// A counter above the last one: the frame is replayed, or the device was reset.
        case counterRestarted = "counter-restarted"
        /// Nothing: the frame repeats the last one.
        case repeated
    }

    /// The format of the data.
    public let format: Format
    /// The model, for formats in a table.
    public let model: SensorModel?
    /// The values in the order of the frame.
    public let measurements: [SensorMeasurement]
    /// The MAC address in the frame, 6 bytes as printed.
    public let macAddress: [UInt8]?
    /// The data that is missing to decode the values; nil if none is.
    public let missing: Missing?
    /// The number of unknown objects in the frame.
    public let unknownObjects: Int
    /// Whether the frame was decoded only in part: it is truncated, or has an unknown object.
    public let isPartial: Bool
    /// Whether the device's key has authenticated the values.
    public let isAuthenticated: Bool

    /// Whether the frame is encrypted: without its key it has no measurements. `BeaconCrypto`
    /// decodes it.
    public var isEncrypted: Bool { missing == .key || missing == .cipher || missing == .wrongKey }

    /// Creates a reading.
    public init(
        format: Format,
        model: SensorModel? = nil,
        measurements: [SensorMeasurement],
        macAddress: [UInt8]? = nil,
        missing: Missing? = nil,
        unknownObjects: Int = 0,
        isPartial: Bool = false,
        isAuthenticated: Bool = false
    ) {
        self.format = format
        self.model = model
        self.measurements = measurements
        self.macAddress = macAddress
        self.missing = missing
        self.unknownObjects = unknownObjects
        self.isPartial = isPartial
        self.isAuthenticated = isAuthenticated
    }

    /// The first temperature, degrees Celsius.
    public var temperature: Double? { number("temperature") }
    /// The first relative humidity, per cent.
    public var humidity: Double? { number("humidity") }
    /// The battery level, per cent.
    public var battery: Double? { number("battery") }

    private func number(_ quantity: String) -> Double? {
        measurements.lazy.filter { $0.quantity == quantity }.compactMap(\.number).first
    }

    /// Decodes the sensor values in an advertisement, which may contain other data; nil if there
    /// are none.
    ///
    /// - Parameters:
    ///   - advertisement: The received advertisement.
    ///   - address: The sender's address, which identifies some formats.
    ///   - name: The device's name from its scan response; used if the advertisement has none.
    ///   - sensors: The caller's own formats, which have precedence.
    ///   - isLoose: Also decode what little evidence recognises, such as a company alone. Other devices' advertisements may
    ///     then be taken for a sensor's.
    public init?(
        _ advertisement: Advertisement,
        from address: BluetoothAddress? = nil,
        name: String? = nil,
        sensors: SensorTable? = nil,
        isLoose: Bool = false
    ) {
        let read = SensorFrame.read(advertisement, address, name, sensors, isLoose)
        guard let read else { return nil }
        self = read
    }

    /// Decodes the sensor frame in one structure of an advertisement; nil if there is none.
    ///
    /// - Parameters:
    ///   - type: AD type: manufacturer data (0xFF) or service data (0x16).
    ///   - value: The data, starting with the company or UUID.
    public init?(type: UInt8, value: Span<UInt8>) {
        guard value.count < 255 else { return nil }
        var bytes = [UInt8(value.count + 1), type]
        for index in value.indices { bytes.append(value[index]) }
        self.init(Advertisement(bytes))
    }
}

/// A decoded sensor frame with its place in the advertisement.
package struct SensorFrame {
    package let reading: SensorReading
    /// The number in the built-in table, if the format is `.table`.
    package let record: UInt16
    /// The decoded structure: company or UUID, and the data after it.
    package let value: Range<Int>

    static func read(
        _ advertisement: Advertisement,
        _ address: BluetoothAddress?,
        _ name: String?,
        _ sensors: SensorTable?,
        _ isLoose: Bool
    ) -> SensorReading? {
        SensorFrame(advertisement, address, name, sensors, isLoose)?.reading
    }

    package init?(
        _ advertisement: Advertisement,
        _ address: BluetoothAddress?,
        _ name: String?,
        _ sensors: SensorTable?,
        _ isLoose: Bool
    ) {
        var c = acc_sensor_reading()
        var found: [SensorMeasurement] = []
        let status = Self.call(advertisement, address, name, sensors, isLoose, &c) { found = $0 }
        guard status != .unsupported else { return nil }
        record = c.record
        value = Int(c.value.offset)..<Int(c.value.offset) + Int(c.value.length)
        let name = advertisement.name ?? name
        reading = SensorReading(
            format: SensorReading.Format(acc_sensor_format(UInt32(c.format))),
            model: SensorModel(c, name: name, sensors: sensors),
            measurements: found,
            macAddress: c.has_mac ? withUnsafeBytes(of: c.mac) { Array($0) } : nil,
            missing: SensorReading.Missing(state: Int(c.state)),
            unknownObjects: Int(c.unknown),
            isPartial: c.unknown > 0 || Int(c.state) & ACC_SENSOR_PARTIAL != 0
        )
    }

    private static func call(
        _ advertisement: Advertisement,
        _ address: BluetoothAddress?,
        _ name: String?,
        _ sensors: SensorTable?,
        _ isLoose: Bool,
        _ c: inout acc_sensor_reading,
        _ take: ([SensorMeasurement]) -> Void
    ) -> Status {
        var mac = address?.littleEndian ?? []
        var name = name.map { Array($0.utf8) } ?? []
        let isNamed = !name.isEmpty
        if mac.isEmpty { mac = [0] }
        if name.isEmpty { name = [0] }
        let capacity = Int(ACC_MEASUREMENTS_MAX)
        return advertisement.bytes.withUnsafeBufferPointer { data in
            guard let start = data.baseAddress else { return .unsupported }
            var advert = acc_advert()
            _ = acc_advert_classify(start, data.count, &advert)
            return withUnsafePointer(to: advert) { advert in
                withUnsafeTemporaryAllocation(of: acc_measurement.self, capacity: capacity) {
                    list in
                    mac.withUnsafeBufferPointer { mac in
                        name.withUnsafeBufferPointer { name in
                            return SensorTable.with(sensors) { table in
                                var source = acc_sensor_source(
                                    data: start,
                                    length: data.count,
                                    advert: advert,
                                    address: mac.count == 6 ? mac.baseAddress : nil,
                                    name: isNamed ? name.baseAddress : nil,
                                    name_length: isNamed ? name.count : 0,
                                    user_table: table,
                                    is_loose: isLoose
                                )
                                let status =
                                    acc_sensor_read(&source, &c, list.baseAddress!, capacity)
                                take(list.prefix(c.count).map { SensorMeasurement($0, in: start) })
                                return status
                            }
                        }
                    }
                }
            }
        }
    }
}

extension SensorReading.Format {
    init(_ c: acc_sensor_format) {
        switch c {
        case ACC_SENSOR_FORMAT_USER: self = .user
        case ACC_SENSOR_FORMAT_FEASYCOM: self = .feasycom
        case ACC_SENSOR_FORMAT_RUUVI_RAW1: self = .ruuviRAW1
        case ACC_SENSOR_FORMAT_RUUVI_RAW2: self = .ruuviRAW2
        case ACC_SENSOR_FORMAT_BTHOME: self = .bthome
        case ACC_SENSOR_FORMAT_ATC1441: self = .atc1441
        case ACC_SENSOR_FORMAT_PVVX: self = .pvvx
        case ACC_SENSOR_FORMAT_MIBEACON: self = .mibeacon
        default: self = .table
        }
    }
}

extension SensorReading.Missing {
    fileprivate init?(state: Int) {
        if state & ACC_SENSOR_NEEDS_KEY != 0 {
            self = .key
        } else if state & ACC_SENSOR_FRAME_KEY != 0 {
            self = .cipher
        } else if state & ACC_SENSOR_NEEDS_NAME != 0 {
            self = .scanResponse
        } else if state & ACC_SENSOR_NEEDS_CONNECTION != 0 {
            self = .connection
        } else {
            return nil
        }
    }
}
