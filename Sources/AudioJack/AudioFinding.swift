/// One finding of `AudioDiagnosis`.
public struct AudioFinding: Sendable, Equatable {
    /// How serious a finding is.
    public enum Level: Sendable, Equatable {
        /// No problem.
        case fine
        /// Useful to know; no problem.
        case note
        /// Sessions fail until this is fixed.
        case problem
    }

    /// How serious the finding is.
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
