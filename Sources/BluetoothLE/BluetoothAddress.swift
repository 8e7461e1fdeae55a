/// The address of a Bluetooth LE device: 48 bits and who gave them out
/// (Core 5.4, Vol 6, Part B, section 1.3).
public struct BluetoothAddress: Hashable, Sendable, Codable {
    /// Who gave an address out. The raw value is HCI's (Core 5.4, Vol 4, Part E, section 7.7.65.2).
    public enum Kind: UInt8, Sendable, Codable {
        /// Registered with the IEEE.
        case `public` = 0
        /// Chosen by the device: static or private.
        case random = 1
        /// A public identity that the controller resolved a private address to.
        case publicIdentity = 2
        /// A static random identity that the controller resolved a private address to.
        case randomIdentity = 3
        /// An advertiser that states no address.
        case anonymous = 0xFF
    }

    /// The 48 bits; the byte that is written first in text is the most significant.
    public let value: UInt64
    /// Who gave the address out.
    public let kind: Kind

    /// - Parameter value: At most 48 bits; higher ones are dropped.
    public init(value: UInt64, kind: Kind = .public) {
        self.value = value & 0xFFFF_FFFF_FFFF
        self.kind = kind
    }

    /// The six bytes of a packet, least significant first. Nil for another count.
    public init?(littleEndian bytes: some BidirectionalCollection<UInt8>, kind: Kind = .public) {
        guard bytes.count == 6 else { return nil }
        self.init(value: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }, kind: kind)
    }

    /// Text such as `00:1A:7D:DA:71:13`: six pairs of hexadecimal digits with colons. Nil for
    /// anything else.
    public init?(_ text: some StringProtocol, kind: Kind = .public) {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 6 else { return nil }
        var value: UInt64 = 0
        for pair in pairs {
            guard pair.utf8.count == 2, pair.allSatisfy(\.isHexDigit),
                let byte = UInt8(pair, radix: 16)
            else { return nil }
            value = value << 8 | UInt64(byte)
        }
        self.init(value: value, kind: kind)
    }

    /// Six bytes, least significant first, as in packets.
    public var littleEndian: [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

extension BluetoothAddress: CustomStringConvertible {
    /// `00:1A:7D:DA:71:13`.
    public var description: String {
        Hexadecimal.text(littleEndian.reversed(), separator: ":", uppercase: true)
    }
}
