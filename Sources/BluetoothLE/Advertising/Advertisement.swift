internal import CAccessory

/// Decoded advertising data. It stores the bytes, and each property reads its field from them, so
/// creating one costs one pass. The lists of services, service data and structures are views: an
/// iteration reads the bytes and allocates nothing.
///
/// Malformed data is decoded up to the error; see `isTruncated`.
public struct Advertisement: Sendable {
    /// The advertising data as sent.
    public let bytes: [UInt8]
    @usableFromInline package let index: AdvertisementIndex

    /// - Parameter bytes: Consecutive AD structures: legacy, extended, or a scan response. Bytes beyond
    ///   65535 are ignored.
    public init(_ bytes: [UInt8]) {
        let bytes = bytes.count <= Int(UInt16.max) ? bytes : Array(bytes.prefix(Int(UInt16.max)))
        self.bytes = bytes
        index = AdvertisementIndex(bytes.span)
    }

    /// Whether the last structure extends past the end.
    public var isTruncated: Bool { index.isTruncated }

    /// The device's name, complete or shortened. Bytes that are not UTF-8 become U+FFFD.
    public var name: String? { index.name == 0 ? nil : text(at: index.name) }

    /// Whether the name is shortened.
    public var isNameShortened: Bool {
        index.name != 0 && Int(bytes[index.name - 1]) == ACC_AD_SHORTENED_NAME
    }

    /// The advertised services, of all UUID lengths, in order.
    @inlinable public var serviceUUIDs: UUIDs {
        UUIDs(bytes, end: serviceListsEnd, areSolicited: false)
    }

    /// The solicited services.
    @inlinable public var solicitedServiceUUIDs: UUIDs {
        UUIDs(bytes, end: solicitedListsEnd, areSolicited: true)
    }

    /// The service data with its service UUIDs, in order.
    @inlinable public var serviceData: ServiceData { ServiceData(bytes, end: serviceDataEnd) }

    /// Manufacturer data: the company identifier and its data.
    @inlinable public var manufacturerData: ManufacturerData? {
        let at = index.manufacturer
        guard at != 0, bytes[at - 2] > 2 else { return nil }
        return ManufacturerData(
            company: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8,
            bytes: bytes[at + 2..<bytes.structureEnd(at: at - 2)]
        )
    }

    /// Transmit power in dBm.
    public var txPower: Int? {
        byte(at: index.txPower).map { Int(Int8(bitPattern: $0)) }
    }

    /// The flags.
    public var flags: AdvertisementFlags? {
        byte(at: index.flags).map { AdvertisementFlags(rawValue: $0) }
    }

    /// The appearance, with the category in the upper 10 bits (Assigned Numbers, section 2.6).
    public var appearance: UInt16? {
        index.appearance == 0
            ? nil : number(at: index.appearance).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// The advertising interval stated by the device.
    public var interval: Duration? {
        index.interval == 0
            ? nil : number(at: index.interval).map { .microseconds(Int64($0) * 625) }
    }

    /// A URI (AD type 0x24), prefixed by its scheme as one code (Assigned Numbers, section 2.7).
    public var uri: ArraySlice<UInt8>? { value(at: index.uri) }

    /// All structures, in order.
    @inlinable public var structures: Structures { Structures(bytes, end: index.end) }

    /// A company identifier and its data.
    public struct ManufacturerData: Sendable, Equatable {
        /// The company identifier (Assigned Numbers, section 7.1).
        public let company: UInt16
        /// The data after the company identifier.
        public let bytes: ArraySlice<UInt8>

        @inlinable init(company: UInt16, bytes: ArraySlice<UInt8>) {
            (self.company, self.bytes) = (company, bytes)
        }
    }

    /// The offset at which the search for service lists stops; 0 without lists.
    @usableFromInline var serviceListsEnd: Int {
        index.end(ACC_AD_FIELD_UUID16, ACC_AD_FIELD_UUID32, ACC_AD_FIELD_UUID128)
    }

    @usableFromInline var solicitedListsEnd: Int {
        index.end(
            ACC_AD_FIELD_SOLICIT_UUID16,
            ACC_AD_FIELD_SOLICIT_UUID32,
            ACC_AD_FIELD_SOLICIT_UUID128
        )
    }

    @usableFromInline var serviceDataEnd: Int {
        index.end(
            ACC_AD_FIELD_SERVICE_DATA16,
            ACC_AD_FIELD_SERVICE_DATA32,
            ACC_AD_FIELD_SERVICE_DATA128
        )
    }

    /// The value at a place of the index; nil for 0.
    @inline(__always)
    private func value(at place: Int) -> ArraySlice<UInt8>? {
        place == 0 ? nil : bytes[place..<bytes.structureEnd(at: place - 2)]
    }

    /// The first byte of the value at a place; nil for 0 or an empty value.
    @inline(__always)
    private func byte(at place: Int) -> UInt8? {
        place == 0 || bytes[place - 2] < 2 ? nil : bytes[place]
    }

    /// The little-endian number at a place; nil unless it has 1 to 4 bytes.
    private func number(at place: Int) -> UInt32? {
        guard let value = value(at: place), (1...4).contains(value.count) else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    private func text(at place: Int) -> String {
        bytes.withUnsafeBufferPointer {
            String(decoding: $0[place..<bytes.structureEnd(at: place - 2)], as: UTF8.self)
        }
    }
}

extension Advertisement: Equatable {
    /// Compares the bytes only.
    public static func == (one: Advertisement, other: Advertisement) -> Bool {
        one.bytes == other.bytes
    }
}
