/// An error in a configuration file.
public struct ConfigurationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line from 1; 0 for the whole file.
    public var line: Int
    public var column: Int
    /// The cause and the next step.
    public var reason: String

    public init(line: Int = 0, column: Int = 0, _ reason: String) {
        (self.line, self.column, self.reason) = (line, column, reason)
    }

    public var description: String { line == 0 ? reason : "\(line):\(column): \(reason)" }
}

/// An invalid configuration file, with all its errors.
public struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    public var file: String
    public var faults: [ConfigurationFault]

    public init(file: String, faults: [ConfigurationFault]) {
        (self.file, self.faults) = (file, faults)
    }

    public var description: String {
        faults.map { $0.line == 0 ? "\(file): \($0)" : "\(file):\($0)" }.joined(separator: "\n")
    }
}
