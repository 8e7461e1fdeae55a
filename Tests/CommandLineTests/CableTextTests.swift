import ModemTestSupport
import Testing

@testable import Modem
@testable import accessory

/// The cable modem's reports.
@Suite struct CableTextTests {
    /// A line with 20 dB in the bands from 375 to 12000 Hz.
    private static func report(snr: Double = 20) -> CableReport {
        .flat(id: 7, snr: snr) { $0.margin = 6 }
    }

    @Test func figuresOfALine() {
        let line = LineSurvey(Self.report(), rate: 48_000, faults: [.clipping])
        let figures = LineFigures(line, rate: 48_000)
        #expect(figures.snrDecibels.count == 63 && figures.bandWidth == 375)
        #expect(figures.snrDecibels[0] == nil && figures.snrDecibels[1] == 20)
        #expect(figures.snrDecibels[31] == 20 && figures.snrDecibels[32] == nil)
        #expect(figures.limits == ["clipping", "band", "noise"] && figures.faults == [.clipping])
        #expect(figures.bitsPerSecond ?? 0 > 10_000)
        let report = ReportFigures(Self.report(), rate: 24_000, faults: [])
        #expect(report.id == 7 && report.symbol == 1024 && report.prefix == 32)
        #expect(report.bandLow == 150 && report.bandHigh == 6000 && report.bandWidth == 187.5)
        #expect(!report.highPass && report.faults.isEmpty)
        let rate = report.bitsPerSecond.formatted(0)
        #expect(report.line == "150 to 6000 Hz, SNR 20.0 to 20.0 dB: \(rate) bit/s")
        // half the sample rate, half the bits
        let whole = ReportFigures(Self.report(), rate: 48_000, faults: [])
        #expect(whole.bitsPerSecond == 2 * report.bitsPerSecond)
        #expect(whole.bandLow == 300 && whole.bandHigh == 12_000)
    }
}
