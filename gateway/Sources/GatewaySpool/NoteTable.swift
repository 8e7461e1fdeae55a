internal import Foundation
internal import GRDB
internal import GatewayCore

/// The table of notes in a spool's file. There are few notes, and they change rarely.
enum NoteTable {
    static func create(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE note (
                    kind INTEGER NOT NULL, key INTEGER NOT NULL, value BLOB NOT NULL,
                    checksum INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID
                """
        )
    }

    static func replace(_ notes: some Collection<Note>, _ database: Database) throws {
        for note in notes {
            if note.value.isEmpty {
                let delete = try database.cachedStatement(
                    sql: "DELETE FROM note WHERE kind = ? AND key = ?"
                )
                try delete.execute(arguments: [note.kind.rawValue, note.key])
            } else {
                let insert = try database.cachedStatement(
                    sql: "INSERT OR REPLACE INTO note VALUES (?, ?, ?, ?)"
                )
                try insert.execute(arguments: [
                    note.kind.rawValue, note.key, Data(note.value), note.checksum,
                ])
            }
        }
    }

    /// The notes of a kind. Damaged ones are left out: a wrong counter would silence a device.
    static func read(_ kind: Note.Kind, _ database: Database) throws -> [Note] {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT key, value, checksum FROM note WHERE kind = ?",
            arguments: [kind.rawValue]
        )
        var notes: [Note] = []
        while let row = try rows.next() {
            guard let key = Int64.fromDatabaseValue(row[0]),
                let value = Data.fromDatabaseValue(row[1])
            else { continue }
            let note = Note(kind, key, Array(value))
            if Int64.fromDatabaseValue(row[2]) == note.checksum { notes.append(note) }
        }
        return notes
    }
}

extension Note {
    /// A hash by which a damaged row is recognised.
    fileprivate var checksum: Int64 {
        var hash = StableHash()
        hash.add(UInt64(bitPattern: Int64(kind.rawValue)))
        hash.add(UInt64(bitPattern: key))
        hash.add(value)
        return Int64(bitPattern: hash.value)
    }
}
