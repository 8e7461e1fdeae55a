import Beacons
import BluetoothLE
import Testing

@testable import accessory

/// The scan table on a terminal: what fits, and the selected device.
@Suite struct TerminalTableTests {
    private static func address(_ number: Int) -> BluetoothAddress {
        BluetoothAddress(value: 0xC000_0000_0000 + UInt64(number), kind: .random)
    }

    private func items(_ count: Int) async -> [PeripheralItem] {
        let browser = BeaconBrowser(kind: .any)
        await browser.process(
            (0..<count).map {
                AdvertisementReport(address: Self.address($0), rssi: -60, data: [0x02, 0x01, 0x06])
            }
        )
        return await browser.peripheralItems
    }

    /// The last digits of the shown devices; the selected one in brackets.
    private func shown(_ lines: [String]) -> [String] {
        lines.map { line in
            if line.hasPrefix("\u{1B}[7m") { return "[\(line.dropFirst(4).prefix(17).suffix(2))]" }
            return line.hasPrefix("C0:")
                ? String(line.prefix(17).suffix(2)) : String(line.prefix(9))
        }
    }

    /// Eight rows: a heading, five devices, the number of the others.
    @Test(
        arguments: [
            (nil, ["00", "01", "02", "03", "04"]), (0, ["[00]", "01", "02", "03", "04"]),
            (2, ["00", "01", "[02]", "03", "04"]), (3, ["01", "02", "[03]", "04", "05"]),
            (5, ["03", "04", "[05]", "06", "07"]), (6, ["04", "05", "[06]", "07", "08"]),
            (8, ["04", "05", "06", "07", "[08]"]),
        ] as [(Int?, [String])]
    )
    func theSelectedDeviceIsVisible(selected: Int?, devices: [String]) async {
        let lines = ScanTable.screen(
            await items(9),
            selected: selected.map(Self.address),
            (columns: 60, rows: 8)
        )
        #expect(shown(lines) == ["ADDRESS  "] + devices + ["… and 4 m"])
        #expect(lines.last == "… and 4 more")
        for line in lines where line.hasPrefix("\u{1B}") {
            // marked over the whole width but one column
            let text = line.dropFirst("\u{1B}[7m".count).dropLast("\u{1B}[0m".count)
            #expect(text.count == 59 && line.hasSuffix(" \u{1B}[0m"))
        }
    }

    @Test func everythingFits() async {
        let five = ScanTable.screen(await items(5), selected: nil, (columns: 60, rows: 8))
        #expect(shown(five) == ["ADDRESS  ", "00", "01", "02", "03", "04"])
        let six = ScanTable.screen(await items(6), selected: nil, (columns: 60, rows: 8))
        #expect(six.count == 7 && six.last == "… and 1 more")
        #expect(ScanTable.screen([], selected: nil, (columns: 60, rows: 8)).count == 1)
        // a device that is no longer listed
        let gone = ScanTable.screen(
            await items(5),
            selected: Self.address(9),
            (columns: 60, rows: 8)
        )
        #expect(gone == five)
    }

    private func draw(_ work: (inout ScanTable) -> Void) -> String {
        LocalTool.errors(isTerminal: true) {
            var table = ScanTable(isLive: true)
            work(&table)
        }
    }

    @Test func linesAreRedrawnInPlace() async throws {
        let two = await items(2)
        let lines = ScanTable.lines(two, width: 80)
        let drawn = lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
        #expect(draw { $0.draw(two) } == drawn)
        #expect(
            draw {
                $0.draw(two)
                $0.draw(two)
            } == drawn + "\u{1B}[3A" + drawn
        )
        // 80 columns and 24 rows
        let many = await items(30)
        let text = draw { $0.draw(many) }
        #expect(text.split(separator: "\n").count == 24 && text.contains("… and 9 more"))
        let details = ScanDetails.lines(two[0], ScanHistory(), width: 79)
        #expect(
            draw { $0.draw(two[0], ScanHistory()) }
                == details.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
        )
    }

    @Test func aTableIsDueAtOnceAndThenAfterAPause() async {
        let two = await items(2)
        #expect(ScanTable(isLive: true).isDue && !ScanTable(isLive: false).isDue)
        _ = draw { table in
            let before = ContinuousClock.now
            table.draw(two)
            let isDue = table.isDue
            // unless the machine has slept
            #expect(!isDue || .now - before >= .milliseconds(100))
        }
    }

    /// A scan of a capture on a terminal draws the table only.
    @Test func scans() async throws {
        let scratch = try Scratch()
        let capture = CaptureBytes.make(
            .btsnoopHCI,
            [.init(address: 1, rssi: -60, data: [0x02, 0x01, 0x06], time: 1_700_000_000_000)]
        )
        try capture.write(to: scratch.url("c"))
        let words = ["scan", "--source", scratch.url("c").path]
        let end = await LocalTool(words, isTerminal: true).finish()
        #expect(end.output.isEmpty && end.failure == nil)
        #expect(end.errors.contains { $0.hasPrefix("C0:00:00:00:00:01") })
        let quiet = await LocalTool(words + ["--quiet"], isTerminal: true).finish()
        #expect(quiet.errors.isEmpty && quiet.output.count == 3)
        let json = await LocalTool(words + ["--json"], isTerminal: true).finish()
        #expect(json.errors.isEmpty && json.output.count == 1)
    }
}
