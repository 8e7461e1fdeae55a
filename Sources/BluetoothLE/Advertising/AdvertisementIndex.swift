internal import CAccessory

/// The result of one pass over an advertisement: the places of the fields with one value, which
/// lists are present, and the beacon. A place is the offset of the value of the field's first
/// structure; 0 without the field. The length of the structure precedes its value by two bytes, so
/// lengths are not stored.
///
/// Three words, because Swift passes a structure of more than four words in memory, and
/// `Advertisement` adds one for its bytes.
@usableFromInline package struct AdvertisementIndex: Sendable {
    /// The places of flags, name, transmit power and appearance, 16 bits each.
    @usableFromInline let first: UInt64
    /// The places of interval, URI, manufacturer data and service data, 16 bits each.
    @usableFromInline let second: UInt64
    /// The place of the beacon, 16 bits; bit 16 + n: the field n of `acc_ad_field`, below 15, is
    /// present; bit 31: a field is present more than once; the end, 16 bits; the kind of beacon and
    /// the status, 8 bits each.
    @usableFromInline let summary: UInt64

    /// - Parameter bytes: At most 65535 bytes of AD structures.
    @usableFromInline init(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else {
            (first, second, summary) = (0, 0, 0)
            return
        }
        // the core fills all of it in
        self = withUnsafeTemporaryAllocation(of: acc_advert.self, capacity: 1) { advert in
            bytes.withUnsafeBufferPointer {
                _ = acc_advert_classify($0.baseAddress!, $0.count, advert.baseAddress!)
            }
            return AdvertisementIndex(advert.baseAddress!)
        }
    }

    @inline(__always)
    private init(_ advert: UnsafePointer<acc_advert>) {
        // the fields are the first member
        let fields = UnsafeRawPointer(advert).assumingMemoryBound(to: acc_ad_slice.self)
        func place(_ field: acc_ad_field) -> UInt64 {
            UInt64(fields[Int(field.rawValue)].offset)
        }
        first =
            place(ACC_AD_FIELD_FLAGS) | place(ACC_AD_FIELD_NAME) << 16
            | place(ACC_AD_FIELD_TX_POWER) << 32 | place(ACC_AD_FIELD_APPEARANCE) << 48
        second =
            place(ACC_AD_FIELD_ADVERTISING_INTERVAL) | place(ACC_AD_FIELD_URI) << 16
            | place(ACC_AD_FIELD_MANUFACTURER) << 32 | place(ACC_AD_FIELD_SERVICE_DATA16) << 48
        let repeated: UInt64 = advert.pointee.repeated != 0 ? 1 << 31 : 0
        let ended = UInt64(advert.pointee.end) << 32 | UInt64(advert.pointee.kind) << 48
        let status = UInt64(UInt8(bitPattern: advert.pointee.status)) << 56
        summary =
            UInt64(advert.pointee.beacon.offset) | UInt64(advert.pointee.seen & 0x7FFF) << 16
            | repeated | ended | status
    }

    /// The places of the fields.
    @inlinable var flags: Int { Self.place(first, 0) }
    @inlinable var name: Int { Self.place(first, 16) }
    @inlinable var txPower: Int { Self.place(first, 32) }
    @inlinable var appearance: Int { Self.place(first, 48) }
    @inlinable var interval: Int { Self.place(second, 0) }
    @inlinable var uri: Int { Self.place(second, 16) }
    @inlinable package var manufacturer: Int { Self.place(second, 32) }
    /// Service data of a 16-bit service.
    @inlinable package var serviceData16: Int { Self.place(second, 48) }
    /// The structure that contains the beacon; 0 without a beacon.
    @inlinable package var beacon: Int { Self.place(summary, 0) }

    /// The offset after the last complete structure.
    @inlinable package var end: Int { Self.place(summary, 32) }
    /// The kind of beacon, an `acc_beacon_kind`.
    @inlinable package var kind: UInt8 { UInt8(truncatingIfNeeded: summary >> 48) }
    /// Whether a structure extends past the end of the data.
    @inlinable package var isTruncated: Bool { summary >> 56 != 0 }
    /// Whether a field is present more than once.
    @inlinable package var isRepeated: Bool { summary >> 31 & 1 != 0 }

    /// The offset at which the search for any of three fields, below 15, stops; 0 without them.
    func end(_ one: acc_ad_field, _ two: acc_ad_field, _ three: acc_ad_field) -> Int {
        let fields: UInt64 = 1 << one.rawValue | 1 << two.rawValue | 1 << three.rawValue
        return summary & fields << 16 != 0 ? end : 0
    }

    @inlinable static func place(_ word: UInt64, _ shift: Int) -> Int {
        Int(word &>> UInt64(shift) & 0xFFFF)
    }
}
