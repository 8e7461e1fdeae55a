internal import AccessoryBase

/// A type that defines a characteristic and its values.
public protocol CharacteristicConfigurable {
    /// The display name.
    static var name: String { get }
    /// The characteristic's UUID.
    static var uuid: BluetoothUUID { get }
    /// The permissions, and the required link security.
    static var permissions: AttributePermissions { get }
    /// The operations for centrals.
    static var properties: CharacteristicProperties { get }
    /// The initial value.
    static var initialValue: [UInt8]? { get }
}

extension CharacteristicConfigurable {
    public static var permissions: AttributePermissions { [.readable, .writeable] }
    public static var properties: CharacteristicProperties { [.read, .write, .notify] }
    public static var initialValue: [UInt8]? { nil }
}

/// A characteristic that is known in advance: its definition, and the conversion of its value to
/// text.
public struct CharacteristicProfile: Sendable {
    /// The characteristic's UUID.
    public let uuid: BluetoothUUID
    /// The display name.
    public let name: String
    /// The permissions, and the required link security.
    public var permissions: AttributePermissions
    /// The operations for centrals.
    public var properties: CharacteristicProperties
    /// The initial value.
    public var initialValue: [UInt8]?
    /// The allowed texts of the value; empty: any.
    public let stringValues: [String]
    private let text: @Sendable ([UInt8]) -> [String: String]?
    private let bytes: @Sendable ([String: String]) -> [UInt8]?

    /// Creates a profile of bytes, which converts the value to hexadecimal digits under the
    /// profile's name.
    public init(
        uuid: BluetoothUUID,
        name: String = "Unknown",
        permissions: AttributePermissions = [.readable, .writeable],
        properties: CharacteristicProperties = [.read, .write, .notify],
        initialValue: [UInt8]? = nil
    ) {
        self.init(
            uuid: uuid,
            name: name,
            permissions: permissions,
            properties: properties,
            initialValue: initialValue,
            text: { [name: Hexadecimal.text($0, uppercase: true)] },
            bytes: { $0[name].flatMap { Hexadecimal.bytes($0) } }
        )
    }

    package init(
        uuid: BluetoothUUID,
        name: String,
        permissions: AttributePermissions,
        properties: CharacteristicProperties,
        initialValue: [UInt8]?,
        stringValues: [String] = [],
        text: @escaping @Sendable ([UInt8]) -> [String: String]?,
        bytes: @escaping @Sendable ([String: String]) -> [UInt8]?
    ) {
        self.uuid = uuid
        self.name = name
        self.permissions = permissions
        self.properties = properties
        self.initialValue = initialValue
        self.stringValues = stringValues
        self.text = text
        self.bytes = bytes
    }

    private init<Value: CharacteristicConfigurable & StringDeserializable>(
        _ type: Value.Type,
        read: @escaping @Sendable ([UInt8]) -> Value?,
        write: @escaping @Sendable (Value) -> [UInt8]
    ) {
        self.init(
            uuid: Value.uuid,
            name: Value.name,
            permissions: Value.permissions,
            properties: Value.properties,
            initialValue: Value.initialValue,
            stringValues: Value.stringValues,
            text: { read($0)?.stringValue },
            bytes: { Value(stringValue: $0).map(write) }
        )
    }

    /// Creates a profile of a plain value.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & Deserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// Creates a profile of a raw value.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// Creates a profile of a raw array.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawArrayDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// Creates a profile of a raw pair.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawPairDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// Creates a profile of a raw array pair.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawArrayPairDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// Creates a profile of UTF-8 text, under the profile's name.
    public init<Value: CharacteristicConfigurable>(text type: Value.Type) {
        self.init(
            textNamed: Value.name,
            uuid: Value.uuid,
            permissions: Value.permissions,
            properties: Value.properties,
            initialValue: Value.initialValue
        )
    }

    /// Creates a profile of UTF-8 text, under the profile's name.
    public init(
        textNamed name: String,
        uuid: BluetoothUUID,
        permissions: AttributePermissions = [.readable, .writeable],
        properties: CharacteristicProperties = [.read, .write, .notify],
        initialValue: [UInt8]? = nil
    ) {
        self.init(
            uuid: uuid,
            name: name,
            permissions: permissions,
            properties: properties,
            initialValue: initialValue,
            text: { Serde.deserialize($0).map { [name: $0] } },
            bytes: { $0[name].map { Serde.serialize($0) } }
        )
    }

    /// Converts a value to text by field name; nil for invalid bytes.
    public func stringValue(_ bytes: [UInt8]) -> [String: String]? { text(bytes) }

    /// Converts text to the bytes of a value; nil for invalid text.
    public func bytes(_ stringValue: [String: String]) -> [UInt8]? { bytes(stringValue) }
}
