import BluetoothLE
import Testing

@testable import CoreBluetooth

/// The memory of a scan.
@Suite struct FoundDevicesTests {
    private func report(_ device: UInt64) -> AdvertisementReport {
        AdvertisementReport(address: BluetoothAddress(value: device), data: [2, 1, 6])
    }

    /// Devices that change their address have no end.
    @Test func aScanKeepsTheLastDevicesOnly() {
        var found = FoundDevices(services: [], duplicates: false)
        for device in 0..<30_000 as Range<UInt64> {
            #expect(found.receive(report(device)) != nil)
            #expect(found.count <= 10_000)
        }
        for device in 25_000..<30_000 as Range<UInt64> {
            #expect(found.receive(report(device)) == nil, "reported twice")
        }
        #expect(found.receive(report(0)) != nil, "forgotten long ago")
    }

    /// One that is received all the time is not forgotten for the others.
    @Test func aDeviceThatGoesOnIsReportedOnce() {
        var found = FoundDevices(services: [], duplicates: false)
        #expect(found.receive(report(0)) != nil)
        for device in 1..<30_000 as Range<UInt64> {
            _ = found.receive(report(device))
            #expect(found.receive(report(0)) == nil)
        }
    }
}
