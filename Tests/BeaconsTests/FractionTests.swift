import Testing

@testable import Beacons

/// Exact numbers of the sensor compiler.
@Suite struct FractionTests {
    @Test(
        arguments: [
            (0.1, 1, 10), (-0.25, -1, 4), (3, 3, 1), (1e-05, 1, 100_000),
            (2.5e16, 25_000_000_000_000_000, 1),
            (0, 0, 1),
        ] as [(Double, Int128, Int128)]
    )
    func decimalsAreExact(_ number: Double, _ num: Int128, _ den: Int128) {
        let fraction = Fraction(decimal: number)
        #expect(fraction.num == num && fraction.den == den)
    }

    @Test(
        arguments: [
            (100.0 / 65535, 100, 65535), (1.0 / 3, 1, 3), (175.0 / 65535, 175, 65535),
            (0.0625, 1, 16),
            (165.0 / 8_388_608, 165, 8_388_608), (0.123456789, 123_456_789, 1_000_000_000),
            (0, 0, 1),
            (-2.0 / 7, -2, 7),
        ] as [(Double, Int128, Int128)]
    )
    func decimalsApproximateSimpleFractions(_ number: Double, _ num: Int128, _ den: Int128) {
        #expect(Fraction(decimal: number).simple == Fraction(num, den))
    }

    @Test func arithmeticIsExact() {
        let (third, half) = (Fraction(1, 3), Fraction(-1, 2))
        #expect(third + half == Fraction(-1, 6) && third - half == Fraction(5, 6))
        #expect(third * half == Fraction(-1, 6) && third / half == Fraction(-2, 3))
        #expect(Fraction(6, -4) == Fraction(-3, 2) && -third == Fraction(1, -3))
        #expect(Fraction.common(third, half, Fraction(1, 4)) == Fraction(12))
        #expect(Fraction(355, 113).limited(to: 100) == Fraction(311, 99))
        #expect(Fraction(355, 113).limited(to: 7) == Fraction(22, 7))
    }

    @Test func roundingHasADirection() {
        #expect(Fraction(7, 2).whole() == 3 && Fraction(-7, 2).whole() == -3)
        #expect(Fraction(7, 2).whole(.up) == 4 && Fraction(-7, 2).whole(.up) == -3)
        #expect(Fraction(7, 2).whole(.down) == 3 && Fraction(-7, 2).whole(.down) == -4)
        let nearest = FloatingPointRoundingRule.toNearestOrAwayFromZero
        #expect(Fraction(7, 2).whole(nearest) == 4 && Fraction(-7, 2).whole(nearest) == -4)
        #expect(Fraction(10, 3).whole(nearest) == 3 && Fraction(-10, 3).whole(nearest) == -3)
        let ends = (Fraction(Int128(Int64.max)), Fraction(Int128(Int64.min)))
        #expect(ends.0.whole(.up) == .max && ends.1.whole(.up) == .min)
        #expect((ends.0 + Fraction(1)).whole(.up) == nil && (ends.1 - Fraction(1)).whole() == nil)
    }

    /// A number that does not fit makes all that depends on it unknown.
    @Test func overflowsAreUnknown() {
        let large = Fraction(Int128.max)
        for unknown in [
            large * large, large + large, Fraction(1) / Fraction(0), Fraction(decimal: 1e200),
            Fraction(decimal: 1e-200), .unknown + Fraction(1), .unknown * Fraction(0),
            Fraction(1) / .unknown, .common(Fraction(1, .max), Fraction(1, .max - 1)),
            Fraction(1, 0),
        ] {
            #expect(unknown == .unknown)
            #expect(unknown.whole() == nil && unknown.whole(.up) == nil)
            #expect(unknown.whole(.toNearestOrAwayFromZero) == nil && unknown.simple == .unknown)
        }
    }
}
