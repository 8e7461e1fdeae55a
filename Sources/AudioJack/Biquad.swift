import Glibc

/// A second-order Butterworth filter (R. Bristow-Johnson, "Cookbook formulae for audio equalizer
/// biquad filter coefficients"), transposed direct form II.
struct Biquad {
    private let b0, b1, b2, a1, a2: Float
    private var s1: Float = 0
    private var s2: Float = 0

    enum Kind { case lowPass, highPass }

    /// - Parameter corner: Corner frequency in Hz; limited to 0.49 of `rate`.
    init(_ kind: Kind, corner: Double, rate: Double) {
        let omega = 2 * Double.pi * min(corner, 0.49 * rate) / rate
        let alpha = sin(omega) / 2.0.squareRoot()
        let scale = 1 / (1 + alpha)
        let edge = (kind == .lowPass ? 1 - cos(omega) : 1 + cos(omega)) / 2 * scale
        b0 = Float(edge)
        b1 = Float(kind == .lowPass ? 2 * edge : -2 * edge)
        b2 = Float(edge)
        a1 = Float(-2 * cos(omega) * scale)
        a2 = Float((1 - alpha) * scale)
    }

    mutating func filter(_ samples: UnsafeMutableBufferPointer<Float>) {
        var first = s1
        var second = s2
        for index in samples.indices {
            let input = samples[index]
            let output = b0 * input + first
            first = b1 * input - a1 * output + second
            second = b2 * input - a2 * output
            samples[index] = output
        }
        s1 = first
        s2 = second
    }
}
