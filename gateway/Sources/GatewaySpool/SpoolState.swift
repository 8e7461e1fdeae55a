internal import GatewayCore

/// The queue of a spool in memory.
struct SpoolState {
    /// Number of committed messages also kept in memory, so that a sink without a backlog does not
    /// read the disk.
    static let tailCapacity = 4096

    var pending: [SpoolMessage] = []
    /// Notes to write; the last one of each key.
    var notes: [NoteKey: Note] = [:]
    var delivered: [Int64] = []
    var isScheduled = false
    /// The disk refuses writes: messages are delivered from memory.
    var isRefused = false
    var isClosed = false
    /// Messages are being deleted: none can be taken.
    var isDropping = false
    var nextSequence: Int64
    /// Messages after this one are in the tail, or on disk up to `diskEnd`.
    var cursor: Int64 = 0
    var diskEnd: Int64
    var tail: [SpoolMessage] = []
    /// Number of taken messages at the front of the tail.
    var taken = 0
    var rows: Int
    var bytes: Int

    /// Drops messages that were delivered from memory, so that they are not written. Acknowledgements have counted them
    /// as rows.
    mutating func dropDelivered() {
        guard !delivered.isEmpty, let first = pending.first?.sequence else { return }
        let unwritten = Set(delivered.filter { $0 >= first })
        guard !unwritten.isEmpty else { return }
        pending.removeAll { message in
            guard unwritten.contains(message.sequence) else { return false }
            rows += 1
            bytes += message.size
            return true
        }
        delivered.removeAll { $0 >= first }
    }

    mutating func emptyTail() {
        tail.removeAll(keepingCapacity: tail.count < Self.tailCapacity)
        taken = 0
    }

    /// Adds committed messages to the tail for `take`.
    mutating func append(_ batch: [SpoolMessage], _ last: Int64) {
        // those taken while the disk refused them are being delivered
        let batch = batch.drop { $0.sequence <= cursor }
        if cursor < diskEnd {
            diskEnd = last
        } else if tail.count - taken + batch.count > Self.tailCapacity {
            diskEnd = last
            emptyTail()
        } else {
            // otherwise the tail would grow without limit for a sink that is always slightly behind
            if taken > Self.tailCapacity {
                tail.removeFirst(taken)
                taken = 0
            }
            tail += batch
        }
    }
}

/// What identifies a note.
struct NoteKey: Hashable {
    let kind: Note.Kind
    let key: Int64

    init(_ note: Note) { (kind, key) = (note.kind, note.key) }
}
