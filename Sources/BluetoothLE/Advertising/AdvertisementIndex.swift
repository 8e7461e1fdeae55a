internal import CAccessory

/// The result of one pass over an advertisement: the flags, the transmit power, the places of the
/// other fields with one value, of the first lists, and of the beacon. A place is the offset of the
/// value of the field's first structure; 0 without the field. The length of the structure precedes
/// its value by two bytes, so lengths are not stored.
///
/// Three words, because Swift passes a structure of more than four words in memory, and
/// `Advertisement` adds one for its bytes.
@usableFromInline package struct AdvertisementIndex: Sendable {
    /// The members of `acc_advert_summary`.
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64
    @usableFromInline let third: UInt64

    /// - Parameter bytes: At most 65535 bytes of AD structures.
    @usableFromInline init(_ bytes: Span<UInt8>) {
        var summary = acc_advert_summary()
        bytes.withUnsafeBufferPointer {
            guard let start = $0.baseAddress else { return }
            acc_advert_summarize(start, $0.count, &summary)
        }
        (first, second, third) = (summary.first, summary.second, summary.third)
    }

    /// The first byte of the flags.
    @inlinable var flags: UInt8? {
        third >> 58 & 1 == 0 ? nil : UInt8(truncatingIfNeeded: first)
    }
    /// The transmit power in dBm.
    @inlinable var txPower: Int? {
        third >> 59 & 1 == 0 ? nil : Int(Int8(truncatingIfNeeded: first >> 8))
    }

    /// The places of the fields.
    @inlinable var name: Int { Int(first >> 16 & 0xFFFF) }
    @inlinable var appearance: Int { Int(first >> 32 & 0xFFFF) }
    @inlinable var interval: Int { Int(first >> 48) }
    @inlinable var uri: Int { Int(second & 0xFFFF) }
    @inlinable package var manufacturer: Int { Int(second >> 16 & 0xFFFF) }
    /// Service data of a 16-bit service.
    @inlinable package var serviceData16: Int { Int(second >> 32 & 0xFFFF) }
    /// The structure that contains the beacon.
    @inlinable package var beacon: Int { Int(second >> 48) }
    /// The first list of services.
    @inlinable var services: Int { Int(third & 0xFFFF) }
    /// The first list of solicited services.
    @inlinable var solicited: Int { Int(third >> 16 & 0xFFFF) }

    /// The offset after the last complete structure.
    @inlinable package var end: Int { Int(third >> 32 & 0xFFFF) }
    /// The kind of beacon, an `acc_beacon_kind`.
    @inlinable package var kind: UInt8 { UInt8(truncatingIfNeeded: third >> 48) }
    /// Whether the beacon's kind is one of those that a `Beacon` has.
    @inlinable package var hasStandardBeacon: Bool { kind &- 1 < 7 }
    /// Whether a structure extends past the end of the data.
    @inlinable package var isTruncated: Bool { third >> 56 & 1 != 0 }
    /// Whether several structures may contain a frame of a beacon: manufacturer data or service data
    /// of 16-bit services is present more than once, or both are.
    @inlinable package var mayHaveSeveralFrames: Bool {
        third >> 57 & 1 != 0 || manufacturer != 0 && serviceData16 != 0
    }
    /// Whether service data of a 32- or 128-bit service is present.
    @inlinable var hasLongServiceData: Bool { third >> 60 & 1 != 0 }
}
