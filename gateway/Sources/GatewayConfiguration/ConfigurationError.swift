public import AccessoryBase

/// An error in a configuration file.
public struct ConfigurationFault: AccessoryError, Hashable {
    /// The line from 1; 0 for the whole file.
    public var line: Int
    public var column: Int
    /// The cause, and what is right.
    public var reason: String

    public init(line: Int = 0, column: Int = 0, _ reason: String) {
        (self.line, self.column, self.reason) = (line, column, reason)
    }

    public var cause: String { line == 0 ? reason : "\(line):\(column): \(reason)" }
    public var nextStep: String? { nil }
}

/// An invalid configuration file, with all its errors.
public struct ConfigurationError: AccessoryError {
    public var file: String
    public var faults: [ConfigurationFault]
    /// Whether the file cannot be read; the fault then names it.
    private var isUnreadable = false

    public init(file: String, faults: [ConfigurationFault]) {
        (self.file, self.faults) = (file, faults)
    }

    init(unreadable file: String, _ fault: ConfigurationFault) {
        (self.file, faults, isUnreadable) = (file, [fault], true)
    }

    public var cause: String {
        if isUnreadable { return faults[0].cause }
        return faults.map { $0.line == 0 ? "\(file): \($0)" : "\(file):\($0)" }.joined(
            separator: "\n"
        )
    }

    public var nextStep: String? { nil }
}
