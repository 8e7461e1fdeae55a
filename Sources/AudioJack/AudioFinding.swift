/// One thing that `AudioDiagnosis` saw.
public struct AudioFinding: Sendable, Equatable {
    public enum Level: Sendable, Equatable {
        /// As it should be.
        case fine
        /// Worth knowing; nothing is kept from working.
        case note
        /// Sessions fail until it is mended.
        case problem
    }

    public var level: Level
    /// What is so, in one line.
    public var text: String
    /// What to do about it; nil when nothing needs doing.
    public var nextStep: String?

    init(_ level: Level, _ text: String, nextStep: String? = nil) {
        self.level = level
        self.text = text
        self.nextStep = nextStep
    }
}
