/// The agent that answers pairing requests (Core 5.4, Vol 3, Part H, section 2.3.5).
public struct PairingAgent: Sendable {
    /// The input and output capability of this end, which determines the pairing method.
    public enum Capability: UInt8, Sendable, Codable, CaseIterable {
        /// This end can show a number.
        case displayOnly = 0
        /// This end can show a number and answer yes or no.
        case displayYesNo = 1
        /// This end can enter a number.
        case keyboardOnly = 2
        /// This end has neither input nor output: "just works" only.
        case noInputNoOutput = 3
        /// This end can show and enter a number.
        case keyboardDisplay = 4
    }

    /// A request to the agent.
    public enum Question: Sendable, Hashable, Codable {
        /// Whether to pair without protection against a man in the middle.
        case consent
        /// Whether both devices show this number, 0 to 999 999.
        case compare(UInt32)
        /// Enter the number shown by the peer.
        case enterPasskey
        /// Show this number, 0 to 999 999, for the peer's user to enter.
        case showPasskey(UInt32)
    }

    /// An answer of the agent.
    public enum Answer: Sendable, Hashable, Codable {
        /// Yes: pair, or the numbers are equal.
        case accept
        /// The entered number, 0 to 999 999.
        case passkey(UInt32)
        /// No: do not pair.
        case reject
    }

    /// The input and output capability of this end.
    public let capability: Capability
    /// Answers a request. The task is cancelled when pairing ends first.
    public let answer: @Sendable (Question, _ peer: BluetoothAddress) async -> Answer

    /// Creates an agent.
    public init(
        _ capability: Capability,
        answer: @escaping @Sendable (Question, _ peer: BluetoothAddress) async -> Answer
    ) {
        self.capability = capability
        self.answer = answer
    }
}

extension PairingAgent {
    /// A question and its answer for the log, without the numbers, which are secret.
    package static func summary(_ question: Question, _ answer: Answer) -> String {
        let what =
            switch question {
            case .consent: "without protection"
            case .compare: "by comparison"
            case .enterPasskey: "with a number to enter"
            case .showPasskey: "with a number to show"
            }
        return "pairing \(what): " + (answer == .reject ? "refused" : "accepted")
    }
}
