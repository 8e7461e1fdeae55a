/// A received advertisement, as reported by a controller (Core 5.4, Vol 4, Part E, sections 7.7.65.2
/// and 7.7.65.13).
public struct AdvertisementReport: Sendable, Equatable, Codable {
    /// Properties of the advertisement's packet.
    public struct Properties: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: UInt16

        /// - Parameter rawValue: The event type of the extended report.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// The sender accepts connections.
        public static let connectable = Properties(rawValue: 1 << 0)
        /// The sender answers scan requests.
        public static let scannable = Properties(rawValue: 1 << 1)
        /// Directed at one device.
        public static let directed = Properties(rawValue: 1 << 2)
        /// A scan response.
        public static let scanResponse = Properties(rawValue: 1 << 3)
        /// Sent in a legacy PDU of at most 31 bytes.
        public static let legacy = Properties(rawValue: 1 << 4)
        /// Truncated by the controller, or longer than 1650 bytes.
        public static let cut = Properties(rawValue: 1 << 6)
    }

    /// The sender's address.
    public var address: BluetoothAddress
    /// Properties of the packet.
    public var properties: Properties
    /// The RSSI in dBm; nil when the controller does not report it.
    public var rssi: Int?
    /// The transmit power stated in the packet, in dBm.
    public var txPower: Int?
    /// The number of the advertising set (SID), 0 to 15; nil for legacy advertisements.
    public var set: Int?
    /// Receive time, on a clock shared by all reports of one source.
    public var time: Duration
    /// The advertising data, consecutive AD structures, at most 1650 bytes.
    public var data: [UInt8]
    /// Whether the radio rebuilt the data: it differs from the bytes sent and includes the scan
    /// response. Repeated reports may be missing, and every sender counts as connectable.
    public var isRebuilt = false

    /// Creates a report.
    public init(
        address: BluetoothAddress,
        properties: Properties = [.legacy, .connectable, .scannable],
        rssi: Int? = nil,
        txPower: Int? = nil,
        set: Int? = nil,
        time: Duration = .zero,
        data: [UInt8]
    ) {
        self.address = address
        self.properties = properties
        self.rssi = rssi
        self.txPower = txPower
        self.set = set
        self.time = time
        self.data = data
    }

    /// Whether the sender accepts connections.
    public var isConnectable: Bool { properties.contains(.connectable) }

    /// The decoded data.
    public var advertisement: Advertisement { Advertisement(data) }
}

extension AdvertisementReport {
    /// Fields that are missing have their defaults: the message may be of an older program.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            address: try fields.decode(BluetoothAddress.self, forKey: .address),
            data: try fields.decode([UInt8].self, forKey: .data)
        )
        try fields.update(&properties, from: .properties)
        try fields.update(&rssi, from: .rssi)
        try fields.update(&txPower, from: .txPower)
        try fields.update(&set, from: .set)
        try fields.update(&time, from: .time)
        try fields.update(&isRebuilt, from: .isRebuilt)
    }
}
