import Beacons
import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// `accessory scan`: its table, and the command as a user runs it.
@Suite struct ScanTests {
    private static let ibeacon: [UInt8] = [
        0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
        7, 7, 7, 7, 0, 1, 0, 2, 0xC5,
    ]

    private static func named(_ name: String, power: Int8? = nil) -> [UInt8] {
        let text = Array(name.utf8)
        var data = [UInt8(text.count + 1), 0x09] + text
        if let power { data += [0x02, 0x0A, UInt8(bitPattern: power)] }
        return data
    }

    /// Ten reports/s of an approaching beacon, and two named devices in between.
    private static let heard: [CaptureBytes.Heard] = {
        var all: [CaptureBytes.Heard] = []
        for turn in 0..<8 {
            let time = 1_700_000_000_000 + turn * 100
            let door = named("Door", power: 0)
            all.append(.init(address: 1, rssi: -90 + 5 * turn, data: ibeacon, time: time))
            all.append(.init(address: 2, rssi: -62, data: door, time: time + 10))
            if turn == 5 {
                all.append(.init(address: 3, rssi: -80, data: named("温度计"), time: time + 20))
            }
        }
        return all
    }()

    private static func items(_ reports: [AdvertisementReport]) async -> [PeripheralItem] {
        let browser = BeaconBrowser(kind: .any)
        await browser.process(reports)
        return await browser.peripheralItems
    }

    private static let table = [
        "ADDRESS           NAME          RSSI     m SENDS",
        "C0:00:00:00:00:01                -55   2.3 iBeacon 1/2 07070707-0707-0707-0707-…",
        "C0:00:00:00:00:02 Door           -62  ~1.0 -",
        "C0:00:00:00:00:03 温度计         -80     - -",
    ]

    @Test("the table in 80 columns, drawn")
    func drawn() async throws {
        let capture = try Capture(Array(CaptureBytes.make(.btsnoopH4, Self.heard)))
        let items = await Self.items(Array(capture))
        #expect(ScanTable.lines(items, width: 80) == Self.table)
    }

