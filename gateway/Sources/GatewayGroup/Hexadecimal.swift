/// Hexadecimal digits of fixed length.
enum Hexadecimal {
    static func digits(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { place in
            let digit = UInt8(truncatingIfNeeded: number >> UInt64(4 * place)) & 15
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }

    /// Nil if there is another character.
    static func number(_ digits: some Sequence<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return number
    }
}
