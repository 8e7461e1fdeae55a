/// The publications that were received in the last minutes.
struct Publications: Sendable {
    private struct Entry: Sendable {
        let identity: UInt64
        let time: Int64
    }

    private var entries: [Entry] = []
    private var first = 0
    /// How often each one was received before the own reception of its frame, and when last.
    private var early: [UInt64: (count: Int, time: Int64)] = [:]
    /// Bids of others that were received before the own reception of the frame.
    private var bids: [UInt64: (name: String, time: Int64)] = [:]
    private var nextSweep: Int64 = 0

    mutating func add(_ identity: UInt64, at now: Int64) {
        entries.append(Entry(identity: identity, time: now))
        if entries.count - first > GroupRules.capacity { first += 1 }
        if first > GroupRules.capacity {
            entries.removeFirst(first)
            first = 0
        }
    }

    /// The identities since a time, at most ten minutes ago.
    func identities(since time: Int64, now: Int64) -> [UInt64] {
        let start = max(time, now - GroupRules.memory)
        return entries[first...].drop { $0.time < start }.map(\.identity)
    }

    /// Remembers a publication for which no reading is held yet.
    mutating func addEarly(_ identity: UInt64, at now: Int64) {
        early[identity] = ((early[identity]?.count ?? 0) + 1, now)
        bids[identity] = nil
        sweep(at: now)
    }

    /// Remembers a bid for which no reading is held yet.
    mutating func addBid(_ identity: UInt64, by name: String, at now: Int64) {
        bids[identity] = (name, now)
        sweep(at: now)
    }

    /// The gateway that has bid for a reading before it was received here.
    func bidder(_ identity: UInt64, at now: Int64) -> String? {
        bids[identity].flatMap { now - $0.time < GroupRules.early ? $0.name : nil }
    }

    private mutating func sweep(at now: Int64) {
        guard now >= nextSweep else { return }
        nextSweep = now + GroupRules.early
        early = early.filter { now - $0.value.time < GroupRules.early }
        bids = bids.filter { now - $0.value.time < GroupRules.early }
    }

    /// Whether a reading was published before it was received here. Each publication counts once.
    mutating func takeEarly(_ identity: UInt64, at now: Int64) -> Bool {
        guard let known = early[identity] else { return false }
        early[identity] = known.count > 1 ? (known.count - 1, known.time) : nil
        return now - known.time < GroupRules.early
    }
}
