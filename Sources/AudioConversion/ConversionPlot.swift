internal import Glibc
internal import Modem

/// A plot of a conversion: level over time, and spectrum of the source and of the output.
package struct ConversionPlot {
    private let title: String
    private let report: ConversionReport
    private let before: SoundCourse
    private let after: SoundCourse

    /// Decodes the source again, as the source and as the output.
    ///
    /// - Parameters:
    ///   - report: The report of its conversion to `format`.
    ///   - size: Size of the source in bytes, if known.
    ///   - read: Passes the source in parts to the closure.
    package init(
        title: String,
        format: PCMFormat,
        report: ConversionReport,
        size: Int?,
        read: (_ part: (Span<UInt8>) throws -> Void) throws -> Void
    ) throws {
        var plain = PCMFormat(
            sampleRate: report.sourceRate,
            depth: .bits32,
            channels: report.sourceChannels,
            container: .raw
        )
        before = try Self.course(as: plain, size, read)
        plain = format
        plain.container = .raw
        plain.isSigned8 = false
        after = try Self.course(as: plain, size, read)
        self.title = title
        self.report = report
    }

    private static func course(
        as format: PCMFormat,
        _ size: Int?,
        _ read: (_ part: (Span<UInt8>) throws -> Void) throws -> Void
    ) throws -> SoundCourse {
        var stream = try MP3Stream(to: format, size: size)
        var course = SoundCourse(format)
        try read { course.append(try stream.feed($0)) }
        course.append(try stream.finish().rest)
        course.finish()
        return course
    }

    /// The picture as an SVG file, 1200 by 800.
    package var svg: String {
        var page = SVGPage(width: 1200, height: 800)
        page.text(60, 34, title, size: 20, weight: "bold")
        for (i, line) in figures.enumerated() {
            page.text([60, 560, 880][i / 2], 62 + Double(i % 2) * 20, line)
        }
        page.text(980, 34, "before", anchor: "end", weight: "bold", fill: Self.beforeColor)
        page.text(1060, 34, "after", anchor: "end", weight: "bold", fill: Self.afterColor)
        drawLevels(&page, SVGPage.Frame(x: 60, y: 130, width: 1110, height: 250))
        drawSpectra(&page, SVGPage.Frame(x: 60, y: 450, width: 1110, height: 300))
        return page.document
    }

    private static let beforeColor = "#e07a1f"
    private static let afterColor = "#2a6f97"

    private var figures: [String] {
        func channels(_ count: Int) -> String { count == 1 ? "mono" : "stereo" }
        func peak(_ course: SoundCourse) -> String {
            course.peak > 0 ? (20 * log10(Double(course.peak))).formatted(1) + " dBFS" : "silence"
        }
        let format = after.format
        return [
            "before: \(report.sourceRate) Hz, \(channels(report.sourceChannels)), "
                + "\(before.seconds.formatted(2)) s, peak \(peak(before))",
            "after: \(format.sampleRate) Hz, \(channels(format.channels)), "
                + "\(format.depth.rawValue) bit, \(after.seconds.formatted(2)) s, "
                + "peak \(peak(after))",
            "\(report.clippedSamples) samples clipped",
            report.isGapless ? "delay and padding cut" : "delay and padding not stated",
            "\(report.damageCount) places damaged",
            "\(report.framesLost) MP3 frames lost",
        ]
    }

    private func drawLevels(_ page: inout SVGPage, _ frame: SVGPage.Frame) {
        let seconds = max(before.seconds, after.seconds, 1e-3)
        page.panel(frame, "level", x: (0, seconds, "s"), y: (-100, 0, "dBFS"))
        for place in report.damage {
            let x = frame.x + frame.width * min(1, place.position / .seconds(1) / seconds)
            page.line([(x, frame.y), (x, frame.y + frame.height)], stroke: "#c1121f")
        }
        for (course, color) in [(before, Self.beforeColor), (after, Self.afterColor)] {
            let points = course.levels.map { at, level in
                (
                    frame.x + frame.width * min(1, at / seconds),
                    frame.y + frame.height * min(1, max(0, -level / 100))
                )
            }
            page.line(points, stroke: color, opacity: 0.8)
        }
    }

    private func drawSpectra(_ page: inout SVGPage, _ frame: SVGPage.Frame) {
        let top = Double(max(before.format.sampleRate, after.format.sampleRate)) / 2
        page.panel(
            frame,
            "spectrum, in bands of 10 Hz",
            x: (0, top / 1000, "kHz"),
            y: (-140, 0, "dBFS")
        )
        for (course, color) in [(before, Self.beforeColor), (after, Self.afterColor)] {
            let points = course.density.map { at, level in
                (
                    frame.x + frame.width * at / top,
                    frame.y + frame.height * min(1, max(0, -level / 140))
                )
            }
            page.line(points, stroke: color, opacity: 0.8)
        }
    }
}
