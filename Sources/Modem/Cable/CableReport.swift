package import CAccessory
internal import Glibc

/// A receiver's measurement of a sounding. Both ends derive the same bits per carrier from it.
public struct CableReport: Sendable {
    /// The reason bytes are not a valid report.
    public enum Defect: Error, Sendable {
        /// The data is too short, or the checksum does not match.
        case damaged
        /// The report has a later version.
        case unknownVersion
        /// A field is out of range.
        case malformed
    }

    /// Size of an encoded report in bytes.
    public static let size = Int(ACC_CABLE_REPORT_SIZE)

    /// The report in the core's form.
    package let measured: acc_cable_report

    package init(_ measured: acc_cable_report) {
        self.measured = measured
    }

    /// Decodes a report.
    public init(bytes: [UInt8]) throws(Defect) {
        var report = acc_cable_report()
        switch acc_cable_report_read(bytes, bytes.count, &report) {
        case .ok: measured = report
        case .unsupported: throw .unknownVersion
        case .outOfRange: throw .malformed
        default: throw .damaged
        }
    }

    /// The encoded report.
    public var bytes: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.size) { out, count in
            withUnsafePointer(to: measured) { acc_cable_report_write($0, out.baseAddress!) }
            count = Self.size
        }
    }

    /// The id of the sounding.
    public var id: UInt8 { measured.id }
    /// Samples of a symbol, in the mode for this line.
    public var symbol: Int { Int(measured.symbol) }
    /// Samples of a symbol's cyclic prefix.
    public var prefix: Int { Int(measured.prefix) }
    /// The band in Hz, at 48000 samples/s.
    public var band: ClosedRange<Int> { Int(measured.low)...Int(measured.high) }
    /// Whether the receiver filters out frequencies below 300 Hz.
    public var hasHighPass: Bool { measured.high_pass }

    /// SNR in dB of each 375 Hz band from 0 Hz up, at 48000 samples/s; nil for a band without a signal.
    public var bands: [Double?] {
        withUnsafeBytes(of: measured.snr) { levels in
            levels.map { $0 == 0 ? nil : (Double($0) - 7) / 2 }
        }
    }

    /// Mean bits of a carrier in each band, before rounding to whole bits.
    public var bits: [Double] {
        let (symbol, low, high) = (Int(measured.symbol), Int(measured.low), Int(measured.high))
        return bands.indices.map { band in
            let carriers = band * 375 * symbol / 48_000..<(band + 1) * 375 * symbol / 48_000
            let bits = carriers.map { carrier in
                let hertz = carrier * 48_000 / symbol
                guard hertz >= low, hertz <= high else { return 0.0 }
                let bits = withUnsafePointer(to: measured) {
                    acc_cable_report_bits($0, 0, UInt32(carrier), UInt32(symbol))
                }
                // carriers below 0.8 bit are not used
                return bits < 205 ? 0 : Double(bits) / 256
            }
            return bits.reduce(0, +) / Double(bits.count)
        }
    }

    /// Returns the mode of a burst of `count` bytes; nil for a line without a signal.
    ///
    /// - Parameter margin: SNR margin beyond the report's, in steps of 0.5 dB, up to 63.
    package func mode(count: Int, margin: UInt8 = 0) -> acc_cable_mode? {
        var mode = acc_cable_mode()
        let status = withUnsafePointer(to: measured) {
            acc_cable_mode_loaded($0, count, UInt32(margin), &mode)
        }
        return status == .ok ? mode : nil
    }

    /// Returns the number of blocks in a burst of `count` bytes; 0 for a line without a signal.
    public func blocks(count: Int) -> Int {
        guard var mode = mode(count: count) else { return 0 }
        return Int(acc_cable_block_count(&mode, count))
    }

    /// Payload bits/s of a 64 KiB transmission without losses, including all overhead.
    ///
    /// - Parameter rate: Sample rate in Hz.
    public func bitsPerSecond(rate: Int) -> Double {
        let payload = [UInt8](repeating: 0, count: 65_536)
        var sender = CableSender()
        do { try sender.start(payload, for: self) } catch { return 0 }
        var samples = 0
        while sender.isBusy { samples += sender.render(65_536).count }
        return Double(payload.count * 8) * Double(rate) / Double(samples)
    }

    /// Returns the mode of an open burst, for a dialogue; nil for a line without a signal.
    ///
    /// - Parameter margin: SNR margin beyond the report's, in steps of 0.5 dB, up to 63.
    package func openMode(margin: UInt8) -> acc_cable_mode? {
        var mode = acc_cable_mode()
        let status = withUnsafePointer(to: measured) {
            acc_cable_mode_open($0, UInt32(margin), &mode)
        }
        return status == .ok ? mode : nil
    }

    /// Approximate payload rate of one of this report's modes, in bit/s: the capacity at its
    /// margin, less code and prefix.
    package func rate(of mode: acc_cable_mode) -> Int {
        let margin = Double(measured.margin) / 2
        let bits = bands.compactMap(\.self).reduce(0) { sum, snr in
            sum + 375 * log2(1 + pow(10, (snr - margin) / 10))
        }
        let share = Double(mode.symbol) / Double(mode.symbol + mode.prefix)
        return Int(bits * share * (1 - Double(measured.loss) / 64))
    }
}

extension CableReport: Hashable {
    public static func == (a: CableReport, b: CableReport) -> Bool { a.bytes == b.bytes }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}
