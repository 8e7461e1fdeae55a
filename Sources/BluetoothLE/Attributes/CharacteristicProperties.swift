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

    /// The preferred kinds of values that the characteristic sends; if it sends none of them, the other.
    func supported(of preferred: Subscription) -> Subscription {
        let sent: Subscription = [
            canNotify ? .notifications : [], canIndicate ? .indications : [],
        ]
        let common = sent.intersection(preferred)
        if !common.isEmpty { return common }
        return canNotify ? .notifications : .indications
    }

    /// The byte in the characteristic's declaration.
    var declared: UInt8 {
        UInt8(truncatingIfNeeded: rawValue) | (canNotify ? 0x10 : 0) | (canIndicate ? 0x20 : 0)
    }
}
