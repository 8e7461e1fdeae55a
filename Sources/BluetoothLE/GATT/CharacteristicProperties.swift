/// What a client may do with a characteristic (Core 5.4, Vol 3, Part G, section 3.3.1.1). The two
/// encryption-required forms do not go on the air: they set the permission of the client
/// characteristic configuration.
public struct CharacteristicProperties: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The value may stand in the server's advertising.
    public static let broadcast = CharacteristicProperties(rawValue: 0x01)
    /// The value can be read.
    public static let read = CharacteristicProperties(rawValue: 0x02)
    /// The value can be written by a command, without an answer.
    public static let writeWithoutResponse = CharacteristicProperties(rawValue: 0x04)
    /// The value can be written by a request, with an answer.
    public static let write = CharacteristicProperties(rawValue: 0x08)
    /// The server can send the value, without a confirmation.
    public static let notify = CharacteristicProperties(rawValue: 0x10)
    /// The server can send the value and gets a confirmation.
    public static let indicate = CharacteristicProperties(rawValue: 0x20)
    /// The value can be written by a signed command.
    public static let authenticatedSignedWrites = CharacteristicProperties(rawValue: 0x40)
    /// A descriptor states further properties.
    public static let extendedProperties = CharacteristicProperties(rawValue: 0x80)
    /// As `notify`, and only over an encrypted link.
    public static let notifyEncryptionRequired = CharacteristicProperties(rawValue: 0x100)
    /// As `indicate`, and only over an encrypted link.
    public static let indicateEncryptionRequired = CharacteristicProperties(rawValue: 0x200)

    var canNotify: Bool { !isDisjoint(with: [.notify, .notifyEncryptionRequired]) }
    var canIndicate: Bool { !isDisjoint(with: [.indicate, .indicateEncryptionRequired]) }

    /// The byte in the characteristic's declaration.
    var declared: UInt8 {
        UInt8(truncatingIfNeeded: rawValue) | (canNotify ? 0x10 : 0) | (canIndicate ? 0x20 : 0)
    }
}

/// What the server lets a client do with a value, and what it asks of the link first.
public struct AttributePermissions: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Any client may read it.
    public static let readable = AttributePermissions(rawValue: 0x01)
    /// Any client may write it.
    public static let writeable = AttributePermissions(rawValue: 0x02)
    /// Reading asks for an encrypted link.
    public static let readEncryptionRequired = AttributePermissions(rawValue: 0x04)
    /// Writing asks for an encrypted link.
    public static let writeEncryptionRequired = AttributePermissions(rawValue: 0x08)
    /// Reading asks for a link whose pairing was protected against a man in the middle.
    public static let readAuthenticationRequired = AttributePermissions(rawValue: 0x10)
    /// Writing asks for a link whose pairing was protected against a man in the middle.
    public static let writeAuthenticationRequired = AttributePermissions(rawValue: 0x20)
    /// Reading asks for the application's consent to this client.
    public static let readAuthorizationRequired = AttributePermissions(rawValue: 0x40)
    /// Writing asks for the application's consent to this client.
    public static let writeAuthorizationRequired = AttributePermissions(rawValue: 0x80)
}

/// How well a link is protected. Ordered: each level holds for what a lower one allows.
public enum LinkSecurity: Int, Comparable, Sendable, Codable {
    /// Not encrypted.
    case none
    /// Encrypted with a key whose pairing anyone near could have taken part in ("just works").
    case encrypted
    /// Encrypted with a key whose pairing was protected against a man in the middle.
    case authenticated

    public static func < (left: LinkSecurity, right: LinkSecurity) -> Bool {
        left.rawValue < right.rawValue
    }
}
