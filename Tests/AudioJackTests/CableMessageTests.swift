import CAccessory
import Testing

@testable import AudioJack

extension CableReport {
    /// A line with the same SNR in dB in the bands 1 to `bands` (375 Hz each), a margin of 3 dB, and no signal in the
    /// others.
    static func flat(
        id: UInt8 = 0,
        snr: Double = 20,
        bands: Int = 31,
        symbol: UInt16 = 1024,
        change: (inout acc_cable_report) -> Void = { _ in }
    ) -> CableReport {
        var report = acc_cable_report()
        (report.id, report.symbol, report.prefix, report.pilots) = (id, symbol, 32, 16)
        (report.low, report.high, report.margin) = (300, UInt16(min(23_750, 375 * (bands + 1))), 6)
        withUnsafeMutableBytes(of: &report.snr) { levels in
            for band in 1...bands { levels[band] = UInt8(2 * snr + 7) }
        }
        change(&report)
        return CableReport(report)
    }
}

/// LINE frames and session signals (docs/link.md).
@Suite struct CableMessageTests {
    @Test("a word is decoded by the other end only")
    func words() throws {
        let report = CableReport.flat(id: 9)
        for isHost in [true, false] {
            let type: UInt8 = isHost ? 0x24 : 0x2C
            let again = CableDialog.Word.soundAgain.payload(isHost: isHost)
            #expect(again == [type, 1])
            guard case .soundAgain = CableDialog.Word(again, isHost: !isHost) else {
                Issue.record("no word")
                continue
            }
            #expect(CableDialog.Word(again, isHost: isHost) == nil)
            let sent = CableDialog.Word.report(report).payload(isHost: isHost)
            #expect(sent == [type, 0] + report.bytes && sent.count == 67)
            guard case .report(let received) = CableDialog.Word(sent, isHost: !isHost) else {
                Issue.record("no report")
                continue
            }
            #expect(received == report)
            var damaged = sent
            damaged[40] ^= 1
            #expect(CableDialog.Word(damaged, isHost: !isHost) == nil)
            #expect(CableDialog.Word([type, 2], isHost: !isHost) == nil)
            #expect(CableDialog.Word([type], isHost: !isHost) == nil)
        }
    }

    @Test(
        "a LINE frame is one from either end",
        arguments: [
            ([0x24, 0], true), ([0x2C, 7], true), ([0x24], false), ([], false), ([0x25, 0], false),
            ([0x64, 0], false), ([0x34, 0], false),
        ] as [([UInt8], Bool)]
    )
    func isWord(payload: [UInt8], isWord: Bool) {
        #expect(CableDialog.Word.isWord(payload) == isWord)
    }

    @Test("session signals are recognized with any flags")
    func signals() {
        for flags in [0, 0x40, 0x80, 0xC0] as [UInt8] {
            #expect(SessionSignal([0x30 | flags]) == .hello)
            #expect(SessionSignal([0x31 | flags, 1]) == .ready)
            #expect(SessionSignal([0x39 | flags]) == .readyAnswered)
            for type in [0x2F, 0x32, 0x38, 0x3A] {
                #expect(SessionSignal([UInt8(type) | flags]) == nil)
            }
        }
        #expect(SessionSignal([]) == nil)
    }

    @Test(
        "requests and the host's signals want an answer",
        arguments: [
            ([], false), ([0x80], true), ([0x85, 1], true), ([0x05], false), ([0x2F], false),
            ([0x30], true), ([0x34], true), ([0x35], false), ([0x74], true), ([0x7F], false),
        ] as [([UInt8], Bool)]
    )
    func wantsAnswer(payload: [UInt8], wants: Bool) {
        #expect(SessionSignal.wantsAnswer(payload) == wants)
    }
}

