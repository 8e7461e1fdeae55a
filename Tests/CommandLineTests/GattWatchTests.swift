import BluetoothLE
import BluetoothProfiles
import Foundation
import Testing

@testable import accessory

/// `accessory gatt DEVICE watch`.
@Suite(.timeLimit(.minutes(20))) struct GattWatchTests {
    private static func table() -> WatchTable {
        func value(_ uuid: BluetoothUUID, _ handle: UInt16, _ properties: CharacteristicProperties)
            -> WatchedValue
        {
            WatchedValue(uuid, handle: handle, properties, GATTContext())
        }
        return WatchTable(sections: [
            .init(
                title: "Heart Rate",
                values: [value(0x2A37, 3, .notify), value(0x2A38, 6, .read)]
            ),
            .init(
                title: "Immediate Alert",
                values: [value(0x2A06, 9, [.read, .write, .indicate])]
            ),
        ])
    }

    @Test func aLineHasQuantitiesAndTheirHistory() {
        var table = Self.table()
        for rate in [60, 70, 80] as [UInt8] { table.update(3) { $0.take([0, rate]) } }
        table.update(3) { $0.isSubscribed = true }
        table.update(6) { $0.take([1]) }
        table.update(9) { $0.error = "the device refuses" }
        let lines = table.lines((80, 20))
        #expect(lines.count == 5 && lines[0].hasPrefix("Heart Rate "))
        #expect(lines[1].hasPrefix("\u{1B}[7m  ● Heart Rate Measurement"), "the first is selected")
        #expect(lines[1].contains(" 80 bpm ") && lines[1].contains(" ▁▅█"))
        #expect(lines[2].contains("    Body Sensor Location") && lines[2].contains(" Chest "))
        #expect(lines[4].contains("  ○ Alert Level") && lines[4].contains("(the device refuses)"))
        #expect(lines.dropFirst(2).allSatisfy { $0.count <= 79 })
        #expect(!table.lines((50, 20))[1].contains("▁"), "too narrow for the history")
    }

    @Test func aTimeIsNotItsFraction() {
        var value = WatchedValue(0x2A2B, handle: 3, [.read], GATTContext())
        value.take([0xEA, 0x07, 11, 28, 17, 1, 59, 6, 0xD2, 0])
        #expect(value.text.hasPrefix("Date Time 2026-11-28T17:01:59"))
    }

    @Test func theSelectedLineStaysVisible() {
        var table = Self.table()
        table.move(by: -1)
        #expect(table.selectedValue?.handle == 3)
        table.move(by: 5)
        #expect(table.selectedValue?.handle == 9)
        let lines = table.lines((80, 2))
        #expect(lines.count == 2 && lines[1].hasPrefix("\u{1B}[7m  ○ Alert Level"))
    }

    @Test func detailsHaveAllFields() {
        var value = WatchedValue(0x2A37, handle: 3, [.read, .notify], GATTContext())
        for rate in [60, 90] as [UInt8] { value.take([0x16, rate, 0, 4]) }
        let lines = value.details(width: 80)
        #expect(lines[0] == "Heart Rate Measurement")
        #expect(lines.contains("  properties               read, notify"))
        #expect(lines.contains("  bytes                    165a0004"))
        #expect(
            lines.contains {
                $0.hasPrefix("  Heart Rate Measurement … ") && $0.hasSuffix("90 bpm  ▁█")
            }
        )
        #expect(value.details(width: 40).allSatisfy { $0.count <= 40 })
        // the history is bounded
        for rate in 0..<100 as Range<UInt8> { value.take([0, rate]) }
        #expect(value.sparkline.count == WatchedValue.length)
    }

    @Test func withoutATerminalEachValueIsALine() throws {
        let (air, scratch) = (try TestAir(), try Scratch())
        try Data(
            """
            {"name": "Tag", "services": [
              {"uuid": "1802", "characteristics": [
                {"uuid": "2A06", "properties": ["read", "write", "notify"], "value": "00"}]}]}
            """.utf8
        ).write(to: scratch.url("f.json"))
        let peripheral = try air.start(
            ["peripheral", scratch.url("f.json").path, "--updates"],
            input: true
        )
        _ = peripheral.line()
        let watch = try air.start(["gatt", "Tag", "watch", "--count", "2"])
        #expect(watch.line(with: "Alert Level: No Alert") != nil)
        #expect(peripheral.line(with: "subscribed 2A06") != nil)
        try peripheral.type("2A06 01")
        #expect(watch.line(with: "Alert Level: Mild Alert") != nil)
        try peripheral.type("2A06 02")
        let end = try watch.finish()
        #expect(end.status == 0 && end.lines.last == "Alert Level: High Alert", "\(end)")
        let short = try air.run(["gatt", "Tag", "watch", "--duration", "10ms", "--json"])
        #expect(
            short.status == 0
                && short.lines.contains {
                    $0.contains(#""text":"No Alert"#) || $0.contains(#""text":"High Alert"#)
                },
            "\(short)"
        )
        peripheral.interrupt()
        _ = try peripheral.finish()
    }
}
