/// Two bytes, least significant first.
func littleEndian(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
}

/// The number in the first two bytes, least significant first.
func littleEndian16(_ bytes: some Collection<UInt8>) -> UInt16 {
    let second = bytes.index(after: bytes.startIndex)
    return UInt16(bytes[bytes.startIndex]) | UInt16(bytes[second]) << 8
}
