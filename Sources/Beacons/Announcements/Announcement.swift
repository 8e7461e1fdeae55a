public import BluetoothLE

/// What an advertisement announces besides beacons and readings: an audio broadcast, a tracker, a device that waits for its
/// setup, or a structure of the Core Specification Supplement, with the fields that its description makes public.
public struct Announcement: Sendable, Hashable {
    /// The kinds. The text is their name on the command line and in JSON.
    public enum Kind: String, Sendable, CaseIterable {
        /// A URI (AD type 0x24; Core Specification Supplement, part A, section 1.18): `uri`.
        case uri
        /// The name of an audio broadcast (AD type 0x30; Basic Audio Profile, section 5.1): `name`.
        case broadcastName = "broadcast-name"
        /// Encrypted structures (AD type 0x31; Supplement, part A, section 1.23): `randomizer`. `BeaconCrypto` decrypts them.
        case encryptedData = "encrypted-data"
        /// Commands for electronic shelf labels (AD type 0x34; Electronic Shelf Label Profile): `group`,
        /// `commands`.
        case shelfLabel = "shelf-label"
        /// The connection intervals that the device prefers (AD type 0x12; Supplement, section 1.9): `minimum` and `maximum`
        /// in ms; absent if it has no preference.
        case connectionInterval = "connection-interval"
        /// The device's address (AD type 0x1B; Supplement, section 1.16): `address`, `random`.
        case deviceAddress = "device-address"
        /// The roles in a connection (AD type 0x1C; Supplement, section 1.17): `role`.
        case role
        /// An audio broadcast (service data 0x1852; Basic Audio Profile, section 3.7.2.1): `id`.
        case audioBroadcast = "audio-broadcast"
        /// A public audio broadcast, Auracast (service data 0x1856; Public Broadcast Profile, section 4): `encrypted`, `standard
        /// quality`, `high quality`, `program` and `language` if stated.
        case publicBroadcast = "public-broadcast"
        /// A tracker of Google's network (service data 0xFEAA, frames 0x40 and 0x41; Find Hub Network Accessory Specification
        /// 1.3): `id`, `unwanted tracking protection`.
        case findHub = "find-hub"
        /// A tracker away from its owner (service data 0xFCB2; IETF draft "DULT Accessory Protocol", section 3): `network`,
        /// `near owner`, `data`.
        case unwantedTracker = "unwanted-tracker"
        /// A tracker of Samsung's network (service data 0xFD5A; Yu et al., "Privacy Analysis of Samsung's Crowd-Sourced Bluetooth
        /// Location Tracking System", 2022): `state`, `counter`, `id`.
        case smartTag = "smarttag"
        /// A tracker by Chipolo (service data 0xFE33): `data`, whose layout is not public.
        case chipolo
        /// A device that waits to be taken into a Matter network (service data 0xFFF6; Matter Core Specification, section 5.4.2.5.6):
        /// `discriminator`, `vendor`, `product`, `additional data`.
        case matter
        /// A device that waits for the settings of a Wi-Fi network (service data 0x4677; Improv over BLE): `state`, `identify`.
        case improv
        /// A battery-free label (service data 0xFDAF and 0xFCC6): `data`, which only Wiliot's cloud resolves to an identity.
        case wiliot
    }

    /// A field with its name.
    public struct Field: Sendable, Hashable {
        public enum Value: Sendable, Hashable {
            case number(Double)
            case flag(Bool)
            case text(String)
            case bytes([UInt8])
        }

        public let name: String
        public let value: Value
        /// The unit of a number; empty if it has none.
        public let unit: String

        init(_ name: String, _ value: Value, unit: String = "") {
            (self.name, self.value, self.unit) = (name, value, unit)
        }
    }

    public let kind: Kind
    /// The fields in their order in the frame.
    public let fields: [Field]

    init(_ kind: Kind, _ fields: [Field]) { (self.kind, self.fields) = (kind, fields) }

    /// The value of a field; nil if the frame has none.
    public subscript(_ name: String) -> Field.Value? { fields.first { $0.name == name }?.value }
}

extension Advertisement {
    /// What the advertisement announces, in the order of its structures. Structures of a wrong length are left out.
    public var announcements: [Announcement] {
        structures.compactMap { Announcement(type: $0.type, value: Array($0.value)) }
    }
}

extension Announcement.Field.Value {
    /// A little-endian number of up to 4 bytes.
    init(littleEndian bytes: ArraySlice<UInt8>) {
        self = .number(Double(bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
    }
}
