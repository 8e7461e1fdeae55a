import ModemTestSupport
import Testing

@testable import Modem

/// Payloads in parts, and plots of a line.
@Suite struct PartialPayloadTests {
    /// A line with 20 dB in the bands from 375 to 12000 Hz.
    private static func report(snr: Double = 20) -> CableReport {
        .flat(id: 7, snr: snr) { $0.margin = 6 }
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
        #expect(payload.request.bytes == [0] + payload.missing)

        let bytes: [UInt8] = [1, 2, 3]
        payload.take(.init(number: 9, offset: 100, bytes: bytes))
        // beyond the blocks, beyond the payload, and of an open burst
        payload.take(.init(number: blocks, offset: 100, bytes: bytes))
        payload.take(.init(number: 3, offset: count - 2, bytes: bytes))
        payload.take(.init(number: 3, offset: nil, bytes: bytes))
        #expect(payload.missingCount == blocks - 1)
        #expect(payload.missing[1] & 2 == 0 && payload.missing[0] == 0xFF)
        #expect(payload.bytes[99...103] == [0, 1, 2, 3, 0] && payload.bytes[count - 2] == 0)
        // a block may end at the end of the payload
        payload.take(.init(number: 0, offset: count - 3, bytes: bytes))
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
                payload.take(.init(number: block, offset: 0, bytes: []))
            }
            return payload
        }
        var lost = payload(missing: 8)
        let blocks = lost.blocks
        lost.raiseMargin(sent: 8)
        #expect(lost.margin == 8 && lost.request.margin == 8)
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

    @Test("a request is for this number of blocks, and requests at least one")
    func requests() throws {
        let request = try #require(CableRepetition(bytes: [63, 0, 0x04], blocks: 11))
        #expect(request.margin == 63 && request.missing == [0, 4] && request.blocks == 11)
        #expect(request.bytes == [63, 0, 4])
        // bits after the last block request nothing
        for bytes: [UInt8] in [[], [0], [64, 0, 4], [0, 0, 8], [0, 0, 4, 0], [0, 4]] {
            #expect(CableRepetition(bytes: bytes, blocks: 11) == nil, "\(bytes)")
        }
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
