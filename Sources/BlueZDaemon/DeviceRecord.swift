internal import BluetoothLE

/// The properties of a device in bluetoothd, `org.bluez.Device1` (BlueZ, doc/org.bluez.Device.rst).
/// Values of undocumented types are ignored.
struct DeviceRecord: Equatable, Sendable {
    private(set) var address = BluetoothAddress(value: 0)
    private(set) var rssi: Int?
    private(set) var isConnected = false
    private(set) var isPaired = false
    private(set) var isBonded = false
    private(set) var areServicesResolved = false
    private(set) var name: String?
    private var txPower: Int?
    private var appearance: Int?
    private var flags: UInt8?
    private var services: [BluetoothUUID] = []
    private var manufacturerData: [UInt16: [UInt8]] = [:]
    private var serviceData: [BluetoothUUID: [UInt8]] = [:]
    private var otherData: [UInt8: [UInt8]] = [:]
    /// The rebuilt advertising data; nil after a change of its properties.
    private var built: [UInt8]?
    /// The rebuilt data before the manufacturer data, which changes most often.
    private var begin: [UInt8]?

    /// The effects of a property change.
    struct Change: OptionSet {
        let rawValue: UInt8
        /// An advertisement of the device was received.
        static let report = Change(rawValue: 1)
        static let connection = Change(rawValue: 2)
        static let bond = Change(rawValue: 4)
        static let services = Change(rawValue: 8)
    }

    /// Merges listed properties.
    mutating func merge(_ properties: [(key: DBusValue, value: DBusValue)]) -> Change {
        var change: Change = []
        for (key, value) in properties {
            if let key = key.text { change.formUnion(set(key, value)) }
        }
        return change
    }

    /// Merges the body of a PropertiesChanged signal, from its properties on. Reads the properties that
    /// advertisements change in place, without a tree of values.
    ///
    /// - Throws: `malformed`; properties before the malformed one are merged.
    mutating func merge(_ signal: DBusReader) throws(DBusError) -> Change {
        var change: Change = []
        guard try signal.enter("a", "{sv}") else { throw .malformed }
        while let (name, value) = try signal.nextProperty() {
            change.formUnion(try set(name, value, of: signal))
        }
        guard try signal.enter("a", "s") else { throw .malformed }
        while let name = try signal.read("s") { drop(DBusReader.text(name.text)) }
        return change
    }

    private mutating func set(
        _ name: UnsafePointer<CChar>,
        _ value: DBusReader.Property,
        of signal: DBusReader
    ) throws(DBusError) -> Change {
        switch value {
        case .item(let item):
            if DBusReader.isEqual(name, "RSSI"), item.text == nil {
                return setRSSI(Int(item.number))
            }
            return set(String(cString: name), try signal.value(item))
        case .container(let signature):
            if DBusReader.isEqual(name, "ManufacturerData"), DBusReader.isEqual(signature, "a{qv}")
            {
                return try setManufacturerData(signal)
            }
            let values = try signal.values()
            // the entry; reading the values has closed their variant
            try signal.skip()
            return values.first.map { set(String(cString: name), $0) } ?? []
        }
    }

    private mutating func setRSSI(_ number: Int?) -> Change {
        rssi = number.flatMap { (-127...20).contains($0) ? $0 : nil }
        return .report
    }

    private mutating func setManufacturerData(_ signal: DBusReader) throws(DBusError) -> Change {
        var data: [UInt16: [UInt8]] = [:]
        guard try signal.enter("a", "{qv}") else { throw .malformed }
        while try signal.enter("e", "qv") {
            guard let company = try signal.read("q") else { throw .malformed }
            if let bytes = try signal.readBytes() {
                data[UInt16(truncatingIfNeeded: company.number)] = bytes
            }
            try signal.leave()
        }
        // the dictionary, the variant, the entry
        for _ in 0..<3 { try signal.leave() }
        if data != manufacturerData { (manufacturerData, built) = (data, nil) }
        return .report
    }

