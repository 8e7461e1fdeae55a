import AccessoryConcurrency
import Beacons
import BluetoothLE
import Testing

/// A peripheral manager as a beacon, received on a virtual air.
@Suite(.timeLimit(.minutes(20))) struct BeaconAdvertisingTests {
    private static let uuid = BluetoothUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!

    private static let beacons: [Beacon] = [
        .eddystoneUID(
            EddystoneUID(
                powerAt0m: -18,
                namespace: Array(0..<10),
                instance: Array(10..<16)
            )
        ),
        .eddystoneURL(EddystoneURL(powerAt0m: -18, url: "https://example.com")),
        .eddystoneTLM(
            EddystoneTLM(
                batteryVoltage: 3000,
                temperature: 21.5,
                advertisementCount: 7,
                uptime: .seconds(60)
            )
        ),
        .altBeacon(
            AltBeacon(company: 0x0118, id: Array(0..<20), measuredPower: -59, reserved: 3)
        ),
        .iBeacon(IBeacon(uuid: uuid, major: 1, minor: 2, measuredPower: -59)),
    ]

    @Test func everyKindIsReceivedAsAdvertised() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let radio = air.addAdapter()
        let manager = PeripheralManager(radio: radio, clock: clock)
        let phone = Central(radio: air.addAdapter(), clock: clock)
        try await clock.run {
            for beacon in Self.beacons {
                try await manager.startAdvertising(beacon)
                for try await report in try await phone.scan(timeout: .seconds(10)) {
                    #expect(Beacon(report.advertisement) == beacon)
                    #expect(!report.properties.contains(.connectable))
                    break
                }
                try await manager.stopAdvertising()
            }
        }
    }

    @Test func aRegionIsAdvertisedAsAnIBeacon() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let manager = PeripheralManager(radio: air.addAdapter(), clock: clock)
        let phone = Central(radio: air.addAdapter(), clock: clock)
        try await clock.run {
            let region = BeaconRegion("door", uuid: Self.uuid, major: 7)
            try await manager.startAdvertising(region: region)
            for try await report in try await phone.scan(timeout: .seconds(10)) {
                let wanted = IBeacon(uuid: Self.uuid, major: 7, minor: 0, measuredPower: -59)
                #expect(Beacon(report.advertisement) == .iBeacon(wanted))
                break
            }
        }
    }
}
