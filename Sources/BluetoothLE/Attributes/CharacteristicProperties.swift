/// The operations on a characteristic (Core 5.4, Vol 3, Part G, section 3.3.1.1). The two
/// encryption-required values are not transmitted: they set the permission of the client
/// characteristic configuration.
public struct CharacteristicProperties: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The value may be included in the server's advertising.
    public static let broadcast = CharacteristicProperties(rawValue: 0x01)
    /// The value can be read.
    public static let read = CharacteristicProperties(rawValue: 0x02)
    /// The value can be written by a command, without a response.
    public static let writeWithoutResponse = CharacteristicProperties(rawValue: 0x04)
    /// The value can be written by a request, with a response.
    public static let write = CharacteristicProperties(rawValue: 0x08)
    /// The server can send the value without confirmation.
    public static let notify = CharacteristicProperties(rawValue: 0x10)
    /// The server can send the value with confirmation.
    public static let indicate = CharacteristicProperties(rawValue: 0x20)
    /// The value can be written by a signed command.
    public static let authenticatedSignedWrites = CharacteristicProperties(rawValue: 0x40)
    /// A descriptor contains further properties.
    public static let extendedProperties = CharacteristicProperties(rawValue: 0x80)
    /// Like `notify`, but only over an encrypted link.
    public static let notifyEncryptionRequired = CharacteristicProperties(rawValue: 0x100)
    /// Like `indicate`, but only over an encrypted link.
    public static let indicateEncryptionRequired = CharacteristicProperties(rawValue: 0x200)

    var canNotify: Bool { !isDisjoint(with: [.notify, .notifyEncryptionRequired]) }
    var canIndicate: Bool { !isDisjoint(with: [.indicate, .indicateEncryptionRequired]) }

    /// The byte in the characteristic's declaration.
    var declared: UInt8 {
        UInt8(truncatingIfNeeded: rawValue) | (canNotify ? 0x10 : 0) | (canIndicate ? 0x20 : 0)
    }
}

/// The permissions of an attribute, and the required link security.
public struct AttributePermissions: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Any client may read the value.
    public static let readable = AttributePermissions(rawValue: 0x01)
    /// Any client may write the value.
    public static let writeable = AttributePermissions(rawValue: 0x02)
    /// Reading requires an encrypted link.
    public static let readEncryptionRequired = AttributePermissions(rawValue: 0x04)
    /// Writing requires an encrypted link.
    public static let writeEncryptionRequired = AttributePermissions(rawValue: 0x08)
    /// Reading requires a link paired with protection against a man in the middle.
    public static let readAuthenticationRequired = AttributePermissions(rawValue: 0x10)
    /// Writing requires a link paired with protection against a man in the middle.
    public static let writeAuthenticationRequired = AttributePermissions(rawValue: 0x20)
    /// Reading requires the application's authorization of the client.
    public static let readAuthorizationRequired = AttributePermissions(rawValue: 0x40)
    /// Writing requires the application's authorization of the client.
    public static let writeAuthorizationRequired = AttributePermissions(rawValue: 0x80)
}

/// The security level of a link, in ascending order: each level includes the lower ones.
public enum LinkSecurity: Int, Comparable, Sendable, Codable {
    /// Not encrypted.
    case none
    /// Encrypted with a key from unauthenticated pairing ("just works"). A device in the middle may
    /// know the key.
    case encrypted
    /// Encrypted with a key whose pairing was protected against a man in the middle.
    case authenticated

    public static func < (left: LinkSecurity, right: LinkSecurity) -> Bool {
        left.rawValue < right.rawValue
    }
}
