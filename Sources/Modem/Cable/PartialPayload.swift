internal import CAccessory

/// A payload received in blocks, over several bursts with the same report.
public struct PartialPayload: Sendable {
    /// The payload; missing blocks are zero.
    public private(set) var bytes: [UInt8]
    /// A bit for each missing block, lowest first.
    public private(set) var missing: [UInt8]
    /// Number of blocks of the payload.
    public let blocks: Int
    /// SNR margin of the next burst beyond the report's, in steps of 0.5 dB.
    public private(set) var margin: UInt8 = 0

    /// Creates a payload of which every block is missing.
    ///
    /// - Parameters:
    ///   - count: The payload's bytes. Limited to 0 to `CableSender.maximumPayload`.
    ///   - report: The report that the bursts use.
    public init(count: Int, report: CableReport) {
        let count = count.limited(to: 0...CableSender.maximumPayload)
        bytes = [UInt8](repeating: 0, count: count)
        blocks = report.blocks(count: count)
        missing = [UInt8](repeating: 0, count: blocks / 8 + 1)
        for block in 0..<blocks { missing[block / 8] |= 1 << (block % 8) }
    }

    /// Number of missing blocks.
    public var missingCount: Int { missing.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Adds a received block. Blocks of another payload are ignored.
    public mutating func take(_ block: CableReceiver.Block) {
        guard (0..<blocks).contains(block.number), let offset = block.offset,
            (0...bytes.count).contains(offset), block.bytes.count <= bytes.count - offset
        else { return }
        bytes.replaceSubrange(offset..<offset + block.bytes.count, with: block.bytes)
        missing[block.number / 8] &= ~(1 << (block.number % 8))
    }

    /// Raises the margin after a burst of `sent` blocks: by 16 dB if at most a quarter of the
    /// payload's blocks is missing, by 3 dB if more are. The next burst is short then, so the margin
    /// costs little time, and a disturbance would hit a large part of it. If the whole burst was
    /// lost, raises the margin by 4 dB, or by 8 dB if the burst already had one.
    public mutating func raiseMargin(sent: Int) {
        let lost = missingCount
        let step = lost == sent ? (margin > 0 ? 16 : 8) : 4 * lost <= blocks ? 32 : 6
        margin = UInt8(min(Int(margin) + step, 60))
    }

    /// The request to repeat the missing blocks.
    public var request: CableRepetition {
        CableRepetition(margin: margin, missing: missing, blocks: blocks)
    }
}

/// The state to continue from: magic letters, the report's checksum, margin, length, missing blocks, received bytes.
extension PartialPayload {
    private static let letters = Array("ACP1".utf8)

    /// Encodes the state.
    ///
    /// - Parameter report: The report that the bursts use.
    public func state(of report: CableReport) -> [UInt8] {
        let length = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
        return Self.letters + report.bytes.suffix(2) + [margin] + length + missing + bytes
    }

    /// Decodes a state. Returns nil if it is invalid or belongs to another report.
    public init?(state: [UInt8], of report: CableReport) {
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
