/// A Bluetooth LE adapter: what is below GATT. `Central` and `PeripheralManager` work on any.
///
/// Calls may overlap. A radio that cannot do two things at once (scan while it connects, connect to
/// two devices) puts them in order by itself; its callers never see a collision.
public protocol Radio: AnyObject, Sendable {
    /// How people name the adapter: `hci0`, `virtual0`.
    var name: String { get }

    /// The adapter's own address; nil while it is not known. An advertisement may be sent from
    /// another, which its set tells.
    var address: BluetoothAddress? { get }

    /// What the adapter can do.
    var features: RadioFeatures { get }

    /// The present state, and each one after it. Ends with the adapter. Any number may listen.
    var states: AsyncStream<RadioState> { get }

    /// Turns the adapter on or off. Off ends scans, advertising and connections.
    func setPower(_ isOn: Bool) async throws(RadioError)

    /// Listens for advertising until the stream is no longer held, or throws into it why it ended.
    ///
    /// - Throws: `busy` while an earlier scan of this radio goes on.
    func scan(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error>

    /// As `scan`, with the reports in batches: what `Central` uses. The default wraps `scan`; a radio that receives
    /// many reports at once implements it, and `scan` by `AdvertisementBatches.reports`.
    func scanBatches(_ parameters: ScanParameters) async throws(RadioError) -> AdvertisementBatches

    /// Advertises until the set is stopped. As many at once as `features.advertisingSets`.
    func advertise(
        _ parameters: AdvertisingParameters
    ) async throws(RadioError) -> any AdvertisingSet

    /// Connects to a device that advertises.
    ///
    /// Cancelling the task gives the attempt up, on the air too.
    func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection

    /// Accepts the connections that others make to this adapter while it advertises, until the stream
    /// is no longer held.
    ///
    /// - Throws: `busy` while somebody else accepts them.
    func incomingConnections() async throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>

    /// Who is asked when a device wants to pair. Nil, as at the start: only what needs no consent
    /// ("just works") succeeds.
    func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError)

    /// The devices whose keys are kept.
    func bonds() async throws(RadioError) -> [BluetoothAddress]

    /// Forgets a device's keys.
    func removeBond(with address: BluetoothAddress) async throws(RadioError)
}

extension Radio {
    public func scanBatches(
        _ parameters: ScanParameters
    ) async throws(RadioError) -> AdvertisementBatches {
        AdvertisementBatches(try await scan(parameters))
    }
}

/// What an adapter can do.
public struct RadioFeatures: Sendable, Hashable, Codable {
    /// Advertising sets at a time.
    public var advertisingSets = 1
    /// Longest advertising data, bytes: 31, or up to 1650 where extended advertising is there.
    public var advertisingData = 31
    /// Physical layers it sends and receives on.
    public var phys: Set<PHY> = [.le1M]
    /// Whether credit-based channels can be opened and accepted.
    public var hasChannels = false
    /// Whether it can listen without asking advertisers for their scan responses.
    public var canScanPassively = true
    /// Whether reports have every advertisement, byte for byte; otherwise see
    /// `AdvertisementReport.isRebuilt`.
    public var hasWholeAdvertisements = true
    /// Whether `ConnectionParameters` are followed, and told of.
    public var canSetConnectionParameters = true
    /// Whether `AdvertisingParameters.interval` is followed.
    public var canSetAdvertisingInterval = true

    public init() {}
}

/// A physical layer (Core 5.4, Vol 6, Part A, section 2).
public enum PHY: UInt8, Sendable, Hashable, Codable, CaseIterable {
    /// 1 Mbit/s, which every device speaks.
    case le1M = 1
    /// 2 Mbit/s.
    case le2M = 2
    /// 125 or 500 kbit/s, for long range.
    case coded = 3
}

/// One advertisement on the air.
public protocol AdvertisingSet: AnyObject, Sendable {
    /// The address that others see now; nil where it is not known.
    var address: BluetoothAddress? { get }

    /// Changes what is sent, without a pause.
    func update(data: [UInt8], scanResponse: [UInt8]) async throws(RadioError)

    /// Stops. Nothing happens when it has stopped already.
    func stop() async

    /// Returns when the set is no longer on the air: stopped, or ended by the radio for the reason
    /// returned.
    func ended() async -> RadioError?
}
