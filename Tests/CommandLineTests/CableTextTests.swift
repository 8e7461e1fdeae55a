import CAccessory
import Modem
import Testing

@testable import AudioJack
@testable import accessory

/// The cable modem's reports: figures, plots, and payloads in parts.
@Suite struct CableTextTests {
    /// A line with 20 dB in the bands from 375 to 12000 Hz.
    private static func report(snr: Double = 20, loudBands: Int = 32) -> CableReport {
        var report = acc_cable_report()
        report.id = 7
        report.symbol = 1024
        report.prefix = 32
        report.low = 300
        report.pilots = 16
        report.high = UInt16(375 * loudBands)
        report.margin = 6
        withUnsafeMutableBytes(of: &report.snr) { levels in
            for band in 1..<loudBands { levels[band] = UInt8(2 * snr + 7) }
        }
        return CableReport(report)
    }

    @Test func aPayloadIsAssembledFromBlocks() throws {
        let report = Self.report()
        let count = 100_000
        var payload = PartialPayload(count: count, report: report)
        let blocks = payload.blocks
        try #require(blocks > 8)
        #expect(
            payload.missingCount == blocks && payload.bytes == [UInt8](repeating: 0, count: count)
        )
        #expect(payload.missing.count == blocks / 8 + 1 && payload.missing[0] == 0xFF)
        #expect(payload.request == [0] + payload.missing)

        let bytes: [UInt8] = [1, 2, 3]
        bytes.withUnsafeBufferPointer { buffer in
            var event = acc_cable_event()
            event.block = 9
            event.offset = 100
            event.data = buffer.baseAddress
            event.len = 3
            payload.take(event)
            // beyond the blocks, and beyond the payload
            event.block = UInt32(blocks)
            payload.take(event)
            event.block = 3
            event.offset = UInt32(count - 2)
            payload.take(event)
        }
        #expect(payload.missingCount == blocks - 1)
        #expect(payload.missing[1] & 2 == 0 && payload.missing[0] == 0xFF)
        #expect(payload.bytes[99...103] == [0, 1, 2, 3, 0] && payload.bytes[count - 2] == 0)
        // a block may end at the end of the payload
        bytes.withUnsafeBufferPointer { buffer in
            var event = acc_cable_event()
            event.block = 0
            event.offset = UInt32(count - 3)
            event.data = buffer.baseAddress
            event.len = 3
            payload.take(event)
        }
        #expect(payload.bytes.suffix(3) == [1, 2, 3] && payload.missing[0] == 0xFE)

        let state = payload.state(of: report)
        let head: [UInt8] = Array("ACP1".utf8) + report.bytes.suffix(2) + [0]
        #expect(state.starts(with: head + [0xA0, 0x86, 1, 0]))
        let read = try #require(PartialPayload(state: state, of: report))
        #expect(read.bytes == payload.bytes && read.missing == payload.missing)
        #expect(read.margin == payload.margin && read.blocks == blocks)
        for length in [0, 4, 6, 11, 12, state.count / 2, state.count - 1] {
            #expect(PartialPayload(state: Array(state[..<length]), of: report) == nil)
        }
        #expect(PartialPayload(state: state + [0], of: report) == nil)
        #expect(PartialPayload(state: state, of: Self.report(snr: 21)) == nil)
    }

    /// Steps of 0.5 dB: 8 after a lost burst, 16 after another one, 32 with at most a quarter
    /// missing, else 6; at most 60.
    @Test func theMarginRises() throws {
        let report = Self.report()
        func payload(missing: Int) -> PartialPayload {
            var payload = PartialPayload(count: 100_000, report: report)
            for block in missing..<payload.blocks {
                var event = acc_cable_event()
                event.block = UInt32(block)
                payload.take(event)
            }
            return payload
        }
        var lost = payload(missing: 8)
        let blocks = lost.blocks
        lost.raiseMargin(sent: 8)
        #expect(lost.margin == 8 && lost.request[0] == 8)
        lost.raiseMargin(sent: 8)
        #expect(lost.margin == 24)
        for margin: UInt8 in [40, 56, 60, 60] {
            lost.raiseMargin(sent: 8)
            #expect(lost.margin == margin)
        }
        var quarter = payload(missing: blocks / 4)
        quarter.raiseMargin(sent: blocks)
        #expect(quarter.margin == 32)
        var more = payload(missing: blocks / 4 + 1)
        more.raiseMargin(sent: blocks)
        #expect(more.margin == 6)
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

    @Test func plotOfALine() {
        let line = LineSurvey(Self.report(), rate: 48_000, faults: [.movingGain])
        let lines = LinePlot(line: line, name: "sending", rate: 48_000).lines(isPlain: true)
        let used = line.bands.filter { $0.bits > 0 }
        let mean = used.map(\.bits).reduce(0, +) / Double(used.count)
        let rate = line.report?.bitsPerSecond(rate: 48_000) ?? 0
        #expect(
            lines[0]
                == "sending    SNR 20.0 dB to 12000 Hz, \(mean.formatted(1)) bits per carrier, "
                + "\(rate.formatted(0)) bit/s"
        )
        #expect(lines[1] == "           kHz   SNR dB    bits")
        // 63 bands in rows of four; 20 dB are 13 characters of 1.5 dB
        #expect(lines.count == 2 + 16 + 2)
        #expect(
            lines[2].hasPrefix("           0.8     20.0 ") && lines[2].hasSuffix("  #############")
        )
        #expect(lines[9].hasPrefix("          11.3     20.0 "))
        #expect(lines[10] == "          12.8        -     0.0")
        #expect(lines[17] == "          23.1        -     0.0")
        #expect(
            lines[18]
                == "limited by a varying gain (AGC); the band (it ends at 12000 Hz); noise (20 dB SNR)"
        )
        #expect(
            lines[19] == "warning: \(LineFault.movingGain.text); \(LineFault.movingGain.nextStep)"
        )
        // a terminal draws eighths: 20 / 1.5 = 13 3/8
        let drawn = LinePlot(line: line, name: "a name of a line", rate: 48_000).lines(
            isPlain: false
        )
        #expect(drawn[0].hasPrefix("a name of a line SNR"))
        #expect(drawn[2].hasSuffix("  █████████████▍"))
    }
}
