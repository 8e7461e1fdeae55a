internal import Foundation
internal import GatewayCore
internal import Glibc
internal import Logging

/// Saves the messages on the undamaged pages of a spool's file into a new file.
struct Salvage {
    /// Failed reads after which the rest is given up. A damaged page costs at most about 130.
    private static let budget = 10_000
    private static let batch = 256
    /// SQLite's default.
    private static let pageSize = 4096

    private(set) var saved = 0

    /// Renames a damaged file to `FILE.damaged`, creates a new one and saves what can be read.
    static func replace(_ path: String) throws -> (file: SpoolFile, result: Salvage) {
        for suffix in ["", "-wal", "-shm"] {
            // the log of an earlier damaged file would be applied to this one
            unlink("\(path).damaged\(suffix)")
            rename(path + suffix, "\(path).damaged\(suffix)")
        }
        let new = try SpoolFile(path: path)
        var salvage = Salvage()
        let damaged = path + ".damaged"
        if let old = (try? SpoolFile(path: damaged)) ?? repaired(damaged) {
            try salvage.copy(from: old, to: new)
            for kind in Note.Kind.allCases {
                if let notes = try? old.notes(kind) {
                    try new.commit([], deleting: [], notes: notes)
                }
            }
            old.close()
        }
        return (new, salvage)
    }

    /// Opens a file that SQLite refuses as a whole, because its first page is damaged or it was cut: that page, which has the same tables
    /// in each spool, is replaced by the one of a new file. Pages that are missing fail when they are read.
    private static func repaired(_ path: String) -> SpoolFile? {
        let model = path + ".model"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(model + suffix) } }
        guard let new = try? SpoolFile(path: model) else { return nil }
        new.close()
        guard var page = try? Data(contentsOf: URL(filePath: model)).prefix(pageSize),
            page.count == pageSize, let file = try? FileHandle(forUpdating: URL(filePath: path)),
            let size = try? file.seekToEnd(), size > pageSize
        else { return nil }
        // SQLite's file format, section 1.3: number of pages; first page and number of the free ones
        let pages = UInt32(clamping: (size + UInt64(pageSize) - 1) / UInt64(pageSize))
        for (place, number) in [(28, pages), (32, 0), (36, 0)] {
            withUnsafeBytes(of: number.bigEndian) {
                page.replaceSubrange(place..<place + 4, with: $0)
            }
        }
        do {
            try file.truncate(atOffset: UInt64(pages) * UInt64(pageSize))
            try file.seek(toOffset: 0)
            try file.write(contentsOf: page)
            try file.close()
        } catch {
            return nil
        }
        return try? SpoolFile(path: path, migrates: false)
    }

    /// Reads batches in order. Where a batch fails or has damaged rows, smaller ones follow, down to single rows; where the next row fails,
    /// its page is damaged, and reading goes on behind the page.
    private mutating func copy(from old: SpoolFile, to new: SpoolFile) throws {
        var (place, limit, failures): (Int64, Int, Int) = (0, Self.batch, 0)
        while failures < Self.budget {
            let rows = Self.read(old, after: place, limit)
            if let rows, rows.damaged == 0 || limit == 1 {
                guard rows.damaged > 0 || !rows.messages.isEmpty else { return }
                try new.add(rows.messages)
                saved += rows.messages.count
                // the number of a damaged row may be damaged, too
                place = rows.messages.last?.sequence ?? place + 1
                failures += rows.damaged
                limit = min(limit * 4, Self.batch)
            } else if limit > 1 {
                limit /= 4
                failures += 1
            } else {
                guard let behind = Self.place(in: old, behind: place) else { return }
                place = behind
                failures += 130
            }
        }
    }

    /// The smallest number after which the next row can be read, beyond one where it cannot: found by doubling the distance,
    /// then by halving the last step. A damaged page fails for all numbers between its neighbours' rows.
    private static func place(in old: SpoolFile, behind place: Int64) -> Int64? {
        var distance: Int64 = 1
        while read(old, after: place + distance, 1) == nil {
            guard distance < .max / 4 - place else { return nil }
            distance *= 2
        }
        var (bad, good) = (place + distance / 2, place + distance)
        while good - bad > 1 {
            let middle = bad + (good - bad) / 2
            if read(old, after: middle, 1) == nil { bad = middle } else { good = middle }
        }
        return good
    }

    /// Nil for a damaged page.
    private static func read(_ file: SpoolFile, after place: Int64, _ limit: Int) -> SpoolFile.Rows?
    {
        try? file.read(after: place, through: .max, limit: limit)
    }
}

extension SpoolFile {
    /// Opens a file, or what can be read of a damaged one.
    static func open(
        _ path: String,
        _ log: Logger
    ) throws -> sending (SpoolFile, SpoolFile.Totals) {
        do {
            let file = try SpoolFile(path: path)
            let totals = try file.totals()
            guard totals.isPlausible else {
                file.close()
                throw SpoolFailure.damaged(1)
            }
            return (file, totals)
        } catch  where SpoolFailure(error).isDamage {
            let file = try replace(path, error, log)
            return (file, try file.totals())
        }
    }

    static func replace(
        _ path: String,
        _ error: any Error,
        _ log: Logger
    ) throws -> sending SpoolFile {
        let (file, result) = try Salvage.replace(path)
        log.error(
            "\(path) is damaged: \(error); it is kept as \(path).damaged, and \(result.saved) of its messages are saved"
        )
        return file
    }
}