/// Figures of a report.
@Suite struct CableReportTests {
    @Test("bytes are checked: length, checksum")
    func bytes() throws {
        let report = CableReport.flat(id: 5)
        #expect(report.bytes.count == CableReport.size && CableReport.size == 65)
        #expect(try CableReport(bytes: report.bytes) == report)
        #expect(report != .flat(id: 6))
        #expect(throws: CableReport.Defect.damaged) {
            try CableReport(bytes: Array(report.bytes.dropLast()))
        }
        var damaged = report.bytes
        damaged[20] ^= 1
        #expect(throws: CableReport.Defect.damaged) { try CableReport(bytes: damaged) }
    }

    @Test("an SNR is stored as twice its value plus 7; 0 is no signal")
    func bands() {
        let bands = CableReport.flat(snr: 9.5, bands: 3).bands
        #expect(bands.count == 63)
        #expect(Array(bands.prefix(5)) == [nil, 9.5, 9.5, 9.5, nil])
        #expect(CableReport.flat(snr: -3, bands: 1).bands[1] == -3)
    }

    @Test("a band's bits are the mean over its carriers inside the report's edges")
    func bits() {
        let whole = CableReport.flat(bands: 40) { $0.high = 23_500 }.bits
        // docs/cable.md: log2(1 + SNR / margin) / 0.797 = log2(1 + 10^1.7) / 0.797
        #expect(whole.count == 63 && abs(whole[20] - 7.12) < 0.02)
        #expect(whole[45] == 0 && whole[0] == 0)
        // carriers are 46.875 Hz apart: three of a band's eight are at most at 11750 Hz
        let cut = CableReport.flat(bands: 40) { $0.high = 11_750 }.bits
        #expect(cut[30] == whole[30] && cut[32] == 0)
        #expect(abs(cut[31] / whole[31] - 3.0 / 8) < 1e-3)
        // and three at least at 7700 Hz
        let low = CableReport.flat(bands: 40) { ($0.high, $0.low) = (23_500, 7_700) }.bits
        #expect(low[21] == whole[21] && low[19] == 0)
        #expect(abs(low[20] / whole[20] - 3.0 / 8) < 1e-3)
    }

    @Test("carriers below 0.8 bit are not used")
    func weakCarriers() {
        // log2(1 + 10^-0.3) / 0.797 = 0.735; log2(1 + 10^-0.25) / 0.797 = 0.808
        #expect(CableReport.flat(snr: 0, bands: 40).bits[20] == 0)
        #expect(abs(CableReport.flat(snr: 0.5, bands: 40).bits[20] - 0.808) < 0.01)
    }

    @Test("the rate is the capacity at the margin, less code and prefix")
    func rate() throws {
        // 11 * 375 * log2(1 + 10^0.6) = 9555.4; * 1024 / 1056 = 9265.8; * 48 / 64 = 6949.4
        let report = CableReport.flat(snr: 9, bands: 11)
        var mode = try #require(report.openMode(margin: 0))
        (mode.symbol, mode.prefix) = (1024, 32)
        #expect(report.rate(of: mode) == 9265)
        #expect(CableReport.flat(snr: 9, bands: 11) { $0.loss = 16 }.rate(of: mode) == 6949)
        (mode.symbol, mode.prefix) = (512, 128)
        #expect(report.rate(of: mode) == 7644)
    }

    @Test("modes carry the report's id and the further margin")
    func modes() throws {
        let report = CableReport.flat(id: 5)
        #expect(try #require(report.openMode(margin: 3)).load == 5 + 256 * 3)
        #expect(try #require(report.openMode(margin: 3)).isLoaded)
        #expect(try #require(report.mode(count: 100)).load == 5)
        #expect(try #require(report.mode(count: 100, margin: 7)).load == 5 + 256 * 7)
        #expect(report.mode(count: 100, margin: 64) == nil && report.openMode(margin: 64) == nil)
        #expect(report.mode(count: 0) == nil && report.blocks(count: 0) == 0)
        #expect(report.blocks(count: 1) == 1 && report.blocks(count: 100_000) > 8)
        #expect(acc_cable_mode().isLoaded == false)
    }
}
