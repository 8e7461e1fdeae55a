/// The security of a connection.
public struct ConnectionSecurity: Sendable, Hashable, Codable {
    /// The security level of the link.
    public var level: LinkSecurity
    /// Whether the keys are stored for the next connection.
    public var isBonded: Bool
    /// The size of the link's key in bytes, 7 to 16; 16 without encryption, or if the system does not
    /// report it.
    public var keySize: Int

    /// Creates a security state.
    public init(level: LinkSecurity = .none, isBonded: Bool = false, keySize: Int = 16) {
        self.level = level
        self.isBonded = isBonded
        self.keySize = keySize
    }
}
