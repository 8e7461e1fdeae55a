internal import BluetoothLE
internal import Synchronization

/// The last counters of devices with keys, by which a replayed frame is recognised. The counters of a capture start afresh.
public final class SensorCounters: Sendable {
    /// The last counter of a device in one format.
    public struct Entry: Sendable, Hashable {
        /// The device's 48-bit address.
        public let address: UInt64
        /// The format's number; each format counts for itself.
        public let format: UInt8
        /// The counter.
        public let value: UInt32

        /// Creates an entry.
        public init(address: UInt64, format: UInt8, value: UInt32) {
            (self.address, self.format, self.value) = (address, format, value)
        }
    }

    /// Formats with a counter. Counters of 32 bits never wrap; of others, the difference is less than half of their range.
    enum Format: UInt8 {
        case bthome, bthome1, miBeacon, victron
        /// MiBeacon up to version 3.
        case miBeacon3
        case thermometer

        /// The bits of the counter.
        fileprivate var width: UInt32 {
            switch self {
            case .bthome, .bthome1, .miBeacon: 32
            case .victron: 16
            case .miBeacon3, .thermometer: 8
            }
        }
    }

    enum Verdict {
        case new, repeated, restarted
    }

    private struct Place: Hashable {
        let address: UInt64
        let format: UInt8
    }

    private struct State {
        var values: [Place: UInt32] = [:]
        var changed: Set<Place> = []
    }

    private let state: Mutex<State>

    /// Creates counters, empty or with saved ones.
    public init(_ entries: [Entry] = []) {
        var state = State()
        for entry in entries {
            state.values[Place(address: entry.address, format: entry.format)] = entry.value
        }
        self.state = Mutex(state)
    }

    /// Accepts any counter as the next one of a device, after it was reset.
    public func forget(_ address: UInt64) {
        state.withLock { state in
            state.values = state.values.filter { $0.key.address != address }
            state.changed = state.changed.filter { $0.address != address }
        }
    }

    /// The entries that have changed since the last call, to save them.
    public func takeChanges() -> [Entry] {
        state.withLock { state in
            defer { state.changed = [] }
            return state.changed.map {
                Entry(address: $0.address, format: $0.format, value: state.values[$0]!)
            }
        }
    }

    /// Whether the device has sent encrypted frames, but of other formats than these.
    func hasOthers(than formats: Set<Format>, _ address: BluetoothAddress) -> Bool {
        let known = state.withLock { $0.values.keys.filter { $0.address == address.value } }
        return !known.isEmpty
            && known.allSatisfy { place in
                !formats.contains { $0.rawValue == place.format }
            }
    }

    /// Judges an authenticated frame's counter, and keeps a new one.
    func judge(_ address: BluetoothAddress, _ format: Format, _ counter: UInt32) -> Verdict {
        let place = Place(address: address.value, format: format.rawValue)
        return state.withLock { state in
            if let last = state.values[place] {
                if last == counter { return .repeated }
                let half = UInt32(1) << (format.width - 1)
                let isNew =
                    format.width == 32
                    ? counter > last : (counter &- last) & (2 * half - 1) < half
                guard isNew else { return .restarted }
            }
            state.values[place] = counter
            state.changed.insert(place)
            return .new
        }
    }
}
