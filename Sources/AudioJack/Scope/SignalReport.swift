internal import CAccessory
internal import Glibc

/// What a recording says about the sound path and about the signal on it.
public struct SignalReport: Sendable, Equatable {
    /// Length of the recording, seconds.
    public let seconds: Double
    /// Largest magnitude, dB of full scale; -120 for silence.
    public let peak: Double
    /// Root mean square while something is sent, dB of full scale; here and below without direct current.
    public let level: Double
    /// Root mean square of the quietest hundredth, dB of full scale.
    public let noise: Double
    /// Whether that is a pause, in which noise alone is heard.
    public let hasPause: Bool
    /// Mean, full scale = 1.
    public let offset: Double
    /// Samples that lie in runs of three or more at the same extreme.
    public let clipped: Int
    /// Hertz between which 99 % of the power lies.
    public let band: ClosedRange<Double>
    /// The profile of which frames or characters were read; nil for none.
    public let profile: String?
    /// Frames, or characters where the profile has no frames, that were read.
    public let found: Int
    /// Frames that arrived damaged.
    public let damaged: Int
    /// Signal power over noise power in 0 Hz to half the rate, dB, as the receiver measured it.
    public let snr: Double?
    /// Whether it may be more: a receiver cannot tell how clean a clean path is.
    public let snrIsMinimum: Bool?
    /// The sender's clock against ours, ppm, positive when it is fast.
    public let clock: Double?
    /// The cable swaps polarity; nil when the profile cannot tell.
    public let isInverted: Bool?
    /// What to use on this path, as `--profile` takes it, with ` --fec` where it is needed.
    public let recommendation: String
    /// Why.
    public let reason: String

    /// Samples between which something is sent.
    let active: Range<Int>

    /// - Parameters:
    ///   - samples: One channel, full scale = 1.
    ///   - rate: Samples a second, 8000 to 192000.
    ///   - profile: What to look for; nil for everything that is known.
    public init(samples: [Float], rate: Int, profile: String? = nil) {
        seconds = Double(samples.count) / Double(rate)
        let mean = samples.isEmpty ? 0 : samples.reduce(0, +) / Float(samples.count)
        offset = Double(mean)
        // direct current is told by itself
        let moving = samples.map { $0 - mean }
        let blocks = LevelMeter(moving, rate: rate)
        peak = Self.decibels(Double(samples.reduce(0) { max($0, abs($1)) }))
        level = Self.decibels(blocks.loud)
        noise = Self.decibels(blocks.quiet)
        active = blocks.active
        clipped = Self.countClipped(samples)
        band = Self.band(moving[active], rate: rate)
        let reading = Reading.best(of: profile.map { [$0] } ?? Reading.known, samples, rate)
        self.profile = reading?.name
        found = reading?.found ?? 0
        damaged = reading?.damaged ?? 0
        snr = reading?.snr
        snrIsMinimum = reading?.snrIsMinimum
        clock = reading?.clock
        isInverted = reading?.isInverted
        // what can be read though its level never falls is no noise
        let rest = level - noise
        hasPause = rest > 3 || reading == nil || reading?.snr ?? 99 < 3
        (recommendation, reason) = Self.recommend(reading, rest: rest, isHeard: level > -90)
    }

    static func decibels(_ amplitude: Double) -> Double {
        amplitude > 1e-6 ? 20 * log10(amplitude) : -120
    }

    private static func countClipped(_ samples: [Float]) -> Int {
        let top = samples.reduce(0) { max($0, abs($1)) }
        guard top > 0.1 else { return 0 }
        var count = 0
        var run = 0
        for (i, x) in samples.enumerated() {
            let isExtreme = abs(x) >= top * 0.9999 && (run == 0 || samples[i - 1] * x > 0)
            if isExtreme { run += 1 }
            if !isExtreme || i == samples.count - 1 {
                if run >= 3 { count += run }
                run = 0
            }
        }
        // below full scale a square wave has flat tops too
        return top < 0.99 && count > samples.count / 4 ? 0 : count
    }

    private static func band(_ samples: ArraySlice<Float>, rate: Int) -> ClosedRange<Double> {
        let power = Spectrum(size: 4096).average(samples)
        let total = power.reduce(0, +)
        guard total > 0 else { return 0...0 }
        let width = Double(rate) / 2 / Double(power.count)
        var sum: Float = 0
        var low = 0.0
        for (i, p) in power.enumerated() {
            if sum < 0.005 * total { low = Double(i) * width }
            sum += p
            if sum >= 0.995 * total { return low...max(low, Double(i + 1) * width) }
        }
        return low...Double(rate) / 2
    }

    /// - Parameter rest: Decibels between signal and the quietest hundredth.
    private static func recommend(
        _ reading: Reading?,
        rest: Double,
        isHeard: Bool
    ) -> (String, String) {
        guard isHeard else { return ("bell202 --fec", "nothing is heard") }
        guard let reading else { return ("bell202 --fec", "no known signal is heard") }
        guard let snr = reading.snr else { return (reading.name, "what is heard") }
        // a receiver cannot tell how clean a clean path is: then the pauses do
        switch reading.snrIsMinimum == true ? max(snr, rest) : snr {
        case 12...: return ("reader", "a clean path: the fast profile")
        case 3... where reading.snrIsMinimum == true && rest < snr:
            return ("reader --fec", "a fair path at least: without a pause noise cannot be told")
        case 3...: return ("reader --fec", "noise that correction takes away")
        case 0..<3: return ("bell202", "noise: the narrow profile")
        default: return ("bell202 --fec", "more noise than signal: the narrow profile, corrected")
        }
    }
}
