/// Hexadecimal digits, two for each byte.
public enum Hexadecimal {
    /// Returns the digits of bytes.
    ///
    /// - Parameter separator: An ASCII character between two bytes.
    public static func text(
        _ bytes: some Collection<UInt8>,
        separator: Unicode.Scalar? = nil,
        uppercase: Bool = false
    ) -> String {
        let width = separator == nil ? 2 : 3
        let first: UInt8 = uppercase ? 0x41 : 0x61
        return String(unsafeUninitializedCapacity: bytes.count * width) { text in
            var at = 0
            for byte in bytes {
                if let separator, at > 0 {
                    text[at] = UInt8(ascii: separator)
                    at += 1
                }
                text[at] = digit(byte >> 4, first)
                text[at + 1] = digit(byte & 15, first)
                at += 2
            }
            return at
        }
    }

    /// Returns the digits of a number, zero-padded to `digits`, at least 1.
    public static func text<Number: FixedWidthInteger & UnsignedInteger>(
        _ number: Number,
        digits: Int,
        uppercase: Bool = true
    ) -> String {
        let used = (Number.bitWidth - number.leadingZeroBitCount + 3) / 4
        let count = max(used, digits)
        return String(unsafeUninitializedCapacity: count) { text in
            var rest = number
            for at in (0..<count).reversed() {
                text[at] = digit(UInt8(truncatingIfNeeded: rest & 15), uppercase ? 0x41 : 0x61)
                rest >>= 4
            }
            return count
        }
    }

    /// Parses digit pairs in any case; nil for anything else.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var digits = text.utf8.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            guard let high = value(high), let low = value(low) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// - Parameter first: The character of the digit for ten.
    @inline(__always)
    private static func digit(_ value: UInt8, _ first: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : first + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
