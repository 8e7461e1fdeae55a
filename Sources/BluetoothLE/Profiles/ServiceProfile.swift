/// A type that defines a service.
public protocol ServiceConfigurable {
    /// The display name.
    static var name: String { get }
    /// The service's UUID.
    static var uuid: BluetoothUUID { get }
    /// A group of related services.
    static var tag: String { get }
}

/// A service that is known in advance, with its characteristics.
public struct ServiceProfile: Sendable {
    /// The service's UUID.
    public let uuid: BluetoothUUID
    /// The display name.
    public let name: String
    /// A group of related services.
    public let tag: String
    /// The characteristics in the order shown to centrals.
    public var characteristics: [CharacteristicProfile]

    /// Creates a profile.
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

    /// Creates a profile from the type of a service.
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

/// The profiles known to an application, by service UUID.
public struct ProfileManager: Sendable {
    private var known: [BluetoothUUID: ServiceProfile]

    /// Creates a manager with these profiles.
    public init(_ services: [ServiceProfile] = []) {
        known = [:]
        for service in services { add(service) }
    }

    /// All profiles, sorted by UUID text.
    public var services: [ServiceProfile] {
        known.values.sorted { $0.uuid.description < $1.uuid.description }
    }

    /// Adds a profile; replaces one with the same UUID.
    public mutating func add(_ service: ServiceProfile) {
        known[service.uuid] = service
    }

    /// The profile of a service; for an unknown one, an empty profile named "Unknown".
    public subscript(uuid: BluetoothUUID) -> ServiceProfile {
        known[uuid] ?? ServiceProfile(uuid: uuid)
    }
}
