internal import CAccessory

/// Advertising data decoded in place, without copies or allocations. For code that processes every
/// report; otherwise use `Advertisement`.
public struct AdvertisementView: ~Escapable {
    /// The advertising data.
    public let bytes: Span<UInt8>
    package let index: AdvertisementIndex

    /// - Parameter bytes: At most 65535 bytes of AD structures.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= Int(UInt16.max))
        self.bytes = bytes
        index = AdvertisementIndex(bytes)
    }

    /// Whether the last structure extends past the end; the structures before it are available.
    public var isTruncated: Bool { index.isTruncated }

    /// The offset at which decoding stopped: the end of the data, padding, or a structure that
    /// extends past the end.
    public var end: Int { Int(index.end) }

    /// Flags (CSS, Part A, section 1.3).
    public var flags: AdvertisementFlags? {
        byte(ACC_AD_FIELD_FLAGS).map(AdvertisementFlags.init(rawValue:))
    }

    /// Transmit power in dBm.
    public var txPower: Int? { byte(ACC_AD_FIELD_TX_POWER).map { Int(Int8(bitPattern: $0)) } }

    /// The name in UTF-8.
    public var name: Span<UInt8>? {
        @_lifetime(copy self)
        get { slice(ACC_AD_FIELD_NAME) }
    }

    /// Manufacturer data, prefixed by the company identifier (little-endian).
    public var manufacturerData: Span<UInt8>? {
        @_lifetime(copy self)
        get { slice(ACC_AD_FIELD_MANUFACTURER) }
    }

    /// Service data of the first 16-bit service, prefixed by its UUID (little-endian).
    public var serviceData: Span<UInt8>? {
        @_lifetime(copy self)
        get { slice(ACC_AD_FIELD_SERVICE_DATA16) }
    }

    @_lifetime(copy self)
    private func slice(_ field: acc_ad_field) -> Span<UInt8>? {
        guard let place = index.place(of: field, in: bytes) else { return nil }
        return bytes.extracting(place)
    }

    private func byte(_ field: acc_ad_field) -> UInt8? {
        guard let place = index.place(of: field, in: bytes), !place.isEmpty else { return nil }
        return bytes[place.lowerBound]
    }
}
