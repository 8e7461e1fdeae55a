/// What a controller reports of one advertisement it heard (Core 5.4, Vol 4, Part E, sections
/// 7.7.65.2 and 7.7.65.13).
public struct AdvertisementReport: Sendable, Equatable, Codable {
    /// How an advertisement was sent.
    public struct Properties: OptionSet, Sendable, Hashable, Codable {
        public let rawValue: UInt16

        /// - Parameter rawValue: The event type of the extended report.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// The sender takes connections.
        public static let connectable = Properties(rawValue: 1 << 0)
        /// The sender answers scan requests.
        public static let scannable = Properties(rawValue: 1 << 1)
        /// Meant for one device.
        public static let directed = Properties(rawValue: 1 << 2)
        /// An answer to a scan request.
        public static let scanResponse = Properties(rawValue: 1 << 3)
        /// Sent in a legacy PDU of at most 31 bytes.
        public static let legacy = Properties(rawValue: 1 << 4)
        /// Cut short by the controller, or longer than 1650 bytes.
        public static let cut = Properties(rawValue: 1 << 6)
    }

    /// The sender.
    public var address: BluetoothAddress
    /// How it was sent.
    public var properties: Properties
    /// Received signal strength, dBm; nil when the controller gives none.
    public var rssi: Int?
    /// Transmit power that the controller read from the packet, dBm.
    public var txPower: Int?
    /// The advertising set; nil for legacy advertisements.
    public var set: Int?
    /// When it was heard, on any clock that the reports of one source share.
    public var time: Duration
    /// The advertising data, AD structures one behind the other, at most 1650 bytes.
    public var data: [UInt8]
    /// The data was put together again by the radio: not byte for byte what was sent, the scan response
    /// merged. Repeats may have been left out, and every sender counts as connectable.
    public var isRebuilt = false

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

    /// The sender takes connections.
    public var isConnectable: Bool { properties.contains(.connectable) }

    /// The data, taken apart.
    public var advertisement: Advertisement { Advertisement(data) }
}
