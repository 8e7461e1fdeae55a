internal import BluetoothLE
internal import FoundationEssentials

/// A GATT server described by a JSON file.
struct PeripheralFile: Decodable {
    /// The name to advertise, and the value of Device Name.
    let name: String?
    /// The appearance value (Assigned Numbers, section 2.6).
    let appearance: UInt16?
    /// The UUIDs of the services to advertise; nil: all services of the file.
    let advertise: [BluetoothUUID]?
    let services: [ServiceDefinition]
    /// Of each service, the positions of the services that it includes.
    private let includes: [[Int]]
    /// The positions of all services, each behind those that it includes.
    private let order: [Int]

    private enum Keys: String, CodingKey, CaseIterable {
        case name, appearance, advertise, services
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.keyed(by: Keys.self)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        if let name, name.isEmpty || name.utf8.count > 248 {
            throw values.fault(.name, "a name has 1 to 248 bytes")
        }
        appearance = try values.decodeIfPresent(UInt16.self, forKey: .appearance)
        advertise = try values.decodeIfPresent([BluetoothUUID].self, forKey: .advertise)
        let entries = try values.decode([ServiceEntry].self, forKey: .services)
        services = entries.map(\.definition)
        includes = entries.map(\.includes)
        for (position, list) in includes.enumerated() {
            if let wrong = list.first(where: { !entries.indices.contains($0) }) {
                throw values.fault(
                    .services,
                    "service \(position) includes \(wrong); the last service is \(entries.count - 1)"
                )
            }
        }
        guard let order = Self.order(of: includes) else {
            throw values.fault(.services, "a service includes itself, directly or by others")
        }
        self.order = order
    }

    /// Nil if a service includes itself.
    private static func order(of includes: [[Int]]) -> [Int]? {
        var (order, waiting) = ([Int](), Array(includes.indices))
        var isPlaced = includes.map { _ in false }
        while !waiting.isEmpty {
            let count = order.count
            waiting.removeAll { position in
                guard includes[position].allSatisfy({ isPlaced[$0] }) else { return false }
                isPlaced[position] = true
                order.append(position)
                return true
            }
            guard order.count > count else { return nil }
        }
        return order
    }

    /// - Throws: `Failure`, which names the position in the file.
    static func read(_ path: String) throws -> PeripheralFile {
        try InputFile(path).decode(PeripheralFile.self, .peripheral)
    }

    /// The services in the order in which they can be added.
    func mutableServices() -> [MutableService] {
        let made = services.map { service in
            MutableService(
                uuid: service.uuid,
                isPrimary: service.isPrimary,
                characteristics: service.characteristics.map {
                    MutableCharacteristic(
                        uuid: $0.uuid,
                        properties: $0.properties,
                        permissions: $0.permissions,
                        value: $0.value ?? [],
                        descriptors: $0.descriptors,
                        minimumKeySize: $0.minimumKeySize
                    )
                }
            )
        }
        for (service, list) in zip(made, includes) {
            service.includedServices = list.map { made[$0] }
        }
        return order.map { made[$0] }
    }
}

private struct ServiceEntry: Decodable {
    let definition: ServiceDefinition
    let includes: [Int]

    private enum Keys: String, CodingKey, CaseIterable {
        case uuid, primary, includes, characteristics
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.keyed(by: Keys.self)
        definition = ServiceDefinition(
            try values.decode(BluetoothUUID.self, forKey: .uuid),
            isPrimary: try values.decodeIfPresent(Bool.self, forKey: .primary) ?? true,
            characteristics: try values.decode([CharacteristicEntry].self, forKey: .characteristics)
                .map(\.definition)
        )
        includes = try values.decodeIfPresent([Int].self, forKey: .includes) ?? []
    }
}

private struct CharacteristicEntry: Decodable {
    let definition: CharacteristicDefinition

    private enum Keys: String, CodingKey, CaseIterable {
        case uuid, properties, permissions, keySize, value, text, descriptors
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.keyed(by: Keys.self)
        let properties: CharacteristicProperties = try values.words(.properties) ?? []
        guard !properties.isEmpty else {
            throw values.fault(.properties, "at least one is required")
        }
        let descriptors = try values.decodeIfPresent([DescriptorEntry].self, forKey: .descriptors)
        let keySize = try values.decodeIfPresent(Int.self, forKey: .keySize) ?? 7
        guard (7...16).contains(keySize) else {
            throw values.fault(.keySize, "a key has 7 to 16 bytes")
        }
        definition = CharacteristicDefinition(
            try values.decode(BluetoothUUID.self, forKey: .uuid),
            properties: properties,
            permissions: try values.words(.permissions) ?? [.readable, .writeable],
            value: try values.bytes(.value, text: .text) ?? [],
            descriptors: (descriptors ?? []).map(\.definition),
            minimumKeySize: keySize
        )
    }
}

private struct DescriptorEntry: Decodable {
    let definition: DescriptorDefinition

    private enum Keys: String, CodingKey, CaseIterable {
        case uuid, permissions, value, text
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.keyed(by: Keys.self)
        let uuid = try values.decode(BluetoothUUID.self, forKey: .uuid)
        guard uuid != 0x2902 else {
            throw values.fault(.uuid, "2902 is added automatically for notify and indicate")
        }
        definition = DescriptorDefinition(
            uuid,
            permissions: try values.words(.permissions) ?? .readable,
            value: try values.bytes(.value, text: .text) ?? []
        )
    }
}

extension KeyedDecodingContainer {
    fileprivate func words<Options: Worded>(_ key: Key) throws -> Options? {
        guard let words = try decodeIfPresent([String].self, forKey: key) else { return nil }
        do {
            return try Options(words: words)
        } catch {
            throw fault(key, "\(error)")
        }
    }

    /// A value in hexadecimal digits or as text; nil if the file has neither.
    fileprivate func bytes(_ key: Key, text: Key) throws -> [UInt8]? {
        let digits = try decodeIfPresent(String.self, forKey: key)
        let words = try decodeIfPresent(String.self, forKey: text)
        guard digits == nil || words == nil else {
            throw fault(text, "the value is given twice; keep one")
        }
        do {
            let bytes = try digits.map { try HexText.bytes($0, name: "it") ?? [] }
            let value = bytes ?? words.map { Array($0.utf8) }
            guard value?.count ?? 0 <= 512 else {
                throw fault(key, "a value has at most 512 bytes")
            }
            return value
        } catch let failure as Failure {
            throw fault(key, failure.cause)
        }
    }
}
