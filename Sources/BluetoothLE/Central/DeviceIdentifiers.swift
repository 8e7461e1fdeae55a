public import FoundationEssentials

/// Identifiers of devices for interfaces that hide addresses: each address has one UUID under a key, and
/// the key turns the UUID back into the address. No table grows with the devices in range.
public struct DeviceIdentifiers: Sendable {
    private let key: (UInt64, UInt64)

    /// - Parameter key: Random numbers. Other keys give other identifiers.
    public init(key: (UInt64, UInt64)) {
        self.key = key
    }

    /// Reads the key from a file, and creates it with a random key if there is none.
    ///
    /// - Throws: The error of reading or writing the file.
    public init(file: URL) throws {
        if let bytes = try? Data(contentsOf: file), bytes.count == 16 {
            key = (Self.number(bytes.prefix(8)), Self.number(bytes.suffix(8)))
        } else {
            key = (.random(in: 0...(.max)), .random(in: 0...(.max)))
            try Data(Self.bytes(key.0) + Self.bytes(key.1)).write(to: file, options: .atomic)
        }
    }

    // A synthetic initialization vector: the upper half authenticates the address, and encrypts it in
    // the lower half.
    private static let (versionBits, variantBits) = (UInt64(0xF000), UInt64(0xC000_0000_0000_0000))

    /// The identifier of a device.
    public func identifier(of address: BluetoothAddress) -> UUID {
        let plain = address.value | UInt64(address.kind.rawValue) << 48
        let tag = tag(of: plain)
        let bytes = Self.bytes(tag) + Self.bytes((plain ^ pad(tag)) & ~Self.variantBits | 1 << 63)
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }

    /// The device with an identifier; nil: it was made with another key, or is no identifier.
    public func address(of identifier: UUID) -> BluetoothAddress? {
        let bytes = withUnsafeBytes(of: identifier.uuid) { Array($0) }
        let tag = Self.number(bytes.prefix(8))
        let plain = (Self.number(bytes.suffix(8)) ^ pad(tag)) & ~Self.variantBits
        guard plain >> 48 <= 0xFF, tag == self.tag(of: plain),
            let kind = BluetoothAddress.Kind(rawValue: UInt8(plain >> 48))
        else { return nil }
        return BluetoothAddress(value: plain, kind: kind)
    }

    private func tag(of plain: UInt64) -> UInt64 {
        Self.mix(Self.mix(plain ^ key.0) ^ key.1) & ~Self.versionBits | 0x4000
    }

    private func pad(_ tag: UInt64) -> UInt64 {
        Self.mix(Self.mix(tag ^ key.1) ^ key.0) & ~Self.variantBits
    }

    /// The finalizer of SplitMix64, a bijection.
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
