import Glibc

/// Reads a signal between its samples: 16 taps of a windowed sinc, in 1024 phases.
enum Interpolator {
    static let taps = 16
    static let phases = 1024
    /// Samples needed before the whole part of a position, and from it on.
    static let before = taps / 2 - 1
    static let after = taps / 2 + 1

    private static let table: [SIMD16<Float>] = (0...phases).map { phase in
        let fraction = Double(phase) / Double(phases)
        var kernel = SIMD16<Float>()
        for tap in 0..<taps {
            let distance = Double(tap - before) - fraction
            let window = pow(cos(Double.pi * distance / Double(taps + 1)), 2)
            let sinc = distance == 0 ? 1 : sin(Double.pi * distance) / (Double.pi * distance)
            kernel[tap] = Float(sinc * window)
        }
        return kernel / kernel.sum()
    }

    /// Writes `count` values at `position`, `position + step`, ... to `output`.
    ///
    /// - Parameter source: The signal, number 0 at `before` samples before the whole part of
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
                let phase = Int((position - Double(whole)) * Double(phases) + 0.5)
                let window = raw.loadUnaligned(fromByteOffset: whole * 4, as: SIMD16<Float>.self)
                output[index] = (window * table[phase]).sum()
            }
        }
    }
}
