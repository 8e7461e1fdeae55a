/// A service as a server offers it (Core 5.4, Vol 3, Part G, section 3.1).
public struct ServiceDefinition: Sendable, Hashable, Codable {
    /// The service's UUID.
    public var uuid: BluetoothUUID
    /// Whether clients find it by itself; a secondary service is only included by others.
    public var isPrimary: Bool
    /// In the order in which clients see them.
    public var characteristics: [CharacteristicDefinition]

    public init(
        _ uuid: BluetoothUUID,
        isPrimary: Bool = true,
        characteristics: [CharacteristicDefinition] = []
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.characteristics = characteristics
    }

    /// Attributes that the service takes, without its includes.
    var handleCount: Int {
        1
            + characteristics.reduce(0) {
                $0 + 2 + $1.descriptors.count + ($1.hasConfiguration ? 1 : 0)
            }
    }
}

/// A characteristic as a server offers it (Core 5.4, Vol 3, Part G, section 3.3).
public struct CharacteristicDefinition: Sendable, Hashable, Codable {
    /// The characteristic's UUID.
    public var uuid: BluetoothUUID
    /// What a client may do with it.
    public var properties: CharacteristicProperties
    /// What the server asks of the client's link first.
    public var permissions: AttributePermissions
    /// The value to start with, at most 512 bytes. Nil: the application is asked at each read.
    public var value: [UInt8]?
    /// Descriptors besides the client characteristic configuration, which is added by itself.
    public var descriptors: [DescriptorDefinition]

    public init(
        _ uuid: BluetoothUUID,
        properties: CharacteristicProperties = [.read, .write, .notify],
        permissions: AttributePermissions = [.readable, .writeable],
        value: [UInt8]? = [],
        descriptors: [DescriptorDefinition] = []
    ) {
        self.uuid = uuid
        self.properties = properties
        self.permissions = permissions
        self.value = value
        self.descriptors = descriptors
    }

    var hasConfiguration: Bool { properties.canNotify || properties.canIndicate }

    /// Reading the configuration is open to all; writing follows the encryption-required forms
    /// (section 3.3.3.3 leaves it to the application).
    var configurationPermissions: AttributePermissions {
        properties.isDisjoint(with: [.notifyEncryptionRequired, .indicateEncryptionRequired])
            ? [.readable, .writeable] : [.readable, .writeEncryptionRequired]
    }
}

/// A descriptor as a server offers it (Core 5.4, Vol 3, Part G, section 3.3.3).
public struct DescriptorDefinition: Sendable, Hashable, Codable {
    /// The descriptor's UUID.
    public var uuid: BluetoothUUID
    /// What the server asks of the client's link first.
    public var permissions: AttributePermissions
    /// The value, at most 512 bytes.
    public var value: [UInt8]

    public init(
        _ uuid: BluetoothUUID,
        permissions: AttributePermissions = .readable,
        value: [UInt8]
    ) {
        self.uuid = uuid
        self.permissions = permissions
        self.value = value
    }

    /// A text for people (0x2901).
    public static func userDescription(_ text: String) -> DescriptorDefinition {
        DescriptorDefinition(0x2901, value: Array(text.utf8))
    }
}
