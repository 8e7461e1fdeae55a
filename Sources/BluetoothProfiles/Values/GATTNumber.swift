/// A decimal number without rounding: `mantissa` times ten to the power of `exponent`.
public struct GATTNumber: Sendable, Hashable {
    public let mantissa: Int64
    /// -128 to 127.
    public let exponent: Int

    public init(_ mantissa: Int64, exponent: Int = 0) {
        (self.mantissa, self.exponent) = (mantissa, exponent)
    }

    /// Parses decimal digits with an optional sign, decimal point and power of ten, such as "-21.48" or "3e6"; nil for
    /// anything else, and for more digits than 64 bits can store.
    public init?(_ text: some StringProtocol) {
        let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
        guard parts.count <= 2, let power = parts.count == 2 ? Int(parts[1]) : 0 else { return nil }
        let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let decimals = halves.count == 2 ? halves[1] : ""
        guard halves.count <= 2,
            decimals.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let mantissa = Int64(halves[0] + decimals),
            let exponent = Int8(exactly: power.clamped(to: -1000...1000) - decimals.utf8.count)
        else { return nil }
        self.init(mantissa, exponent: Int(exponent))
    }

    /// The nearest floating-point number.
    public var doubleValue: Double { Double("\(mantissa)e\(exponent)") ?? 0 }
}

extension GATTNumber: CustomStringConvertible {
    /// The number with its decimal point and without zeros at its end, such as "21.5".
    public var description: String {
        guard mantissa != 0 else { return "0" }
        var (digits, exponent) = (String(mantissa.magnitude), exponent)
        while exponent < 0, digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        let sign = mantissa < 0 ? "-" : ""
        guard -18...12 ~= exponent else { return "\(sign)\(digits)e\(exponent)" }
        guard exponent < 0 else {
            return sign + digits + String(repeating: "0", count: exponent)
        }
        let padding = max(0, 1 - exponent - digits.utf8.count)
        digits = String(repeating: "0", count: padding) + digits
        return sign + digits.dropLast(-exponent) + "." + digits.suffix(-exponent)
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
