/// One finding of `AudioDiagnosis`.
public struct AudioFinding: Sendable, Equatable {
    public enum Level: Sendable, Equatable {
        /// Works as it should.
        case fine
        /// Worth knowing, but does no harm.
        case note
        /// Sessions fail until this is fixed.
        case problem
    }

    public var level: Level
    /// The finding in one line.
    public var text: String
    /// How to fix it; nil when there is nothing to do.
    public var nextStep: String?

    init(_ level: Level, _ text: String, nextStep: String? = nil) {
        self.level = level
        self.text = text
        self.nextStep = nextStep
    }
}
