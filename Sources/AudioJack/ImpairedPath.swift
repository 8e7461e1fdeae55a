internal import AccessoryConcurrency
internal import AccessoryLink
import Glibc
internal import Modem

/// One direction of a virtual cable: converts one end's output to the other end's input.
struct ImpairedPath {
    /// Delay in samples. It leaves room for the interpolator, for slips in both directions, and for
    /// small clock differences between the ends.
    static let delay = largestSlip + Interpolator.taps + 24
    static let largestSlip = 24
    /// A block can be captured once the peer has played all but this many samples of it.
    static let slack = delay - largestSlip - Interpolator.taps

    private let impairments: Impairments
    private let rate: Double
    private let amplitude: Float
    private var random: SeededRandom
    private var lowPass: Biquad?
    private var highPass: Biquad?
    private var echo: [Float]
    private var echoIndex = 0
    private var signalPower: Double?
    private var slip = 0
    private var untilSlip: Int
    private var untilDropout: Int
    private var dropoutLeft = 0
    /// Mean power that the automatic gain follows.
    private var followed: Float?

    /// - Parameter rate: Sample rate of the receiving end in Hz.
    init(_ impairments: Impairments, rate: Int, seed: UInt64) {
        self.impairments = impairments
        self.rate = Double(rate)
        let magnitude = pow(10, impairments.gain / 20)
        amplitude = Float(impairments.invertsPolarity ? -magnitude : magnitude)
        random = SeededRandom(seed: seed)
        lowPass = impairments.lowPass.map { Biquad(.lowPass, corner: $0, rate: Double(rate)) }
        highPass = impairments.highPass.map { Biquad(.highPass, corner: $0, rate: Double(rate)) }
        let delay = impairments.echo.map { min(max($0.delay.inSeconds, 0), 0.5) * Double(rate) }
        echo = [Float](repeating: 0, count: delay.map { max(1, Int($0)) } ?? 0)
        untilSlip = Int.max
        untilDropout = Int.max
        untilSlip = interval(impairments.slips?.perSecond)
        untilDropout = interval(impairments.dropouts?.perSecond)
    }

    /// Captures a block.
    ///
    /// - Parameters:
    ///   - source: The other end's output.
    ///   - position: Number of the sample of `source` that is played when the first sample is
    ///     captured.
    ///   - step: Samples of `source` per captured sample.
    ///   - own: The capturing end's own output at the same time.
    ///   - samples: Receives the captured samples.
    mutating func capture(
        _ source: SampleHistory,
        at position: Double,
        step: Double,
        own: UnsafeBufferPointer<Float>,
        into samples: UnsafeMutableBufferPointer<Float>
    ) {
        copy(source, at: position - Double(Self.delay), step: step, into: samples)
        // crosstalk alone does not count as a signal
        let isSent = measuresSignal && isSignal(samples)
        shape(samples, own: own)
        addNoise(to: samples, isSent: isSent)
        interrupt(samples)
        level(samples)
        limit(samples)
    }

    /// Whether the noise depends on the signal's power.
    private var measuresSignal: Bool {
        if case .signalToNoise = impairments.noise { true } else { false }
    }

    /// Reads the source at the receiver's sample times, including slips.
    private mutating func copy(
        _ source: SampleHistory,
        at start: Double,
        step: Double,
        into samples: UnsafeMutableBufferPointer<Float>
    ) {
        var done = 0
        while done < samples.count {
            if untilSlip == 0 {
                let range = min(max(impairments.slips?.range ?? 0, 0), Self.largestSlip)
                slip = Int.random(in: -range...range, using: &random)
                untilSlip = interval(impairments.slips?.perSecond)
            }
            let count = min(samples.count - done, untilSlip)
            let position = start + Double(done) * step + Double(slip)
            read(source, at: position, step: step, into: samples.baseAddress! + done, count: count)
            done += count
            if untilSlip != .max { untilSlip -= count }
        }
    }

    private func read(
        _ source: SampleHistory,
        at position: Double,
        step: Double,
        into output: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        let whole = Int(position.rounded(.down))
        if step == 1, position == Double(whole) {
            source.withSamples(from: whole, count: count) {
                output.update(from: $0, count: count)
            }
            return
        }
        let reach = Int(Double(count) * step) + Interpolator.taps + 2
        source.withSamples(from: whole - Interpolator.before, count: reach) {
            Interpolator.read(
                $0,
                fraction: position - Double(whole),
                step: step,
                count: count,
                into: output
            )
        }
    }

