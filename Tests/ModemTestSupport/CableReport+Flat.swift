package import CAccessory
package import Modem

extension CableReport {
    /// A line with the same SNR in dB in the bands 1 to `bands` (375 Hz each), a margin of 3 dB, and no signal in the
    /// others.
    package static func flat(
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
