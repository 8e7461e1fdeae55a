internal import AudioJack
internal import CAccessory
internal import Modem

/// A payload received in blocks, over several bursts with the same report.
struct PartialPayload {
    private(set) var bytes: [UInt8]
    /// A bit for each missing block, lowest first.
    private(set) var missing: [UInt8]
    let blocks: Int
    /// SNR margin of the next burst beyond the report's, in steps of 0.5 dB.
    private(set) var margin: UInt8 = 0

    /// Creates an empty payload of `count` bytes.
    init(count: Int, report: CableReport) {
        bytes = [UInt8](repeating: 0, count: count)
        blocks = report.blocks(count: count)
        missing = [UInt8](repeating: 0, count: blocks / 8 + 1)
        for block in 0..<blocks { missing[block / 8] |= 1 << (block % 8) }
    }

    var missingCount: Int { missing.reduce(0) { $0 + $1.nonzeroBitCount } }

    mutating func take(_ event: acc_cable_event) {
        let (place, offset) = (Int(event.block), Int(event.offset))
        guard place < blocks, offset + Int(event.len) <= bytes.count else { return }
        bytes.replaceSubrange(offset..<offset + Int(event.len), with: event.payload)
        missing[place / 8] &= ~(1 << (place % 8))
    }

    /// Raises the margin after a burst of `sent` blocks: by 16 dB if at most a quarter of the
    /// payload's blocks is missing, by 3 dB if more are. The next burst is short then, so the margin
    /// costs little time, and a disturbance would hit a large part of it. If the whole burst was
    /// lost, raises the margin by 4 dB, or by 8 dB if the burst already had one.
    mutating func raiseMargin(sent: Int) {
        let lost = missingCount
        let step = lost == sent ? (margin > 0 ? 16 : 8) : 4 * lost <= blocks ? 32 : 6
        margin = UInt8(min(Int(margin) + step, 60))
    }

    /// The request to `jack encode` for a repeat: the margin, then the bits.
    var request: [UInt8] { [margin] + missing }
}

/// The file of `--state`: magic letters, the report's checksum, margin, length, missing blocks,
/// received bytes.
extension PartialPayload {
    private static let letters = Array("ACP1".utf8)

    func state(of report: CableReport) -> [UInt8] {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        return Self.letters + report.bytes.suffix(2) + [margin] + length + missing + bytes
    }

    /// Returns nil if the state is invalid or belongs to another report.
    init?(state: [UInt8], of report: CableReport) {
        let head = Self.letters + report.bytes.suffix(2)
        guard state.count > head.count + 5, state.starts(with: head) else { return nil }
        let fields = state.dropFirst(head.count)
        let count = fields.dropFirst().prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count > 0, count <= Int(ACC_CABLE_MAX_LEN) else { return nil }
        self.init(count: count, report: report)
        let rest = fields.dropFirst(5)
        guard rest.count == missing.count + count else { return nil }
        margin = fields.first!
        // bits after the last block are ignored
        for index in missing.indices { missing[index] &= rest[rest.startIndex + index] }
        bytes = Array(rest.dropFirst(missing.count))
    }
}
