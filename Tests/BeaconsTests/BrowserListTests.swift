import Beacons
import BluetoothLE
import Testing

/// The list of a browser: its order, its limits, and the fields of its items.
@Suite struct BrowserListTests {
    private func address(_ number: UInt64) -> BluetoothAddress {
        BluetoothAddress(value: number, kind: .random)
    }

    private func iBeacon(_ minor: UInt16) throws -> [UInt8] {
        try Beacon.iBeacon(IBeacon(uuid: 0x1234, major: 1, minor: minor)).advertisementData()
    }

    private func named(_ name: String, services: [BluetoothUUID] = []) throws -> [UInt8] {
        var builder = AdvertisementBuilder()
        try builder.add(name: name)
        if !services.isEmpty { try builder.add(serviceUUIDs: services) }
        return builder.bytes
    }

    @Test func anItemHasTheDeviceAsReceived() async throws {
        let browser = BeaconBrowser(kind: .any)
        let data = try named("a", services: [0x180F])
        await browser.process(report(1, data, rssi: -70, at: 1000))
        await browser.process(report(1, data, rssi: -60, at: 1100))
        let response = try named("abc", services: [0x180A])
        await browser.process(
            report(1, response, rssi: -50, at: 1101, properties: [.legacy, .scanResponse])
        )
        let item = try #require(await browser.item(address(1)))
        #expect(item.id == address(1) && item.uuid == address(1).description)
        #expect(item.isConnectable && !item.isConnected && item.name == nil)
        #expect(item.advertisingName == "abc" && item.displayedName == "abc")
        #expect(item.rssi == -50 && item.rssiHistory == [-70, -60, -50])
        #expect(item.serviceUUIDs == [0x180F, 0x180A] && item.reportCount == 3)
        #expect(item.advertisementTimestamp == .milliseconds(1101))
        #expect(item.advertisement.bytes == data && item.scanResponse?.bytes == response)
        // a scan response is no advertisement of its own
        #expect(item.advertisementIntervals == [.milliseconds(100)])
        #expect(item.advertisementInterval == .milliseconds(100) && item.advertisementRate == 10)
        // no longer connectable
        await browser.process(report(1, data, at: 1200, properties: .legacy))
        #expect(await browser.item(address(1))?.isConnectable == false)
        #expect(await browser.item(address(2)) == nil)
        #expect(await browser.count == 1)
        let none = try #require(await browser.peripheralItems.first)
        #expect(none.modelIndex == -1 && none.battery == -1 && none.macAddress == nil)
        #expect(!none.hasPINCode && !none.hasNFC && !none.hasLongRange && !none.hasLED)
        #expect(!none.hasBuzzer && !none.hasGSensor && !none.hasKey && !none.isBeaconModule)
        #expect(none.temperature == nil && none.humidity == nil && none.nameSuffix == nil)
    }

    /// The last 16 different beacons of a device are kept.
    @Test func beaconsAreLimited() async throws {
        let browser = BeaconBrowser(kind: .beacon)
        for minor in 1...16 as ClosedRange<UInt16> {
            await browser.process(report(1, try iBeacon(minor)))
        }
        // a repeated one takes no room
        await browser.process(report(1, try iBeacon(3)))
        func minors() async -> [UInt16] {
            await (browser.peripheralItems.first?.beacons ?? []).compactMap {
                if case .iBeacon(let beacon) = $0 { beacon.minor } else { nil }
            }
        }
        #expect(await minors() == Array(1...16))
        await browser.process(report(1, try iBeacon(17)))
        #expect(await minors() == Array(2...17))
        let latest = await browser.peripheralItems.first?.latestBeacon
        #expect(latest == .iBeacon(IBeacon(uuid: 0x1234, major: 1, minor: 17)))
    }

    /// Older than the lifetime; a device as old as it stays.
    @Test func devicesExpireAfterTheLifetime() async throws {
        let browser = BeaconBrowser(kind: .any, options: BrowserOptions(lifetime: .seconds(10)))
        await browser.process(report(1, [], at: 1000))
        await browser.process(report(2, [], at: 2000))
        for (time, count) in [(5000, 2), (10_000, 2), (11_000, 2), (11_001, 1), (12_000, 1)] {
            await browser.expire(at: .milliseconds(time))
            #expect(await browser.count == count, "\(time)")
        }
        // a report expires others
        await browser.process(report(3, [], at: 12_001))
        #expect(await browser.peripheralItems.map(\.id.value) == [3])
        // a negative time is that of the start
        await browser.process(report(4, [], at: -5))
        await browser.expire(at: .seconds(-1))
        #expect(await browser.count == 2)
        let eternal = BeaconBrowser(kind: .any)
        await eternal.process(report(1, []))
        await eternal.expire(at: .seconds(1 << 30))
        #expect(await eternal.count == 1)
    }

