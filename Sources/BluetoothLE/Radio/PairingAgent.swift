/// Who is asked when two devices pair (Core 5.4, Vol 3, Part H, section 2.3.5).
public struct PairingAgent: Sendable {
    /// What this end can show and take in; it decides how devices pair.
    public enum Capability: UInt8, Sendable, Codable, CaseIterable {
        case displayOnly = 0
        case displayYesNo = 1
        case keyboardOnly = 2
        case noInputNoOutput = 3
        case keyboardDisplay = 4
    }

    /// What is asked.
    public enum Question: Sendable, Hashable, Codable {
        /// Whether to pair at all, without protection against a man in the middle.
        case consent
        /// Whether both ends show this number, 0 to 999 999.
        case compare(UInt32)
        /// For the number that the other end shows.
        case enterPasskey
        /// To show this number, 0 to 999 999, for the other end's user to enter.
        case showPasskey(UInt32)
    }

    /// What is answered.
    public enum Answer: Sendable, Hashable, Codable {
        case accept
        /// The number that was entered, 0 to 999 999.
        case passkey(UInt32)
        case reject
    }

    /// What this end can show and take in.
    public let capability: Capability
    /// Answers. Cancelled when pairing ends before.
    public let answer: @Sendable (Question, _ peer: BluetoothAddress) async -> Answer

    public init(
        _ capability: Capability,
        answer: @escaping @Sendable (Question, _ peer: BluetoothAddress) async -> Answer
    ) {
        self.capability = capability
        self.answer = answer
    }
}
