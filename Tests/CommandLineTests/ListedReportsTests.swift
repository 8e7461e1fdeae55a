import AccessoryBase
import Foundation
import Testing

@testable import Beacons
@testable import BluetoothLE
@testable import accessory

/// `accessory scan` of captures: JSON with its cache, rows, lines and tables.
@Suite struct ListedReportsTests {
    private static func address(_ number: UInt64) -> BluetoothAddress {
        BluetoothAddress(value: 0xC000_0000_0000 + number, kind: .random)
    }

    private static func report(
        _ number: UInt64,
        _ data: [UInt8],
        rssi: Int = -62,
        turn: Int = 0,
        isResponse: Bool = false
    ) -> AdvertisementReport {
        AdvertisementReport(
            address: address(number),
            properties: isResponse ? [.legacy, .scanResponse] : [.legacy, .connectable],
            rssi: rssi,
            time: .milliseconds(1000 + 100 * turn),
            data: data
        )
    }

    private static func json(_ value: some JSONWritable) -> String {
        var text = JSONWriter(isExact: true)
        value.write(&text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A name, and a transmit power of 0 dBm.
    private static let door: [UInt8] = [0x05, 0x09] + Array("Door".utf8) + [0x02, 0x0A, 0x00]
    /// Govee H5075, which is recognised by its name; its name.
    private static let govee: [UInt8] = [
        0x09, 0xFF, 0x88, 0xEC, 0x00, 0x03, 0x94, 0x47, 0x58, 0x00,
    ]
    private static let goveeName: [UInt8] = [0x0D, 0x09] + Array("GVH5075_1234".utf8)
    private static let flags: [UInt8] = [0x02, 0x01, 0x06]

    /// The repeated, the changed and the first data give the same JSON as a single report.
    @Test func theCacheChangesNothing() async throws {
        let iBeacon = IBeacon(uuid: BluetoothUUID(0x1234), major: 1, minor: 2, measuredPower: -59)
        let beacon = try Beacon.iBeacon(iBeacon).advertisementData()
        let steps: [(UInt64, [UInt8], Bool)] = [
            (1, Self.door, false), (2, Self.govee, false), (1, Self.door, false),
            (2, Self.govee, false), (1, Self.door, false), (2, Self.govee, false),
            (2, Self.goveeName, true), (2, Self.govee, false), (2, Self.goveeName, true),
            (2, Self.goveeName, true), (2, Self.govee, false), (2, Self.govee, false),
            (1, Self.flags, false), (1, Self.flags, false), (1, Self.door, false),
            (1, beacon, false), (1, beacon, false), (1, beacon, false),
            (3, [0x05, 0x09, 0x41], false),
            (3, [0x05, 0x09, 0x41], false), (3, [0x05, 0x09, 0x41], false), (1, Self.door, true),
        ]
        let sensors = SensorReader()
        let browser = BeaconBrowser(kind: .any)
        var writer = ScanJSON(sensors: sensors)
        var (name, readings) = (String?.none, 0)
        var counts: [UInt64: Int] = [:]
        for (turn, (number, data, isResponse)) in steps.enumerated() {
            let report = Self.report(
                number,
                data,
                rssi: -60 - turn % 3,
                turn: turn,
                isResponse: isResponse
            )
            let listed = await browser.list([report])
            try #require(listed.count == 1)
            let line = Self.lines(writer.lines(of: listed))
            try #require(line.count == 1)
            if number == 2, isResponse { name = "GVH5075_1234" }
            let record = AdvertRecord(
                report.advertisement,
                report,
                name: number == 2 ? name : nil,
                sensors: sensors
            )
            if record.sensor != nil { readings += 1 }
            #expect(
                line[0].hasPrefix("{\"advertisement\":\(Self.json(record))"),
                "\(turn): \(line[0])"
            )
            counts[number, default: 0] += 1
            let item = try #require(await browser.item(report.address))
            #expect(item.reportCount == counts[number])
            var rest = JSONWriter(isExact: true)
            rest.object { json in
                json.member("advertisementRate", item.advertisementRate)
                json.member("beacons", item.beacons.map(BeaconRecord.init))
                json.member("connectable", item.isConnectable)
                json.member("distance", item.distance())
                json.member("distanceBasis", item.powerBasis?.rawValue)
                json.member("name", item.displayedName)
                json.member("reports", counts[number])
                json.member("smoothedRSSI", item.smoothedRSSI)
            }
            let wanted = String(decoding: rest.bytes.dropFirst(), as: UTF8.self)
            #expect(line[0].hasSuffix("," + wanted), "\(turn): \(line[0]) \(wanted)")
        }
        #expect(readings > 4)
    }

    private static func capture(_ reports: [CaptureBytes.Heard]) throws -> (Scratch, String) {
        let scratch = try Scratch()
        try CaptureBytes.make(.btsnoopHCI, reports).write(to: scratch.url("capture"))
        return (scratch, scratch.url("capture").path)
    }

    private static func heard(_ address: UInt8, _ rssi: Int, _ data: [UInt8], _ time: Int)
        -> CaptureBytes.Heard
    {
        .init(address: address, rssi: rssi, data: data, time: 1_700_000_000_000 + time)
    }

    @Test func newDevicesAndTheTable() async throws {
        let (scratch, path) = try Self.capture([
            Self.heard(1, -70, Self.flags, 0), Self.heard(2, -50, Self.door, 100),
            Self.heard(1, -71, Self.flags, 200), Self.heard(3, -90, Self.flags, 300),
        ])
        defer { withExtendedLifetime(scratch) {} }
        let heading = "ADDRESS           NAME          RSSI     m SENDS"
        let lines = [
            "C0:00:00:00:00:01  -70 dBm  -", "C0:00:00:00:00:02  -50 dBm  -  \"Door\"",
            "C0:00:00:00:00:03  -90 dBm  -",
        ]
        let end = await LocalTool.run(["scan", "--source", path])
        #expect(end.failure == nil && end.errors.isEmpty)
        #expect(end.output.prefix(4).elementsEqual(lines + [heading]))
        let rows = end.output.dropFirst(4).map { String($0.prefix(17)) }
        #expect(rows == ["C0:00:00:00:00:01", "C0:00:00:00:00:02", "C0:00:00:00:00:03"])
        let sorted = await LocalTool.run(["scan", "--source", path, "--sort", "rssi"])
        let order = sorted.output.dropFirst(4).map { String($0.prefix(17)) }
        #expect(order == ["C0:00:00:00:00:02", "C0:00:00:00:00:01", "C0:00:00:00:00:03"])
        for (options, names) in [
            (["--filter-rssi", "-71"], [1, 2]), (["--filter-rssi", "-50"], [2]),
            (["--filter-rssi", "-49"], []), (["--filter-name", "oo"], [2]),
            (["--filter-name", "x"], []), (["--kind", "beacon"], []),
        ] {
            let some = await LocalTool.run(["scan", "--source", path] + options)
            let found = some.output.prefix { !$0.hasPrefix("ADDRESS") }.map {
                String($0.prefix(17))
            }
            #expect(found == names.map { "C0:00:00:00:00:0\($0)" }, "\(options)")
        }
        let bad = await LocalTool.run(["scan", "--source", path, "--filter-service", "x"])
        #expect(bad.failure?.cause.contains("'x' is not a service UUID.") == true)
    }

    @Test func everyReportIsAnObjectOrARow() async throws {
        // more than a batch of 128
        let reports = (0..<130).map { number in
            let device = UInt8(1 + number % 2)
            return Self.heard(device, -50 - number % 7, Self.door, 10 * number)
        }
        let (scratch, path) = try Self.capture(reports)
        defer { withExtendedLifetime(scratch) {} }
        let end = await LocalTool.run(["scan", "--source", path, "--json"])
        #expect(end.output.count == 130 && end.failure == nil)
        #expect(end.output[129].contains(#""reports":65,"#))
        let csv = await LocalTool.run(["scan", "--source", path, "--csv"])
        #expect(csv.output.count == 131 && csv.output[0] == ScanCSV.heading)
        #expect(
            csv.output[1]
                == "1700000000.000000,C0:00:00:00:00:01,Door,-50,none,,,,,,,,,,,,,"
        )
        #expect(csv.output[130].hasPrefix("1700000001.290000,C0:00:00:00:00:02,Door,-53,"))
        let quick = await LocalTool.run(["scan", "--source", path, "--real-time", "--json"])
        #expect(quick.output == end.output)
        let sensors = await LocalTool.run(["scan", "--source", path, "--json", "--kind", "sensor"])
        #expect(sensors.output.isEmpty && sensors.failure == nil)
    }

