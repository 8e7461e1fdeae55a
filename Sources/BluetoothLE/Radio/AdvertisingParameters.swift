/// Advertising parameters and data (Core 5.4, Vol 4, Part E, sections 7.8.5 and 7.8.53).
public struct AdvertisingParameters: Sendable, Hashable, Codable {
    /// Advertising data: AD structures, at most 31 bytes, or 1650 when extended.
    public var data: [UInt8]
    /// The scan response for active scanners: AD structures, at most 31 bytes, or 1650 when extended.
    public var scanResponse: [UInt8] = []
    /// Whether the advertising is connectable.
    public var isConnectable = true
    /// Advertising interval, 20 ms to 10.24 s, or to 10 485.76 s when extended. A random delay of up to
    /// 10 ms is added to each interval.
    public var interval: ClosedRange<Duration> = .milliseconds(100)...(.milliseconds(150))
    /// Transmit power in dBm, -127 to 20; nil: selected by the adapter.
    public var txPower: Int?
    /// Whether to use extended advertising PDUs, which older devices do not receive.
    public var isExtended = false
    /// The primary physical layer: `le1M` or `coded`.
    public var primaryPHY = PHY.le1M
    /// The physical layer for extended data.
    public var secondaryPHY = PHY.le1M

    /// Creates connectable legacy advertising with these AD structures.
    public init(data: [UInt8]) {
        self.data = data
    }

    /// Creates connectable legacy advertising with these AD structures, changed by `change`.
    public init(data: [UInt8], _ change: (inout AdvertisingParameters) -> Void) {
        self.data = data
        change(&self)
    }
}

extension AdvertisingParameters {
    /// Fields that are missing have their defaults: the message may be of an older program.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(data: try fields.decode([UInt8].self, forKey: .data))
        try fields.update(&scanResponse, from: .scanResponse)
        try fields.update(&isConnectable, from: .isConnectable)
        try fields.update(&interval, from: .interval)
        try fields.update(&txPower, from: .txPower)
        try fields.update(&isExtended, from: .isExtended)
        try fields.update(&primaryPHY, from: .primaryPHY)
        try fields.update(&secondaryPHY, from: .secondaryPHY)
    }
}

extension AdvertisingParameters {
    /// Throws when the interval or the power is invalid (Core 5.4, Vol 4, Part E, section 7.8.5, or
    /// 7.8.53 when extended).
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
