import Beacons
import BluetoothLE
import Foundation
import TestSupport
import Testing

/// The examples of the catalogues of Beacons and BluetoothLE, compiled and run.
@Suite struct DocumentationTests {
    private static var bytes: [UInt8] {
        get throws {
            let file = Repository.top.appending(path: "fuzz/corpus/capture/btsnoop_h4")
            return Array(try Data(contentsOf: file))
        }
    }

    @Test func browseACapture() async throws {
        let bytes = try Self.bytes
        let browser = BeaconBrowser(kind: .beacon, filter: BrowserFilter(minimumRSSI: -80))
        let capture = try Capture(bytes)
        try await browser.scan(capture)
        for item in await browser.peripheralItems {
            print(item.displayedName, item.beacons, item.distance() ?? -1)
        }
        let items = await browser.peripheralItems
        #expect(items.count == 1 && items[0].beacons.map(\.kind) == [.iBeacon])
        #expect(items[0].reportCount == 2)
    }

    @Test func makeABeacon() throws {
        let beacon = Beacon.iBeacon(IBeacon(uuid: 0x1234, major: 1, minor: 7))
        let advertisement = Advertisement(try beacon.advertisementData())
        if case .iBeacon(let found)? = Beacon(advertisement) {
            print(found.major, found.minor, found.proximity(rssi: -63))
        }
        #expect(Beacon(advertisement) == beacon)
    }

    @Test func monitorARegion() {
        var monitor = RegionMonitor(
            limits: .init(enterRSSI: -75, stayRSSI: -85, exitDelay: .seconds(10))
        )
        monitor.add(BeaconRegion("shop", uuid: 0x1234, major: 1))
        let events = monitor.process(
            IBeacon(uuid: 0x1234, major: 1, minor: 7),
            rssi: -70,
            at: .zero
        )
        let later = monitor.advance(to: .seconds(10))
        let shop = BeaconRegion("shop", uuid: 0x1234, major: 1)
        #expect(events == [.entered(shop)] && later == [.left(shop)])
    }

    @Test func readACapture() throws {
        let bytes = try Self.bytes
        for report in try Capture(bytes) {
            let advertisement = report.advertisement
            print(
                report.address,
                report.rssi ?? 0,
                advertisement.name ?? "",
                advertisement.serviceUUIDs
            )
        }
        #expect(try Array(Capture(bytes)).count == 2)
    }

    @Test func buildAdvertisingData() throws {
        var builder = AdvertisementBuilder()
        try builder.add(flags: .default)
        try builder.add(serviceUUIDs: [0x180F])
        try builder.add(name: "Kitchen")
        let data = builder.bytes
        let advertisement = Advertisement(data)
        #expect(advertisement.name == "Kitchen" && advertisement.serviceUUIDs.contains(0x180F))
    }
}
