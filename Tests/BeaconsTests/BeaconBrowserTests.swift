import Beacons
import BluetoothLE
import Foundation
import Testing

@Suite struct BeaconBrowserTests {
    private static func iBeacon(_ minor: UInt16) throws -> [UInt8] {
        try Beacon.iBeacon(IBeacon(uuid: 0x1234, major: 1, minor: minor)).advertisementData()
    }

    private static func named(_ name: String) throws -> [UInt8] {
        var builder = AdvertisementBuilder()
        try builder.add(flags: .default)
        try builder.add(name: name)
        return builder.bytes
    }

    private static let module: [UInt8] = [
        0x0E, 0x16, 0xF0, 0xFF, 0x27, 0x02, 0x19, 0x92, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF, 0x64,
    ]
    private static let sensor: [UInt8] = [
        0x0B, 0xFF, 0xFF, 0xF0, 0x02, 0x64, 0x25, 0x03, 0x60, 0x05, 0x41, 0x42,
    ]

    @Test func eachKindListsItsDevicesAndFillsItsSections() async throws {
        let reports = [
            report(1, try Self.iBeacon(7)), report(2, Self.module + [0]),
            report(3, Self.sensor), report(4, try Self.named("phone")),
        ].map { report in
            var report = report
            if report.data.last == 0 { report.data.removeLast() }
            return report
        }
        for kind in [BrowserKind.beacon, .sensor, .setting] {
            let browser = BeaconBrowser(kind: kind)
            await browser.process(reports)
            let items = await browser.peripheralItems
            let address: UInt64 = [1, 3, 2][kind.rawValue]
            #expect(items.map(\.id.value) == [address], "\(kind)")
            #expect(items[0].beacons.isEmpty == (kind != .beacon))
            #expect(items[0].isSensor == (kind == .sensor))
            #expect(items[0].isBeaconModule == (kind == .setting))
        }
    }

    @Test func anyKindListsAll() async throws {
        let browser = BeaconBrowser(kind: .any)
        await browser.process(report(1, try Self.iBeacon(7)))
        await browser.process(report(3, Self.sensor))
        await browser.process(report(4, try Self.named("phone")))
        let items = await browser.peripheralItems
        #expect(items.map(\.displayedName) == ["", "", "phone"])
        #expect(!items[0].beacons.isEmpty && items[1].temperature == 25.3)
    }

    @Test func aModulesFrameIsDecoded() async throws {
        let browser = BeaconBrowser(kind: .setting)
        await browser.process(report(2, Self.module))
        await browser.process(
            report(2, try Self.named("FSC-BP108"), properties: [.legacy, .scanResponse])
        )
        let item = try #require(await browser.peripheralItems.first)
        #expect(item.modelIndex == 39 && item.macAddress == "AA:BB:CC:DD:EE:FF")
        #expect(item.nameSuffix == "DDEEFF" && item.firmwareVersion == "219" && item.battery == 100)
        #expect(item.hasPINCode && item.hasLED && item.hasKey && !item.hasBuzzer && !item.hasNFC)
        #expect(item.displayedName == "FSC-BP108" && item.isConnectable)
        await browser.setName("Feasycom", of: item.id)
        await browser.process(report(2, try Self.named("")))
        let renamed = try #require(await browser.peripheralItems.first)
        #expect(renamed.name == "Feasycom" && renamed.displayedName == "Feasycom")
    }

    @Test func aModuleBesideAnIBeaconIsRead() async throws {
        let browser = BeaconBrowser(kind: .any)
        await browser.process(report(1, try Self.iBeacon(7) + Self.module))
        let item = try #require(await browser.peripheralItems.first)
        #expect(item.isBeaconModule && item.beacons.count == 1)
    }

    @Test func unknownBitsFollowTheCallersLayout() async throws {
        var data = Self.module
        data[7] = 1 << 2  // the features
        let replaced = BeaconModule.FeatureBits(nfc: 1 << 3, longRange: 1 << 2)
        for (bits, nfc) in [(.assumed, true), (replaced, false)]
            as [(BeaconModule.FeatureBits, Bool)]
        {
            let browser = BeaconBrowser(kind: .setting, options: BrowserOptions(featureBits: bits))
            await browser.process(report(1, data))
            let item = try #require(await browser.peripheralItems.first)
            #expect(item.hasNFC == nfc && item.hasLongRange == !nfc && !item.hasPINCode)
        }
    }

    @Test func beaconsOfADeviceAreCollected() async throws {
        let browser = BeaconBrowser(kind: .beacon)
        let telemetry = EddystoneTLM(
            batteryVoltage: 3000,
            temperature: 20.5,
            advertisementCount: 1,
            uptime: .seconds(5)
        )
        var later = telemetry
        later.advertisementCount = 2
        for (index, beacon) in [Beacon.eddystoneTLM(telemetry), .eddystoneTLM(later)].enumerated() {
            await browser.process(report(1, try Self.iBeacon(7), at: index * 200))
            let data = try beacon.advertisementData()
            await browser.process(report(1, data, at: index * 200 + 100))
        }
        let item = try #require(await browser.peripheralItems.first)
        #expect(item.beacons.map(\.kind) == [.iBeacon, .tlm])
        #expect(item.latestBeacon == .eddystoneTLM(later) && item.beacons[1] == item.latestBeacon)
        #expect(item.advertisementIntervals == Array(repeating: .milliseconds(100), count: 3))
        #expect(item.advertisementRate == 10 && item.reportCount == 4)
        #expect(item.advertisementTimestamp == .milliseconds(300))
    }

