/// The security level of a link, in ascending order: each level includes the lower ones.
public enum LinkSecurity: Int, Comparable, Sendable, Codable, CaseIterable {
    /// Not encrypted.
    case none
    /// Encrypted with a key from unauthenticated pairing ("just works"). A device in the middle may
    /// know the key.
    case encrypted
    /// Encrypted with a key whose pairing was protected against a man in the middle.
    case authenticated
    /// Encrypted with a key of 16 bytes from LE Secure Connections, whose pairing was protected against
    /// a man in the middle (Core 5.4, Vol 3, Part C, section 10.2.1, level 4). Somebody who recorded the
    /// pairing cannot compute the key.
    case secureConnections

    public static func < (left: LinkSecurity, right: LinkSecurity) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Sizes of an encryption key (Core 5.4, Vol 3, Part H, section 2.3.4).
package enum KeySize {
    /// The sizes that devices may agree on, in bytes.
    package static let range = 7...16
}
