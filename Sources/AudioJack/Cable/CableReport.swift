package import CAccessory
internal import Glibc

/// What a receiver measured with a sounding: both ends compute the same load from it.
package struct CableReport: Sendable {
    /// Why bytes are no report.
    package enum Defect: Error {
        /// Too short, or the checksum does not match.
        case damaged
        /// Of a later version.
        case unknownVersion
        /// A field is out of its range.
        case malformed
    }

    package static let size = Int(ACC_CABLE_REPORT_SIZE)

    package let measured: acc_cable_report

    init(_ measured: acc_cable_report) {
        self.measured = measured
    }

    package init(bytes: [UInt8]) throws(Defect) {
        var report = acc_cable_report()
        switch acc_cable_report_read(bytes, bytes.count, &report) {
        case .ok: measured = report
        case .unsupported: throw .unknownVersion
        case .outOfRange: throw .malformed
        default: throw .damaged
        }
    }

    package var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.size) { out, count in
            withUnsafePointer(to: measured) { acc_cable_report_write($0, out.baseAddress!) }
            count = Self.size
        }
    }

    /// SNR in dB of each band of 375 Hz from 0 Hz on, at 48000 samples a second; nil where nothing comes through.
    package var bands: [Double?] {
        withUnsafeBytes(of: measured.snr) { levels in
            levels.map { $0 == 0 ? nil : (Double($0) - 7) / 2 }
        }
    }

    /// The mode of a burst of `count` bytes; nil when nothing comes through.
    ///
    /// - Parameter margin: SNR in reserve beyond the report's, 0.5 dB, up to 63.
    package func mode(count: Int, margin: UInt8 = 0) -> acc_cable_mode? {
        var mode = acc_cable_mode()
        let status = withUnsafePointer(to: measured) {
            acc_cable_mode_loaded($0, count, UInt32(margin), &mode)
        }
        return status == .ok ? mode : nil
    }

    /// Blocks of a burst of `count` bytes; 0 when nothing comes through.
    package func blocks(count: Int) -> Int {
        guard var mode = mode(count: count) else { return 0 }
        return Int(acc_cable_block_count(&mode, count))
    }

    /// The mode of an open burst, for a dialogue; nil when nothing comes through.
    ///
    /// - Parameter margin: SNR in reserve beyond the report's, 0.5 dB, up to 63.
    package func openMode(margin: UInt8) -> acc_cable_mode? {
        var mode = acc_cable_mode()
        let status = withUnsafePointer(to: measured) {
            acc_cable_mode_open($0, UInt32(margin), &mode)
        }
        return status == .ok ? mode : nil
    }

    /// Bits of payload a second of a mode of this report, about: the capacity at its margin, less code and prefix.
    package func rate(of mode: acc_cable_mode) -> Int {
        let margin = Double(measured.margin) / 2
        let bits = bands.compactMap(\.self).reduce(0) { sum, snr in
            sum + 375 * log2(1 + pow(10, (snr - margin) / 10))
        }
        let share = Double(mode.symbol) / Double(mode.symbol + mode.prefix)
        return Int(bits * share * (1 - Double(measured.loss) / 64))
    }
}
