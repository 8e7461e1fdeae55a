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
    @inlinable public var isTruncated: Bool { index.isTruncated }

    /// The device's name, complete or shortened, up to the first NUL and without spaces at its ends, as
    /// bluetoothd reports it. Bytes that are not UTF-8 become U+FFFD.
    @inlinable public var name: String? { index.name == 0 ? nil : text(at: index.name) }

    /// Whether the name is shortened.
    @inlinable public var isNameShortened: Bool {
        index.name != 0 && isShortened(at: index.name)
    }

    /// The advertised services, of all UUID lengths, in order.
    @inlinable public var serviceUUIDs: UUIDs {
        UUIDs(bytes, place: index.services, end: index.end, areSolicited: false)
    }

    /// The solicited services.
    @inlinable public var solicitedServiceUUIDs: UUIDs {
        UUIDs(bytes, place: index.solicited, end: index.end, areSolicited: true)
    }

    /// The service data with its service UUIDs, in order.
    @inlinable public var serviceData: ServiceData {
        // a long UUID may come first
        let place = index.hasLongServiceData ? 2 : index.serviceData16
        return ServiceData(bytes, place: place, end: index.end)
    }

    /// Manufacturer data: the company identifier and its data.
    @inlinable public var manufacturerData: ManufacturerData? {
        // inlined, no reference to the bytes is counted
        @inline(__always) get {
            let at = index.manufacturer
            guard at != 0, bytes[at - 2] > 2 else { return nil }
            return ManufacturerData(
                company: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8,
                bytes: bytes[at + 2..<bytes.structureEnd(at: at - 2)]
            )
        }
    }

    /// Transmit power in dBm.
    @inlinable public var txPower: Int? { index.txPower }

    /// The flags.
    @inlinable public var flags: AdvertisementFlags? {
        index.flags.map { AdvertisementFlags(rawValue: $0) }
    }

    /// The appearance, with the category in the upper 10 bits (Assigned Numbers, section 2.6).
    @inlinable public var appearance: UInt16? {
        index.appearance == 0
            ? nil : number(at: index.appearance).map { UInt16(truncatingIfNeeded: $0) }
    }

    /// The advertising interval stated by the device.
    @inlinable public var interval: Duration? {
        index.interval == 0
            ? nil : number(at: index.interval).map { .microseconds(Int64($0) * 625) }
    }

    /// A URI (AD type 0x24), prefixed by its scheme as one code (Assigned Numbers, section 2.7).
    @inlinable public var uri: ArraySlice<UInt8>? {
        index.uri == 0 ? nil : bytes[index.uri..<bytes.structureEnd(at: index.uri - 2)]
    }

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

    /// The little-endian number at a place; nil unless it has 1 to 4 bytes.
    @usableFromInline func number(at place: Int) -> UInt32? {
        let value = bytes[place..<bytes.structureEnd(at: place - 2)]
        guard (1...4).contains(value.count) else { return nil }
        return value.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    @usableFromInline func text(at place: Int) -> String {
        bytes.withUnsafeBufferPointer {
            var text = $0[place..<bytes.structureEnd(at: place - 2)]
            text = text.prefix { $0 != 0 }
            text = text.drop(while: Self.isSpace)
            while let last = text.last, Self.isSpace(last) { text.removeLast() }
            return String(decoding: UnsafeBufferPointer(rebasing: text), as: UTF8.self)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

    @usableFromInline func isShortened(at place: Int) -> Bool {
        Int(bytes[place - 1]) == ACC_AD_SHORTENED_NAME
    }
}

extension Advertisement: Equatable {
    /// Compares the bytes only.
    public static func == (one: Advertisement, other: Advertisement) -> Bool {
        one.bytes == other.bytes
    }
}
