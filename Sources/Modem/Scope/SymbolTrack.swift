internal import CAccessory
internal import Glibc

/// A section of the signal after the receiver's symbol filter: the decision time of each symbol,
/// and the filter's output around it.
struct SymbolTrack {
    /// Filter values per symbol.
    static let density = 16
    /// Traces of two symbols, `2 * density + 1` values each. A clean symbol has a value near 1 or
    /// -1.
    private(set) var courses: [[Float]] = []
    /// The values at the decision times, on the same scale.
    private(set) var decisions: [Float] = []

    private let samples: ArraySlice<Float>
    private let profile: acc_modem_profile
    private let rate: Double

    /// - Parameters:
    ///   - clock: The sender's clock offset in ppm, positive when fast; nil to measure it.
    init?(_ samples: ArraySlice<Float>, rate: Int, profile: acc_modem_profile, clock: Double?) {
        self.samples = samples
        self.profile = profile
        self.rate = Double(rate)
        guard profile.baud > 0 else { return nil }
        let values = filtered()
        guard values.count > 40 * Self.density else { return nil }
        let candidates =
            clock.map { [$0] } ?? stride(from: -20000.0, through: 20000, by: 400).map { $0 }
        var best: (opening: Float, start: Double, period: Double) = (-1, 0, 0)
        for ppm in candidates {
            let period = Double(Self.density) / (1 + ppm * 1e-6)
            for phase in 0..<Self.density {
                let start = Double(Self.density + phase)
                let opening = Self.opening(values, start, period)
                if opening > best.opening { best = (opening, start, period) }
            }
        }
        cut(values, from: best.start, period: best.period)
    }

    private static func opening(_ values: [Float], _ start: Double, _ period: Double) -> Float {
        var sum: Float = 0
        var count: Float = 0
        var at = start
        while at < Double(values.count - 1) {
            sum += abs(values[Int(at.rounded())])
            count += 1
            at += period
        }
        return sum / count
    }

    private mutating func cut(_ values: [Float], from start: Double, period: Double) {
        var at = start
        while at + Double(Self.density) + 1 < Double(values.count) {
            let middle = Int(at.rounded())
            courses.append(Array(values[middle - Self.density...middle + Self.density]))
            decisions.append(values[middle])
            at += period
        }
        let mean = decisions.reduce(0) { $0 + abs($1) } / Float(max(1, decisions.count))
        guard mean > 0 else { return }
        decisions = decisions.map { $0 / mean }
        courses = courses.map { $0.map { $0 / mean } }
    }

    /// The filter's output, `density` values per nominal symbol.
    private func filtered() -> [Float] {
        let symbol = rate / profile.baud
        let count = Int(Double(samples.count - 2) / symbol * Double(Self.density)) - Self.density
        guard count > 0 else { return [] }
        let places = (0..<count).map { Double($0) * symbol / Double(Self.density) }
        if profile.waveform == .fsk {
            let mark = magnitudes(profile.mark, places, symbol)
            let space = magnitudes(profile.space, places, symbol)
            return zip(mark, space).map { Float($0 - $1) }
        }
        let sums = integrals { _ in 1 }
        return places.map { at in
            let half = between(sums, at + symbol / 2)
            return Float(2 * half - between(sums, at) - between(sums, at + symbol))
        }
    }

    /// The magnitudes of a tone in the symbols that begin at these positions.
    private func magnitudes(_ hertz: Double, _ places: [Double], _ symbol: Double) -> [Double] {
        let turn = 2 * Double.pi * hertz / rate
        let re = integrals { cos(turn * Double($0)) }
        let im = integrals { sin(turn * Double($0)) }
        return places.map { at in
            let x = between(re, at + symbol) - between(re, at)
            let y = between(im, at + symbol) - between(im, at)
            return (x * x + y * y).squareRoot()
        }
    }

    private func integrals(_ factor: (Int) -> Double) -> [Double] {
        var sum = 0.0
        var sums = [0.0]
        sums.reserveCapacity(samples.count + 1)
        for (i, x) in samples.enumerated() {
            sum += Double(x) * factor(i)
            sums.append(sum)
        }
        return sums
    }

    private func between(_ sums: [Double], _ at: Double) -> Double {
        let i = Int(at)
        return sums[i] + (sums[i + 1] - sums[i]) * (at - Double(i))
    }
}
