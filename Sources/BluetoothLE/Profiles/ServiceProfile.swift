/// A type that names a service.
public protocol ServiceConfigurable {
    /// For people.
    static var name: String { get }
    static var uuid: BluetoothUUID { get }
    /// Which services it belongs with.
    static var tag: String { get }
}

/// What is known of a service beforehand, with its characteristics.
public struct ServiceProfile: Sendable {
    public let uuid: BluetoothUUID
    /// For people.
    public let name: String
    /// Which services it belongs with.
    public let tag: String
    /// In the order in which centrals see them.
    public var characteristics: [CharacteristicProfile]

    public init(
        uuid: BluetoothUUID,
        name: String = "Unknown",
        tag: String = "Miscellaneous",
        characteristics: [CharacteristicProfile] = []
    ) {
        self.uuid = uuid
        self.name = name
        self.tag = tag
        self.characteristics = characteristics
    }

    public init<Service: ServiceConfigurable>(
        _ service: Service.Type,
        characteristics: [CharacteristicProfile] = []
    ) {
        self.init(
            uuid: Service.uuid,
            name: Service.name,
            tag: Service.tag,
            characteristics: characteristics
        )
    }

    /// The profile of a characteristic; for an unknown one, a profile of bytes named "Unknown".
    public subscript(uuid: BluetoothUUID) -> CharacteristicProfile {
        characteristics.first { $0.uuid == uuid } ?? CharacteristicProfile(uuid: uuid)
    }
}

/// The profiles that an application knows, by the UUIDs of their services.
public struct ProfileManager: Sendable {
    private var known: [BluetoothUUID: ServiceProfile]

    public init(_ services: [ServiceProfile] = []) {
        known = [:]
        for service in services { add(service) }
    }

    /// In the order of their UUIDs as text.
    public var services: [ServiceProfile] {
        known.values.sorted { $0.uuid.description < $1.uuid.description }
    }

    /// Adds a profile, in place of the one with its UUID.
    public mutating func add(_ service: ServiceProfile) {
        known[service.uuid] = service
    }

    /// The profile of a service; for an unknown one, an empty profile named "Unknown".
    public subscript(uuid: BluetoothUUID) -> ServiceProfile {
        known[uuid] ?? ServiceProfile(uuid: uuid)
    }
}
