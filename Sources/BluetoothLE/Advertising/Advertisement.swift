package import CAccessory

/// Decoded advertising data. It stores the bytes, and each property reads its field from them, so
/// creating one costs one copy and one pass.
///
/// Of malformed data, the part before the error is kept; see `isTruncated`.
public struct Advertisement: Sendable {
    /// The advertising data as sent.
    public let bytes: [UInt8]
    /// The position of every field, and the kind of beacon.
    package let index: acc_advert

    /// - Parameter bytes: Consecutive AD structures: legacy, extended, or a scan response. Bytes beyond
    ///   65535 are ignored.
    public init(_ bytes: [UInt8]) {
        let bytes = bytes.count <= Int(UInt16.max) ? bytes : Array(bytes.prefix(Int(UInt16.max)))
        self.bytes = bytes
        index = AdvertisementView(bytes.span).index
    }

    /// Whether the last structure extends past the end.
    public var isTruncated: Bool { index.status != 0 }

    /// The device's name, complete or shortened. Bytes that are not UTF-8 become U+FFFD.
    public var name: String? {
        guard index.has(ACC_AD_FIELD_NAME) else { return nil }
        let place = index[ACC_AD_FIELD_NAME]
        return bytes.withUnsafeBufferPointer {
            String(
                decoding: $0[Int(place.offset)..<Int(place.offset) + Int(place.length)],
                as: UTF8.self
            )
        }
    }

    /// Whether the name is shortened.
    public var isNameShortened: Bool {
        guard index.has(ACC_AD_FIELD_NAME) else { return false }
        return Int(bytes[Int(index[ACC_AD_FIELD_NAME].offset) - 1]) == Int(ACC_AD_SHORTENED_NAME)
    }

    /// The advertised services, of all UUID lengths, in order.
    public var serviceUUIDs: [BluetoothUUID] {
        guard index.hasAny(ACC_AD_FIELD_UUID16, ACC_AD_FIELD_UUID32, ACC_AD_FIELD_UUID128)
        else { return [] }
        return uuids { type in
            switch Int(type) {
            case ACC_AD_INCOMPLETE_UUID16, ACC_AD_COMPLETE_UUID16: 2
            case ACC_AD_INCOMPLETE_UUID32, ACC_AD_COMPLETE_UUID32: 4
            case ACC_AD_INCOMPLETE_UUID128, ACC_AD_COMPLETE_UUID128: 16
            default: nil
            }
        }
    }

    /// The solicited services.
    public var solicitedServiceUUIDs: [BluetoothUUID] {
        guard
            index.hasAny(
                ACC_AD_FIELD_SOLICIT_UUID16,
                ACC_AD_FIELD_SOLICIT_UUID32,
                ACC_AD_FIELD_SOLICIT_UUID128
            )
        else { return [] }
        return uuids { type in
            switch Int(type) {
            case ACC_AD_SOLICIT_UUID16: 2
            case ACC_AD_SOLICIT_UUID32: 4
            case ACC_AD_SOLICIT_UUID128: 16
            default: nil
            }
        }
    }

    /// Service data by service. The last structure for a service wins.
    public var serviceData: [BluetoothUUID: ArraySlice<UInt8>] {
        guard
            index.hasAny(
                ACC_AD_FIELD_SERVICE_DATA16,
                ACC_AD_FIELD_SERVICE_DATA32,
                ACC_AD_FIELD_SERVICE_DATA128
            )
        else { return [:] }
        var data: [BluetoothUUID: ArraySlice<UInt8>] = [:]
        forEachStructure { type, place in
            let width =
                switch Int(type) {
                case ACC_AD_SERVICE_DATA16: 2
                case ACC_AD_SERVICE_DATA32: 4
                case ACC_AD_SERVICE_DATA128: 16
                default: 0
                }
            guard width > 0, place.count >= width else { return }
            let uuid = BluetoothUUID(bytes.span, at: place.lowerBound, width: width)
            data[uuid] = bytes[place.lowerBound + width..<place.upperBound]
        }
        return data
    }

