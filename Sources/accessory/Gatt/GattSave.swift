internal import BluetoothLE

/// A device's services and values in the form that `accessory peripheral` offers.
struct SavedDevice: Encodable {
    private let name: String?
    private let appearance: UInt16?
    private let advertise: [BluetoothUUID]
    private let services: [SavedService]

    /// Reads every service, except the two that each server adds itself.
    init(_ faults: FaultList) async throws {
        var saved: [SavedService] = []
        var (name, appearance): (String?, UInt16?)
        let found = try await faults.allServices()
        let others = found.filter { $0.uuid != 0x1800 && $0.uuid != 0x1801 }
        for service in found {
            let record = try await SavedService(service, among: others, faults)
            switch service.uuid {
            case 0x1800:
                name = record.value(of: 0x2A00).flatMap { String(validating: $0, as: UTF8.self) }
                appearance = record.value(of: 0x2A01).flatMap { bytes in
                    bytes.count == 2 ? UInt16(bytes[0]) | UInt16(bytes[1]) << 8 : nil
                }
            case 0x1801: break
            default: saved.append(record)
            }
        }
        self.name = name?.isEmpty == true ? nil : name
        self.appearance = appearance
        services = saved
        advertise = Self.fitting(saved.filter(\.primary).map(\.uuid))
    }

    /// The services that fit in an advertisement.
    private static func fitting(_ uuids: [BluetoothUUID]) -> [BluetoothUUID] {
        uuids.reduce(into: []) { chosen, uuid in
            var builder = AdvertisementBuilder()
            let isShort =
                (try? builder.add(flags: .default)) != nil
                && (try? builder.add(serviceUUIDs: chosen + [uuid])) != nil
            if isShort, !chosen.contains(uuid) { chosen.append(uuid) }
        }
    }

    var serviceCount: Int { services.count }
}

private struct SavedService: Encodable {
    let uuid: BluetoothUUID
    let primary: Bool
    /// The positions of the included services; nil: none.
    private let includes: [Int]?
    private let characteristics: [SavedCharacteristic]

    init(_ service: Service, among others: [Service], _ faults: FaultList) async throws {
        (uuid, primary) = (service.uuid, service.isPrimary)
        let included = try await faults.skipping(service) { try await $0.includedServices() }
            .compactMap(others.firstIndex)
        includes = included.isEmpty ? nil : included
        var list: [SavedCharacteristic] = []
        for characteristic in try await faults.skipping(service, { try await $0.characteristics() })
        {
            list.append(try await SavedCharacteristic(characteristic, faults))
        }
        characteristics = list
    }

    func value(of uuid: BluetoothUUID) -> [UInt8]? {
        characteristics.first { $0.uuid == uuid }?.content.bytes
    }
}

private struct SavedCharacteristic: Encodable {
    let uuid: BluetoothUUID
    let content: SavedValue
    private let properties: CharacteristicProperties
    private let descriptors: [SavedDescriptor]

    private enum CodingKeys: String, CodingKey {
        case uuid, properties, permissions, value, descriptors
    }

    init(_ characteristic: Characteristic, _ faults: FaultList) async throws {
        (uuid, properties) = (characteristic.uuid, characteristic.properties)
        content =
            properties.contains(.read)
            ? try await SavedValue(.characteristic(characteristic)) : SavedValue()
        var list: [SavedDescriptor] = []
        // each server adds the client characteristic configuration itself
        let found = try await faults.skipping(characteristic.service) { _ in
            try await characteristic.descriptors()
        }
        for descriptor in found where descriptor.uuid != 0x2902 {
            list.append(try await SavedDescriptor(descriptor))
        }
        descriptors = list
    }

    func encode(to encoder: any Encoder) throws {
        let isWritable = !properties.isDisjoint(
            with: [.write, .writeWithoutResponse, .authenticatedSignedWrites]
        )
        var record = encoder.container(keyedBy: CodingKeys.self)
        try record.encode(uuid, forKey: .uuid)
        // no peripheral of this program accepts signed writes
        let words = properties.subtracting(.authenticatedSignedWrites).words
        try record.encode(words, forKey: .properties)
        try record.encode(
            content.permissions.union(isWritable ? .writeable : []).words,
            forKey: .permissions
        )
        try record.encodeIfPresent(content.bytes.map(HexText.text), forKey: .value)
        if !descriptors.isEmpty { try record.encode(descriptors, forKey: .descriptors) }
    }
}

private struct SavedDescriptor: Encodable {
    private let uuid: BluetoothUUID
    private let permissions: [String]
    private let value: String?

    init(_ descriptor: Descriptor) async throws {
        uuid = descriptor.uuid
        let content = try await SavedValue(.descriptor(descriptor))
        permissions = content.permissions.words
        value = content.bytes.map(HexText.text)
    }
}

/// A value, and what reading it requires.
private struct SavedValue {
    private(set) var bytes: [UInt8]?
    private(set) var permissions: AttributePermissions = []

    init() {}

    init(_ attribute: FoundAttribute) async throws {
        do {
            bytes = try await attribute.read()
            permissions = .readable
        } catch GATTError.att(let error, _) {
            switch error {
            case .insufficientEncryption: permissions = .readEncryptionRequired
            case .insufficientAuthentication: permissions = .readAuthenticationRequired
            default: break
            }
        }
    }
}
