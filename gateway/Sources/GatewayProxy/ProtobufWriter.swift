/// Writes the fields of a Protocol Buffers message. Omits zero numbers, false flags and empty
/// texts, as proto3 requires.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 32) { bytes.reserveCapacity(capacity) }

    mutating func field(_ number: UInt8, _ value: UInt64) {
        guard value != 0 else { return }
        bytes.append(number: UInt64(number) << 3)
        bytes.append(number: value)
    }

    mutating func field(_ number: UInt8, _ value: Int) {
        field(number, UInt64(bitPattern: Int64(value)))
    }

    mutating func field(_ number: UInt8, _ flag: Bool) { field(number, flag ? 1 : UInt64(0)) }

    /// Writes a signed number in zigzag form (`sint32`).
    mutating func field(_ number: UInt8, zigzag value: Int) {
        field(number, UInt64(bitPattern: Int64(value << 1 ^ value >> 63)))
    }

    mutating func field(_ number: UInt8, _ text: String) {
        if !text.isEmpty { field(number, bytes: Array(text.utf8)) }
    }

    /// Writes bytes, or an encoded message, even if empty.
    mutating func field(_ number: UInt8, bytes value: [UInt8]) {
        bytes.append(number: UInt64(number) << 3 | 2)
        bytes.append(number: UInt64(value.count))
        bytes += value
    }

    /// Writes the numbers of a repeated field in packed form.
    mutating func field(_ number: UInt8, packed values: [UInt64]) {
        guard !values.isEmpty else { return }
        var packed: [UInt8] = []
        for value in values { packed.append(number: value) }
        field(number, bytes: packed)
    }
}

extension [UInt8] {
    /// Appends a base-128 varint.
    mutating func append(number: UInt64) {
        var left = number
        while left >= 0x80 {
            append(UInt8(truncatingIfNeeded: left) | 0x80)
            left >>= 7
        }
        append(UInt8(left))
    }
}