    /// Manufacturer data: the company identifier and its data.
    public var manufacturerData: ManufacturerData? {
        guard index.has(ACC_AD_FIELD_MANUFACTURER) else { return nil }
        let place = index[ACC_AD_FIELD_MANUFACTURER]
        guard place.length >= 2 else { return nil }
        let at = Int(place.offset)
        return ManufacturerData(
            company: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8,
            bytes: bytes[at + 2..<at + Int(place.length)]
        )
    }

    /// Transmit power in dBm.
    public var txPower: Int? {
        byte(ACC_AD_FIELD_TX_POWER).map { Int(Int8(bitPattern: $0)) }
    }

    /// Flags.
    public var flags: AdvertisementFlags? {
        byte(ACC_AD_FIELD_FLAGS).map(AdvertisementFlags.init(rawValue:))
    }

    /// The appearance, with the category in the upper 10 bits (Assigned Numbers, section 2.6).
    public var appearance: UInt16? {
        number(ACC_AD_FIELD_APPEARANCE).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// The advertising interval stated by the device.
    public var interval: Duration? {
        number(ACC_AD_FIELD_ADVERTISING_INTERVAL).map { .microseconds(Int64($0) * 625) }
    }

    /// A URI (AD type 0x24), prefixed by its scheme as one code (Assigned Numbers, section 2.7).
    public var uri: ArraySlice<UInt8>? { value(ACC_AD_FIELD_URI) }

    /// All structures, in order.
    public var structures: [Structure] {
        var all: [Structure] = []
        forEachStructure { all.append(Structure(type: $0, value: bytes[$1])) }
        return all
    }

    /// One AD structure.
    public struct Structure: Sendable, Equatable {
        /// AD type (Assigned Numbers, section 2.3).
        public let type: UInt8
        /// The data after the type.
        public let value: ArraySlice<UInt8>
    }

    /// A company identifier and its data.
    public struct ManufacturerData: Sendable, Equatable {
        /// The company identifier (Assigned Numbers, section 7.1).
        public let company: UInt16
        /// The data after the company identifier.
        public let bytes: ArraySlice<UInt8>
    }

    private func value(_ field: acc_ad_field) -> ArraySlice<UInt8>? {
        guard index.has(field) else { return nil }
        let place = index[field]
        return bytes[Int(place.offset)..<Int(place.offset) + Int(place.length)]
    }

    /// The first byte of a field.
    private func byte(_ field: acc_ad_field) -> UInt8? {
        guard index.has(field) else { return nil }
        let place = index[field]
        return place.length > 0 ? bytes[Int(place.offset)] : nil
    }

    /// A little-endian number of up to 4 bytes.
    private func number(_ field: acc_ad_field) -> UInt32? {
        guard let value = value(field), (1...4).contains(value.count) else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Iterates over the type and position of each structure, in order.
    @inline(__always)
    private func forEachStructure(_ body: (UInt8, Range<Int>) -> Void) {
        var at = 0
        while at < Int(index.end) {
            let next = at + 1 + Int(bytes[at])
            body(bytes[at + 1], at + 2..<next)
            at = next
        }
    }

    /// - Parameter width: The UUID size in bytes for a list type; nil for other types.
    @inline(__always)
    private func uuids(width: (UInt8) -> Int?) -> [BluetoothUUID] {
        var uuids: [BluetoothUUID] = []
        forEachStructure { type, place in
            guard let width = width(type) else { return }
            uuids.reserveCapacity(uuids.count + place.count / width)
            for at in stride(from: place.lowerBound, through: place.upperBound - width, by: width) {
                uuids.append(BluetoothUUID(bytes.span, at: at, width: width))
            }
        }
        return uuids
    }
}

extension Advertisement: Equatable {
    /// Compares the bytes.
    public static func == (one: Advertisement, other: Advertisement) -> Bool {
        one.bytes == other.bytes
    }
}
