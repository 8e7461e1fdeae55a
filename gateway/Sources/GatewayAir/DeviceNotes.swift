internal import BeaconCrypto
internal import GatewayCore

/// What is kept of devices over restarts: the events of earlier runs, and notes that are not written with a reading.
struct DeviceNotes {
    /// Milliseconds between two writes of notes that belong to no reading.
    private static let interval: Int64 = 10_000

    let isKept: Bool
    private var known: [UInt64: Note] = [:]
    private var changed: [UInt64: Note] = [:]
    private var nextTime: Int64?

    init(_ notes: [Note]?) {
        isKept = notes != nil
        for note in notes ?? [] where note.kind == .events {
            known[UInt64(bitPattern: note.key)] = note
        }
    }

    /// The events of a device when it is received for the first time.
    mutating func events(of device: UInt64, _ now: Moment) -> SeenEvents {
        guard !known.isEmpty, let note = known.removeValue(forKey: device) else {
            return SeenEvents()
        }
        return SeenEvents(note, now) ?? SeenEvents()
    }

    /// Records the repetition of an event.
    mutating func note(_ device: UInt64, _ events: inout SeenEvents, _ now: Moment) {
        guard isKept, events.needsNote(at: now.steady) else { return }
        changed[device] = events.note(of: device)
    }

    mutating func forget(_ device: UInt64) {
        known[device] = nil
        changed[device] = nil
    }

    /// Whether to write notes now.
    mutating func isDue(_ now: Int64) -> Bool {
        guard let nextTime, now < nextTime else {
            nextTime = now + Self.interval
            return true
        }
        return false
    }

    mutating func take() -> [Note] {
        defer { changed = [:] }
        return Array(changed.values)
    }
}

extension SensorCounters.Entry {
    /// Nil for other notes.
    init?(_ note: Note) {
        guard note.kind == .counter, note.value.count == 4 else { return nil }
        let value = note.value.reduce(0) { $0 << 8 | UInt32($1) }
        let key = UInt64(bitPattern: note.key)
        self.init(address: key & 0xFFFF_FFFF_FFFF, format: UInt8(key >> 48 & 0xF), value: value)
    }

    var note: Note {
        let bytes = withUnsafeBytes(of: value.bigEndian) { Array($0) }
        return Note(.counter, Note.counterKey(address, format: format), bytes)
    }
}
