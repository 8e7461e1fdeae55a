import CAccessory
import ModemTestSupport
import Testing

@testable import Modem

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
