internal import Glibc

/// The tones and the bit rate of unknown FSK sound, measured without a profile.
///
/// The method needs a signal at least 6 dB above the noise in its band, tones at least 0.6 bit rates apart, and about
/// twenty bits that differ from their neighbours. Which tone is the mark is not measured: try both.
public struct ToneSurvey: Sendable, Hashable {
    /// The lower and the higher tone in Hz.
    public let low, high: Double
    /// The bit rate in bit/s.
    public let baud: Double

    /// Bit rates of common equipment; a measured rate that is within 0.5 % is one of them.
    private static let commonRates = [
        45.45, 50, 75, 100, 110, 134.5, 150, 200, 300, 500, 600, 800, 1000, 1200, 1600, 2000, 2400,
        4800, 9600,
    ]

    /// Measures a part of a recording.
    ///
    /// - Parameters:
    ///   - samples: Sound, full scale = 1; ten seconds are enough for 50 bit/s.
    ///   - rate: Samples per second.
    /// - Returns: Nil if the sound has no two tones that alternate in a regular pattern.
    public init?(_ samples: [Float], rate: Int) {
        guard let band = Self.band(samples, rate: rate) else { return nil }
        let track = FrequencyTrack(samples, rate: Double(rate), band: band)
        guard let middle = track.middle else { return nil }
        let edges = track.edges(at: middle)
        guard let period = Self.period(edges, shortest: track.resolution) else { return nil }
        let tones = track.steadyTones(edges, period: period)
        let lows = tones.filter { $0 < middle }.sorted()
        let highs = tones.filter { $0 >= middle }.sorted()
        guard lows.count > 1, highs.count > 1 else { return nil }
        (low, high) = (lows[lows.count / 2], highs[highs.count / 2])
        let measured = Double(rate) / period
        baud = Self.commonRates.first { abs(measured - $0) < 0.005 * $0 } ?? measured
    }

    /// The frequencies that contain 96 % of the power above the noise.
    private static func band(_ samples: [Float], rate: Int) -> ClosedRange<Double>? {
        let spectrum = Spectrum(size: 2048)
        var power = spectrum.average(samples[...])
        guard let peak = power.max(), peak > 0 else { return nil }
        // the noise in a bin of the mean of many spectra stays within 8 dB of the median
        let floor = max(6 * power.sorted()[power.count / 2], peak / 1000)
        for i in power.indices where power[i] < floor { power[i] = 0 }
        let total = power.reduce(0, +)
        var sum: Float = 0
        var ends: [Int] = []
        for (i, p) in power.enumerated() {
            let before = sum
            sum += p
            if before < 0.02 * total, sum >= 0.02 * total { ends.append(i) }
            if before < 0.98 * total, sum >= 0.98 * total { ends.append(i) }
        }
        guard ends.count == 2 else { return nil }
        let width = Double(rate) / Double(spectrum.size)
        return Double(ends[0]) * width...Double(ends[1]) * width
    }

    /// The samples of a bit, of which the times between edges are multiples; `shortest`: samples, less is noise.
    private static func period(_ edges: [FrequencyTrack.Edge], shortest: Double) -> Double? {
        let gaps = zip(edges, edges.dropFirst()).filter { !$1.follows }.map { $1.at - $0.at }
            .filter { $0 >= shortest }.sorted()
        guard gaps.count >= 20 else { return nil }
        // half of the runs in random bits are single bits
        var period = gaps[gaps.count / 5]
        var errors = 0.0
        for _ in 0..<4 {
            var (above, below) = (0.0, 0.0)
            errors = 0
            for gap in gaps where gap < 9.5 * period {
                let bits = (gap / period).rounded()
                errors += abs(gap / period - bits)
                guard bits > 0, abs(gap / period - bits) < 0.3 else { continue }
                above += gap * bits
                below += bits * bits
            }
            guard below > 0 else { return nil }
            period = above / below
        }
        // edges at random have a mean error of a quarter, and half stop bits are few
        return errors < 0.12 * Double(gaps.count { $0 < 9.5 * period }) ? period : nil
    }
}

