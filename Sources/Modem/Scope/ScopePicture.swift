internal import CAccessory
internal import Glibc

/// A recording as one picture for technicians: figures, waveform, spectrogram, spectrum, eye
/// diagram and histogram of the decisions. For the cable modem it shows the constellation and the
/// line.
public struct ScopePicture {
    private let samples: [Float]
    private let rate: Int
    private let title: String
    /// The figures in the picture.
    public let report: SignalReport
    /// The line of the cable modem; nil without its signal, or when another profile was requested.
    package let line: LineSurvey?

    /// - Parameters:
    ///   - samples: One channel, full scale = 1. Limited to -8 to 8.
    ///   - rate: Sample rate in Hz. Limited to 8000 to 192000.
    ///   - title: Source of the samples.
    ///   - profile: Profile to decode; nil tries all known ones.
    public init(samples: [Float], rate: Int, title: String, profile: String? = nil) {
        let (samples, rate) = SignalReport.limited(samples, rate)
        self.samples = samples
        self.rate = rate
        self.title = title
        line = profile == nil ? LineSurvey(samples: samples, rate: rate) : nil
        report = SignalReport(samples: samples, rate: rate, profile: profile, line: line)
        asked = profile
    }

    private let asked: String?

    /// The picture as an SVG file, 1200 by 860.
    public var svg: String {
        var page = SVGPage(width: 1200, height: 860)
        page.text(60, 34, title, size: 20, weight: "bold")
        for (i, line) in figures.enumerated() {
            page.text(60 + Double(i / 4) * 380, 60 + Double(i % 4) * 20, line)
        }
        drawWaveform(&page, SVGPage.Frame(x: 60, y: 160, width: 520, height: 150))
        drawFirstSymbols(&page, SVGPage.Frame(x: 650, y: 160, width: 520, height: 150))
        drawSpectrogram(&page, SVGPage.Frame(x: 60, y: 350, width: 1030, height: 150))
        drawSpectrum(&page, SVGPage.Frame(x: 60, y: 550, width: 480, height: 260))
        if let line { draw(line, &page) } else { drawSymbols(&page) }
        return page.document
    }

    private var figures: [String] {
        func decibels(_ value: Double) -> String { SVGPage.number(value, 1) + " dBFS" }
        let clock = report.clock.map { SVGPage.number($0, 0) + " ppm" } ?? "not known"
        let polarity = report.isInverted.map { $0 ? "inverted" : "upright" } ?? "not known"
        let least = report.snrIsMinimum == true ? ">= " : ""
        let isClipped = report.clipped > 0
        return [
            "level \(decibels(report.level)), peak \(decibels(report.peak))",
            report.hasPause
                ? "noise at rest \(decibels(report.noise))" : "no pause: noise at rest not known",
            "SNR " + (report.snr.map { "\(least)\(SVGPage.number($0, 1)) dB" } ?? "not known"),
            isClipped ? "\(report.clipped) samples clipped: turn the level down" : "no clipping",
            "band \(SVGPage.number(report.band.lowerBound, 0)) to "
                + "\(SVGPage.number(report.band.upperBound, 0)) Hz",
            "DC offset \(SVGPage.number(report.offset * 100, 2)) % of full scale",
            "clock \(clock), polarity \(polarity)",
            "\(SVGPage.number(report.seconds, 2)) s at \(rate) Hz",
            "found: " + (report.profile ?? "no known signal"),
            report.profile == nil ? "" : "\(report.found) read, \(report.damaged) damaged",
            "recommended: --profile \(report.recommendation)",
            "(\(report.reason))",
        ]
    }

    private func drawWaveform(_ page: inout SVGPage, _ frame: SVGPage.Frame) {
        page.panel(frame, "waveform", x: (0, report.seconds, "s"), y: (-1, 1, "full scale"))
        guard !samples.isEmpty else { return }
        let columns = Int(frame.width)
        var upper: [(Double, Double)] = []
        var lower: [(Double, Double)] = []
        for column in 0..<columns {
            let from = column * samples.count / columns
            let to = max(from + 1, (column + 1) * samples.count / columns)
            let part = samples[from..<min(to, samples.count)]
            let x = Double(column) + 0.5
            upper.append((x, Double(part.max() ?? 0)))
            lower.append((x, Double(part.min() ?? 0)))
        }
        let points = (upper + lower.reversed()).map { x, v in
            (frame.x + x, frame.y + frame.height * (1 - max(-1, min(1, v))) / 2)
        }
        page.polygon(points, fill: "#2a6f97", stroke: "#2a6f97")
    }

