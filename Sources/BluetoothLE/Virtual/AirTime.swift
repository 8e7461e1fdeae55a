/// Durations of packets on the air (Core 5.4, Vol 6, Part B, sections 2.1, 2.2 and 4.1.1).
enum AirTime {
    /// The time from the end of a packet to the start of the next.
    static let interFrameSpace = Duration.microseconds(150)

    /// The duration of a link layer data packet.
    ///
    /// - Parameters:
    ///   - payload: 0 to 251 bytes.
    ///   - isEncrypted: Adds an integrity check of 4 bytes to a nonempty packet.
    static func ofPacket(payload: Int, on phy: PHY, isEncrypted: Bool) -> Duration {
        let check = isEncrypted && payload > 0 ? 4 : 0
        // header, payload, CRC
        let body = 2 + payload + check + 3
        switch phy {
        case .le1M: return .microseconds(8 * (1 + 4 + body))
        case .le2M: return .microseconds(4 * (2 + 4 + body))
        // preamble, access address, coding indicator, termination; then eight symbols per bit
        case .coded: return .microseconds(80 + 256 + 16 + 24 + 64 * body + 24)
        }
    }
}
