package import CAccessory
internal import Glibc

/// A survey of the cable modem's line: SNR and bits by frequency, faults, and the limits of its bit rate.
package struct LineSurvey {
    /// A part of the spectrum, 375 Hz wide at 48000 samples/s.
    package struct Band: Sendable {
        /// SNR in dB; nil: no signal.
        package var snr: Double?
        /// Mean bits of a carrier.
        package var bits: Double
    }

    /// A cause that limits the bit rate of the line.
    package enum Limit: String, Sendable {
        case noise, clipping, band
        /// A changing gain: automatic gain control.
        case agc
    }

    /// Bands from 0 Hz up.
    package let bands: [Band]
    /// Width of a band in Hz.
    package let bandWidth: Double
    /// The report of the sounding; nil if the figures were measured on data, against the nearest
    /// constellation points.
    package let report: CableReport?
    /// The detected faults of the line.
    package let faults: [LineFault]
    /// Received carriers of a recording, for a picture of the constellation.
    private let points: [acc_cable_point]
    /// Soundings and good blocks of a recording; damaged blocks of it.
    package private(set) var found = 0, damaged = 0

    /// Maximum number of carriers kept for a picture.
    private static let keptPoints = 40_000

    /// Creates a survey from a report.
    package init(_ report: CableReport, rate: Int, faults: [LineFault]) {
        self.report = report
        self.faults = faults
        points = []
        bandWidth = 375 * Double(rate) / 48_000
        bands = zip(report.bands, report.bits).map { Band(snr: $0, bits: $1) }
    }

    /// Examines a recording's loudest sounding or, without a sounding, its last burst. Nil if it has neither.
    ///
    /// - Parameters:
    ///   - rate: Sample rate in Hz.
    ///   - report: The report that the recorded bursts use; nil for bursts without one.
    package init?(samples: [Float], rate: Int, report loaded: CableReport? = nil) {
        var receiver = CableReceiver()
        if let loaded { receiver.expect(loaded) }
        let sums = CarrierSums()
        receiver.watch { sums.add($0) }
        var watch = LineWatch(rate: rate, isLive: false)
        var best: (report: CableReport, gain: Float)?
        var (found, damaged) = (0, 0)
        func take(_ event: acc_cable_event) {
            watch.take(event, receiver.figures, report: receiver.report)
            switch event.kind {
            case .burst: sums.start(isSounding: event.mode.kind == .sounding)
            case .block: found += 1
            case .badBlock: damaged += 1
            case .end: sums.end(snr: Double(receiver.figures.snr_db))
            case .sounded:
                found += 1
                let gain = receiver.figures.gain
                if let report = receiver.report, gain > best?.gain ?? 0 { best = (report, gain) }
            case .none: break
            }
        }
        for start in stride(from: 0, to: samples.count, by: 1024) {
            let block = Array(samples[start..<min(start + 1024, samples.count)])
            receiver.push(block) { take($0) }
            watch.process(block)
        }
        receiver.finish { take($0) }
        guard !sums.points.isEmpty else { return nil }
        (self.found, self.damaged) = (found, damaged)
        report = best?.report
        faults = watch.faults
        points = sums.points
        bandWidth = 375 * Double(rate) / 48_000
        if let report {
            bands = zip(report.bands, report.bits).map { Band(snr: $0, bits: $1) }
        } else {
            bands = sums.bands
        }
    }

    /// The carriers with the most common number of bits: one constellation.
    package var constellation: (bits: Int, points: [acc_cable_point]) {
        var counts = [Int](repeating: 0, count: 32)
        for point in points { counts[Int(point.bits)] += 1 }
        let bits = counts.indices.max { counts[$0] < counts[$1] } ?? 0
        return (bits, points.filter { $0.bits == bits })
    }

    /// Upper edge of the received band in Hz.
    package var upperEdge: Double {
        Double((bands.lastIndex { $0.snr != nil } ?? -1) + 1) * bandWidth
    }

    /// Mean SNR in dB over the bands with a signal.
    package var snr: Double {
        let levels = bands.compactMap(\.snr)
        return levels.isEmpty ? 0 : levels.reduce(0, +) / Double(levels.count)
    }

    /// The limits of the line, the most important first. `band` means an upper edge below 85 % of the spectrum,
    /// 20 kHz at 48000 samples/s: it costs more than a sixth of the bits.
    package var limits: [Limit] {
        var limits: [Limit] = []
        if faults.contains(.clipping) { limits.append(.clipping) }
        if faults.contains(.movingGain) { limits.append(.agc) }
        let full = Double(bands.count) * bandWidth
        if upperEdge < 0.85 * full { limits.append(.band) }
        return limits + [.noise]
    }

    /// Collects carriers: errors by band, and points for a picture.
    private final class CarrierSums {
        private var errors = [Double](repeating: 0, count: 63)
        private var powers = [Double](repeating: 0, count: 63)
        private var bits = [Double](repeating: 0, count: 63)
        private var counts = [Double](repeating: 0, count: 63)
        private(set) var points: [acc_cable_point] = []
        private var hasSounding = false
        private var isSkipped = false
        /// The burst's SNR in dB, as measured by the receiver.
        private var snr: Double?

        /// Handles the start of a burst.
        func start(isSounding: Bool) {
            // a sounding shows more than a burst of data
            isSkipped = hasSounding && !isSounding
            hasSounding = hasSounding || isSounding
            guard !isSkipped else { return }
            for band in counts.indices {
                (errors[band], powers[band], bits[band], counts[band]) = (0, 0, 0, 0)
            }
            (points, snr) = ([], nil)
        }

        /// Handles the end of the burst.
        func end(snr: Double) {
            if !isSkipped { self.snr = snr }
        }

        func add(_ point: acc_cable_point) {
            guard !isSkipped else { return }
            if points.count < keptPoints { points.append(point) }
            let band = Int(point.carrier) * 128 / Int(point.size)
            guard band < counts.count else { return }
            let (re, im) = (point.re - point.sent_re, point.im - point.sent_im)
            errors[band] += Double(re * re + im * im)
            powers[band] += Double(
                point.sent_re * point.sent_re + point.sent_im * point.sent_im
            )
            bits[band] += Double(point.bits)
            counts[band] += 1
        }

        var bands: [Band] {
            // the nearest point is often not the sent one, so errors look smaller than they are
            let whole = decibels(powers.reduce(0, +), errors.reduce(0, +))
            let excess = max(0, whole - (snr ?? whole))
            return counts.indices.map { band in
                guard counts[band] > 0 else { return Band(snr: nil, bits: 0) }
                let snr = decibels(powers[band], errors[band]) - excess
                return Band(snr: snr, bits: bits[band] / counts[band])
            }
        }

        private func decibels(_ power: Double, _ error: Double) -> Double {
            10 * log10(power / max(error, 1e-9 * power))
        }
    }
}