    /// Gaps of removed devices are closed now and then; the order stays.
    @Test(arguments: [64, 65, 66, 99, 100, 101, 102, 150, 200])
    func theOrderStaysWhileDevicesExpire(_ gone: Int) async throws {
        let browser = BeaconBrowser(kind: .any, options: BrowserOptions(lifetime: .seconds(10)))
        await browser.process((1...200).map { report(UInt64($0), [], at: $0) })
        await browser.expire(at: .milliseconds(10_001 + gone))
        var expected = gone < 200 ? Array(UInt64(gone + 1)...200) : []
        #expect(await browser.peripheralItems.map(\.id.value) == expected)
        #expect(await browser.count == 200 - gone)
        // old and new devices after it
        await browser.process(report(1000, [], at: 10_001 + gone))
        expected.append(1000)
        #expect(await browser.peripheralItems.map(\.id.value) == expected)
        for number in expected { #expect(await browser.item(address(number)) != nil) }
        await browser.expire(at: .seconds(40))
        #expect(await browser.count == 0)
        #expect(await browser.peripheralItems.isEmpty)
    }

    @Test func theListIsSortedOnce() async throws {
        let browser = BeaconBrowser(kind: .any, options: BrowserOptions(lifetime: .seconds(10)))
        for (number, rssi) in [(1, -70), (2, nil), (3, -40), (4, -90), (5, -40)] as [(UInt64, Int?)]
        {
            await browser.process(report(number, [], rssi: rssi, at: Int(number)))
        }
        await browser.sortByRSSI()
        #expect(Set(await browser.peripheralItems.prefix(2).map(\.id.value)) == [3, 5])
        #expect(await browser.peripheralItems.dropFirst(2).map(\.id.value) == [1, 4, 2])
        await browser.process(report(6, [], rssi: -20, at: 6))
        #expect(await browser.peripheralItems.last?.id.value == 6)
        await browser.expire(at: .milliseconds(10_002))
        #expect(await browser.peripheralItems.dropFirst(2).map(\.id.value) == [4, 2, 6])
        await browser.clear()
        #expect(await browser.count == 0)
        #expect(await browser.item(address(3)) == nil)
    }

    @Test func aServiceMayBeInEitherPart() async throws {
        let browser = BeaconBrowser(kind: .any)
        await browser.clear(services: [0x180F, 0x1805])
        await browser.process(report(1, try named("a", services: [0x180F])))
        await browser.process(report(2, try named("b", services: [0x180A])))
        await browser.process(report(3, []))
        await browser.process(
            report(3, try named("c", services: [0x1805]), properties: [.legacy, .scanResponse])
        )
        #expect(await browser.peripheralItems.map(\.id.value) == [1, 3])
    }

    @Test func aRemovedItemHasNoSignal() async throws {
        let browser = BeaconBrowser(kind: .any, options: BrowserOptions(capacity: 1))
        let events = await browser.events
        await browser.process(report(1, try named("a")))
        await browser.process(report(2, []))
        var removed: PeripheralItem?
        for await case .removed(let item) in events {
            removed = item
            break
        }
        let item = try #require(removed)
        #expect(item.id == address(1) && item.advertisingName == "a" && item.rssi == nil)
        #expect(item.smoothedRSSI == nil && item.rssiHistory.isEmpty && item.reportCount == 0)
        #expect(await browser.peripheralItems.map(\.id.value) == [2])
    }

    @Test func connectionsAndNamesAreKept() async throws {
        let browser = BeaconBrowser(kind: .any, options: BrowserOptions(lifetime: .seconds(10)))
        for number in 1...2 as ClosedRange<UInt64> { await browser.process(report(number, [])) }
        await browser.setConnected(true, address(2))
        await browser.setConnected(true, address(2))
        await browser.setConnected(true, address(1))
        await browser.setName("two", of: address(2))
        #expect(await browser.connectedPeripheralItems.map(\.id.value) == [2, 1])
        #expect(await browser.connectedPeripheralItems.map(\.name) == ["two", nil])
        #expect(await browser.item(address(2))?.isConnected == true)
        // it expires and returns, with its name and its connection
        await browser.expire(at: .seconds(20))
        #expect(await browser.count == 0)
        #expect(await browser.connectedPeripheralItems.map(\.isConnected) == [true, true])
        await browser.process(report(2, [], at: 20_000))
        let item = try #require(await browser.item(address(2)))
        #expect(item.isConnected && item.name == "two")
        await browser.setConnected(false, address(2))
        #expect(await browser.item(address(2))?.isConnected == false)
        #expect(await browser.connectedPeripheralItems.map(\.id.value) == [1])
        // a cleared list forgets them
        await browser.clear()
        #expect(await browser.connectedPeripheralItems.isEmpty)
    }

    @Test func onlyChangesAreReported() async throws {
        let browser = BeaconBrowser(kind: .any)
        let events = await browser.events
        await browser.setState(.poweredOn)
        await browser.setState(.poweredOn)
        await browser.process(report(1, []))
        await browser.setName("a", of: address(1))
        await browser.setName("a", of: address(1))
        await browser.setName("b", of: address(2))
        await browser.clear()
        var count = (states: 0, names: 0)
        for await event in events {
            if case .stateChanged = event { count.states += 1 }
            if case .nameChanged = event { count.names += 1 }
            if case .listChanged = event { break }
        }
        #expect(count.states == 1 && count.names == 1)
        #expect(await browser.state == .poweredOn)
    }

    /// What a report changes, for a display of many devices.
    @Test func reportsOfListedDevices() async throws {
        let browser = BeaconBrowser(kind: .beacon)
        let data = try iBeacon(1)
        let response = try named("abc")
        let listed = await browser.list([
            report(9, []), report(1, data, rssi: -50), report(1, data, at: 100),
            report(1, try iBeacon(2), at: 200),
            report(1, response, at: 201, properties: [.legacy, .scanResponse]),
            report(1, response, at: 301, properties: [.legacy, .scanResponse]),
            report(1, try iBeacon(2), at: 400, properties: .legacy),
        ])
        #expect(listed.map(\.isNew) == [true, false, false, false, false, false])
        #expect(listed.map(\.reportCount) == [1, 2, 3, 4, 5, 6])
        #expect(listed.map { $0.item != nil } == listed.map(\.isNew))
        // all have the same place, which is the second in the table
        #expect(listed.allSatisfy { $0.place == 1 })
        #expect(listed.map { $0.details != nil } == [true, false, true, true, false, true])
        #expect(listed[0].details?.advertisement.bytes == data && listed[0].smoothedRSSI == -50)
        #expect(listed[2].details?.beacons.count == 2 && listed[2].details?.displayedName == "")
        #expect(listed[3].details?.advertisement.bytes == response)
        #expect(listed[3].details?.advertisingName == "abc")
        #expect(
            listed[3].details?.displayedName == "abc" && listed[3].details?.isConnectable == true
        )
        #expect(listed[5].details?.isConnectable == false)
        #expect(listed[0].interval == nil && listed[1].interval == .milliseconds(100))
        #expect(listed[0].details?.power?.basis == .measuredPower)
    }