/// The momentary frequency of a band, from the turn of its analytic signal between samples.
private struct FrequencyTrack {
    /// A change of tone, in samples; `follows`: the sound was interrupted since the edge before.
    struct Edge {
        let at: Double
        let follows: Bool
    }

    /// Hz, nil where there is no signal.
    private let frequency: [Double?]
    /// Samples of the moving average.
    let resolution: Double

    init(_ samples: [Float], rate: Double, band: ClosedRange<Double>) {
        let centre = (band.lowerBound + band.upperBound) / 2
        let width = max(band.upperBound - band.lowerBound, 30)
        // two moving averages, whose first zero is at 1.6 times the band's width
        let length = max(2, Int(rate / (1.6 * width)))
        resolution = Double(length)
        let turn = 2 * Double.pi * centre / rate
        var re = [Double]()
        var im = [Double]()
        re.reserveCapacity(samples.count)
        im.reserveCapacity(samples.count)
        for (i, x) in samples.enumerated() {
            re.append(Double(x) * cos(turn * Double(i)))
            im.append(-Double(x) * sin(turn * Double(i)))
        }
        for _ in 0..<2 {
            Self.average(&re, length)
            Self.average(&im, length)
        }
        var turns: [(power: Double, hertz: Double)] = []
        turns.reserveCapacity(samples.count)
        for i in stride(from: 1, to: re.count, by: 1) {
            let x = re[i] * re[i - 1] + im[i] * im[i - 1]
            let y = im[i] * re[i - 1] - re[i] * im[i - 1]
            turns.append(((x * x + y * y).squareRoot(), centre + atan2(y, x) * rate / (2 * .pi)))
        }
        let mean = turns.reduce(0) { $0 + $1.power } / Double(max(turns.count, 1))
        frequency = turns.map { $0.power > 0.1 * mean ? $0.hertz : nil }
    }

    /// Replaces each value by the mean of the last `length`.
    private static func average(_ values: inout [Double], _ length: Int) {
        var sum = 0.0
        let source = values
        for i in source.indices {
            sum += source[i] - (i < length ? 0 : source[i - length])
            values[i] = sum / Double(length)
        }
    }

    /// The frequency between both tones: the middle between the medians of what is below and above it.
    var middle: Double? {
        let sorted = frequency.compactMap(\.self).sorted()
        guard sorted.count > 100 else { return nil }
        var middle = (sorted[sorted.count / 10] + sorted[sorted.count * 9 / 10]) / 2
        for _ in 0..<20 {
            let split = sorted.firstIndex { $0 >= middle } ?? sorted.count
            guard split > 0, split < sorted.count else { return nil }
            middle = (sorted[split / 2] + sorted[(split + sorted.count) / 2]) / 2
        }
        return middle
    }

    /// The times at which the frequency crosses `middle`.
    func edges(at middle: Double) -> [Edge] {
        var edges: [Edge] = []
        var isInterrupted = true
        for (i, (before, now)) in zip(frequency, frequency.dropFirst()).enumerated() {
            guard let before, let now else {
                isInterrupted = true
                continue
            }
            guard (before < middle) != (now < middle) else { continue }
            let at = Double(i) + (middle - before) / (now - before)
            edges.append(Edge(at: at, follows: isInterrupted))
            isInterrupted = false
        }
        return edges
    }

    /// The mean frequency in the middle of each run of at least two bits, where it is steady.
    func steadyTones(_ edges: [Edge], period: Double) -> [Double] {
        zip(edges, edges.dropFirst()).compactMap { from, to in
            guard !to.follows, to.at - from.at > 1.5 * period else { return nil }
            let run = Int(from.at + 0.6 * period)...Int(to.at - 0.6 * period)
            let inside = frequency[run].compactMap(\.self)
            return inside.isEmpty ? nil : inside.reduce(0, +) / Double(inside.count)
        }
    }
}
