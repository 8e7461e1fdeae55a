internal import CAccessory

/// Decoded advertising data. It stores the bytes, and each property reads its field from them, so
/// creating one costs one pass. The lists of services, service data and structures are views: an
/// iteration reads the bytes and allocates nothing.
///
/// Malformed data is decoded up to the error; see `isTruncated`.
public struct Advertisement: Sendable {
    /// The advertising data as sent.
    public let bytes: [UInt8]
    package let index: AdvertisementIndex

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
    public var name: String? {
        guard let place = place(of: ACC_AD_FIELD_NAME) else { return nil }
        return bytes.withUnsafeBufferPointer { String(decoding: $0[place], as: UTF8.self) }
    }

    /// Whether the name is shortened.
    public var isNameShortened: Bool {
        guard let place = place(of: ACC_AD_FIELD_NAME) else { return false }
        return Int(bytes[place.lowerBound - 1]) == Int(ACC_AD_SHORTENED_NAME)
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
        guard let place = manufacturerPlace else { return nil }
        let at = place.lowerBound
        return ManufacturerData(
            company: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8,
            bytes: bytes[at + 2..<place.upperBound]
        )
    }

    /// Transmit power in dBm.
    public var txPower: Int? {
        byte(ACC_AD_FIELD_TX_POWER).map { Int(Int8(bitPattern: $0)) }
    }

    /// The flags.
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
    public var structures: Structures { Structures(bytes, end: Int(index.end)) }

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

    /// The position of the company identifier and its data.
    @usableFromInline var manufacturerPlace: Range<Int>? {
        guard let place = place(of: ACC_AD_FIELD_MANUFACTURER), place.count >= 2 else { return nil }
        return place
    }

    /// The offset at which the search for service lists stops; 0 without lists.
    @usableFromInline var serviceListsEnd: Int {
        end(ACC_AD_FIELD_UUID16, ACC_AD_FIELD_UUID32, ACC_AD_FIELD_UUID128)
    }

    @usableFromInline var solicitedListsEnd: Int {
        end(ACC_AD_FIELD_SOLICIT_UUID16, ACC_AD_FIELD_SOLICIT_UUID32, ACC_AD_FIELD_SOLICIT_UUID128)
    }

    @usableFromInline var serviceDataEnd: Int {
        end(ACC_AD_FIELD_SERVICE_DATA16, ACC_AD_FIELD_SERVICE_DATA32, ACC_AD_FIELD_SERVICE_DATA128)
    }

    /// The offset at which the search for any of three fields stops.
    private func end(_ one: acc_ad_field, _ two: acc_ad_field, _ three: acc_ad_field) -> Int {
        index.hasAny(one, two, three) ? Int(index.end) : 0
    }

    @inline(__always)
    private func place(of field: acc_ad_field) -> Range<Int>? {
        index.place(of: field, in: bytes.span)
    }

    @inline(__always)
    private func value(_ field: acc_ad_field) -> ArraySlice<UInt8>? {
        place(of: field).map { bytes[$0] }
    }

    /// The first byte of a field.
    @inline(__always)
    private func byte(_ field: acc_ad_field) -> UInt8? {
        guard let place = place(of: field), !place.isEmpty else { return nil }
        return bytes[place.lowerBound]
    }

    /// A little-endian number of up to 4 bytes.
    private func number(_ field: acc_ad_field) -> UInt32? {
        guard let value = value(field), (1...4).contains(value.count) else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension Advertisement: Equatable {
    /// Compares the bytes only.
    public static func == (one: Advertisement, other: Advertisement) -> Bool {
        one.bytes == other.bytes
    }
}