    private let region = BeaconRegion("a", uuid: 0x1234)

    /// Entered at -60, kept at -80, left 10 s after the last one that was strong enough.
    @Test func regionsHaveTwoLimits() {
        var monitor = RegionMonitor(
            limits: .init(enterRSSI: -60, stayRSSI: -80, exitDelay: .seconds(10))
        )
        monitor.add(region)
        let beacon = IBeacon(uuid: 0x1234, major: 1, minor: 1)
        #expect(monitor.process(beacon, rssi: -61, at: .zero).isEmpty && monitor.present.isEmpty)
        #expect(monitor.deadline == nil)
        // an unknown RSSI only keeps a region
        #expect(monitor.process(beacon, rssi: nil, at: .zero).isEmpty)
        #expect(monitor.process(beacon, rssi: -60, at: .seconds(1)) == [.entered(region)])
        #expect(monitor.present == [region] && monitor.deadline == .seconds(11))
        #expect(monitor.process(beacon, rssi: -80, at: .seconds(5)).isEmpty)
        #expect(monitor.deadline == .seconds(15))
        #expect(monitor.process(beacon, rssi: nil, at: .seconds(6)).isEmpty)
        #expect(monitor.deadline == .seconds(16))
        #expect(monitor.process(beacon, rssi: -81, at: .seconds(7)).isEmpty)
        #expect(monitor.deadline == .seconds(16))
        #expect(monitor.advance(to: .milliseconds(15_999)).isEmpty)
        #expect(monitor.advance(to: .seconds(16)) == [.left(region)])
        #expect(monitor.present.isEmpty && monitor.advance(to: .seconds(99)).isEmpty)
    }

    @Test func regionsAreReportedInOrder() {
        var monitor = RegionMonitor()
        let regions = ["c", "a", "b"].map { BeaconRegion($0, uuid: 0x1234) }
        for region in regions { monitor.add(region) }
        monitor.add(BeaconRegion("x", uuid: 0x9999))
        let beacon = IBeacon(uuid: 0x1234, major: 1, minor: 1)
        let sorted = regions.sorted { $0.id < $1.id }
        #expect(monitor.process(beacon, rssi: -127, at: .zero) == sorted.map { .entered($0) })
        #expect(monitor.present == sorted)
        monitor.remove(id: "b")
        #expect(monitor.present.map(\.id) == ["a", "c"] && monitor.deadline == .seconds(30))
        #expect(monitor.advance(to: .seconds(30)).count == 2)
        #expect(monitor.process(beacon, rssi: -1, at: .seconds(40)).count == 2)
        let limits = RegionMonitor.Limits(enterRSSI: -60, stayRSSI: -50, exitDelay: .zero)
        #expect(limits.stayRSSI == -60 && RegionMonitor.Limits.default.enterRSSI == -127)
        #expect(RegionMonitor.Limits.default.stayRSSI == -127)
    }
}
