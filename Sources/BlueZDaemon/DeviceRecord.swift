internal import BluetoothLE

/// The properties of a device in bluetoothd, `org.bluez.Device1` (BlueZ, doc/org.bluez.Device.rst).
/// Values that are not of the documented type are ignored.
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
    private var built: [UInt8]?

    /// The effects of a property change.
    struct Change: OptionSet {
        let rawValue: UInt8
        /// An advertisement of the device was received.
        static let report = Change(rawValue: 1)
        static let connection = Change(rawValue: 2)
        static let bond = Change(rawValue: 4)
        static let services = Change(rawValue: 8)
    }

    /// Merges changed properties and drops invalidated ones.
    mutating func merge(
        _ properties: [(key: DBusValue, value: DBusValue)],
        dropping invalidated: [DBusValue] = []
    ) -> Change {
        var change: Change = []
        for (key, value) in properties {
            if let key = key.text { change.formUnion(set(key, value)) }
        }
        for key in invalidated {
            if let key = key.text { drop(key) }
        }
        return change
    }

    private mutating func set(_ key: String, _ value: DBusValue) -> Change {
        switch key {
        case "RSSI":
            rssi = value.number.flatMap { (-127...20).contains($0) ? $0 : nil }
            return .report
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
        built = nil
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
        built = nil
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

    /// Rebuilds the data. Fields beyond 1650 bytes, and values that cannot be encoded, are left out.
    private func rebuild() -> [UInt8] {
        var builder = AdvertisementBuilder(limit: 1650)
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
        for (company, value) in manufacturerData.sorted(by: { $0.key < $1.key }) {
            try? builder.add(manufacturerData: value, of: company)
        }
        return builder.bytes
    }
}
