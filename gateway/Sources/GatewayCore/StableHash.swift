/// FNV-1a, 64 bits: a hash that is the same on each gateway, and after each restart.
///
/// It is inlinable: a call for each byte would cost more than the rest of a commit.
public struct StableHash: Sendable {
    @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable public init() {}

    @inlinable public var value: UInt64 { state }

    @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    /// Adds the bytes of a number, the lowest one first.
    ///
    /// - Parameter count: 1 to 8 bytes.
    @inlinable public mutating func add(_ number: UInt64, bytes count: Int = 8) {
        withUnsafeBytes(of: number.littleEndian) { add($0.prefix(count)) }
    }
}
