internal import CAccessory

/// FSK characters that were detected and cannot be read: another profile or character format fits them. The figures are
/// those of the latest ones, nil if they were not measured.
public struct UnreadCharacters: Sendable, Hashable, Codable {
    /// Number of characters since the receiver was created.
    public var count: Int
    /// The tones in Hz.
    public var mark, space: Double?
    /// The bit rate in bit/s.
    public var baud: Double?
    /// How well the phase continues from bit to bit, 0 to 1; below 0.7 it jumps.
    public var coherence: Double
    /// Whether mark and space are exchanged. Characters that were received are then wrong, too.
    public var isSwapped: Bool

    init?(_ unread: acc_modem_unread) {
        guard unread.characters > 0 else { return nil }
        count = Int(unread.characters)
        (mark, space) = (Self.figure(unread.mark), Self.figure(unread.space))
        baud = Self.figure(unread.baud)
        coherence = Double(unread.coherence)
        isSwapped = unread.is_swapped
    }

    private static func figure(_ value: Float) -> Double? { value > 0 ? Double(value) : nil }
}
