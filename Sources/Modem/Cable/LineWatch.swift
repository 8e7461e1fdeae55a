package import CAccessory
internal import Glibc

/// Detects the faults of a line from its receiver's events and sound.
package struct LineWatch {
    /// The faults found so far, in the order of `LineFault`.
    package var faults: [LineFault] {
        // clipping lowers the gain of the symbols more than that of the preamble, whose peaks are lower
        let found = found.contains(.clipping) ? found.subtracting([.movingGain]) : found
        return LineFault.allCases.filter(found.contains)
    }
    private var found: Set<LineFault> = []
    /// Peaks of the sounding or burst being received.
    private var peaks = PeakMeter()
    /// Remaining samples of the burst. Later samples are ignored: they may be another modem's square wave.
    private var samplesLeft = 0
    /// The line's gain in the peer's last sounding.
    private var soundedGain: Float?

    private enum Limit {
        /// Minimum ratio of two gains that counts as a change: 1 dB.
        static let gain: Float = 1.122
        /// Slips in one burst that count as a fault.
        static let slips: UInt32 = 3
    }

    private let rate: Int
    /// Bursts with a changed gain, and the number of them that counts as a fault.
    private var moves = 0
    private let leastMoves: Int

    /// - Parameters:
    ///   - rate: Sample rate of the receiver in Hz.
    ///   - isLive: Whether the line is in use. Then one change of gain is no fault: it may be a user's
    ///     change of volume, or silence in a preamble.
    package init(rate: Int, isLive: Bool) {
        self.rate = rate
        leastMoves = isLive ? 2 : 1
    }

    /// Handles an event of the receiver.
    ///
    /// - Parameter report: The report of the last sounding; nil for this end's own sounding.
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

    /// Handles captured samples that the receiver has processed.
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

    /// Samples of a burst after its header. For an open burst, the minimum, because it may end after its
    /// first symbols.
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
    /// Whether the sound was resampled: the band ends sharply at half of another common sample rate, or the
    /// clock wanders, as with a sound server.
    ///
    /// - Parameter rate: Sample rate of this end in Hz.
    func looksConverted(rate: Int) -> Bool {
        let levels = bands.map { $0 ?? -4 }
        guard let last = levels.lastIndex(where: { $0 > 0 }) else { return false }
        if measured.symbol == 1024 { return true }
        let width = 375 * Double(rate) / 48_000
        let end = Double(last + 1) * width
        // every line ends at half of its own rate, so only lower rates count
        let lower = [8000, 11_025, 16_000, 22_050, 32_000, 44_100].filter { $0 < rate }
        let isAtHalfRate = lower.map { Double($0) / 2 }.contains {
            end > 0.9 * $0 && end <= $0 + width
        }
        // a resampler's edge is a few bands wide, an analogue filter's edge an octave
        return isAtHalfRate && last >= 8 && levels[last - 4] > 20
            && levels[..<(last - 4)].suffix(8).allSatisfy { abs($0 - levels[last - 4]) < 6 }
    }
}

/// Histogram of magnitudes, to detect clipping. A clipped signal has many samples within 0.75 dB of its peak, a
/// signal with Gaussian amplitudes only a few.
struct PeakMeter {
    /// Sample counts in steps of 0.25 dB, from -80 to 12 dB of full scale. Unclipped samples may exceed full
    /// scale: they are floating point, and this end's own sound may add to the peer's.
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
