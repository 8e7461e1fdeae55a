internal import BluetoothLE

/// Advertising data as properties of `org.bluez.LEAdvertisement1` (BlueZ,
/// doc/org.bluez.LEAdvertisement.rst).
struct AdvertisementProperties: Sendable {
    private(set) var values: [String: DBusValue] = [:]

    private var services: [String] = []
    private var solicited: [String] = []
    private var manufacturerData: [UInt16: [UInt8]] = [:]
    private var serviceData: [String: [UInt8]] = [:]
    private var others: [UInt8: [UInt8]] = [:]

    /// - Throws: `notSupported` for data that bluetoothd cannot send; `invalidParameters` for data that
    ///   is malformed or too long.
    init(_ parameters: AdvertisingParameters) throws(RadioError) {
        guard !parameters.isExtended else {
            throw .notSupported("extended advertising through bluetoothd")
        }
        guard parameters.txPower == nil else {
            throw .notSupported("setting the advertising power through bluetoothd")
        }
        guard parameters.data.count <= 31, parameters.scanResponse.count <= 31 else {
            throw .invalidParameters("advertising data is at most 31 bytes here")
        }
        values["Type"] = .string(parameters.isConnectable ? "peripheral" : "broadcast")
        for data in [parameters.data, parameters.scanResponse] {
            try add(data, isConnectable: parameters.isConnectable)
        }
        finish()
    }

    /// The reply to `GetAll`.
    var dictionary: DBusValue {
        .properties(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    private mutating func add(_ data: [UInt8], isConnectable: Bool) throws(RadioError) {
        var rest = data[...]
        while let length = rest.popFirst(), length > 0 {
            guard let type = rest.popFirst(), rest.count >= Int(length) - 1 else {
                throw .invalidParameters("the advertising data ends inside a structure")
            }
            try add(type, Array(rest.prefix(Int(length) - 1)), isConnectable)
            rest = rest.dropFirst(Int(length) - 1)
        }
    }

    private mutating func add(
        _ type: UInt8,
        _ value: [UInt8],
        _ isConnectable: Bool
    ) throws(RadioError) {
        switch type {
        case 0x01:
            // bluetoothd rejects the flag on a non-connectable advertisement
            if isConnectable { values["Discoverable"] = .bool((value.first ?? 0) & 0x03 != 0) }
        case 0x02, 0x03: services += try uuids(value, width: 2)
        case 0x04, 0x05: services += try uuids(value, width: 4)
        case 0x06, 0x07: services += try uuids(value, width: 16)
        case 0x14: solicited += try uuids(value, width: 2)
        case 0x1F: solicited += try uuids(value, width: 4)
        case 0x15: solicited += try uuids(value, width: 16)
        case 0x08, 0x09: values["LocalName"] = .string(String(decoding: value, as: UTF8.self))
        case 0x0A: values["Includes"] = .strings(["tx-power"])
        case 0x19 where value.count == 2:
            values["Appearance"] = .uint16(UInt16(value[0]) | UInt16(value[1]) << 8)
        case 0x16: try add(service: value, width: 2)
        case 0x20: try add(service: value, width: 4)
        case 0x21: try add(service: value, width: 16)
        case 0xFF where value.count >= 2:
            let company = UInt16(value[0]) | UInt16(value[1]) << 8
            try once(manufacturerData[company] == nil)
            manufacturerData[company] = Array(value.dropFirst(2))
        default:
            try once(others[type] == nil)
            others[type] = value
        }
    }

    private mutating func add(service value: [UInt8], width: Int) throws(RadioError) {
        guard value.count >= width else {
            throw .invalidParameters("service data is shorter than its UUID")
        }
        let service = try uuids(Array(value.prefix(width)), width: width)[0]
        try once(serviceData[service] == nil)
        serviceData[service] = Array(value.dropFirst(width))
    }

    private func once(_ isNew: Bool) throws(RadioError) {
        guard isNew else {
            throw .notSupported("two advertising structures of one kind through bluetoothd")
        }
    }

    private func uuids(_ bytes: [UInt8], width: Int) throws(RadioError) -> [String] {
        guard bytes.count % width == 0, !bytes.isEmpty else {
            throw .invalidParameters("a list of UUIDs in the advertising data is truncated")
        }
        return stride(from: 0, to: bytes.count, by: width).compactMap { start in
            BluetoothUUID(littleEndian: bytes[start..<start + width])?.full
        }
    }

    private mutating func finish() {
        if !services.isEmpty { values["ServiceUUIDs"] = .strings(services) }
        if !solicited.isEmpty { values["SolicitUUIDs"] = .strings(solicited) }
        if !manufacturerData.isEmpty {
            values["ManufacturerData"] = .dictionary(
                manufacturerData.sorted { $0.key < $1.key }.map {
                    (.uint16($0.key), .variant(.bytes($0.value)))
                },
                of: "qv"
            )
        }
        if !serviceData.isEmpty {
            values["ServiceData"] = .properties(
                serviceData.sorted { $0.key < $1.key }.map { ($0.key, .bytes($0.value)) }
            )
        }
        if !others.isEmpty {
            values["Data"] = .dictionary(
                others.sorted { $0.key < $1.key }.map {
                    (.byte($0.key), .variant(.bytes($0.value)))
                },
                of: "yv"
            )
        }
    }
}

extension BluetoothUUID {
    /// The 128-bit text form that bluetoothd requires.
    var full: String {
        let digits = littleEndian128.reversed().map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
            .joined(separator: "-")
    }
}
