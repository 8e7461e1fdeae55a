/// Bytes from hexadecimal digits. Spaces are ignored.
func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 != " " }
    return stride(from: 0, to: digits.count, by: 2).map { at in
        let start = digits.index(digits.startIndex, offsetBy: at)
        return UInt8(digits[start...digits.index(after: start)], radix: 16)!
    }
}

/// Random numbers that are the same in every run (xorshift64*).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }
}
