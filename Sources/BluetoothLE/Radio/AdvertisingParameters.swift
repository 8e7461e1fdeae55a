/// What to advertise, and how (Core 5.4, Vol 4, Part E, sections 7.8.5 and 7.8.53).
public struct AdvertisingParameters: Sendable, Hashable, Codable {
    /// Advertising data, AD structures, at most 31 bytes, or 1650 when extended.
    public var data: [UInt8]
    /// What an active scanner gets besides, AD structures, at most 31 bytes, or 1650 when extended.
    public var scanResponse: [UInt8] = []
    /// Whether others may connect.
    public var isConnectable = true
    /// Time between two events, 20 ms to 10.24 s, or to 10 485.76 s when extended; up to 10 ms are added
    /// at random to each.
    public var interval: ClosedRange<Duration> = .milliseconds(100)...(.milliseconds(150))
    /// Power in dBm, -127 to 20; nil: the adapter's choice.
    public var txPower: Int?
    /// Uses extended advertising PDUs, which older devices do not hear.
    public var isExtended = false
    /// Where the first packet is sent: `le1M` or `coded`.
    public var primaryPHY = PHY.le1M
    /// Where extended data is sent.
    public var secondaryPHY = PHY.le1M

    public init(data: [UInt8]) {
        self.data = data
    }

    /// These parameters changed by `change`.
    public init(data: [UInt8], _ change: (inout AdvertisingParameters) -> Void) {
        self.data = data
        change(&self)
    }
}

extension AdvertisingParameters {
    /// Throws where Core 5.4, Vol 4, Part E, section 7.8.5, or 7.8.53 when extended, allows no such
    /// interval or power.
    package func check() throws(RadioError) {
        let longest = isExtended ? Duration.microseconds(10_485_759_375) : .milliseconds(10_240)
        let allowed = Duration.milliseconds(20)...longest
        guard allowed.contains(interval.lowerBound), allowed.contains(interval.upperBound) else {
            throw .invalidParameters(
                "advertising intervals are 20 ms to 10.24 s, or to 10485.76 s when extended"
            )
        }
        if let txPower, !(-127...20).contains(txPower) {
            throw .invalidParameters("advertising power is -127 to 20 dBm")
        }
    }
}
