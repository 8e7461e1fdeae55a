internal import Foundation
internal import GatewayCore

/// The last events of a device, by which repetitions of them are recognised.
struct SeenEvents {
    private struct Event {
        let identity: EventIdentity
        var lastSeen: Moment
        /// Steady milliseconds; the time that its note states.
        var noted: Int64
    }

    /// Two adapters may receive the last events in another order.
    private static let capacity = 4
    /// Newest last.
    private var events: [Event] = []

    init() {}

    /// Whether an event is a new one, and not a repetition of its frame. Each sighting of a repetition extends the time
    /// in which there may be others.
    mutating func isNew(_ identity: EventIdentity, at now: Moment) -> Bool {
        if let known = events.firstIndex(where: { $0.identity == identity }) {
            var event = events.remove(at: known)
            let age = now.steady - event.lastSeen.steady
            event.lastSeen = now
            let isNew = age >= identity.lifetime
            if isNew { event.noted = now.steady }
            events.append(event)
            return isNew
        }
        if events.count == Self.capacity { events.removeFirst() }
        events.append(Event(identity: identity, lastSeen: now, noted: now.steady))
        return true
    }

    // MARK: - Notes

    private struct Record: Codable {
        let identity: EventIdentity
        /// Milliseconds since 1970.
        let time: Int64
    }

    /// The events of an earlier run. A clock that is behind cannot make them older.
    init?(_ note: Note, _ now: Moment) {
        guard let records = try? JSONDecoder().decode([Record].self, from: Data(note.value)) else {
            return nil
        }
        events = records.suffix(Self.capacity).map {
            let age = max(0, now.wall - $0.time)
            let time = Moment(steady: now.steady - age, wall: $0.time)
            return Event(identity: $0.identity, lastSeen: time, noted: time.steady)
        }
    }

    func note(of device: UInt64) -> Note {
        let records = events.map { Record(identity: $0.identity, time: $0.lastSeen.wall) }
        let value = (try? JSONEncoder().encode(records)) ?? Data()
        return Note(.events, Int64(device), Array(value))
    }

    /// Whether the note states a time that is so old that a restart could make a repetition an event. If so, the next
    /// note counts as written.
    mutating func needsNote(at now: Int64) -> Bool {
        guard let last = events.indices.last,
            now - events[last].noted >= events[last].identity.lifetime / 4
        else { return false }
        events[last].noted = now
        return true
    }
}
