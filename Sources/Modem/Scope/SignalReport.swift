internal import CAccessory
internal import Glibc

/// Figures of a recording: the sound path and the signal.
public struct SignalReport: Sendable, Equatable {
    /// Length of the recording, seconds.
    public let seconds: Double
    /// Peak magnitude, dBFS; -120 for silence.
    public let peak: Double
    /// RMS while a signal is sent, dBFS. This and the following values exclude DC.
    public let level: Double
    /// RMS of the quietest 1 %, dBFS.
    public let noise: Double
    /// Whether `noise` was measured in a pause that contains only noise.
    public let hasPause: Bool
    /// Mean (DC offset), full scale = 1.
    public let offset: Double
    /// Samples in runs of three or more at the same extreme.
    public let clipped: Int
    /// Band in Hz that contains 99 % of the power.
    public let band: ClosedRange<Double>
    /// Profile of the decoded frames or characters; nil for none.
    public let profile: String?
    /// Decoded frames, or characters if the profile has no frames.
    public let found: Int
    /// Frames that arrived damaged.
    public let damaged: Int
    /// SNR over 0 Hz to half the rate, dB, as measured by the receiver.
    public let snr: Double?
    /// Whether `snr` is a lower limit: on a clean path the receiver cannot measure more.
    public let snrIsMinimum: Bool?
    /// The sender's clock offset in ppm, positive when it is fast.
    public let clock: Double?
    /// Whether the cable inverts polarity; nil when the profile cannot detect it.
    public let isInverted: Bool?
    /// The recommended `--profile` for this path, with ` --fec` where needed.
    public let recommendation: String
    /// The reason for the recommendation.
    public let reason: String

    /// Range of samples that contain a signal.
    let active: Range<Int>

    /// - Parameters:
    ///   - samples: One channel, full scale = 1. Limited to -8 to 8.
    ///   - rate: Sample rate in Hz. Limited to 8000 to 192000.
    ///   - profile: Profile to decode; nil tries all known ones.
    public init(samples: [Float], rate: Int, profile: String? = nil) {
        self.init(samples: samples, rate: rate, profile: profile, line: nil)
    }

    /// - Parameter line: The line of the cable modem, reported if there is no other signal.
    package init(samples: [Float], rate: Int, profile: String? = nil, line: LineSurvey?) {
        let (samples, rate) = Self.limited(samples, rate)
        seconds = Double(samples.count) / Double(rate)
        let mean = samples.isEmpty ? 0 : samples.reduce(0, +) / Float(samples.count)
        offset = Double(mean)
        // the DC offset is reported separately
        let moving = samples.map { $0 - mean }
        let blocks = LevelMeter(moving, rate: rate)
        peak = Self.decibels(Double(samples.reduce(0) { max($0, abs($1)) }))
        level = Self.decibels(blocks.loud)
        noise = Self.decibels(blocks.quiet)
        active = blocks.active
        clipped = Self.countClipped(samples)
        band = Self.band(moving[active], rate: rate)
        let reading = Reading.best(of: profile.map { [$0] } ?? Reading.known, samples, rate)
        self.profile = reading?.name ?? line.map { _ in "cable" }
        found = reading?.found ?? line?.found ?? 0
        damaged = reading?.damaged ?? line?.damaged ?? 0
        snr = reading?.snr ?? line?.snr
        snrIsMinimum = reading?.snrIsMinimum
        clock = reading?.clock
        isInverted = reading?.isInverted
        // a decodable signal whose level never drops is not noise
        let rest = level - noise
        hasPause = rest > 3 || reading == nil || reading?.snr ?? 99 < 3
        (recommendation, reason) =
            reading == nil && line != nil
            ? ("cable", "a line of the cable modem")
            : Self.recommend(reading, rest: rest, hasSignal: level > -90)
    }

    /// The range of the modems' receivers: any other number would make the figures meaningless.
    static func limited(_ samples: [Float], _ rate: Int) -> ([Float], Int) {
        let rate = rate.limited(to: 8000...192_000)
        // most recordings need no copy
        guard samples.contains(where: { !($0.magnitude <= 8) }) else { return (samples, rate) }
        return (samples.map { $0.isNaN ? 0 : $0.limited(to: -8...8) }, rate)
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
        // a square wave below full scale also has flat tops
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

    /// - Parameter rest: Level of the signal above the quietest 1 %, dB.
    static func recommend(
        _ reading: Reading?,
        rest: Double,
        hasSignal: Bool
    ) -> (String, String) {
        guard hasSignal else { return ("bell202 --fec", "no signal") }
        guard let reading else { return ("bell202 --fec", "no known signal was found") }
        guard let snr = reading.snr else {
            return (reading.name, "the profile that the signal has")
        }
        // on a clean path the receiver's SNR is only a minimum; the pauses give a better value
        switch reading.snrIsMinimum == true ? max(snr, rest) : snr {
        case 12...: return ("reader", "a clean path: the fast profile")
        case 3... where reading.snrIsMinimum == true && rest < snr:
            return (
                "reader --fec", "a fair path at least: without a pause, noise cannot be measured"
            )
        case 3...: return ("reader --fec", "noise that correction takes away")
        case 0..<3: return ("bell202", "noise: the narrow profile")
        default: return ("bell202 --fec", "more noise than signal: the narrow profile, corrected")
        }
    }
}
