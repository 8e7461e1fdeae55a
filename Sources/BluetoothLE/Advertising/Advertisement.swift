package import CAccessory

/// Advertising data taken apart. It keeps the bytes; each property reads its field from them, so
/// making one costs a copy and one pass.
///
/// Malformed data keeps what came before the damage; `isTruncated` tells.
public struct Advertisement: Sendable {
    /// The advertising data as it was sent.
    public let bytes: [UInt8]
    /// Every field's place and the kind of beacon.
    package let index: acc_advert

    /// - Parameter bytes: AD structures one behind the other, legacy, extended or of a scan
    ///   response. Bytes beyond 65535 are left out.
    public init(_ bytes: [UInt8]) {
        let bytes = bytes.count <= Int(UInt16.max) ? bytes : Array(bytes.prefix(Int(UInt16.max)))
        self.bytes = bytes
        index = AdvertisementView(bytes.span).index
    }

    /// The last structure runs over the end.
    public var isTruncated: Bool { index.status != 0 }

    /// The device's name, complete or shortened. Bytes that are not UTF-8 become U+FFFD.
    public var name: String? {
        value(ACC_AD_FIELD_NAME).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The name is the beginning of a longer one.
    public var isNameShortened: Bool {
        guard index.has(ACC_AD_FIELD_NAME) else { return false }
        return Int(bytes[Int(index[ACC_AD_FIELD_NAME].offset) - 1]) == Int(ACC_AD_SHORTENED_NAME)
    }

    /// The services that the device offers, of all lengths, in order.
    public var serviceUUIDs: [BluetoothUUID] {
        uuids([
            (ACC_AD_INCOMPLETE_UUID16, 2), (ACC_AD_COMPLETE_UUID16, 2),
            (ACC_AD_INCOMPLETE_UUID32, 4), (ACC_AD_COMPLETE_UUID32, 4),
            (ACC_AD_INCOMPLETE_UUID128, 16), (ACC_AD_COMPLETE_UUID128, 16),
        ])
    }

    /// The services that the device looks for.
    public var solicitedServiceUUIDs: [BluetoothUUID] {
        uuids([
            (ACC_AD_SOLICIT_UUID16, 2), (ACC_AD_SOLICIT_UUID32, 4), (ACC_AD_SOLICIT_UUID128, 16),
        ])
    }

    /// Service data by service. Of several for one service the last counts.
    public var serviceData: [BluetoothUUID: ArraySlice<UInt8>] {
        guard
            index.seen
                & (1 << ACC_AD_FIELD_SERVICE_DATA16.rawValue
                    | 1 << ACC_AD_FIELD_SERVICE_DATA32.rawValue
                    | 1 << ACC_AD_FIELD_SERVICE_DATA128.rawValue) != 0
        else { return [:] }
        let widths = [
            UInt8(ACC_AD_SERVICE_DATA16): 2, UInt8(ACC_AD_SERVICE_DATA32): 4,
            UInt8(ACC_AD_SERVICE_DATA128): 16,
        ]
        var data: [BluetoothUUID: ArraySlice<UInt8>] = [:]
        for structure in structures {
            guard let width = widths[structure.type],
                let uuid = BluetoothUUID(littleEndian: structure.value.prefix(width))
            else { continue }
            data[uuid] = structure.value.dropFirst(width)
        }
        return data
    }

    /// Manufacturer data: the company's number and what it sends.
    public var manufacturerData: ManufacturerData? {
        guard let value = value(ACC_AD_FIELD_MANUFACTURER), value.count >= 2 else { return nil }
        return ManufacturerData(
            company: UInt16(value[value.startIndex]) | UInt16(value[value.startIndex + 1]) << 8,
            bytes: value.dropFirst(2)
        )
    }

    /// Transmit power, dBm.
    public var txPower: Int? {
        value(ACC_AD_FIELD_TX_POWER)?.first.map { Int(Int8(bitPattern: $0)) }
    }

    /// Flags.
    public var flags: AdvertisementFlags? {
        value(ACC_AD_FIELD_FLAGS)?.first.map(AdvertisementFlags.init(rawValue:))
    }

    /// What the device looks like: category in the upper 10 bits (Assigned Numbers, section 2.6).
    public var appearance: UInt16? {
        number(ACC_AD_FIELD_APPEARANCE).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// The interval that the device says it advertises at.
    public var interval: Duration? {
        number(ACC_AD_FIELD_ADVERTISING_INTERVAL).map { .microseconds(Int64($0) * 625) }
    }

    /// A web or other address (AD type 0x24), its scheme as one code (Assigned Numbers, section
    /// 2.7) in front.
    public var uri: ArraySlice<UInt8>? { value(ACC_AD_FIELD_URI) }

    /// All structures in order.
    public var structures: [Structure] {
        var all: [Structure] = []
        var at = 0
        while at < Int(index.end) {
            let length = Int(bytes[at])
            all.append(Structure(type: bytes[at + 1], value: bytes[at + 2..<at + 1 + length]))
            at += 1 + length
        }
        return all
    }

    /// One AD structure.
    public struct Structure: Sendable, Equatable {
        /// AD type (Assigned Numbers, section 2.3).
        public let type: UInt8
        /// What follows the type.
        public let value: ArraySlice<UInt8>
    }

    /// What a company sends.
    public struct ManufacturerData: Sendable, Equatable {
        /// The company's number (Assigned Numbers, section 7.1).
        public let company: UInt16
        /// What follows the number.
        public let bytes: ArraySlice<UInt8>
    }

    private func value(_ field: acc_ad_field) -> ArraySlice<UInt8>? {
        guard index.has(field) else { return nil }
        let place = index[field]
        return bytes[Int(place.offset)..<Int(place.offset) + Int(place.length)]
    }

    /// A little-endian number of any length.
    private func number(_ field: acc_ad_field) -> UInt32? {
        guard let value = value(field), (1...4).contains(value.count) else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func uuids(_ types: [(type: Int, width: Int)]) -> [BluetoothUUID] {
        var uuids: [BluetoothUUID] = []
        for structure in structures {
            guard let width = types.first(where: { $0.type == Int(structure.type) })?.width else {
                continue
            }
            var rest = structure.value
            while rest.count >= width {
                if let uuid = BluetoothUUID(littleEndian: rest.prefix(width)) { uuids.append(uuid) }
                rest = rest.dropFirst(width)
            }
        }
        return uuids
    }
}

extension Advertisement: Equatable {
    /// The same bytes.
    public static func == (one: Advertisement, other: Advertisement) -> Bool {
        one.bytes == other.bytes
    }
}
