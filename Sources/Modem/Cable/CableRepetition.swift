/// A receiver's request to repeat the lost blocks of a payload.
public struct CableRepetition: Sendable, Hashable {
    /// SNR margin of the repetition beyond the report's, in steps of 0.5 dB, up to 63.
    public let margin: UInt8
    /// A bit for each missing block, lowest first.
    public let missing: [UInt8]
    /// Number of blocks of the payload.
    public let blocks: Int

    init(margin: UInt8, missing: [UInt8], blocks: Int) {
        (self.margin, self.missing, self.blocks) = (margin, missing, blocks)
    }

    /// Decodes a request; nil if it is not one for a payload of this many blocks, or requests none.
    public init?(bytes: [UInt8], blocks: Int) {
        guard blocks >= 0, let margin = bytes.first, margin <= 63, bytes.count == blocks / 8 + 2
        else { return nil }
        self.init(margin: margin, missing: Array(bytes.dropFirst()), blocks: blocks)
        guard (0..<blocks).contains(where: { missing[$0 / 8] >> ($0 % 8) & 1 == 1 }) else {
            return nil
        }
    }

    /// The encoded request: the margin, then the bits.
    public var bytes: [UInt8] { [margin] + missing }
}