    @Test("a shortened name does not replace the complete one; a different name does")
    func shortenedName() async throws {
        let browser = BeaconBrowser(kind: .any)
        func name() async -> String? { await browser.peripheralItems.first?.advertisingName }
        func advertise(_ type: UInt8, _ text: String) async {
            let data = [UInt8(text.utf8.count + 1), type] + text.utf8
            await browser.process(report(1, data))
        }
        await advertise(0x08, "Sen")
        #expect(await name() == "Sen")
        await advertise(0x09, "Sensor 12")
        await advertise(0x08, "Sensor")
        #expect(await name() == "Sensor 12")
        await advertise(0x09, "Sensor 1")
        #expect(await name() == "Sensor 1")
        await advertise(0x08, "Lamp")
        #expect(await name() == "Lamp")
    }

    @Test("a filter file with a missing key keeps the others; a file without a filter is reported")
    func incompleteFilterFile() async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "filter-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows: [(String, BrowserFilter?)] = [
            (#"{"minimumRSSI": -70}"#, BrowserFilter(minimumRSSI: -70)),
            (#"{"name": "Door"}"#, BrowserFilter(filtersByName: true, name: "Door")),
            (#"{"name": "Door", "filtersByName": false}"#, BrowserFilter(name: "Door")),
            (#"{"minimumRSSI": "x"}"#, nil), ("", nil), ("[]", nil),
        ]
        for (text, filter) in rows {
            try Data(text.utf8).write(to: file)
            let browser = BeaconBrowser(kind: .beacon, filterFile: file)
            #expect(await browser.filter == filter ?? .everything, "\(text)")
            #expect((browser.filterProblem != nil) == (filter == nil), "\(text)")
        }
        try FileManager.default.removeItem(at: file)
        #expect(BeaconBrowser(kind: .beacon, filterFile: file).filterProblem == nil)
    }

    @Test func filterAndShouldAddKeepDevicesOut() async throws {
        let browser = BeaconBrowser(
            kind: .beacon,
            filter: BrowserFilter(filtersByName: true, name: "shop", minimumRSSI: -80)
        ) { $0.id.value != 3 }
        var all = AdvertisementBuilder(limit: 62)
        try all.add(name: "SHOP 1")
        try Beacon.iBeacon(IBeacon(uuid: 1, major: 1, minor: 1)).add(to: &all)
        await browser.process(report(1, all.bytes, rssi: -70))
        await browser.process(report(2, all.bytes, rssi: -90))
        await browser.process(report(3, all.bytes, rssi: -70))
        await browser.process(report(4, try Self.iBeacon(1), rssi: -70))
        await browser.process(report(5, all.bytes, rssi: nil))
        #expect(await browser.peripheralItems.map(\.id.value) == [1])
        await browser.process(report(2, all.bytes, rssi: -80))
        #expect(await browser.count == 2)
    }

    @Test func theFilterIsSavedAndLoaded() async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "filter-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let filter = BrowserFilter(filtersByName: true, name: "Büro", minimumRSSI: -77)
        let first = BeaconBrowser(kind: .beacon, filterFile: file)
        #expect(await first.filter == .everything)
        await first.setFilter(filter)
        try await first.saveFilter()
        #expect(await BeaconBrowser(kind: .sensor, filterFile: file).filter == filter)
    }

    @Test func scanClearsAndKeepsToTheServices() async throws {
        let browser = BeaconBrowser(kind: .beacon)
        await browser.process(report(9, try Self.iBeacon(1)))
        var uid = AdvertisementBuilder()
        try Beacon.eddystoneEID(EddystoneEID(powerAt0m: -20, id: [1, 2, 3, 4, 5, 6, 7, 8]))
            .add(to: &uid)
        let reports = [report(1, try Self.iBeacon(1)), report(2, uid.bytes)]
        let stream = AsyncStream { continuation in
            for report in reports { continuation.yield(report) }
            continuation.finish()
        }
        try await browser.scan(stream, services: [0xFEAA])
        #expect(await browser.peripheralItems.map(\.id.value) == [2])
        #expect(await !browser.isScanning)
    }

    @Test func eventsReportChanges() async throws {
        let browser = BeaconBrowser(
            kind: .beacon,
            options: BrowserOptions(lifetime: .seconds(10))
        )
        let events = await browser.events
        await browser.setState(.poweredOn)
        await browser.process(report(1, try Self.iBeacon(1), rssi: -60))
        await browser.process(report(1, try Self.iBeacon(1), rssi: -50, at: 100))
        await browser.process(
            report(1, try Self.named("x"), at: 200, properties: [.legacy, .scanResponse])
        )
        await browser.process(report(2, try Self.iBeacon(2), rssi: -40, at: 5000))
        await browser.sortByRSSI()
        #expect(await browser.peripheralItems.map(\.id.value) == [2, 1])
        await browser.setName("door", of: BluetoothAddress(value: 1, kind: .random))
        await browser.expire(at: .seconds(12))
        var told: [String] = []
        for await event in events {
            switch event {
            case .stateChanged(let state): told.append("\(state)")
            case .added(let item): told.append("added \(item.id.value)")
            case .rssiChanged(let item): told.append("rssi \(item.id.value) \(item.rssi ?? 0)")
            case .advertisingNameChanged(let item): told.append("advertised \(item.displayedName)")
            case .nameChanged(let item): told.append("named \(item.name ?? "")")
            case .removed(let item): told.append("removed \(item.id.value)")
            case .listChanged: told.append("list")
            }
            if told.last == "removed 1" { break }
        }
        #expect(
            told == [
                "poweredOn", "added 1", "rssi 1 -50", "advertised x", "rssi 1 -60", "added 2",
                "list", "named door", "removed 1",
            ]
        )
        #expect(await browser.count == 1)
    }

