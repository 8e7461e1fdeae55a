public import BluetoothLE

extension PeripheralManager {
    /// Advertises a region as an iBeacon that is not connectable.
    ///
    /// - Parameters:
    ///   - region: The region; unset major and minor numbers are sent as 0.
    ///   - measuredPower: Power received at 1 m in dBm, -128 to 127.
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
    ///   - beacon: The frame to advertise.
    ///   - isConnectable: Whether centrals can connect and use the services.
    ///   - interval: Advertising interval, 20 ms to 10.24 s.
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

    /// Changes the advertised beacon without a pause, for example for a rotating identifier.
    ///
    /// - Throws: `PeripheralManagerError`, `AdvertisementBuilder.BuildError`.
    public func updateAdvertising(_ beacon: Beacon) async throws {
        try await updateAdvertising(data: beacon.advertisementData())
    }
}
