internal import Synchronization

/// The last lines of the log, for sinks that show them.
public final class LogRing: Sendable {
    /// One line of the log.
    public struct Line: Sendable {
        /// The line number, from 1.
        public let number: Int
        /// Milliseconds since 1970.
        public let time: Int64
        /// The level: `info`, `warning`.
        public let level: String
        /// The part of the gateway that wrote the line.
        public let label: String
        public let text: String
    }

    /// The maximum number of lines.
    public static let capacity = 500
    /// The log lines of this process.
    public static let shared = LogRing()

    private struct State {
        var lines: [Line] = []
        var count = 0
    }

    private let state = Mutex(State())

    public init() {}

    public func append(level: String, label: String, text: String) {
        let now = WallClock.now
        state.withLock { state in
            state.count += 1
            if state.lines.count >= Self.capacity { state.lines.removeFirst() }
            state.lines.append(
                Line(number: state.count, time: now, level: level, label: label, text: text)
            )
        }
    }

    /// The lines after a number, oldest first.
    public func lines(after number: Int = 0) -> [Line] {
        state.withLock { $0.lines.filter { $0.number > number } }
    }
}