    @Test func sensorsInACapture() async throws {
        let (scratch, path) = try Self.capture([
            Self.heard(1, -60, Self.goveeName + Self.govee, 0), Self.heard(2, -60, Self.flags, 1),
        ])
        defer { withExtendedLifetime(scratch) {} }
        for kind in ["any", "sensor"] {
            let end = await LocalTool.run(["scan", "--source", path, "--json", "--kind", kind])
            #expect(end.output.count == (kind == "any" ? 2 : 1))
            #expect(
                end.output.first?.contains(#""sensor":{"authenticated":false,"brand":"Govee""#)
                    == true
            )
        }
        let table = await LocalTool.run(["scan", "--source", path, "--kind", "sensor"])
        #expect(table.output.first?.contains("Govee H5075 23.4 °C") == true, "\(table.output)")
    }

    @Test func damagedCaptures() async throws {
        let (scratch, path) = try Self.capture([Self.heard(1, -70, Self.flags, 0)])
        let bytes = try Data(contentsOf: scratch.url("capture"))
        try (bytes + bytes.suffix(20)).write(to: scratch.url("capture"))
        let damaged = Failure(
            .badInput,
            "\(path) is truncated or has a damaged packet",
            nextStep: "the part before was read; capture again for the rest"
        )
        for command in [["scan", "--json", "--source"], ["advert", "decode", "--json", "--file"]] {
            let end = await LocalTool.run(command + [path])
            #expect(end.failure == damaged && end.output.count == 1, "\(end)")
        }
        try Data("hello".utf8).write(to: scratch.url("capture"))
        #expect(
            await LocalTool.run(["scan", "--source", path]).failure
                == Failure(
                    .badInput,
                    "\(path) is not a capture",
                    nextStep: "record one with: btmon -w FILE"
                )
        )
    }

    /// A name from a scan response holds for later advertisements of that address only.
    @Test func namesInCaptures() async throws {
        let (scratch, path) = try Self.capture([
            Self.heard(1, -60, Self.govee, 0), Self.heard(1, -60, Self.goveeName, 1),
            Self.heard(1, -60, Self.govee, 2), Self.heard(2, -60, Self.govee, 3),
        ])
        defer { withExtendedLifetime(scratch) {} }
        let end = await LocalTool.run(["advert", "decode", "--json", "--file", path])
        let isNamed = end.output.map { $0.contains(#""model":"H5075""#) }
        #expect(isNamed == [false, false, true, false], "\(end.output)")
        let named = await LocalTool.run(
            ["advert", "decode", "--name", "GVH5075_1", "--json", "--file", path]
        )
        #expect(named.output.map { $0.contains(#""model":"H5075""#) } == [true, false, true, true])
    }

    @Test func linesOfDigits() async throws {
        let scratch = try Scratch()
        let path = scratch.url("lines").path
        func decode(_ text: String) async throws -> LocalTool.End {
            try Data(text.utf8).write(to: scratch.url("lines"))
            return await LocalTool.run(["advert", "decode", "--file", path])
        }
        let end = try await decode("# nothing\n020106\n\n05 09 44 6f 6f 72 # Door\n")
        #expect(end.output == ["none", "    flags: 0x06", "\"Door\"  none"] && end.failure == nil)
        #expect(
            try await decode("020106\n02 0").failure
                == Failure(
                    .badInput,
                    "\(path), line 2, has an odd number of hexadecimal digits (3)",
                    nextStep: "give two digits for each byte"
                )
        )
        let event = "043e0f020100000100000000c003020106c8"
        #expect(try await decode(event).output.first == "C0:00:00:00:00:01  -56 dBm  none")
        #expect(
            try await decode(String(event.dropLast(2))).failure
                == Failure(
                    .badInput,
                    "\(path), line 1, is a truncated HCI event",
                    nextStep: "give the whole event; its third byte is the number of bytes after it"
                )
        )
        let words = await LocalTool.run(["advert", "decode", "020106", "zz"])
        #expect(
            words.output.count == 2
                && words.failure?.cause == "the argument is not hexadecimal: 'zz'"
        )
    }

    /// The general frame of a beacon module: model, version, features, address, battery.
    @Test func modules() throws {
        func record(_ model: UInt8, _ features: UInt8, _ battery: UInt8) -> AdvertRecord {
            let head: [UInt8] = [0x0E, 0x16, 0xF0, 0xFF, model, 0x08, 0x30, features]
            let data = head + [0xDC, 0x0D, 0x30, 0x11, 0x22, 0x33, battery]
            return AdvertRecord(Advertisement(data), nil)
        }
        for bit in 4...7 {
            let record = record(21, 1 << bit | 1, 99)
            let module = try #require(record.module?.module)
            let features = [module.hasBuzzer, module.hasGSensor, module.hasKey, module.hasLED]
            #expect(features.count { $0 } == 1)
            let json =
                #""module":{"battery":99,"buzzer":\#(features[0]),"connectability":1,"#
                + #""externalPower":false,"firmware":"830","gSensor":\#(features[1]),"#
                + #""key":\#(features[2]),"led":\#(features[3]),"mac":"DC:0D:30:11:22:33","#
                + #""model":21,"modelName":"BP102"}"#
            #expect(Self.json(record).contains(json))
            #expect(record.text.contains("\n    module: BP102 DC:0D:30:11:22:33 99 %"))
        }
        let other = record(0, 2, 101)
        #expect(Self.json(other).contains(#""connectability":2,"externalPower":true,"#))
        #expect(Self.json(other).contains(#""mac":"DC:0D:30:11:22:33","model":0}"#))
        #expect(other.text.contains("module: model 0 DC:0D:30:11:22:33 100 %"))
        // another service, and a frame that is too short
        #expect(AdvertRecord(Advertisement([0x04, 0x16, 0x11, 0x18, 0x64]), nil).module == nil)
        #expect(AdvertRecord(Advertisement([0x04, 0x16, 0xF0, 0xFF, 0x15]), nil).module == nil)
    }
}
