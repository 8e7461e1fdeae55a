import Glibc

/// An interpolator that reads a signal between its samples: 32 taps of a windowed sinc, flat to 0.4
/// of the sample rate, in 1024 phases.
enum Interpolator {
    static let taps = 32
    static let phases = 1024
    /// Samples needed before the integer part of a position (`before`), and from it on (`after`).
    static let before = taps / 2 - 1
    static let after = taps / 2 + 1

    private static let vectors = taps / 16
    /// Shape of the Kaiser window: 60 dB attenuation outside the pass band.
    private static let beta = 6.0

    /// Taps in groups of 16, phase after phase.
    private static let table: [SIMD16<Float>] = (0...phases).flatMap { phase in
        let fraction = Double(phase) / Double(phases)
        var kernel = [SIMD16<Float>](repeating: .zero, count: vectors)
        for tap in 0..<taps {
            let distance = Double(tap - before) - fraction
            let sinc = distance == 0 ? 1 : sin(Double.pi * distance) / (Double.pi * distance)
            kernel[tap / 16][tap % 16] = Float(sinc * window(distance / Double(taps / 2)))
        }
        let sum = kernel.reduce(0) { $0 + $1.sum() }
        return kernel.map { $0 / sum }
    }

    /// The Kaiser window at -1 ... 1, and 0 slightly outside this range.
    private static func window(_ place: Double) -> Double {
        guard abs(place) < 1 else { return 0 }
        return bessel(beta * (1 - place * place).squareRoot()) / bessel(beta)
    }

    /// The modified Bessel function of order 0, from its series.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        for index in 1...30 {
            term *= x / 2 / Double(index)
            sum += term * term
        }
        return sum
    }

    /// Writes `count` values at `position`, `position + step`, ... to `output`.
    ///
    /// - Parameter source: The signal; its index 0 is `before` samples before the integer part of
    ///   `position`.
    static func read(
        _ source: UnsafePointer<Float>,
        fraction: Double,
        step: Double,
        count: Int,
        into output: UnsafeMutablePointer<Float>
    ) {
        let raw = UnsafeRawPointer(source)
        table.withUnsafeBufferPointer { table in
            for index in 0..<count {
                let position = fraction + Double(index) * step
                let whole = Int(position)
                let phase = Int((position - Double(whole)) * Double(phases) + 0.5) * vectors
                var sum = SIMD16<Float>.zero
                for group in 0..<vectors {
                    let offset = (whole + 16 * group) * 4
                    let samples = raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
                    sum += samples * table[phase + group]
                }
                output[index] = sum.sum()
            }
        }
    }
}
