internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import GatewayCore
internal import Glibc

/// The table on disk. Used by one thread at a time.
final class SpoolFile {
    private let database: DatabaseQueue

    /// Bits of the column `retained`, which was a truth value at first.
    private enum Flag {
        static let retained: CInt = 1
        static let event: CInt = 2

        static func of(_ message: SpoolMessage) -> CInt {
            (message.isRetained ? retained : 0) | (message.isEvent ? event : 0)
        }
    }

    struct Totals {
        var rows = 0
        var bytes = 0
        var first: Int64 = 0
        var last: Int64 = 0

        /// Whether the numbers can be those of as many messages, which begin with 1: rows of a damaged page with others are
        /// never read, but are counted.
        var isPlausible: Bool { rows == 0 || first > 0 && last - first >= rows - 1 }
    }

    /// - Parameter migrates: Whether tables are created and changed to this version's; else a damaged file is read as it is.
    init(path: String, migrates: Bool = true) throws {
        var configuration = GRDB.Configuration()
        configuration.label = "spool"
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { database in
            // FULL: committed messages survive a power failure
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            // 1 MiB of pages: the default of 2 MB has no advantage for a queue
            try database.execute(sql: "PRAGMA cache_size = -1024")
        }
        database = try DatabaseQueue(path: path, configuration: configuration)
        if migrates { try Self.migrate(database) }
    }

