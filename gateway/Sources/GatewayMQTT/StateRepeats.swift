/// The devices whose state is published again after their discovery has changed: Home Assistant subscribes to a state only
/// after it has read the discovery, and a sensor whose value does not change publishes none for a while.
struct StateRepeats {
    private struct Entry {
        let key: UInt64
        let due: Int64
        /// The number of states when Home Assistant has subscribed; nil before.
        let count: Int?
    }

    /// Time in which Home Assistant reads the discovery and subscribes, milliseconds.
    static let readingTime: Int64 = 3000
    /// Time in which a new state makes the repetition unnecessary, milliseconds.
    static let patience: Int64 = 2000

    private var announced: [UInt64] = []
    private var entries: [Entry] = []

    /// Records that a changed discovery was sent.
    mutating func announced(_ key: UInt64) { announced.append(key) }

    /// The devices whose state is due.
    ///
    /// - Parameters:
    ///   - now: Steady milliseconds.
    ///   - count: The number of states that a device has had.
    mutating func due(at now: Int64, count: (UInt64) -> Int) -> [UInt64] {
        for key in announced {
            entries.append(Entry(key: key, due: now + Self.readingTime, count: nil))
        }
        announced = []
        let all = entries
        guard all.contains(where: { $0.due <= now }) else { return [] }
        entries = all.filter { $0.due > now }
        var due: [UInt64] = []
        for entry in all where entry.due <= now {
            let states = count(entry.key)
            if entry.count == states {
                due.append(entry.key)
            } else if entry.count == nil {
                entries.append(Entry(key: entry.key, due: now + Self.patience, count: states))
            }
        }
        return due
    }
}
