internal import AccessoryLink
package import CAccessory
internal import Glibc

/// Detects what disturbs a line, from the events and the sound of its receiver.
package struct LineWatch {
    /// The faults found so far, in the order of `LineFault`.
    package var faults: [LineFault] {
        // clipping takes more of the symbols' gain than of the preamble's, whose peaks are lower
        let found = found.contains(.clipping) ? found.subtracting([.movingGain]) : found
        return LineFault.allCases.filter(found.contains)
    }
    private var found: Set<LineFault> = []
    /// Peaks of the sounding or burst that is being received.
    private var peaks = PeakMeter()
    /// Samples of it that still count: what follows may be another modem's square wave.
    private var samplesLeft = 0
    /// The line's gain in the last sounding of the peer.
    private var soundedGain: Float?

    private enum Limit {
        /// Change of gain that matters, as a ratio: 1 dB.
        static let gain: Float = 1.122
        /// Slips in one burst that are more than an accident.
        static let slips: UInt32 = 3
    }

    private let rate: Int
    /// Bursts whose gain moved, and how many make a fault.
    private var moves = 0
    private let leastMoves: Int

    /// - Parameters:
    ///   - rate: Sample rate of the receiver in Hz.
    ///   - isLive: Whether the line is in use: a volume that a user changes once, or silence in a
    ///     preamble, is no fault then.
    package init(rate: Int, isLive: Bool) {
        self.rate = rate
        leastMoves = isLive ? 2 : 1
    }

    /// Handles an event of the receiver.
    ///
    /// - Parameter report: The report of the last sounding; nil for this end's own.
    package mutating func take(
        _ event: acc_cable_event,
        _ figures: acc_cable_quality,
        report: CableReport?
    ) {
        switch event.kind {
        case .burst:
            peaks = PeakMeter()
            samplesLeft = Self.length(of: event)
        case .sounded:
            guard let report else { break }
            soundedGain = figures.gain
            if report.looksConverted(rate: rate) { found.insert(.rateConversion) }
            judge(figures, with: nil)
        case .end where event.mode.kind != .sounding:
            judge(figures, with: event.mode.isLoaded ? soundedGain : nil)
        case .end, .block, .badBlock, .none: break
        }
    }

    /// Handles the captured samples that the receiver has taken.
    package mutating func process(_ samples: some Collection<Float>) {
        guard samplesLeft > 0 else { return }
        peaks.add(samples.prefix(samplesLeft))
        samplesLeft -= samples.count
        if samplesLeft <= 0, peaks.isClipped { found.insert(.clipping) }
    }

    private mutating func judge(_ figures: acc_cable_quality, with sounded: Float?) {
        let between = sounded.map { figures.gain / max($0, 1e-9) } ?? 1
        let gains = [figures.gain_low, figures.gain_high, between]
        if gains.contains(where: { $0 > Limit.gain || $0 < 1 / Limit.gain }) { moves += 1 }
        if moves >= leastMoves { found.insert(.movingGain) }
        if figures.slips >= Limit.slips { found.insert(.lostSamples) }
    }

    /// Samples of a burst after its header; an open burst may end after its first symbols.
    private static func length(of event: acc_cable_event) -> Int {
        var mode = event.mode
        let symbol = Int(mode.symbol) + Int(mode.prefix)
        switch mode.kind {
        case .sounding: return 10 * symbol
        case .flat, .loaded, .shaped, .loadedShaped:
            let lead = 3 * (1024 + 320)
            return max(0, Int(acc_cable_duration(&mode, Int(event.len))) - lead)
        case .open, .openLoaded: return 4 * symbol
        }
    }
}

extension acc_cable_mode {
    var isLoaded: Bool { kind == .loaded || kind == .openLoaded || kind == .loadedShaped }
}

extension CableReport {
    /// Whether the band ends sharply at half of another usual sample rate, or the clock wanders as
    /// a sound server's does.
    ///
    /// - Parameter rate: Sample rate of this end in Hz.
    func looksConverted(rate: Int) -> Bool {
        let levels = bands.map { $0 ?? -4 }
        guard let last = levels.lastIndex(where: { $0 > 0 }) else { return false }
        if measured.symbol == 1024 { return true }
        let width = 375 * Double(rate) / 48_000
        let end = Double(last + 1) * width
        // at half of its own rate every line ends
        let lower = [8000, 11_025, 16_000, 22_050, 32_000, 44_100].filter { $0 < rate }
        let isAtHalfRate = lower.map { Double($0) / 2 }.contains {
            end > 0.9 * $0 && end <= $0 + width
        }
        // a resampler's edge is a few bands wide, that of an analogue filter an octave
        return isAtHalfRate && last >= 8 && levels[last - 4] > 20
            && levels[..<(last - 4)].suffix(8).allSatisfy { abs($0 - levels[last - 4]) < 6 }
    }
}

/// Distribution of magnitudes, to detect clipping: many samples within 0.75 dB of the peak. Of Gaussian amplitudes, a
/// handful are.
struct PeakMeter {
    /// Samples in steps of 0.25 dB from -80 to 12 dB of full scale: samples in floating point, and own
    /// sound beside the peer's, exceed it unclipped.
    private var counts = [Int](repeating: 0, count: 368)
    private var total = 0

    mutating func add(_ samples: some Sequence<Float>) {
        for sample in samples {
            total += 1
            guard sample.magnitude > 1e-4 else { continue }
            let step = Int(20 * log10(sample.magnitude) * 4) + 320
            counts[min(max(step, 0), counts.count - 1)] += 1
        }
    }

    var isClipped: Bool {
        guard total >= 2000, let top = counts.lastIndex(where: { $0 > 0 }) else { return false }
        return counts[max(0, top - 2)...top].reduce(0, +) > max(20, total / 1000)
    }
}
