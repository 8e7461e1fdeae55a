internal import Dispatch
public import GatewayCore
internal import Glibc
public import Logging
internal import Synchronization

/// A message queue on disk. An offered message is committed within `commitDelay`, and removed only
/// after its delivery or by the limits.
///
/// One thread takes and acknowledges messages; any thread may offer them.
public final class Spool: Sendable {
    /// Maximum time in milliseconds from an offer to its commit while the disk accepts writes: half of the
    /// guaranteed time.
    public static let commitDelay = 50
    /// Maximum number of offers queued while the disk refuses writes; beyond it, the oldest are
    /// lost and counted.
    static let pendingCapacity = 20_000

    /// Wraps a closure. A bare closure in a mutex gets one more wrapper with each access, so memory
    /// and stack would grow with each commit.
    private struct Listener {
        let committed: @Sendable () -> Void
    }

    private let path: String
    /// Locked while the state follows a change of the file, too: another thread may replace the file.
    private let file: Mutex<SpoolFile>
    private let state: Mutex<SpoolState>
    private let limits: Mutex<SpoolLimits>
    private let queue = DispatchQueue(label: "spool")
    private let log: Logger
    private let clock: SpoolClock
    /// The first message of this run.
    private let firstSequence: Int64
    /// Whether the last run ended without closing the file.
    private let wasKilled: Bool
    private let listener = Mutex<Listener?>(nil)
    private let counters: SpoolCounters
    private let isFailing = Mutex(false)
    private let commitDelay: DispatchTimeInterval

    /// Opens or creates the file.
    ///
    /// - Throws: SQLite's error. A damaged file is renamed to `FILE.damaged`, and what can be read of it is in the new one.
    public init(
        path: String,
        limits: SpoolLimits,
        metrics: Metrics,
        log: Logger,
        clock: SpoolClock = SpoolClock(),
        commitDelay: Int = Spool.commitDelay
    ) throws {
        self.path = path
        self.commitDelay = .milliseconds(commitDelay)
        counters = SpoolCounters(metrics)
        let (file, totals) = try SpoolFile.open(path, log)
        let oldest = try? file.oldest()
        state = Mutex(
            SpoolState(
                nextSequence: totals.last + 1,
                diskEnd: totals.last,
                rows: totals.rows,
                bytes: totals.bytes
            )
        )
        wasKilled = (try? file.notes(.open))?.isEmpty == false
        try? file.commit([], deleting: [], notes: [Note(.open, 0, [1])])
        self.file = Mutex(file)
        self.limits = Mutex(limits)
        (self.log, self.clock) = (log, clock)
        firstSequence = totals.last + 1
        counters.rows.set(totals.rows)
        counters.bytes.set(totals.bytes)
        counters.oldest.set(Int(oldest ?? 0))
    }

    /// Replaces a file that was found to be damaged by one with what can be read of it.
    private func replaceFile(_ error: any Error) throws {
        let (path, log) = (path, log)
        try file.withLock { file in
            file.close()
            file = try SpoolFile.replace(path, error, log)
            try delete(in: file)
            let totals = try file.totals()
            state.withLock { state in
                let known = state.rows
                state.emptyTail()
                state.diskEnd = totals.last
                (state.rows, state.bytes) = (totals.rows, totals.bytes)
                counters.dropped("damaged").add(max(0, known - state.rows))
            }
        }
    }

    /// Sets a handler that is called after each commit with new messages; it must not block.
    public func whenCommitted(_ action: @escaping @Sendable () -> Void) {
        listener.withLock { $0 = Listener(committed: action) }
    }

    /// Applies new limits from the next commit on.
    public func update(_ limits: SpoolLimits) { self.limits.withLock { $0 = limits } }

