internal import AudioJack
internal import CAccessory

/// A payload that arrives in blocks, in several bursts that were sent by one report.
struct CableParts {
    private(set) var bytes: [UInt8]
    /// A bit for each block, lowest first.
    private(set) var missing: [UInt8]
    let blocks: Int
    /// SNR in reserve beyond the report's that the next burst should have, 0.5 dB.
    private(set) var margin: UInt8 = 0

    /// Nothing of `count` bytes has arrived.
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

    /// Chooses the margin of the next burst after one of `sent` blocks. A quarter of the blocks or less gets 16 dB, which
    /// costs little: such a burst is short, and an event in it takes much of it. More than that gets 3 dB; when nothing
    /// came through it is 4 dB, in a repeat 8.
    mutating func raiseMargin(sent: Int) {
        let lost = missingCount
        let step = lost == sent ? (margin > 0 ? 16 : 8) : 4 * lost <= blocks ? 32 : 6
        margin = UInt8(min(Int(margin) + step, 60))
    }

    /// What encode needs to send again: the margin, then the bits.
    var request: [UInt8] { [margin] + missing }
}

/// The file of `--state`: the letters, the report's checksum, margin, length, what is missing, the bytes.
extension CableParts {
    private static let letters = Array("ACP1".utf8)

    func state(of report: CableReport) -> [UInt8] {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        return Self.letters + report.bytes.suffix(2) + [margin] + length + missing + bytes
    }

    /// Nil when the state is none, or of another report.
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
        // bits beyond the last block mean nothing
        for index in missing.indices { missing[index] &= rest[rest.startIndex + index] }
        bytes = Array(rest.dropFirst(missing.count))
    }
}
