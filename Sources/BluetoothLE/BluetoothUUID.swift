internal import AccessoryBase

/// A Bluetooth UUID. 16- and 32-bit UUIDs abbreviate a 128-bit UUID on the Bluetooth base UUID (Core
/// 5.4, Vol 3, Part B, section 2.5.1), so a short UUID equals its long form.
public struct BluetoothUUID: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
    private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

    /// The two halves of the 128-bit form.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a UUID from a 16-bit assigned number, such as 0x180F.
    public init(_ short: UInt16) {
        self.init(UInt32(short))
    }

    /// Creates a UUID from a 32-bit assigned number.
    public init(_ short: UInt32) {
        self.init(high: UInt64(short) << 32 | Self.baseHigh, low: Self.baseLow)
    }

    /// Creates a UUID from 2, 4 or 16 bytes of a packet, least significant first. Nil for another
    /// count.
    public init?(littleEndian bytes: some Collection<UInt8>) {
        guard bytes.count == 2 || bytes.count == 4 || bytes.count == 16 else { return nil }
        let bytes = Array(bytes)
        self.init(bytes.span, at: 0, width: bytes.count)
    }

    /// Reads 2, 4 or 16 bytes, least significant first.
    @usableFromInline package init(_ bytes: Span<UInt8>, at start: Int, width: Int) {
        let bytes = bytes.bytes
        switch width {
        case 2:
            self.init(
                UInt16(
                    littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt16.self)
                )
            )
        case 4:
            self.init(
                UInt32(
                    littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt32.self)
                )
            )
        default:
            self.init(
                high: UInt64(
                    littleEndian: bytes.unsafeLoadUnaligned(
                        fromByteOffset: start + 8,
                        as: UInt64.self
                    )
                ),
                low: UInt64(
                    littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
                )
            )
        }
    }

    /// Parses 4, 8 or 32 hexadecimal digits in any case, with or without hyphens. Nil for anything
    /// else.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        let isWhole = digits.count == 32 && (text.utf8.count == 32 || Self.hasHyphens(text))
        guard isWhole || (digits.count == text.utf8.count && [4, 8].contains(digits.count)),
            digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
            let value = UInt128(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        if isWhole {
            self.init(high: UInt64(value >> 64), low: UInt64(truncatingIfNeeded: value))
        } else {
            self.init(UInt32(value))
        }
    }

    private static func hasHyphens(_ text: some StringProtocol) -> Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count)
            == [8, 4, 4, 4, 12]
    }

    /// The assigned number, if it fits 16 bits.
    public var short: UInt16? { short32.flatMap { UInt16(exactly: $0) } }

    /// The assigned number of 16 or 32 bits; nil: a UUID that is not on the base UUID.
    public var short32: UInt32? {
        guard low == Self.baseLow, high & 0xFFFF_FFFF == Self.baseHigh else { return nil }
        return UInt32(high >> 32)
    }

    /// The UUID in the shortest form valid in an attribute, 2 or 16 bytes, least significant first.
    public var littleEndian: [UInt8] {
        if let short { return [UInt8(truncatingIfNeeded: short), UInt8(short >> 8)] }
        return littleEndian128
    }

    /// The 128-bit form, 16 bytes, least significant first.
    public var littleEndian128: [UInt8] {
        [low, high].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * $0)) } }
    }
}

extension BluetoothUUID: CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// Creates a UUID from a 16-bit assigned number.
    public init(integerLiteral value: UInt16) {
        self.init(value)
    }

    /// The UUID as text: `180F`, or `6E400001-B5A3-F393-E0A9-E50E24DCCA9E`.
    public var description: String {
        if let short { return Hexadecimal.text(short, digits: 4) }
        let digits = Hexadecimal.text(UInt128(high) << 64 | UInt128(low), digits: 32)
        return String(unsafeUninitializedCapacity: 36) { text in
            var at = 0
            for (place, digit) in digits.utf8.enumerated() {
                if [8, 12, 16, 20].contains(place) {
                    text[at] = UInt8(ascii: "-")
                    at += 1
                }
                text[at] = digit
                at += 1
            }
            return at
        }
    }
}

extension BluetoothUUID: Codable {
    /// Decodes the text form.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let uuid = BluetoothUUID(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no UUID")
            )
        }
        self = uuid
    }

    /// Encodes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
