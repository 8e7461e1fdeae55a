#if Logging
    internal import Logging
    import Synchronization
#endif

/// How important a message of the log is.
package enum LogLevel: String, Sendable, CaseIterable {
    /// Each repetition and each refused frame.
    case debug
    /// The course of things: links, security decisions.
    case info
    /// What went wrong and was mended: attempts after a failure, recoveries.
    case notice
    /// What is lost: links, values, samples.
    case warning
}

/// The log of one part of the SDK: retries, lost links, recoveries, dropped values, refused frames, security decisions.
/// With the package trait `Logging`, messages go to swift-log under the label `accessory.PART`; without it, calls do
/// nothing. Never call it under a lock.
package struct Log: Sendable {
    private let part: StaticString

    package init(_ part: StaticString) { self.part = part }

    package func debug(_ message: @autoclosure () -> String) { write(.debug, message) }
    package func info(_ message: @autoclosure () -> String) { write(.info, message) }
    package func notice(_ message: @autoclosure () -> String) { write(.notice, message) }
    package func warning(_ message: @autoclosure () -> String) { write(.warning, message) }

    #if Logging
        // a new logger for each message, which is rare: the program may choose its handler at any time
        private func write(_ level: LogLevel, _ message: () -> String) {
            Logger(label: "accessory.\(part)").log(level: level.level, "\(message())")
        }
    #else
        private func write(_ level: LogLevel, _ message: () -> String) {}
    #endif
}

#if Logging
    extension LogLevel {
        fileprivate var level: Logger.Level {
            switch self {
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            }
        }
    }

    /// A message of the log.
    package struct LogMessage: Sendable, CustomStringConvertible {
        package let level: String
        /// Such as `accessory.central`.
        package let label: String
        package let text: String

        /// Such as `warning: accessory.central: C0:DE:00:00:00:01: the link was lost`.
        package var description: String { "\(level): \(label): \(text)" }
    }

    /// The log of a program that has no handler of its own: the command line.
    package enum LogOutput {
        fileprivate struct Settings {
            var level: Logger.Level = .critical
            var write: @Sendable (LogMessage) -> Void = { _ in }
        }

        fileprivate static let settings = Mutex(Settings())
        private static let isInstalled: Void = LoggingSystem.bootstrap { LineHandler(label: $0) }

        /// Passes messages of at least `level` to `write` from now on. Without a level there are none.
        package static func start(
            _ level: LogLevel?,
            _ write: @escaping @Sendable (LogMessage) -> Void
        ) {
            settings.withLock { $0 = Settings(level: level?.level ?? .critical, write: write) }
            isInstalled
        }
    }

    private struct LineHandler: LogHandler {
        let label: String
        var metadata: Logger.Metadata = [:]

        init(label: String) { self.label = label }

        var logLevel: Logger.Level {
            get { LogOutput.settings.withLock { $0.level } }
            set { LogOutput.settings.withLock { $0.level = newValue } }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let message = LogMessage(
                level: event.level.rawValue,
                label: label,
                text: event.message.description
            )
            LogOutput.settings.withLock { $0.write }(message)
        }
    }
#endif