    private mutating func set(_ key: String, _ value: DBusValue) -> Change {
        switch key {
        case "RSSI": return setRSSI(value.number)
        case "ManufacturerData":
            manufacturerData = Self.data(value) { $0.number.flatMap { UInt16(exactly: $0) } }
        case "ServiceData":
            serviceData = Self.data(value) { $0.text.flatMap { BluetoothUUID($0) } }
        case "AdvertisingData":
            otherData = Self.data(value) { $0.number.flatMap { UInt8(exactly: $0) } }
        case "AdvertisingFlags": flags = value.bytes?.first
        case "UUIDs":
            services = (value.elements ?? []).compactMap { $0.text.flatMap { BluetoothUUID($0) } }
        case "Name": name = value.text
        case "TxPower": txPower = value.number
        case "Appearance": appearance = value.number
        default: return setState(key, value)
        }
        (built, begin) = (nil, nil)
        return .report
    }

    private mutating func setState(_ key: String, _ value: DBusValue) -> Change {
        switch key {
        case "Address":
            let kind = address.kind
            address = value.text.flatMap { BluetoothAddress($0, kind: kind) } ?? address
        case "AddressType":
            address = BluetoothAddress(
                value: address.value,
                kind: value.text == "random" ? .random : .public
            )
        case "Connected":
            isConnected = value.isOn ?? false
            return .connection
        case "Paired":
            isPaired = value.isOn ?? false
            return .bond
        case "Bonded":
            isBonded = value.isOn ?? false
            return .bond
        case "ServicesResolved":
            areServicesResolved = value.isOn ?? false
            // bluetoothd does not signal Connected when its socket is connected before the kernel's
            // event of the link arrives (BlueZ 5.66)
            if areServicesResolved { isConnected = true }
            return .services
        default: break
        }
        return []
    }

    /// Drops a property. bluetoothd drops a device's RSSI when discovery ends.
    private mutating func drop(_ key: String) {
        switch key {
        case "RSSI": rssi = nil
        case "TxPower": txPower = nil
        case "Name": name = nil
        case "Appearance": appearance = nil
        default: return
        }
        (built, begin) = (nil, nil)
    }

    private static func data<Key: Hashable>(
        _ value: DBusValue,
        _ key: (DBusValue) -> Key?
    ) -> [Key: [UInt8]] {
        var data: [Key: [UInt8]] = [:]
        for entry in value.entries ?? [] {
            if let key = key(entry.key), let bytes = entry.value.bytes { data[key] = bytes }
        }
        return data
    }
}

// MARK: Reports

extension DeviceRecord {
    /// The advertisement, rebuilt from the properties: structures in this library's order, the scan
    /// response merged, each field as last received.
    mutating func report(at time: Duration) -> AdvertisementReport {
        let data = built ?? rebuild()
        built = data
        var report = AdvertisementReport(address: address, rssi: rssi, time: time, data: data)
        report.isRebuilt = true
        return report
    }

    /// The longest advertising data (Core 5.4, Vol 4, Part E, section 7.8.54).
    private static let longest = 1650

    /// Rebuilds the data. Fields beyond 1650 bytes, and values that cannot be encoded, are left out.
    private mutating func rebuild() -> [UInt8] {
        var data = begin ?? rebuildBegin()
        begin = data
        for (company, value) in manufacturerData.sorted(by: { $0.key < $1.key })
        where value.count <= 252 && data.count + value.count + 4 <= Self.longest {
            data += [UInt8(value.count + 3), 0xFF, UInt8(company & 0xFF), UInt8(company >> 8)]
            data += value
        }
        return data
    }

    /// Rebuilds everything but the manufacturer data.
    private func rebuildBegin() -> [UInt8] {
        var builder = AdvertisementBuilder(limit: Self.longest)
        if let flags, otherData[0x01] == nil {
            try? builder.add(flags: AdvertisementFlags(rawValue: flags))
        }
        for (type, value) in otherData.sorted(by: { $0.key < $1.key }) {
            try? builder.add(type: type, value)
        }
        try? builder.add(serviceUUIDs: services)
        if let name { try? builder.add(name: name) }
        if let txPower { try? builder.add(txPower: txPower) }
        if let appearance = appearance.flatMap({ UInt16(exactly: $0) }) {
            try? builder.add(type: 0x19, [UInt8(appearance & 0xFF), UInt8(appearance >> 8)])
        }
        for (service, value) in serviceData.sorted(by: { $0.key.description < $1.key.description })
        {
            try? builder.add(serviceData: value, of: service)
        }
        return builder.bytes
    }
}
