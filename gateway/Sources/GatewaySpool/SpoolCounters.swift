internal import GRDB
internal import GatewayCore
internal import Synchronization

/// The spool's metrics, and the time of its next check for old messages.
struct SpoolCounters: Sendable {
    private let metrics: Metrics
    let rows, bytes, oldest, spooled, errors: Counter
    private let nextSweep = Counter()

    init(_ metrics: Metrics) {
        self.metrics = metrics
        rows = metrics.gauge("spool_messages", help: "Undelivered messages on disk.")
        bytes = metrics.gauge("spool_bytes", help: "Size of the undelivered messages, bytes.")
        oldest = metrics.gauge(
            "spool_oldest_milliseconds",
            help: "Reception time of the oldest undelivered message, milliseconds since 1970."
        )
        spooled = metrics.counter("spooled_total", help: "Messages committed to disk.")
        errors = metrics.counter("spool_errors_total", help: "Failed writes.")
        for reason in ["age", "damaged", "disk", "full"] { _ = dropped(reason) }
    }

    /// The counter of messages lost for a reason. All must stay 0.
    func dropped(_ reason: String) -> Counter {
        metrics.counter("dropped_total", ("reason", reason), help: "Messages lost, by reason.")
    }

    /// Returns true at most once every ten seconds, when old messages should be dropped.
    ///
    /// - Parameter now: Steady milliseconds.
    func isTimeToSweep(_ now: Int64) -> Bool {
        guard now >= Int64(nextSweep.value) else { return false }
        nextSweep.set(Int(now) + 10_000)
        return true
    }
}

/// Whether an SQLite error means that the spool's file is damaged.
struct SpoolFailure {
    let isDamage: Bool

    /// The error of rows that SQLite returns and that are not as they were written.
    static func damaged(_ rows: Int) -> any Error {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\(rows) rows are damaged")
    }

    /// Beside the errors for damaged pages, those that the own tables and statements cannot cause: a zeroed page may hide a table, a
    /// migration or a value.
    init(_ error: any Error) {
        let damages: [ResultCode] = [
            .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH,
            .SQLITE_SCHEMA, .SQLITE_FORMAT,
        ]
        isDamage =
            error is RowDecodingError
            || (error as? DatabaseError).map { damages.contains($0.resultCode) } ?? false
    }
}
