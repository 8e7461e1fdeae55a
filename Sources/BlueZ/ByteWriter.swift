/// Builds a packet, least significant byte first.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    mutating func write(_ address: KernelAddress) {
        write(address.bytes)
        write(address.type)
    }
}

/// Decodes a packet, least significant byte first; returns nil past its end.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func read<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value? {
        let size = Value.bitWidth / 8
        guard let bytes = read(size) else { return nil }
        return bytes.reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }

    mutating func read(_ count: Int) -> [UInt8]? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func readAddress() -> KernelAddress? {
        guard let bytes = read(6), let type = read(UInt8.self) else { return nil }
        return KernelAddress(bytes: bytes, type: type)
    }
}
