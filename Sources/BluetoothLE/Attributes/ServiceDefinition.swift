/// The definition of a server's service (Core 5.4, Vol 3, Part G, section 3.1).
public struct ServiceDefinition: Sendable, Hashable, Codable {
    /// The service's UUID.
    public var uuid: BluetoothUUID
    /// Whether the service is primary; a secondary service is only included by other services.
    public var isPrimary: Bool
    /// The characteristics in the order shown to clients.
    public var characteristics: [CharacteristicDefinition]

    /// Creates a definition.
    public init(
        _ uuid: BluetoothUUID,
        isPrimary: Bool = true,
        characteristics: [CharacteristicDefinition] = []
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.characteristics = characteristics
    }

    /// Number of attributes of the service, without its includes.
    var handleCount: Int {
        1
            + characteristics.reduce(0) {
                $0 + 2 + $1.descriptors.count + ($1.hasConfiguration ? 1 : 0)
            }
    }
}

/// The definition of a server's characteristic (Core 5.4, Vol 3, Part G, section 3.3).
public struct CharacteristicDefinition: Sendable, Hashable, Codable {
    /// The characteristic's UUID.
    public var uuid: BluetoothUUID
    /// The operations for clients.
    public var properties: CharacteristicProperties
    /// The permissions, and the required link security.
    public var permissions: AttributePermissions
    /// The initial value, at most 512 bytes. Nil: the application provides the value at each read.
    public var value: [UInt8]?
    /// Descriptors except the client characteristic configuration, which is added automatically.
    public var descriptors: [DescriptorDefinition]
    /// The smallest encryption key in bytes, 7 to 16, for operations that need an encrypted link, also on
    /// the descriptors.
    public var minimumKeySize: Int

    /// Creates a definition.
    public init(
        _ uuid: BluetoothUUID,
        properties: CharacteristicProperties = [.read, .write, .notify],
        permissions: AttributePermissions = [.readable, .writeable],
        value: [UInt8]? = [],
        descriptors: [DescriptorDefinition] = [],
        minimumKeySize: Int = 7
    ) {
        self.uuid = uuid
        self.properties = properties
        self.permissions = permissions
        self.value = value
        self.descriptors = descriptors
        self.minimumKeySize = minimumKeySize
    }

    var hasConfiguration: Bool { properties.canNotify || properties.canIndicate }

    /// The permissions that hold for subscribing, too; nil: `permissions`. They differ for a value that is
    /// only notified.
    var subscriptionPermissions: AttributePermissions?

    /// The configuration's permissions. Anyone may read it. Writing it needs what subscribing needs, and
    /// follows the encryption-required properties (section 3.3.3.3 leaves it to the application).
    var configurationPermissions: AttributePermissions {
        let source = subscriptionPermissions ?? permissions
        let encrypts = !properties.isDisjoint(with: [
            .notifyEncryptionRequired, .indicateEncryptionRequired,
        ])
        let stated = source.level(for: .subscribe) ?? .none
        var needs = AttributePermissions.writing(at: encrypts ? max(stated, .encrypted) : stated)
        if source.needsAuthorization(for: .subscribe) { needs.insert(.writeAuthorizationRequired) }
        return needs.union(.readable)
    }
}

/// The definition of a server's descriptor (Core 5.4, Vol 3, Part G, section 3.3.3).
public struct DescriptorDefinition: Sendable, Hashable, Codable {
    /// The descriptor's UUID.
    public var uuid: BluetoothUUID
    /// The permissions, and the required link security.
    public var permissions: AttributePermissions
    /// The value, at most 512 bytes.
    public var value: [UInt8]

    /// Creates a definition.
    public init(
        _ uuid: BluetoothUUID,
        permissions: AttributePermissions = .readable,
        value: [UInt8]
    ) {
        self.uuid = uuid
        self.permissions = permissions
        self.value = value
    }

    /// Returns a user description (0x2901).
    public static func userDescription(_ text: String) -> DescriptorDefinition {
        DescriptorDefinition(0x2901, value: Array(text.utf8))
    }
}