    /// Applies gain, polarity, echo, crosstalk and filters.
    private mutating func shape(
        _ samples: UnsafeMutableBufferPointer<Float>,
        own: UnsafeBufferPointer<Float>
    ) {
        if amplitude != 1 {
            for index in samples.indices { samples[index] *= amplitude }
        }
        if let level = impairments.echo?.decibels {
            let factor = Float(pow(10, level / 20))
            for index in samples.indices {
                let direct = samples[index]
                samples[index] += factor * echo[echoIndex]
                echo[echoIndex] = direct
                echoIndex = echoIndex + 1 == echo.count ? 0 : echoIndex + 1
            }
        }
        if let level = impairments.crosstalk {
            let factor = Float(pow(10, level / 20))
            for index in samples.indices { samples[index] += factor * own[index] }
        }
        lowPass?.filter(samples)
        highPass?.filter(samples)
    }

    private mutating func addNoise(
        to samples: UnsafeMutableBufferPointer<Float>,
        isSent: Bool
    ) {
        guard let noise = impairments.noise else { return }
        let deviation: Double
        switch noise {
        case .level(let decibels):
            deviation = pow(10, decibels / 20)
        case .signalToNoise(let decibels):
            if isSent { measure(samples) }
            deviation = ((signalPower ?? 0) * pow(10, -decibels / 10)).squareRoot()
        }
        guard deviation > 0 else { return }
        let scale = Float(deviation)
        NormalTable.values.withUnsafeBufferPointer { table in
            var bits: UInt64 = 0
            for index in samples.indices {
                bits = index % 4 == 0 ? random.next() : bits >> 16
                samples[index] += scale * table[Int(truncatingIfNeeded: bits) & NormalTable.mask]
            }
        }
    }

    /// Whether more than a quarter of the samples are not silent.
    private func isSignal(_ samples: UnsafeMutableBufferPointer<Float>) -> Bool {
        4 * samples.count { $0.magnitude > 1e-3 } > samples.count
    }

    /// Tracks the mean power of the signal, without the silence between bursts.
    private mutating func measure(_ samples: UnsafeMutableBufferPointer<Float>) {
        var sum: Float = 0
        var active = 0
        for sample in samples where sample.magnitude > 1e-3 {
            sum += sample * sample
            active += 1
        }
        guard active * 4 > samples.count else { return }
        let power = Double(sum) / Double(active)
        signalPower = signalPower.map { 0.95 * $0 + 0.05 * power } ?? power
    }

    private mutating func interrupt(_ samples: UnsafeMutableBufferPointer<Float>) {
        guard let dropouts = impairments.dropouts else { return }
        var index = 0
        while index < samples.count {
            if dropoutLeft > 0 {
                let count = min(dropoutLeft, samples.count - index)
                for silent in index..<index + count { samples[silent] = 0 }
                dropoutLeft -= count
                index += count
            } else if untilDropout == 0 {
                dropoutLeft = Int((dropouts.duration.inSeconds * rate).limited(to: 0...1e12))
                untilDropout = interval(dropouts.perSecond)
            } else {
                let count = min(untilDropout, samples.count - index)
                if untilDropout != .max { untilDropout -= count }
                index += count
            }
        }
    }

    /// Applies automatic gain control.
    private mutating func level(_ samples: UnsafeMutableBufferPointer<Float>) {
        guard let control = impairments.automaticGain else { return }
        let share = Float(1 / (control.time.inSeconds * rate))
        let target = Float(control.target)
        var power = followed ?? target * target
        for index in samples.indices {
            power += share * (samples[index] * samples[index] - power)
            samples[index] *= min(max(target / max(power, 1e-12).squareRoot(), 0.1), 10)
        }
        followed = power
    }

    private func limit(_ samples: UnsafeMutableBufferPointer<Float>) {
        if impairments.dcOffset != 0 {
            let offset = Float(impairments.dcOffset)
            for index in samples.indices { samples[index] += offset }
        }
        if let largest = impairments.clipping.map({ Float($0.magnitude) }) {
            for index in samples.indices {
                samples[index] = min(max(samples[index], -largest), largest)
            }
        }
    }

    /// Samples until the next random event, at least 1: the intervals of a Poisson process.
    private mutating func interval(_ perSecond: Double?) -> Int {
        guard let perSecond, perSecond > 0 else { return .max }
        return Int((1 - log(1 - random.unit()) * rate / perSecond).limited(to: 1...1e12))
    }
}
