/// A client's subscription to a characteristic's value: the bits of the client characteristic
/// configuration (Core 5.4, Vol 3, Part G, section 3.3.3.3).
public struct Subscription: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Notifications, without confirmation.
    public static let notifications = Subscription(rawValue: 1)
    /// Indications, with confirmation.
    public static let indications = Subscription(rawValue: 2)
}
