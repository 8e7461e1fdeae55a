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

extension ConnectionSecurity {
    /// Fields that are missing have their defaults: the message may be of an older program.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(level: try fields.decode(LinkSecurity.self, forKey: .level))
        try fields.update(&isBonded, from: .isBonded)
        try fields.update(&keySize, from: .keySize)
    }
}
