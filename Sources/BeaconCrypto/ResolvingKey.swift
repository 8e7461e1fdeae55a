public import BluetoothLE
internal import CAccessoryMbedTLS

/// An identity resolving key (IRK), which recognises a device's resolvable private addresses (Core
/// 5.4, Vol 6, Part B, section 1.3.2.3).
public struct ResolvingKey: Sendable, Hashable {
    /// The key, 16 bytes, most significant first.
    public let bytes: [UInt8]

    /// Creates a key; nil unless there are 16 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address was generated with this key.
    public func resolves(_ address: BluetoothAddress) -> Bool {
        // the two highest bits of a resolvable address are 01
        guard address.kind != .public, address.value >> 46 == 1 else { return false }
        let random = UInt32(truncatingIfNeeded: address.value >> 24)
        return hash(random) == UInt32(truncatingIfNeeded: address.value) & 0xFF_FFFF
    }

    /// The random address hash function `ah` (Core 5.4, Vol 3, Part H, section 2.2.2).
    private func hash(_ random: UInt32) -> UInt32 {
        let block =
            [UInt8](repeating: 0, count: 13)
            + [random >> 16, random >> 8, random].map { UInt8(truncatingIfNeeded: $0) }
        var cipher = [UInt8](repeating: 0, count: 16)
        guard acc_aes_encrypt_block(bytes, block, &cipher) == .ok else { return .max }
        return cipher[13...].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