    @Test func connectedDevicesAreListedSeparately() async throws {
        let browser = BeaconBrowser(kind: .beacon)
        for number in 1...3 {
            await browser.process(report(UInt64(number), try Self.iBeacon(1)))
        }
        await browser.setConnected(true, BluetoothAddress(value: 2, kind: .random))
        #expect(await browser.connectedPeripheralItems.map(\.id.value) == [2])
    }

    @Test("a connected device that left the list is listed with its last report")
    func connectedDeviceThatExpires() async throws {
        let browser = BeaconBrowser(
            kind: .beacon,
            options: BrowserOptions(lifetime: .seconds(10))
        )
        let address = BluetoothAddress(value: 1, kind: .random)
        await browser.process(report(1, try Self.iBeacon(1)))
        await browser.setConnected(true, address)
        let last = try Self.iBeacon(2)
        await browser.process(report(1, last, at: 1000))
        await browser.expire(at: .seconds(100))
        #expect(await browser.count == 0)
        #expect(await browser.connectedPeripheralItems.map(\.advertisement.bytes) == [last])
    }

    @Test func distanceStatesItsSource() async throws {
        let browser = BeaconBrowser(kind: .any)
        let uid = EddystoneUID(powerAt0m: -18, namespace: [1], instance: [2])
        let telemetry = EddystoneTLM(
            batteryVoltage: 3000,
            temperature: nil,
            advertisementCount: 1,
            uptime: .zero
        )
        await browser.process(report(1, try Beacon.eddystoneUID(uid).advertisementData()))
        let data = try Beacon.eddystoneTLM(telemetry).advertisementData()
        await browser.process(report(1, data))
        var powered = AdvertisementBuilder()
        try powered.add(txPower: 4)
        await browser.process(report(2, powered.bytes, rssi: -58))
        await browser.process(report(3, try Self.named("mute")))
        await browser.process(report(4, try Self.iBeacon(1), rssi: nil))
        let items = await browser.peripheralItems
        #expect(items.map(\.powerBasis) == [.measuredPower, .txPower, nil, .measuredPower])
        #expect(items.map(\.measuredPower) == [-59, -58, nil, -59])
        #expect(items.map { $0.distance() != nil } == [true, true, false, false])
        #expect(abs(try #require(items[1].distance()) - 1) < 0.03)
    }

    /// As many devices as the table's default limit, half of them silent for the lifetime.
    @Test func silentDevicesExpire() async throws {
        let browser = BeaconBrowser(
            kind: .beacon,
            options: BrowserOptions(lifetime: .seconds(60))
        )
        let data = try Self.iBeacon(1)
        await browser.process((1...100_000).map { report(UInt64($0), data, at: $0) })
        #expect(await browser.count == 60_001, "the first were silent by then")
        await browser.expire(at: .seconds(110))
        #expect(await browser.count == 50_001)
        #expect(await browser.peripheralItems.first?.id.value == 50_000)
        await browser.process((1...60_000).map { report(UInt64($0), data, at: 110_000) })
        let items = await browser.peripheralItems
        #expect(items.count == 100_000 && items.first?.id.value == 50_000)
    }

    /// 100 000 devices pass through a table of 10 000: it stays bounded and keeps the newest, in order.
    @Test func aFullTableDropsTheOldest() async throws {
        let browser = BeaconBrowser(kind: .beacon, options: BrowserOptions(capacity: 10_000))
        let data = try Self.iBeacon(1)
        await browser.process((1...100_000).map { report(UInt64($0), data, at: $0) })
        let items = await browser.peripheralItems
        #expect(items.count == 10_000 && items.first?.id.value == 90_001)
        #expect(items.last?.id.value == 100_000)
        #expect(await browser.item(BluetoothAddress(value: 5, kind: .random)) == nil)
    }
}
