internal import Beacons
internal import BluetoothLE
internal import Foundation
internal import GatewayCore

/// What the discovery message of a device states. It only grows, and is kept over restarts: Home Assistant
/// removes entities that a discovery message no longer has.
struct DeviceRecord: Codable, Equatable {
    /// The device's model, as shown.
    struct Model: Codable, Equatable {
        let brand: String
        let name: String
        let title: String

        init(_ model: SensorModel) {
            (brand, name, title) = (model.brand, model.model ?? model.name, model.title)
        }

        /// Whether it is that of any BTHome device, until the device's name selects another one.
        fileprivate var isAny: Bool { title == "BTHome sensor" }
    }

    /// The 48-bit address.
    let address: UInt64
    let isRandom: Bool
    var name: String?
    var model: Model?
    var entities: [Entity] = []
    /// The format and the model id of each kind of data, to which filters refer.
    var kinds: [[String]] = []
    /// Milliseconds without a reading, counted while the gateway received readings of other devices.
    var silence: Int64 = 0
    /// The time of the reading by which it changed, milliseconds since 1970.
    var seen: Int64?

    init(_ address: BluetoothAddress) {
        (self.address, isRandom) = (address.value, address.kind != .public)
    }

    /// Nil if the note has no record.
    init?(_ note: Note) {
        guard let record = try? JSONDecoder().decode(Self.self, from: Data(note.value)) else {
            return nil
        }
        self = record
    }

    var note: Note { Note(.device, Int64(address), Note.json(self)) }

    var bluetoothAddress: BluetoothAddress {
        BluetoothAddress(value: address, kind: isRandom ? .random : .public)
    }

    /// Adds what another gateway has seen; returns whether anything is new.
    mutating func merge(_ other: DeviceRecord) -> Bool {
        let before = self
        for entity in other.entities {
            if let at = entities.firstIndex(where: { $0.isSame(as: entity) }) {
                entities[at].merge(entity)
            } else {
                entities.append(entity)
            }
        }
        name = name ?? other.name
        if model?.isAny != false, let model = other.model { self.model = model }
        for kind in other.kinds where !kinds.contains(kind) { kinds.append(kind) }
        let isNew = self != before
        if let seen = other.seen { self.seen = max(self.seen ?? 0, seen) }
        return isNew
    }

    /// Adds what a reading shows; returns whether anything is new.
    mutating func learn(_ reading: Reading) -> Bool {
        var isNew = false
        for measurement in reading.measurements {
            if let at = entities.firstIndex(where: { $0.isOf(measurement) }) {
                if entities[at].learn(measurement) { isNew = true }
            } else {
                entities.append(Entity(measurement, reading.format))
                isNew = true
            }
        }
        if let name = reading.name, name != self.name {
            self.name = name
            isNew = true
        }
        if model?.isAny != false, let model = reading.model.map(Model.init), model != self.model {
            self.model = model
            isNew = true
        }
        if !kinds.contains(where: { $0.isKind(of: reading) }) {
            kinds.append([reading.format.rawValue] + (reading.model.map { [$0.id] } ?? []))
            isNew = true
        }
        return isNew
    }
}

/// A device or a presence entry that was removed: the topics whose retained messages the broker must drop.
///
/// It is kept until the broker has acknowledged that, so that a gateway that is stopped before goes on afterwards.
struct Removal: Codable, Equatable {
    let key: Int64
    let topics: [String]
    /// Milliseconds since 1970.
    let time: Int64

    init(_ key: Int64, _ topics: [String], time: Int64) {
        (self.key, self.topics, self.time) = (key, topics, time)
    }

    init?(_ note: Note) {
        guard let removal = try? JSONDecoder().decode(Self.self, from: Data(note.value)) else {
            return nil
        }
        self = removal
    }

    var note: Note { Note(.removal, key, Note.json(self)) }
}

extension [String] {
    /// Compares without a new array, as this is done for each reading.
    fileprivate func isKind(of reading: Reading) -> Bool {
        self[0] == reading.format.rawValue && reading.model?.id == (count > 1 ? self[1] : nil)
    }
}

extension Note {
    fileprivate static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // a record has no number that JSON cannot express
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }
}