    /// Queues a message. It is on disk within 100 ms, with its notes.
    public func offer(_ message: SpoolMessage, notes: [Note] = []) {
        let now = clock.now
        let (starts, isRefused) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            var message = message
            message.born = now
            message.sequence = state.nextSequence
            state.nextSequence += 1
            state.pending.append(message)
            for note in notes { state.notes[NoteKey(note)] = note }
            return (schedule(&state), state.isRefused)
        }
        if starts { commitLater(commitDelay) }
        if isRefused { listener.withLock { $0 }?.committed() }
    }

    /// Queues notes without a message. They are on disk within 100 ms.
    public func keep(_ notes: [Note]) {
        let starts = state.withLock { state in
            guard !state.isClosed, !notes.isEmpty else { return false }
            for note in notes { state.notes[NoteKey(note)] = note }
            return schedule(&state)
        }
        if starts { commitLater(commitDelay) }
    }

    /// The notes of a kind on disk; none if they cannot be read, or the spool is closed.
    public func notes(_ kind: Note.Kind) -> [Note] {
        guard !state.withLock({ $0.isClosed }) else { return [] }
        do {
            return try file.withLock { try $0.notes(kind) }
        } catch {
            handle(error)
            return (try? file.withLock { try $0.notes(kind) }) ?? []
        }
    }

    /// The next messages to deliver, in order; empty if all are being delivered.
    public func take(_ limit: Int) -> [SpoolMessage] {
        while let place = state.withLock({ $0.cursor < $0.diskEnd ? ($0.cursor, $0.diskEnd) : nil })
        {
            guard let messages = takeFromDisk(place.0, place.1, limit) else { return [] }
            if !messages.isEmpty { return messages }
        }
        return state.withLock { state in
            guard !state.isDropping else { return [] }
            var messages = Array(state.tail.dropFirst(state.taken).prefix(limit))
            state.taken += messages.count
            if state.taken == state.tail.count { state.emptyTail() }
            if messages.isEmpty, state.isRefused {
                let cursor = state.cursor
                messages = Array(state.pending.lazy.filter { $0.sequence > cursor }.prefix(limit))
            }
            if let last = messages.last {
                state.cursor = last.sequence
                state.diskEnd = max(state.diskEnd, last.sequence)
            }
            return messages
        }
    }

    /// The next messages on disk that are not delivered; nil if they cannot be read.
    private func takeFromDisk(
        _ after: Int64,
        _ through: Int64,
        _ limit: Int
    ) -> [SpoolMessage]? {
        do {
            let rows = try file.withLock { file in
                let rows = try file.read(after: after, through: through, limit: limit)
                let end = rows.messages.last?.sequence ?? through
                if rows.damaged == 0 { state.withLock { $0.cursor = end } }
                return rows
            }
            guard rows.damaged == 0 else {
                try replaceFile(SpoolFailure.damaged(rows.damaged))
                return nil
            }
            return state.withLock { state in
                guard state.isRefused, !state.delivered.isEmpty else { return rows.messages }
                let delivered = Set(state.delivered)
                return rows.messages.filter { !delivered.contains($0.sequence) }
            }
        } catch {
            handle(error)
            return nil
        }
    }

    /// The time since a message was offered, milliseconds.
    public func age(of message: SpoolMessage) -> Int64 { clock.now - message.born }

    /// Whether a message may have been delivered before: it is of a run that ended without recording what it had delivered.
    public func isUncertain(_ message: SpoolMessage) -> Bool {
        wasKilled && message.sequence < firstSequence
    }

    /// Acknowledges a delivered message.
    public func acknowledge(_ message: SpoolMessage.Receipt) {
        let starts = state.withLock { state in
            state.delivered.append(message.sequence)
            state.rows -= 1
            state.bytes -= message.size
            return schedule(&state)
        }
        if starts { commitLater(commitDelay) }
    }

    /// Restarts with the oldest unacknowledged message, after link loss.
    public func rewind() {
        queue.sync { commit() }
        state.withLock { state in
            state.cursor = 0
            state.emptyTail()
            state.diskEnd = state.pending.first.map { $0.sequence - 1 } ?? state.nextSequence - 1
        }
    }

    /// The number of the message that was offered last.
    public var lastSequence: Int64 { state.withLock { $0.nextSequence - 1 } }

    /// Number of unacknowledged messages, committed or queued.
    public var depth: Int { state.withLock { $0.rows + $0.pending.count } }

    /// Commits all offers and closes the file.
    public func close() {
        queue.sync {
            state.withLock { $0.notes[NoteKey(Note(.open, 0))] = Note(.open, 0) }
            commit()
            state.withLock { $0.isClosed = true }
            file.withLock { $0.close() }
        }
    }

    /// Commits all offers immediately.
    public func flush() { queue.sync { commit() } }

    private func schedule(_ state: inout SpoolState) -> Bool {
        guard !state.isScheduled else { return false }
        state.isScheduled = true
        return true
    }

    private func commitLater(_ delay: DispatchTimeInterval) {
        queue.asyncAfter(deadline: .now() + delay) { self.commit() }
    }

    /// Called on `queue` only.
    private func commit() {
        do {
            guard let count = try file.withLock({ try commit(to: $0) }) else { return }
            if count > 0 { listener.withLock { $0 }?.committed() }
            try recover()
            try keepBounds()
            counters.oldest.set(Int(try file.withLock { try $0.oldest() } ?? 0))
        } catch {
            if SpoolFailure(error).isDamage { handle(error) }
            refused(error)
            // although new ones do not fit: the log has space from earlier times for that
            try? file.withLock { try delete(in: $0) }
        }
    }

    /// Writes what is queued; returns the number of new messages, nil if nothing is queued.
    private func commit(to file: SpoolFile) throws -> Int? {
        let (batch, deleting, notes) = state.withLock { state in
            state.isScheduled = false
            if state.isRefused {
                state.dropDelivered()
                // if all was delivered from memory, only this can show that the disk accepts writes again
                let probe = Note(.open, 0, [1])
                state.notes.merge([NoteKey(probe): probe]) { closing, _ in closing }
            }
            return (state.pending, state.delivered, state.notes)
        }
        guard !batch.isEmpty || !deleting.isEmpty || !notes.isEmpty,
            !state.withLock({ $0.isClosed })
        else { return nil }
        try file.commit(batch[...], deleting: deleting, notes: notes.values)
        committed(batch, deleting.count, notes)
        return batch.count
    }

    /// Deletes delivered messages.
    private func delete(in file: SpoolFile) throws {
        let sequences = state.withLock { $0.delivered }
        guard !sequences.isEmpty else { return }
        try file.commit([], deleting: sequences)
        state.withLock { $0.delivered.removeFirst(sequences.count) }
    }

    /// Replaces a damaged file; notes any other error.
    private func handle(_ error: any Error) {
        guard SpoolFailure(error).isDamage else { return note(error) }
        do { try replaceFile(error) } catch { note(error) }
    }

    private func committed(
        _ batch: [SpoolMessage],
        _ deleted: Int,
        _ notes: [NoteKey: Note]
    ) {
        let totals = state.withLock { state in
            if !notes.isEmpty {
                state.notes = state.notes.filter { $0.value != notes[$0.key] }
            }
            state.pending.removeFirst(batch.count)
            state.delivered.removeFirst(deleted)
            state.isRefused = false
            state.rows += batch.count
            state.bytes += batch.reduce(0) { $0 + $1.size }
            if let last = batch.last?.sequence { state.append(batch, last) }
            return (state.rows, state.bytes)
        }
        counters.rows.set(totals.0)
        counters.bytes.set(totals.1)
        counters.spooled.add(batch.count)
    }

    /// Handles a failed commit. On a full disk, offers stay queued and are retried every second.
    private func refused(_ error: any Error) {
        note(error)
        let lost = state.withLock { state in
            let lost = max(0, state.pending.count - Self.pendingCapacity)
            state.pending.removeFirst(lost)
            state.isScheduled = true
            state.isRefused = true
            counters.rows.set(state.rows)
            counters.bytes.set(state.bytes)
            return lost
        }
        counters.dropped("disk").add(lost)
        listener.withLock { $0 }?.committed()
        commitLater(.seconds(1))
    }

    private func note(_ error: any Error) {
        counters.errors.add()
        isFailing.withLock { isFailing in
            if !isFailing {
                log.error(
                    "the spool cannot be written: \(error); readings are kept in memory; free space on the disk"
                )
            }
            isFailing = true
        }
    }

    /// Recounts the messages after failed commits; some may have been delivered twice.
    private func recover() throws {
        let wasFailing = isFailing.withLock { isFailing in
            defer { isFailing = false }
            return isFailing
        }
        guard wasFailing else { return }
        log.notice("the spool is writable again")
        try file.withLock { try recount($0) }
    }

    /// Deletes messages beyond the limits of age and size: a sixteenth more than needed, so that it
    /// is rarely necessary.
    private func keepBounds() throws {
        let limits = limits.withLock { $0 }
        if counters.isTimeToSweep(clock.steadyNow) {
            try followClock()
            try drop("age") { try $0.delete(bornBefore: clock.now - limits.age, after: $1) }
        }
        let (rows, bytes) = state.withLock { ($0.rows, $0.bytes) }
        var excess = rows > limits.rows ? rows - limits.rows + limits.rows / 16 : 0
        if bytes > limits.bytes {
            let share = Double(bytes - limits.bytes + limits.bytes / 16) / Double(bytes)
            excess = max(excess, Int(Double(rows) * share) + 1)
        }
        if excess > 0 { try drop("full") { try $0.deleteOldest(excess, after: $1) } }
    }

    /// Deletes messages that are not taken: those that are taken are acknowledged, and so counted, later.
    private func drop(
        _ reason: String,
        _ delete: (_ file: SpoolFile, _ after: Int64) throws -> Int
    ) throws {
        let count = try file.withLock { file in
            let cursor = state.withLock { state in
                state.isDropping = true
                return state.cursor
            }
            defer { state.withLock { $0.isDropping = false } }
            let count = try delete(file, cursor)
            if count > 0 { try recount(file) }
            return count
        }
        counters.dropped(reason).add(count)
        // none could be taken meanwhile
        listener.withLock { $0 }?.committed()
    }

    /// After the time of day was set, corrects the times of this run's messages.
    private func followClock() throws {
        guard let change = clock.step() else { return }
        log.notice("the clock was set by \(change / 1000) s; ages of messages follow it")
        try file.withLock { try $0.shift(by: change, from: firstSequence) }
        state.withLock { state in
            for at in state.tail.indices where state.tail[at].sequence >= firstSequence {
                state.tail[at].born += change
            }
        }
    }

    private func recount(_ file: SpoolFile) throws {
        let totals = try file.totals()
        state.withLock { state in
            // messages in the tail may have been deleted: read them from the disk
            if !state.tail.isEmpty {
                state.diskEnd = totals.last
                state.emptyTail()
            }
            state.rows = totals.rows - state.delivered.count
            state.bytes = totals.bytes
        }
    }
}
