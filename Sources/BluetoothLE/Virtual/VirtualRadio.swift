internal import AccessoryConcurrency

/// An adapter on a virtual air.
public final class VirtualRadio: Radio {
    let air: VirtualAir
    let id: AirState.RadioID
    public let name: String
    let ownAddress: BluetoothAddress
    public let features: RadioFeatures
    public let links = RadioLinks()
    /// Maximum payload of its link layer in bytes: 27 to 251.
    let dataLength = 251
    private let announcements = Broadcaster<RadioState>(replaying: .poweredOn)

    init(
        air: VirtualAir,
        id: AirState.RadioID,
        name: String,
        address: BluetoothAddress,
        features: RadioFeatures
    ) {
        self.air = air
        self.id = id
        self.name = name
        ownAddress = address
        self.features = features
    }

    public var address: BluetoothAddress? { ownAddress }

    public var states: AsyncStream<RadioState> { announcements.stream() }

    func states(_ state: RadioState, isLast: Bool = false) {
        announcements.send(state)
        if isLast { announcements.finish() }
    }

    /// Turns the adapter on or off.
    public func setPower(_ isOn: Bool) throws(RadioError) {
        try air.setPower(isOn, of: self)
    }

    /// Restarts the adapter. This ends its activity, as turning it off does.
    public func reset() throws(RadioError) {
        try air.setPower(false, of: self)
        states(.resetting)
        try air.setPower(true, of: self)
    }

    public func scan(
        _ parameters: ScanParameters
    ) throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
        try air.scan(parameters, by: self)
    }

    public func advertise(
        _ parameters: AdvertisingParameters
    ) throws(RadioError) -> any AdvertisingSet {
        try air.advertise(parameters, by: self)
    }

    public func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection {
        try await air.connect(to: address, parameters, by: self)
    }

    public func incomingConnections()
        throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        try air.incomingConnections(of: self)
    }

    public func setPairingAgent(_ agent: PairingAgent?) throws(RadioError) {
        air.change { state, _ in state.radios[id]?.agent = agent }
    }

    public func bonds() -> [BluetoothAddress] {
        air.change { state, _ in
            (state.radios[id]?.bonds ?? [:]).keys.sorted { $0.value < $1.value }
        }
    }

    public func removeBond(with address: BluetoothAddress) {
        air.change { state, _ in state.radios[id]?.bonds[address] = nil }
    }
}

/// An advertising set on a virtual air.
final class VirtualAdvertisingSet: AdvertisingSet {
    let address: BluetoothAddress?
    private let air: VirtualAir
    private let id: AirState.SetID
    private let ending = Completion<RadioError?>()

    init(air: VirtualAir, address: BluetoothAddress?, id: AirState.SetID) {
        self.air = air
        self.address = address
        self.id = id
    }

    func update(data: [UInt8], scanResponse: [UInt8]) throws(RadioError) {
        try air.update(id, data: data, scanResponse: scanResponse)
    }

    func stop() {
        air.stop(id)
    }

    func end(_ error: RadioError?) {
        ending.complete(error)
    }

    func ended() async -> RadioError? {
        await ending.cause()
    }
}
