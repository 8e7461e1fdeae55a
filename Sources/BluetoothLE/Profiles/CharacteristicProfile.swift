/// A type that says how a characteristic with its values is made.
public protocol CharacteristicConfigurable {
    /// For people.
    static var name: String { get }
    static var uuid: BluetoothUUID { get }
    static var permissions: AttributePermissions { get }
    static var properties: CharacteristicProperties { get }
    /// The value to start with.
    static var initialValue: [UInt8]? { get }
}

extension CharacteristicConfigurable {
    public static var permissions: AttributePermissions { [.readable, .writeable] }
    public static var properties: CharacteristicProperties { [.read, .write, .notify] }
    public static var initialValue: [UInt8]? { nil }
}

/// What is known of a characteristic beforehand: how to make it, and how its value reads as text.
public struct CharacteristicProfile: Sendable {
    public let uuid: BluetoothUUID
    /// For people.
    public let name: String
    public var permissions: AttributePermissions
    public var properties: CharacteristicProperties
    /// The value to start with.
    public var initialValue: [UInt8]?
    /// The texts that the value can have; empty: any.
    public let stringValues: [String]
    private let text: @Sendable ([UInt8]) -> [String: String]?
    private let bytes: @Sendable ([String: String]) -> [UInt8]?

    /// A profile of bytes, which read as hexadecimal digits under the profile's name.
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

    private init(
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

    /// A profile of a plain value.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & Deserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// A profile of a raw value.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// A profile of a raw array.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawArrayDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// A profile of a raw pair.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawPairDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// A profile of a raw array pair.
    public init<Value>(_ type: Value.Type)
    where Value: CharacteristicConfigurable & StringDeserializable & RawArrayPairDeserializable {
        self.init(type, read: { Serde.deserialize($0) }, write: { Serde.serialize($0) })
    }

    /// A profile of text in UTF-8, under the profile's name.
    public init<Value: CharacteristicConfigurable>(text type: Value.Type) {
        self.init(
            textNamed: Value.name,
            uuid: Value.uuid,
            permissions: Value.permissions,
            properties: Value.properties,
            initialValue: Value.initialValue
        )
    }

    /// A profile of text in UTF-8, under the profile's name.
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

    /// A value as text, by the names of its fields; nil for bytes that are no value.
    public func stringValue(_ bytes: [UInt8]) -> [String: String]? { text(bytes) }

    /// The bytes of a value that is given as text; nil for text that has no value.
    public func bytes(_ stringValue: [String: String]) -> [UInt8]? { bytes(stringValue) }
}
