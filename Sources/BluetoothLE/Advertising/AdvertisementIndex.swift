package import CAccessory

/// The result of one pass over an advertisement: the fields present, and the beacon. Positions are
/// not stored. To find a field again, a few structures are read, which costs less than copying 24
/// positions with each advertisement.
package struct AdvertisementIndex: Sendable {
    /// Bit n: the field n of `acc_ad_field` is present.
    package let seen: UInt32
    /// Bit n: the field n is present more than once.
    package let repeated: UInt32
    /// The value of the structure that contains the beacon; offset 0 without a beacon.
    package let beacon: acc_ad_slice
    /// The offset after the last complete structure.
    package let end: UInt16
    /// The kind of beacon, an `acc_beacon_kind`.
    package let kind: UInt8
    /// Whether a structure extends past the end of the data.
    package let isTruncated: Bool

    /// - Parameter bytes: At most 65535 bytes of AD structures.
    init(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else {
            (seen, repeated, beacon, end, kind, isTruncated) = (0, 0, acc_ad_slice(), 0, 0, false)
            return
        }
        // the core fills all of it in
        self = withUnsafeTemporaryAllocation(of: acc_advert.self, capacity: 1) { advert in
            bytes.withUnsafeBufferPointer {
                _ = acc_advert_classify($0.baseAddress!, $0.count, advert.baseAddress!)
            }
            return AdvertisementIndex(advert[0])
        }
    }

    @inline(__always)
    private init(_ advert: acc_advert) {
        (seen, repeated, beacon) = (advert.seen, advert.repeated, advert.beacon)
        (end, kind, isTruncated) = (advert.end, advert.kind, advert.status != 0)
    }

    /// Whether a field is present.
    @inline(__always)
    package func has(_ field: acc_ad_field) -> Bool { seen >> field.rawValue & 1 != 0 }

    /// Whether one of three fields is present.
    @inline(__always)
    package func hasAny(_ one: acc_ad_field, _ two: acc_ad_field, _ three: acc_ad_field) -> Bool {
        seen & (1 << one.rawValue | 1 << two.rawValue | 1 << three.rawValue) != 0
    }

    /// The position of a field's value in the bytes of this index: the first structure of the
    /// field.
    @inline(__always)
    func place(of field: acc_ad_field, in bytes: Span<UInt8>) -> Range<Int>? {
        guard has(field) else { return nil }
        let types = Self.types(of: field)
        var at = 0
        while at < Int(end) {
            let next = at + 1 + Int(bytes[at])
            let type = Int(bytes[at + 1])
            if type == types.0 || type == types.1 { return at + 2..<next }
            at = next
        }
        return nil
    }

    /// The AD types of a field with one value; a name has two.
    @inline(__always)
    private static func types(of field: acc_ad_field) -> (Int, Int) {
        switch field {
        case ACC_AD_FIELD_FLAGS: (ACC_AD_FLAGS, ACC_AD_FLAGS)
        case ACC_AD_FIELD_NAME: (ACC_AD_COMPLETE_NAME, ACC_AD_SHORTENED_NAME)
        case ACC_AD_FIELD_TX_POWER: (ACC_AD_TX_POWER, ACC_AD_TX_POWER)
        case ACC_AD_FIELD_APPEARANCE: (ACC_AD_APPEARANCE, ACC_AD_APPEARANCE)
        case ACC_AD_FIELD_URI: (ACC_AD_URI, ACC_AD_URI)
        case ACC_AD_FIELD_MANUFACTURER: (ACC_AD_MANUFACTURER, ACC_AD_MANUFACTURER)
        case ACC_AD_FIELD_SERVICE_DATA16: (ACC_AD_SERVICE_DATA16, ACC_AD_SERVICE_DATA16)
        case ACC_AD_FIELD_ADVERTISING_INTERVAL:
            (ACC_AD_ADVERTISING_INTERVAL, ACC_AD_ADVERTISING_INTERVAL_LONG)
        default: preconditionFailure("the field \(field.rawValue) has several values")
        }
    }
}
