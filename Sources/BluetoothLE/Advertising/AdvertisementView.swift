package import CAccessory

/// Advertising data decoded in place, without copies or allocations. For code that processes every
/// report; otherwise use `Advertisement`.
public struct AdvertisementView: ~Escapable {
    /// The advertising data.
    public let bytes: Span<UInt8>
    /// The position of every field, and the kind of beacon.
    package let index: acc_advert

    /// - Parameter bytes: At most 65535 bytes of AD structures.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= Int(UInt16.max))
        var index = acc_advert()
        bytes.withUnsafeBufferPointer { buffer in
            // an empty span may have no address
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { spare in
                let start = buffer.baseAddress ?? UnsafePointer(spare.baseAddress!)
                _ = acc_advert_classify(start, buffer.count, &index)
            }
        }
        self.bytes = bytes
        self.index = index
    }

    /// Whether the last structure extends past the end; the structures before it are available.
    public var isTruncated: Bool { index.status != 0 }

    /// The offset at which decoding stopped: the end, padding, or a structure that extends past the end.
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

    /// The value of the first structure of a field.
    @_lifetime(copy self)
    package func slice(_ field: acc_ad_field) -> Span<UInt8>? {
        guard index.has(field) else { return nil }
        let place = index[field]
        return bytes.extracting(Int(place.offset)..<Int(place.offset) + Int(place.length))
    }

    private func byte(_ field: acc_ad_field) -> UInt8? {
        guard index.has(field) else { return nil }
        let place = index[field]
        return place.length > 0 ? bytes[Int(place.offset)] : nil
    }
}

extension acc_advert {
    /// Whether a field is present.
    @inline(__always)
    package func has(_ field: acc_ad_field) -> Bool { seen >> field.rawValue & 1 != 0 }

    /// Whether one of three fields is present.
    @inline(__always)
    package func hasAny(_ one: acc_ad_field, _ two: acc_ad_field, _ three: acc_ad_field) -> Bool {
        seen & (1 << one.rawValue | 1 << two.rawValue | 1 << three.rawValue) != 0
    }

    /// The position of a field's value.
    package subscript(field: acc_ad_field) -> acc_ad_slice {
        withUnsafePointer(to: self.field) { tuple in
            tuple.withMemoryRebound(
                to: acc_ad_slice.self,
                capacity: Int(ACC_AD_FIELD_COUNT.rawValue)
            ) {
                $0[Int(field.rawValue)]
            }
        }
    }
}