    /// Draws the start of the signal, sample by sample: 30 symbols, or 10 ms if the symbol rate is
    /// unknown.
    private func drawFirstSymbols(_ page: inout SVGPage, _ frame: SVGPage.Frame) {
        let baud = (report.profile ?? asked).flatMap { try? ModemProfile($0).parameters.baud } ?? 0
        let count = Int(Double(rate) * (baud > 0 ? 30 / baud : 0.01))
        let first = min(report.active.lowerBound, samples.count)
        let part = samples[first..<min(samples.count, first + max(count, 2))]
        let start = Double(first) / Double(rate) * 1000
        let end = start + Double(count) / Double(rate) * 1000
        page.panel(
            frame,
            baud > 0 ? "first 30 symbols" : "first 10 ms",
            x: (start, end, "ms"),
            y: (-1, 1, "full scale")
        )
        let points = part.enumerated().map { i, v in
            (
                frame.x + frame.width * Double(i) / Double(max(count, 1)),
                frame.y + frame.height * (1 - Double(max(-1, min(1, v)))) / 2
            )
        }
        page.line(points, stroke: "#2a6f97")
    }

    private func drawSpectrogram(_ page: inout SVGPage, _ frame: SVGPage.Frame) {
        let top = Double(rate) / 2
        page.panel(frame, "spectrogram", x: (0, report.seconds, "s"), y: (0, top / 1000, "kHz"))
        let (columns, rows) = (370, 128)
        let spectrum = Spectrum(size: 256)
        var levels = [Float](repeating: -120, count: columns * rows)
        for column in 0..<columns where !samples.isEmpty {
            let start = min(column * samples.count / columns, samples.count - 1)
            for (band, p) in spectrum.power(samples[start...]).enumerated() {
                levels[(rows - 1 - band) * columns + column] = p > 1e-12 ? 10 * log10(p) : -120
            }
        }
        let loudest = levels.max() ?? 0
        let image = PNGImage(
            width: columns,
            height: rows,
            pixels: levels.map {
                UInt8(max(0, min(255, 255 + ($0 - loudest) * 255 / Self.colourSpan)))
            },
            palette: Self.heat
        )
        page.image(frame, png: image.base64)
        let scale = SVGPage.Frame(
            x: frame.x + frame.width + 15,
            y: frame.y,
            width: 15,
            height: frame.height
        )
        drawColourScale(&page, scale, loudest: Double(loudest))
    }

    /// Draws the colour scale of the spectrogram, with the loudest level on top.
    private func drawColourScale(_ page: inout SVGPage, _ frame: SVGPage.Frame, loudest: Double) {
        let image = PNGImage(
            width: 1,
            height: 256,
            pixels: (0...255).reversed().map { UInt8($0) },
            palette: Self.heat
        )
        page.image(frame, png: image.base64)
        let end = frame.x + frame.width + 5
        page.text(end, frame.y + 10, SVGPage.number(loudest, 0), size: 12)
        page.text(
            end,
            frame.y + frame.height,
            SVGPage.number(loudest - Double(Self.colourSpan), 0),
            size: 12
        )
        page.text(frame.x + frame.width, frame.y - 8, "dBFS", size: 12, anchor: "middle")
    }

    /// Range of the colours in dB, from white to the darkest.
    private static let colourSpan: Float = 70

    /// A palette from white over blue to red; a higher level is darker.
    private static let heat: [UInt8] = (0..<256).flatMap { i -> [UInt8] in
        let t = Double(i) / 255
        let red = t < 0.6 ? 255 - 235 * t / 0.6 : 20 + 200 * (t - 0.6) / 0.4
        let green = 255 - 235 * t
        let blue = t < 0.6 ? 255 - 75 * t / 0.6 : 180 - 150 * (t - 0.6) / 0.4
        return [UInt8(red), UInt8(green), UInt8(blue)]
    }

    private func drawSpectrum(_ page: inout SVGPage, _ frame: SVGPage.Frame) {
        let top = Double(rate) / 2
        page.panel(frame, "spectrum while sending", x: (0, top / 1000, "kHz"), y: (-120, 0, "dBFS"))
        let power = Spectrum(size: 2048).average(samples[report.active])
        let points = power.enumerated().map { i, p in
            let level = max(-120, p > 0 ? 10 * log10(Double(p)) : -120)
            return (
                frame.x + frame.width * (Double(i) + 0.5) / Double(power.count),
                frame.y - frame.height * min(0, level) / 120
            )
        }
        page.line(points, stroke: "#2a6f97")
    }

