internal import GatewayCore
internal import Glibc
internal import Logging
internal import Synchronization

/// Writes log lines to standard error, with the priority as prefix for systemd's journal.
struct GatewayLog: LogHandler {
    /// The level of all loggers, which a reload may change.
    private static let level = Mutex(Logger.Level.info)
    private static let isJournal = getenv("JOURNAL_STREAM") != nil

    let label: String
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level {
        get { Self.level.withLock { $0 } }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    static func setLevel(_ level: Logger.Level) { self.level.withLock { $0 = level } }

    func log(event: LogEvent) {
        let label = label.split(separator: ".").last.map(String.init) ?? label
        let text = Self.shortened(event.message.description).filter {
            $0 != "\u{1B}" && $0 != "\r"
        }
        LogRing.shared.append(level: event.level.rawValue, label: label, text: text)
        let line = "\(prefix(event.level))\(event.level.rawValue) \(label): \(text)\n"
        line.utf8CString.withUnsafeBufferPointer {
            _ = write(STDERR_FILENO, $0.baseAddress, $0.count - 1)
        }
    }

    /// Limits the length of a line for terminals and the journal, as an error's description may be
    /// long.
    static func shortened(_ text: String, to limit: Int = 1000) -> String {
        let excess = text.utf8.count - limit
        guard excess > 0 else { return text }
        return String(decoding: text.utf8.prefix(limit), as: UTF8.self)
            + " … (\(excess) bytes more)"
    }

    private func prefix(_ level: Logger.Level) -> String {
        guard Self.isJournal else { return Self.time() + " " }
        return switch level {
        case .trace, .debug: "<7>"
        case .info: "<6>"
        case .notice: "<5>"
        case .warning: "<4>"
        case .error: "<3>"
        case .critical: "<2>"
        }
    }

    /// `2026-11-22T16:01:02.345Z`
    private static func time() -> String {
        var now = timespec()
        var parts = tm()
        clock_gettime(CLOCK_REALTIME, &now)
        gmtime_r(&now.tv_sec, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
        let milliseconds = String(now.tv_nsec / 1_000_000 + 1000).dropFirst()
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            + ".\(milliseconds)Z"
    }
}
