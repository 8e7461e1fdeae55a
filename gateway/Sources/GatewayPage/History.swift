internal import AccessoryBase
internal import Foundation
internal import GRDB
internal import GatewayCore
internal import Glibc
internal import Logging

/// Values over time in an SQLite file: minimum, mean and maximum for intervals of 10 s, 5 min and 1
/// h. When the file reaches its limit, the oldest values of the finest level are removed first.
final class History: Sendable {
    /// Lengths of the intervals and their maximum age, milliseconds.
    static let levels: [(step: Int64, age: Int64)] = [
        (10_000, 86_400_000), (300_000, 30 * 86_400_000), (3_600_000, 5 * 365 * 86_400_000),
    ]

    struct Point {
        /// Start of the interval, milliseconds since 1970.
        var time: Int64
        var least, mean, most: Double
    }

    private let database: DatabaseQueue
    private let limit: Int

    /// Opens or creates the file. A damaged one is renamed to `FILE.damaged`: the gateway does not need it.
    ///
    /// - Parameter limit: Maximum size of the file, bytes.
    init(_ path: String, limit: Int, _ log: Logger) throws {
        self.limit = limit
        do {
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            database = try Self.open(path, log)
        } catch {
            throw FailureReason(
                "cannot open the history \(path): \(error)",
                nextStep: "remove the file, or set 'state'"
            )
        }
    }

    private static func open(_ path: String, _ log: Logger) throws -> DatabaseQueue {
        do {
            return try open(path)
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
        {
            log.error(
                "\(path) is damaged: \(error); it is kept as \(path).damaged, and a new one begins"
            )
            for suffix in ["", "-wal", "-shm"] {
                rename(path + suffix, "\(path).damaged\(suffix)")
            }
            return try open(path)
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write(prepare)
        return database
    }

    private static func prepare(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS series (
                    id INTEGER PRIMARY KEY, device INTEGER NOT NULL, quantity TEXT NOT NULL,
                    UNIQUE (device, quantity)
                );
                CREATE TABLE IF NOT EXISTS sample (
                    level INTEGER NOT NULL, series INTEGER NOT NULL, time INTEGER NOT NULL,
                    least REAL NOT NULL, most REAL NOT NULL, sum REAL NOT NULL, count INTEGER NOT NULL,
                    PRIMARY KEY (level, series, time)
                ) WITHOUT ROWID;
                """
        )
    }

    /// Adds the values received since the last call.
    ///
    /// - Parameter now: Milliseconds since 1970.
    func add(_ buckets: [(Series, Bucket)], at now: Int64) throws {
        try database.write { database in
            let insert = try database.cachedStatement(
                sql: "INSERT OR IGNORE INTO series (device, quantity) VALUES (?, ?)"
            )
            let upsert = try database.cachedStatement(
                sql: """
                    INSERT INTO sample
                    SELECT ?, id, ?, ?, ?, ?, ? FROM series WHERE device = ? AND quantity = ?
                    ON CONFLICT DO UPDATE SET least = min(least, excluded.least),
                    most = max(most, excluded.most), sum = sum + excluded.sum,
                    count = count + excluded.count
                    """
            )
            for (series, bucket) in buckets {
                let device = Int64(series.device)
                try insert.execute(arguments: [device, series.quantity])
                for (level, (step, _)) in Self.levels.enumerated() {
                    try upsert.execute(arguments: [
                        level, now / step * step, bucket.least, bucket.most, bucket.sum,
                        bucket.count, device, series.quantity,
                    ])
                }
            }
        }
    }

    /// The points of a series, from the finest level that has at most about 2000 points in the time
    /// range.
    func points(_ series: Series, from: Int64, to: Int64) throws -> [Point] {
        let level = Self.levels.firstIndex { (to - from) / $0.step <= 2200 } ?? 2
        return try database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT time, least, sum / count, most FROM sample WHERE level = ?
                    AND series = (SELECT id FROM series WHERE device = ? AND quantity = ?)
                    AND time BETWEEN ? AND ? ORDER BY time LIMIT 5000
                    """,
                arguments: [level, Int64(series.device), series.quantity, from, to]
            ).map { Point(time: $0[0], least: $0[1], mean: $0[2], most: $0[3]) }
        }
    }

    /// The stored quantities of a device.
    func quantities(of device: UInt64) throws -> [String] {
        try database.read {
            try String.fetchAll(
                $0,
                sql: "SELECT quantity FROM series WHERE device = ? ORDER BY quantity",
                arguments: [Int64(device)]
            )
        }
    }

    /// Removes all values of a device.
    func forget(_ device: UInt64) throws {
        try database.write { database in
            let device = Int64(device)
            for level in Self.levels.indices {
                try database.execute(
                    sql: """
                        DELETE FROM sample WHERE level = ?
                        AND series IN (SELECT id FROM series WHERE device = ?)
                        """,
                    arguments: [level, device]
                )
            }
            try database.execute(sql: "DELETE FROM series WHERE device = ?", arguments: [device])
        }
    }

    /// Size in use, bytes.
    var size: Int {
        (try? database.read { database in
            func number(_ name: String) throws -> Int {
                try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
            }
            return try (number("page_count") - number("freelist_count")) * number("page_size")
        }) ?? 0
    }

    /// Removes values that are too old. While the file is too large, removes the older half of the
    /// finest level that spans more than two intervals of the next level.
    func prune(at now: Int64) throws {
        for (level, bounds) in Self.levels.enumerated() {
            try remove(level, before: now - bounds.age)
        }
        var level = 0
        while size > limit, level < Self.levels.count {
            let oldest = try database.read {
                try Int64.fetchOne(
                    $0,
                    sql: "SELECT min(time) FROM sample WHERE level = ?",
                    arguments: [level]
                )
            }
            let last = Self.levels[min(level + 1, 2)].step
            if let oldest, now - oldest > 2 * last {
                try remove(level, before: oldest + (now - oldest) / 2)
            } else {
                level += 1
            }
        }
    }

    /// Removes old values series by series. The series is part of the primary key, so no other rows
    /// are read.
    private func remove(_ level: Int, before time: Int64) throws {
        try database.write { database in
            try database.execute(
                sql: """
                    DELETE FROM sample WHERE level = ?1 AND series IN (SELECT id FROM series)
                    AND time < ?2
                    """,
                arguments: [level, time]
            )
            guard level == Self.levels.count - 1 else { return }
            try database.execute(
                sql: """
                    DELETE FROM series WHERE NOT EXISTS
                    (SELECT 1 FROM sample WHERE level = ? AND series = series.id)
                    """,
                arguments: [level]
            )
        }
    }
}