    @Test("no received name breaks a line", arguments: [40, 60, 80, 81, 120, 300])
    func widths(width: Int) async {
        let names = [
            "", "x", String(repeating: "long ", count: 40), "温度计温度计温度计温度计温度计温度计",
            "👩‍👩‍👧‍👦🏳️‍🌈 family", "e\u{301}e\u{301}", "\u{1B}[2J\r\n\t\u{7F}\u{9B}", "한국어 かな ＡＢＣ",
        ]
        let reports = names.enumerated().flatMap { index, name in
            (0..<20).map { turn in
                AdvertisementReport(
                    address: BluetoothAddress(value: UInt64(index), kind: .random),
                    rssi: -127 + 12 * turn,
                    time: .milliseconds(turn),
                    data: Self.named(String(decoding: name.utf8.prefix(200), as: UTF8.self))
                )
            }
        }
        let lines = ScanTable.lines(await Self.items(reports), width: width)
        #expect(lines.count == names.count + 1)
        for line in lines {
            #expect(Columns.count(line) <= width, "\(line)")
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    @Test("in a pipe, each found device prints a line, then the table follows")
    func pipe() throws {
        let result = try CommandLineTool.run(
            ["scan", "--source", "-"],
            input: CaptureBytes.make(.btsnoopH4, Self.heard)
        )
        #expect(result.status == 0 && result.errors.isEmpty)
        let found = [
            "C0:00:00:00:00:01  -90 dBm  iBeacon 1/2 07070707-0707-0707-0707-070707070707",
            "C0:00:00:00:00:02  -62 dBm  -  \"Door\"",
            "C0:00:00:00:00:03  -80 dBm  -  \"温度计\"",
        ]
        #expect(result.output.split(separator: "\n").map(String.init) == found + Self.table)
    }

    @Test("--csv prints a heading, then one row per report without measurements")
    func commaSeparated() throws {
        let input = CaptureBytes.make(.btsnoopH4, Self.heard)
        let result = try CommandLineTool.run(["scan", "--source", "-", "--csv"], input: input)
        let rows = result.output.split(separator: "\n")
        #expect(result.status == 0 && rows.count == 18 && rows.first == ScanCSV.heading[...])
        #expect(rows.dropFirst().first?.contains("C0:00:00:00:00:01,,-90,ibeacon,76,") == true)
        #expect(rows.last?.contains(",Door,") == true)
        let both = try CommandLineTool.run(["scan", "--source", "-", "--csv", "--json"])
        #expect(both.status == 64 && both.errors.contains("--csv and --json"))
    }

    @Test("on a terminal of 80 columns the table is redrawn in place")
    func terminal() throws {
        let scratch = try Scratch()
        try CaptureBytes.make(.btsnoopH4, Self.heard).write(to: scratch.url("capture"))
        let command =
            "stty cols 80 rows 24; '\(CommandLineTool.program.path)' scan"
            + " --source '\(scratch.url("capture").path)' --sort rssi"
        let result = try CommandLineTool.run(
            URL(filePath: "/usr/bin/script"),
            ["-qec", command, scratch.url("typescript").path]
        )
        #expect(result.status == 0)
        let frames = result.output.replacing("\r\n", with: "\n").split(separator: "\u{1B}[J")
        #expect(frames.count >= 2, "drawn at the start and at the end")
        let last = try #require(frames.last)
        // a redraw starts at the top of the last drawing
        let up = /\u{1B}\[[2-4]A/
        #expect(last.prefixMatch(of: up) != nil)
        let lines = last.split(separator: "\u{1B}[K\n").map { String($0.replacing(up, with: "")) }
        #expect(lines == Self.table)
    }

    @Test("every format of capture is listed", arguments: CaptureBytes.Form.allCases)
    func captures(form: CaptureBytes.Form) throws {
        struct Record: Decodable {
            let name: String
            let reports: Int
            let smoothedRSSI: Double?
            let distance: Double?
            let distanceBasis: String?
            let advertisement: AdvertCommandTests.Record
        }
        let result = try CommandLineTool.run(
            ["scan", "--source", "-", "--json"],
            input: CaptureBytes.make(form, Self.heard)
        )
        #expect(result.status == 0 && result.errors.isEmpty)
        let records = try result.output.split(separator: "\n").map {
            try JSONDecoder().decode(Record.self, from: Data($0.utf8))
        }
        #expect(records.count == 17 && records.map(\.reports).max() == 8)
        let (beacon, door) = (records[records.count - 2], records[records.count - 1])
        #expect(beacon.advertisement.beacon?.major == 1 && door.name == "Door")
        #expect(beacon.distanceBasis == (form.hasRSSI ? "measured-power" : nil))
        #expect(door.distanceBasis == (form.hasRSSI ? "tx-power" : nil))
        #expect(
            (door.distance != nil) == form.hasRSSI && (door.smoothedRSSI != nil) == form.hasRSSI
        )
        let listed = try CommandLineTool.run(
            ["scan", "--source", "-"],
            input: CaptureBytes.make(form, Self.heard)
        )
        #expect(listed.output.split(separator: "\n").count == 7, "\(listed.output)")
    }

    @Test(
        "filters and order",
        arguments: [
            (["--kind", "beacon"], ["01"]), (["--filter-name", "doo"], ["02"]),
            (["--filter-rssi", "-70"], ["02", "01"]), (["--filter-service", "FEAA"], []),
            (["--sort", "rssi"], ["01", "02", "03"]), (["--kind", "sensor"], []),
            (["--forget", "150ms"], ["01", "02"]),
        ]
    )
    func filters(options: [String], listed: [String]) throws {
        let scratch = try Scratch()
        try CaptureBytes.make(.pcapng, Self.heard).write(to: scratch.url("capture"))
        let result = try CommandLineTool.run(
            ["scan", "--source", scratch.url("capture").path] + options
        )
        let lines = result.output.split(separator: "\n").map(String.init)
        let rows = lines.drop { !$0.hasPrefix("ADDRESS") }.dropFirst()
        #expect(result.status == 0)
        #expect(rows.map { String($0.prefix(17).suffix(2)) } == listed)
    }

    @Test("a damaged capture lists the records before the damage")
    func damaged() throws {
        let whole = CaptureBytes.make(.pcapng, Self.heard)
        for capture in [whole.dropLast(3), whole + Data(repeating: 0, count: 12)] {
            let result = try CommandLineTool.run(["scan", "--source", "-"], input: capture)
            #expect(
                result.status == 65
                    && result.errors.contains("is truncated or has a damaged packet; ")
            )
            #expect(result.output.contains("C0:00:00:00:00:01  -90 dBm  iBeacon 1/2 "))
        }
    }
}