    /// Draws the cable modem's constellation, and its SNR and load by frequency.
    private func draw(_ line: LineSurvey, _ page: inout SVGPage) {
        let square = SVGPage.Frame(x: 610, y: 550, width: 260, height: 260)
        let (bits, points) = line.constellation
        let name = "constellation, \(bits) bits a carrier"
        page.panel(square, name, x: (-2, 2, ""), y: (-2, 2, ""))
        page.image(square, png: Self.density(points).base64)
        let frame = SVGPage.Frame(x: 940, y: 550, width: 230, height: 260)
        let width = Double(line.bands.count) * line.bandWidth
        page.panel(frame, "SNR and bits", x: (0, width / 1000, "kHz"), y: (0, 70, "dB"))
        func course(_ values: [Double]) -> [(Double, Double)] {
            values.enumerated().map { i, value in
                (
                    frame.x + frame.width * (Double(i) + 0.5) / Double(values.count),
                    frame.y + frame.height * (1 - max(0, min(70, value)) / 70)
                )
            }
        }
        page.line(course(line.bands.map { $0.snr ?? 0 }), stroke: "#2a6f97")
        // 1 bit is 3 dB of SNR
        page.line(course(line.bands.map { 10 * log10(2) * $0.bits }), stroke: "#c1121f")
        page.text(frame.x + 8, frame.y + 18, "SNR", size: 12, fill: "#2a6f97")
        page.text(frame.x + 40, frame.y + 18, "bits, 3 dB each", size: 12, fill: "#c1121f")
    }

    /// Draws points from -2 to 2; a pixel with more points is darker.
    private static func density(_ points: [acc_cable_point]) -> PNGImage {
        let size = 260
        var counts = [Int](repeating: 0, count: size * size)
        for point in points {
            let x = Int(((point.re + 2) * Float(size) / 4).rounded(.down))
            let y = Int(((2 - point.im) * Float(size) / 4).rounded(.down))
            if (0..<size).contains(x), (0..<size).contains(y) { counts[y * size + x] += 1 }
        }
        let most = Double(max(1, counts.max() ?? 1))
        let pixels = counts.map { $0 == 0 ? 0 : UInt8(75 + 180 * Double($0) / most) }
        return PNGImage(width: size, height: size, pixels: pixels, palette: heat)
    }

    /// Draws the eye diagram and the histogram, if the profile is known.
    private func drawSymbols(_ page: inout SVGPage) {
        let eye = SVGPage.Frame(x: 600, y: 550, width: 300, height: 260)
        let histogram = SVGPage.Frame(x: 960, y: 550, width: 210, height: 260)
        page.panel(eye, "eye", x: (-1, 1, "symbols"), y: (-2, 2, "amplitude"))
        page.panel(histogram, "decisions", x: (-2, 2, ""), y: (0, 1, "share of the most"))
        guard let name = report.profile ?? asked, let profile = try? ModemProfile(name).parameters,
            let track = symbols(of: profile)
        else {
            let isCard = (report.profile ?? asked).map { ["card", "track2"].contains($0) } ?? false
            page.text(620, 670, isCard ? "a card has no bit rate of its own" : "no symbols known:")
            if !isCard { page.text(620, 690, "name the --profile to see them") }
            return
        }
        for course in track.courses.prefix(160) {
            let points = course.enumerated().map { i, v in
                (
                    eye.x + eye.width * Double(i) / Double(course.count - 1),
                    eye.y + eye.height * (0.5 - Double(max(-2, min(2, v))) / 4)
                )
            }
            page.line(points, stroke: "#2a6f97", width: 0.6, opacity: 0.35)
        }
        drawHistogram(&page, histogram, track.decisions)
    }

    private func symbols(of profile: acc_modem_profile) -> SymbolTrack? {
        guard profile.baud > 0 else { return nil }
        // the middle of the longest signal, without its edges
        let wanted = Int(Double(rate) / profile.baud * 600)
        let middle = (report.active.lowerBound + report.active.upperBound) / 2
        let from = max(report.active.lowerBound, middle - wanted / 2)
        let to = min(report.active.upperBound, from + wanted)
        return SymbolTrack(samples[from..<to], rate: rate, profile: profile, clock: report.clock)
    }

    private func drawHistogram(
        _ page: inout SVGPage,
        _ frame: SVGPage.Frame,
        _ decisions: [Float]
    ) {
        var counts = [Int](repeating: 0, count: 60)
        for value in decisions {
            counts[max(0, min(59, Int((value + 2) * 15)))] += 1
        }
        let most = Double(max(1, counts.max() ?? 1))
        for (i, count) in counts.enumerated() where count > 0 {
            let height = frame.height * Double(count) / most
            let width = frame.width / 60
            page.box(
                SVGPage.Frame(
                    x: frame.x + Double(i) * width,
                    y: frame.y + frame.height - height,
                    width: width,
                    height: height
                ),
                fill: "#2a6f97"
            )
        }
    }
}
