/// An exact number, such as a scale of 1/10. A result that does not fit is `unknown`, and so is all that is computed from it.
struct Fraction: Hashable, Decodable, Sendable {
    let num: Int128
    /// Above 0; 0 for an unknown number.
    let den: Int128

    static let unknown = Fraction(raw: 0, 0)

    private init(raw num: Int128, _ den: Int128) {
        (self.num, self.den) = (num, den)
    }

    init(_ num: Int128, _ den: Int128 = 1) {
        let common = Self.gcd(num.magnitude, den.magnitude)
        guard common != 0, den != 0 else {
            self = .unknown
            return
        }
        let sign: Int128 = den < 0 ? -1 : 1
        let by = Int128(common) * sign
        self.init(raw: num / by, den / by)
    }

    /// The decimal number that `number` is written as.
    init(decimal number: Double) {
        let parts = "\(number)".split(separator: "e")
        let digits = parts[0].split(separator: ".")
        let fraction = digits.count > 1 && digits[1] != "0" ? digits[1] : ""
        let power = (parts.count > 1 ? Int(parts[1])! : 0) - fraction.count
        guard let whole = Int128(digits[0] + fraction), abs(power) <= 30 else {
            self = .unknown
            return
        }
        let ten = (0..<abs(power)).reduce(Int128(1)) { power, _ in power * 10 }
        self = power < 0 ? Fraction(whole, ten) : Fraction(whole) * Fraction(ten)
    }

    init(from decoder: any Decoder) throws {
        self.init(decimal: try decoder.singleValueContainer().decode(Double.self))
    }

    private static func gcd(_ a: UInt128, _ b: UInt128) -> UInt128 {
        var (a, b) = (a, b)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    /// The least common multiple of denominators.
    static func common(_ all: Fraction...) -> Fraction {
        var common: Int128 = 1
        for one in all {
            guard one.den != 0 else { return .unknown }
            let by = one.den / Int128(gcd(common.magnitude, one.den.magnitude))
            let (product, overflow) = common.multipliedReportingOverflow(by: by)
            guard !overflow else { return .unknown }
            common = product
        }
        return Fraction(common)
    }

    static func * (a: Fraction, b: Fraction) -> Fraction {
        guard a.den != 0, b.den != 0 else { return .unknown }
        let (c, d) = (Fraction(a.num, b.den), Fraction(b.num, a.den))
        let (num, over) = c.num.multipliedReportingOverflow(by: d.num)
        let (den, under) = c.den.multipliedReportingOverflow(by: d.den)
        return over || under ? .unknown : Fraction(num, den)
    }

    static func / (a: Fraction, b: Fraction) -> Fraction {
        b.num == 0 ? .unknown : a * Fraction(raw: b.num < 0 ? -b.den : b.den, abs(b.num))
    }

    static func + (a: Fraction, b: Fraction) -> Fraction {
        let common = common(a, b)
        guard common.den != 0 else { return .unknown }
        let (c, d) = (a * common, b * common)
        guard c.den == 1, d.den == 1 else { return .unknown }
        let (sum, overflow) = c.num.addingReportingOverflow(d.num)
        return overflow ? .unknown : Fraction(sum) / common
    }

    static prefix func - (a: Fraction) -> Fraction { a * Fraction(-1) }
    static func - (a: Fraction, b: Fraction) -> Fraction { a + -b }

    /// The next whole number below or at it.
    private func floor() -> Int128 { num / den - (num < 0 && num % den != 0 ? 1 : 0) }

    /// A whole number of 64 bits; nil if it does not fit.
    func whole(_ rule: FloatingPointRoundingRule = .towardZero) -> Int64? {
        guard den != 0 else { return nil }
        switch rule {
        case .down: return Int64(exactly: floor())
        case .up: return Int64(exactly: -(-self).floor())
        case .toNearestOrAwayFromZero:
            let half = (self + Fraction(num < 0 ? -1 : 1, 2))
            return half.whole()
        default: return Int64(exactly: num / den)
        }
    }

    /// The closest fraction whose denominator is not above the limit, by continued fractions.
    func limited(to limit: Int128) -> Fraction {
        guard den > limit, limit > 0 else { return self }
        var (p0, q0, p1, q1) = (Int128(0), Int128(1), Int128(1), Int128(0))
        var (n, d) = (num, den)
        while true {
            let a = Fraction(n, d).floor()
            let q2 = q0 + a * q1
            if q2 > limit { break }
            (p0, q0, p1, q1) = (p1, q1, p0 + a * p1, q2)
            (n, d) = (d, n - a * d)
        }
        let k = (limit - q0) / q1
        let far = Fraction(p0 + k * p1, q0 + k * q1)
        // which of the two is closer
        return 2 * d * (q0 + k * q1) <= den ? Fraction(p1, q1) : far
    }

    var double: Double { Double(num) / Double(den) }

    /// The simple fraction that a decimal number approximates: 100/65535 for 0.0015259021896696422.
    var simple: Fraction {
        guard den != 0, num != 0 else { return self }
        for limit in [1, 10, 100, 1000, 4096, 65536, 1 << 20] as [Int128] {
            let near = limited(to: limit)
            if abs(near.double - double) <= abs(double) * 1e-13 { return near }
        }
        // numerators over a whole number
        for numerator in [
            Fraction(100), Fraction(165), Fraction(175), Fraction(17572, 100), Fraction(360),
            Fraction(2),
        ] {
            let near = numerator / (numerator / self).limited(to: 1)
            if abs(near.double - double) <= abs(double) * 1e-9 { return near }
        }
        return self
    }
}
