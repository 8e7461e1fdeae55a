public import BluetoothLE

extension PeripheralManager {
    /// Advertises as an iBeacon of a region; nobody can connect to it.
    ///
    /// - Parameters:
    ///   - region: Its major and minor numbers, 0 where it leaves them open.
    ///   - measuredPower: Power received at 1 m, dBm, -128 to 127.
    /// - Throws: `PeripheralManagerError`, `AdvertisementBuilder.BuildError.outOfRange`.
    public func startAdvertising(region: BeaconRegion, measuredPower: Int = -59) async throws {
        let beacon = IBeacon(
            uuid: region.uuid,
            major: region.major ?? 0,
            minor: region.minor ?? 0,
            measuredPower: measuredPower
        )
        try await startAdvertising(.iBeacon(beacon))
    }

    /// Advertises as a beacon: an iBeacon, any Eddystone frame, or an AltBeacon.
    ///
    /// - Parameters:
    ///   - isConnectable: Whether centrals can connect to it and use the services.
    ///   - interval: Time between two advertisements, 20 ms to 10.24 s.
    /// - Throws: `PeripheralManagerError`, `AdvertisementBuilder.BuildError`.
    public func startAdvertising(
        _ beacon: Beacon,
        isConnectable: Bool = false,
        interval: ClosedRange<Duration> = .milliseconds(100)...(.milliseconds(150))
    ) async throws {
        let data = try beacon.advertisementData()
        try await startAdvertising(
            AdvertisingParameters(data: data) {
                $0.isConnectable = isConnectable
                $0.interval = interval
            }
        )
    }

    /// Changes the beacon that is advertised, without a pause, as a rotating identifier needs it.
    ///
    /// - Throws: `PeripheralManagerError`, `AdvertisementBuilder.BuildError`.
    public func updateAdvertising(_ beacon: Beacon) async throws {
        try await updateAdvertising(data: beacon.advertisementData())
    }
}
