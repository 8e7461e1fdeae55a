/// The measurements of a cable modem's line as JSON; frequencies in Hz, ratios in dB.
package struct LineFigures: Encodable {
    /// SNR of each band from 0 Hz up; nil for bands without a signal.
    package let snrDecibels: [Double?]
    /// Mean number of bits per carrier in each band.
    package let bits: [Double]
    package let bandWidth: Double
    /// The limits of the line, the most important first: `clipping`, `agc`, `band`, `noise`.
    package let limits: [String]
    package let faults: [LineFault]
    /// Payload bits/s of a 64 KiB transmission; nil without a sounding.
    package let bitsPerSecond: Double?

    package init(_ line: LineSurvey, rate: Int) {
        snrDecibels = line.bands.map(\.snr)
        bits = line.bands.map(\.bits)
        bandWidth = line.bandWidth
        limits = line.limits.map(\.rawValue)
        faults = line.faults
        bitsPerSecond = line.report.map { $0.bitsPerSecond(rate: rate) }
    }
}

/// A constellation as JSON: received carriers divided by the channel, with a mean power of 1.
package struct ConstellationFigures: Encodable {
    /// Bits of each carrier.
    package let bits: Int
    /// Real and imaginary parts, in the order of reception.
    package let points: [[Float]]

    /// Maximum number of points; more would not change the picture.
    private static let limit = 2000

    package init(_ line: LineSurvey) {
        let (bits, points) = line.constellation
        let step = (points.count + Self.limit - 1) / Self.limit
        self.bits = bits
        self.points = stride(from: 0, to: points.count, by: max(1, step)).map {
            [points[$0].re, points[$0].im]
        }
    }
}

/// Draws a line's SNR and load as bars by frequency.
package struct LinePlot {
    let line: LineSurvey
    /// The label: the direction, or `line`.
    let name: String
    let rate: Int

    package init(line: LineSurvey, name: String, rate: Int) {
        (self.line, self.name, self.rate) = (line, name, rate)
    }

    /// Bands per bar.
    private static let step = 4
    /// Decibels per character.
    private static let scale = 1.5

    /// - Parameter isPlain: Draws with ASCII characters only.
    package func lines(isPlain: Bool) -> [String] {
        let label = name + String(repeating: " ", count: max(1, 11 - name.count))
        let rows = stride(from: 0, to: line.bands.count, by: Self.step).map { start in
            row(Array(line.bands[start..<min(start + Self.step, line.bands.count)]), start, isPlain)
        }
        return [label + summary, "           kHz   SNR dB    bits"] + rows
            + ["limited by " + line.limits.map(text).joined(separator: "; ")]
            + line.faults.map(\.warning)
    }

    private var summary: String {
        let used = line.bands.filter { $0.bits > 0 }
        let mean = used.map(\.bits).reduce(0, +) / Double(max(1, used.count))
        let speed =
            line.report.map { ", \($0.bitsPerSecond(rate: rate).formatted(0)) bit/s" } ?? ""
        return "SNR \(line.snr.formatted(1)) dB to \(line.upperEdge.formatted(0)) Hz, "
            + "\(mean.formatted(1)) bits per carrier" + speed
    }

    private func row(_ bands: [LineSurvey.Band], _ start: Int, _ isPlain: Bool) -> String {
        let middle = (Double(start) + Double(bands.count) / 2) * line.bandWidth / 1000
        let levels = bands.compactMap(\.snr)
        let kilohertz = middle.formatted(1).padded(14)
        guard !levels.isEmpty else { return kilohertz + "-".padded(9) + "0.0".padded(8) }
        let snr = levels.reduce(0, +) / Double(levels.count)
        let bits = bands.map(\.bits).reduce(0, +) / Double(bands.count)
        return kilohertz + snr.formatted(1).padded(9) + bits.formatted(1).padded(8) + "  "
            + bar(snr / Self.scale, isPlain)
    }

    /// A bar of this many characters; a terminal draws eighths.
    private func bar(_ length: Double, _ isPlain: Bool) -> String {
        let length = min(max(length, 0), 44)
        guard !isPlain else { return String(repeating: "#", count: Int(length.rounded())) }
        let eighths = Int((length * 8).rounded())
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    private func text(_ limit: LineSurvey.Limit) -> String {
        switch limit {
        case .noise: "noise (\(line.snr.formatted(0)) dB SNR)"
        case .clipping: "clipping"
        case .agc: "a varying gain (AGC)"
        case .band: "the band (it ends at \(line.upperEdge.formatted(0)) Hz)"
        }
    }
}

extension LineFault {
    /// The fault and the setting to change.
    package var warning: String { "warning: \(text); \(nextStep)" }
}

extension String {
    /// Right-aligned in `width` columns.
    fileprivate func padded(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
