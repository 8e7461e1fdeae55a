/// A Bluetooth LE adapter: the layers below GATT. `Central` and `PeripheralManager` work on any radio.
///
/// Calls may overlap. A radio that cannot perform two operations at once (scan while connecting,
/// connect to two devices) performs them one after the other; callers never see a collision.
public protocol Radio: AnyObject, Sendable {
    /// The adapter's name: `hci0`, `virtual0`.
    var name: String { get }

    /// The adapter's own address; nil when unknown. An advertisement may use another address, which
    /// its set reports.
    var address: BluetoothAddress? { get }

    /// The adapter's features.
    var features: RadioFeatures { get }

    /// Devices known to the radio's system, present or not. A program may connect to them without a
    /// scan. The default is none.
    var knownDevices: [KnownDevice] { get }

    /// The current state, then each change. Ends with the adapter. Any number of readers.
    var states: AsyncStream<RadioState> { get }

    /// Turns the adapter on or off. Turning it off ends scans, advertising and connections.
    func setPower(_ isOn: Bool) async throws(RadioError)

    /// Scans for advertising until the stream is released. If the scan ends by itself, the stream
    /// throws the reason.
    ///
    /// - Throws: `busy` while an earlier scan of this radio is running.
    func scan(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error>

    /// Like `scan`, with reports in batches; used by `Central`. The default wraps `scan`. A radio
    /// that receives many reports at once implements this, and implements `scan` with
    /// `AdvertisementBatches.reports`.
    func scanBatches(_ parameters: ScanParameters) async throws(RadioError) -> AdvertisementBatches

    /// Advertises until the set is stopped. Supports `features.advertisingSets` sets at once.
    func advertise(
        _ parameters: AdvertisingParameters
    ) async throws(RadioError) -> any AdvertisingSet

    /// Connects to an advertising device. Cancelling the task also cancels the attempt in the
    /// controller.
    func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection

    /// Accepts incoming connections to this adapter while it advertises, until the stream is released.
    ///
    /// - Throws: `busy` while another stream accepts connections.
    func incomingConnections() async throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>

    /// Sets the agent that answers pairing requests. Without one (nil, the default), only pairing
    /// without consent ("just works") succeeds.
    func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError)

    /// The bonded devices.
    func bonds() async throws(RadioError) -> [BluetoothAddress]

    /// Removes a device's keys.
    func removeBond(with address: BluetoothAddress) async throws(RadioError)

    /// The links that `Central` and `PeripheralManager` share: always the same object.
    var links: RadioLinks { get }
}

extension Radio {
    public var knownDevices: [KnownDevice] { [] }

    public func scanBatches(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AdvertisementBatches {
        AdvertisementBatches(try await scan(parameters))
    }
}

/// The features of an adapter.
public struct RadioFeatures: Sendable, Hashable, Codable {
    /// Number of simultaneous advertising sets.
    public var advertisingSets = 1
    /// Maximum advertising data in bytes: 31, or up to 1650 with extended advertising.
    public var advertisingData = 31
    /// Supported physical layers.
    public var phys: Set<PHY> = [.le1M]
    /// Whether credit-based channels are supported.
    public var hasChannels = false
    /// Whether passive scanning, without scan requests, is supported.
    public var canScanPassively = true
    /// Whether reports contain every advertisement, byte for byte. See
    /// `AdvertisementReport.isRebuilt` for other radios.
    public var hasWholeAdvertisements = true
    /// Whether `ConnectionParameters` are applied, and the current parameters reported.
    public var canSetConnectionParameters = true
    /// Whether `AdvertisingParameters.interval` is applied.
    public var canSetAdvertisingInterval = true
    /// Whether the system reports which central subscribed. Otherwise the central that connected
    /// last counts as the subscriber, and a value is sent to all subscribers.
    public var namesSubscribers = true
    /// Whether the adapter pairs with LE Secure Connections, which `LinkSecurity.secureConnections` needs.
    public var hasSecureConnections = true
    /// The largest encryption key in bytes, 7 to 16.
    public var largestKeySize = 16
    /// Whether the minimum key sizes of served attributes are applied. Otherwise attributes with a minimum
    /// are refused.
    public var checksKeySizes = true
    /// Whether signed writes to served attributes are checked and accepted. Otherwise characteristics with
    /// the property `authenticatedSignedWrites` are refused.
    public var acceptsSignedWrites = false

    /// Creates the features of a minimal adapter: one set, 31 bytes, 1 Mbit/s, no channels.
    public init() {}
}

extension RadioFeatures {
    /// Fields that are missing have their defaults: the message may be of an older program.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try fields.update(&advertisingSets, from: .advertisingSets)
        try fields.update(&advertisingData, from: .advertisingData)
        try fields.update(&phys, from: .phys)
        try fields.update(&hasChannels, from: .hasChannels)
        try fields.update(&canScanPassively, from: .canScanPassively)
        try fields.update(&hasWholeAdvertisements, from: .hasWholeAdvertisements)
        try fields.update(&canSetConnectionParameters, from: .canSetConnectionParameters)
        try fields.update(&canSetAdvertisingInterval, from: .canSetAdvertisingInterval)
        try fields.update(&namesSubscribers, from: .namesSubscribers)
        try fields.update(&hasSecureConnections, from: .hasSecureConnections)
        try fields.update(&largestKeySize, from: .largestKeySize)
        try fields.update(&checksKeySizes, from: .checksKeySizes)
        try fields.update(&acceptsSignedWrites, from: .acceptsSignedWrites)
    }
}

/// A device known to the radio's system.
public struct KnownDevice: Sendable, Hashable {
    /// The device's address.
    public var address: BluetoothAddress
    /// The name last received; nil if none was.
    public var name: String?

    /// Creates a known device.
    public init(_ address: BluetoothAddress, name: String? = nil) {
        self.address = address
        self.name = name
    }
}

/// An active advertisement.
public protocol AdvertisingSet: AnyObject, Sendable {
    /// The current advertising address; nil when unknown.
    var address: BluetoothAddress? { get }

    /// Changes the data without interrupting advertising.
    func update(data: [UInt8], scanResponse: [UInt8]) async throws(RadioError)

    /// Stops advertising. No effect when already stopped.
    func stop() async

    /// Returns when the set has ended: nil after `stop`, otherwise the radio's reason.
    func ended() async -> RadioError?
}

/// A radio of a system that owns GATT. Its connections are `GATTConnection`s.
package protocol GATTRadio: Radio {
    /// Publishes the attributes of `host`, replacing those of the previous call. Called after each
    /// change of its services. The table also contains the two services of every server, which the
    /// system publishes itself.
    func offer(_ host: any AttributeHost) async throws(RadioError)
}
