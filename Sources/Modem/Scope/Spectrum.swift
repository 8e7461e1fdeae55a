internal import Glibc

/// Power spectra by fast Fourier transform.
package struct Spectrum {
    /// Samples per transform, a power of two.
    package let size: Int
    private let window: [Float]
    private let cosines: [Float]
    private let sines: [Float]

    package init(size: Int) {
        precondition(size >= 2 && size & (size - 1) == 0)
        self.size = size
        let turn = 2 * Double.pi / Double(size)
        window = (0..<size).map { Float(0.5 - 0.5 * cos(turn * (Double($0) + 0.5))) }
        cosines = (0..<size / 2).map { Float(cos(turn * Double($0))) }
        sines = (0..<size / 2).map { Float(-sin(turn * Double($0))) }
    }

    /// Power in `size / 2` bands from 0 to half the rate. The sum of the bands is the mean square
    /// of the samples (samples past the end count as silence).
    package func power(_ samples: ArraySlice<Float>) -> [Float] {
        var re = [Float](repeating: 0, count: size)
        var im = re
        for (i, x) in samples.prefix(size).enumerated() { re[i] = x * window[i] }
        transform(&re, &im)
        // the window keeps 3/8 of the power; the factor 2 adds the negative frequencies
        let scale = 2 / (Float(size) * Float(size) * 0.375)
        return (0..<size / 2).map { (re[$0] * re[$0] + im[$0] * im[$0]) * scale }
    }

    /// The mean of overlapping transforms.
    func average(_ samples: ArraySlice<Float>) -> [Float] {
        var sum = [Float](repeating: 0, count: size / 2)
        var count: Float = 0
        var start = samples.startIndex
        repeat {
            for (i, p) in power(samples[start..<min(start + size, samples.endIndex)]).enumerated() {
                sum[i] += p
            }
            count += 1
            start += size / 2
        } while start + size <= samples.endIndex
        return sum.map { $0 / count }
    }

    private func transform(_ re: inout [Float], _ im: inout [Float]) {
        var j = 0
        for i in 0..<size - 1 {
            if i < j { re.swapAt(i, j) }
            var bit = size >> 1
            while j & bit != 0 {
                j ^= bit
                bit >>= 1
            }
            j |= bit
        }
        var half = 1
        while half < size {
            let step = size / (2 * half)
            for start in stride(from: 0, to: size, by: 2 * half) {
                for k in 0..<half {
                    let (c, s) = (cosines[k * step], sines[k * step])
                    let (a, b) = (start + k, start + k + half)
                    let (x, y) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c)
                    (re[b], im[b]) = (re[a] - x, im[a] - y)
                    (re[a], im[a]) = (re[a] + x, im[a] + y)
                }
            }
            half *= 2
        }
    }
}