    private static func migrate(_ database: DatabaseQueue) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE message (
                        sequence INTEGER PRIMARY KEY, key INTEGER NOT NULL, born INTEGER NOT NULL,
                        retained INTEGER NOT NULL, topic TEXT NOT NULL, payload BLOB NOT NULL)
                    """
            )
        }
        migrator.registerMigration("2") { database in
            try database.execute(sql: "ALTER TABLE message ADD COLUMN correlation BLOB")
        }
        migrator.registerMigration("3", migrate: addChecksums)
        migrator.registerMigration("4", migrate: NoteTable.create)
        try migrator.migrate(database)
    }

    private static func addChecksums(_ database: Database) throws {
        try database.execute(sql: "ALTER TABLE message ADD COLUMN checksum INTEGER")
        let rows = try database.makeStatement(sql: "SELECT \(columns) FROM message")
        let update = try database.makeStatement(
            sql: "UPDATE message SET checksum = ? WHERE sequence = ?"
        )
        while sqlite3_step(rows.sqliteStatement) == SQLITE_ROW {
            let message = message(rows.sqliteStatement)
            try update.execute(arguments: [message.checksum, message.sequence])
        }
        sqlite3_reset(rows.sqliteStatement)
    }

    private static let columns =
        "sequence, key, born, retained, topic, payload, correlation, checksum"

    /// Inserts new messages, deletes delivered ones and replaces notes in one transaction.
    func commit(
        _ messages: ArraySlice<SpoolMessage>,
        deleting: [Int64],
        notes: some Collection<Note> = []
    ) throws {
        try database.writeWithoutTransaction { database in
            try database.inTransaction(.immediate) {
                try Self.delete(deleting, database)
                try Self.insert(messages, database)
                try NoteTable.replace(notes, database)
                return .commit
            }
        }
    }

    /// Inserts without GRDB's values, which take as long as the insertion itself.
    private static func insert(
        _ messages: ArraySlice<SpoolMessage>,
        _ database: Database,
        skippingKnown: Bool = false
    ) throws {
        guard !messages.isEmpty else { return }
        let statement = try database.cachedStatement(
            sql:
                "INSERT \(skippingKnown ? "OR IGNORE " : "")INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        for var message in messages {
            let s = statement.sqliteStatement
            let (flags, checksum) = (Flag.of(message), message.checksum)
            let code = message.topic.withUTF8 { topic in
                message.payload.withUnsafeBytes { payload -> CInt in
                    sqlite3_bind_int64(s, 1, message.sequence)
                    sqlite3_bind_int64(s, 2, message.key)
                    sqlite3_bind_int64(s, 3, message.born)
                    sqlite3_bind_int(s, 4, flags)
                    sqlite3_bind_int64(s, 8, checksum)
                    topic.withMemoryRebound(to: CChar.self) {
                        _ = sqlite3_bind_text(s, 5, $0.baseAddress, CInt($0.count), nil)
                    }
                    sqlite3_bind_blob(s, 6, payload.baseAddress, CInt(payload.count), nil)
                    defer {
                        sqlite3_reset(s)
                        sqlite3_clear_bindings(s)
                    }
                    guard let correlation = message.correlation else { return sqlite3_step(s) }
                    return correlation.withUnsafeBytes {
                        // a blob of length 0 rather than NULL, whatever the pointer
                        sqlite3_bind_zeroblob(s, 7, 0)
                        if let bytes = $0.baseAddress, !$0.isEmpty {
                            sqlite3_bind_blob(s, 7, bytes, CInt($0.count), nil)
                        }
                        return sqlite3_step(s)
                    }
                }
            }
            guard code == SQLITE_DONE else { throw failure(code, database) }
        }
    }

    /// Deletes runs of numbers, as acknowledgements are mostly in order.
    private static func delete(_ sequences: [Int64], _ database: Database) throws {
        guard !sequences.isEmpty else { return }
        let statement = try database.cachedStatement(
            sql: "DELETE FROM message WHERE sequence BETWEEN ? AND ?"
        )
        let sorted = sequences.sorted()
        var start = sorted.startIndex
        while start < sorted.endIndex {
            var end = start
            while end + 1 < sorted.endIndex, sorted[end + 1] <= sorted[end] + 1 { end += 1 }
            try statement.execute(arguments: [sorted[start], sorted[end]])
            start = end + 1
        }
    }

    /// The undamaged notes of a kind.
    func notes(_ kind: Note.Kind) throws -> [Note] {
        try database.read { try NoteTable.read(kind, $0) }
    }

    private static func failure(_ code: CInt, _ database: Database) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code),
            message: String(cString: sqlite3_errmsg(database.sqliteConnection))
        )
    }

    /// Messages in order, and the number of damaged rows among them. The numbers of those may be damaged, too.
    struct Rows {
        var messages: [SpoolMessage] = []
        var damaged = 0
    }

    /// Adds messages of another file.
    func add(_ messages: [SpoolMessage]) throws {
        try database.write { try Self.insert(messages[...], $0, skippingKnown: true) }
    }

    /// Reads messages in order.
    func read(after: Int64, through: Int64, limit: Int) throws -> Rows {
        try database.read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM message
                    WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?
                    """
            )
            let s = statement.sqliteStatement
            defer { sqlite3_reset(s) }
            sqlite3_bind_int64(s, 1, after)
            sqlite3_bind_int64(s, 2, through)
            sqlite3_bind_int64(s, 3, Int64(limit))
            var rows = Rows()
            var code = sqlite3_step(s)
            while code == SQLITE_ROW {
                let message = Self.message(s)
                // a damaged index of a page returns a row twice, or in another order
                let isWhole = sqlite3_column_int64(s, 7) == message.checksum
                let last = rows.messages.last?.sequence
                if isWhole, last.map({ $0 < message.sequence }) ?? true {
                    rows.messages.append(message)
                } else {
                    rows.damaged += 1
                }
                code = sqlite3_step(s)
            }
            guard code == SQLITE_DONE else { throw Self.failure(code, database) }
            return rows
        }
    }

    /// The message of a row. GRDB's own rows take longer than SQLite itself.
    private static func message(_ row: SQLiteStatement) -> SpoolMessage {
        let flags = sqlite3_column_int(row, 3)
        let isAnswer = sqlite3_column_type(row, 6) != SQLITE_NULL
        var message = SpoolMessage(
            key: sqlite3_column_int64(row, 1),
            topic: String(decoding: bytes(row, 4), as: UTF8.self),
            payload: Array(bytes(row, 5)),
            isRetained: flags & Flag.retained != 0,
            isEvent: flags & Flag.event != 0,
            correlation: isAnswer ? Array(bytes(row, 6)) : nil
        )
        message.sequence = sqlite3_column_int64(row, 0)
        message.born = sqlite3_column_int64(row, 2)
        return message
    }

    private static func bytes(_ row: SQLiteStatement, _ column: CInt) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(row, column),
            count: Int(sqlite3_column_bytes(row, column))
        )
    }

    func totals() throws -> Totals {
        try database.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT count(*), coalesce(sum(length(CAST(topic AS BLOB)) + length(payload)
                            + coalesce(length(correlation), 0) + 40), 0),
                        coalesce(min(sequence), 0), coalesce(max(sequence), 0) FROM message
                    """
            )!
            return Totals(rows: row[0], bytes: row[1], first: row[2], last: row[3])
        }
    }

    /// The reception time of the oldest message, milliseconds since 1970; nil if there is none.
    func oldest() throws -> Int64? {
        try database.read {
            try Int64.fetchOne($0, sql: "SELECT born FROM message ORDER BY sequence LIMIT 1")
        }
    }

    /// Moves the times of messages from `sequence` on.
    func shift(by change: Int64, from sequence: Int64) throws {
        try database.write {
            try $0.execute(
                sql: "UPDATE message SET born = born + ? WHERE sequence >= ?",
                arguments: [change, sequence]
            )
        }
    }

    /// Deletes messages created before a time; returns their number.
    func delete(bornBefore time: Int64, after sequence: Int64) throws -> Int {
        try database.write { database in
            try database.execute(
                sql: "DELETE FROM message WHERE born < ? AND sequence > ?",
                arguments: [time, sequence]
            )
            return database.changesCount
        }
    }

    /// Deletes this many of the oldest messages after `sequence`: first those with a newer message
    /// of the same key, then any. Returns their number.
    func deleteOldest(_ count: Int, after sequence: Int64) throws -> Int {
        try database.write { database in
            try database.execute(
                sql: """
                    DELETE FROM message WHERE sequence IN (
                        SELECT sequence FROM message WHERE sequence > :after AND sequence NOT IN
                            (SELECT max(sequence) FROM message GROUP BY key)
                        ORDER BY sequence LIMIT :count)
                    """,
                arguments: ["after": sequence, "count": count]
            )
            let replaced = database.changesCount
            guard replaced < count else { return replaced }
            try database.execute(
                sql: """
                    DELETE FROM message WHERE sequence IN (
                        SELECT sequence FROM message WHERE sequence > ? ORDER BY sequence LIMIT ?)
                    """,
                arguments: [sequence, count - replaced]
            )
            return replaced + database.changesCount
        }
    }

    /// Writes the log to the main file, which is then complete on its own.
    func close() {
        try? database.close()
    }
}
