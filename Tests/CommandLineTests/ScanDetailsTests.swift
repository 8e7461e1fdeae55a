import Beacons
import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// `accessory scan`: the details of a device, its keys, and comma-separated values.
@Suite struct ScanDetailsTests {
    /// Qingping: temperature, humidity, an unknown object, battery.
    private static func qingping(_ tenths: UInt8) -> [UInt8] {
        let head: [UInt8] = [
            0x17, 0x16, 0xCD, 0xFD, 0x08, 0x0C, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66,
        ]
        return head + [0x01, 0x04, tenths, 0x00, 0x90, 0x01, 0x77, 0x01, 0x00, 0x02, 0x01, 0x64]
    }

    private static func report(_ data: [UInt8], _ turn: Int = 0) -> AdvertisementReport {
        AdvertisementReport(
            address: BluetoothAddress(value: 0xC000_0000_0001, kind: .random),
            rssi: -60 - turn,
            time: .milliseconds(1000 + 100 * turn),
            data: data
        )
    }

    private static func item(_ reports: [AdvertisementReport]) async throws -> PeripheralItem {
        let browser = BeaconBrowser(kind: .any)
        await browser.process(reports)
        return try #require(await browser.peripheralItems.first)
    }

    @Test("every quantity has its value and history; undecoded objects are reported")
    func details() async throws {
        let reports = (0..<8).map { Self.report(Self.qingping(UInt8(200 + 2 * $0)), $0) }
        let item = try await Self.item(reports)
        var history = ScanHistory()
        for report in reports {
            history.add(SensorReading(report.advertisement), of: item.id)
        }
        let lines = ScanDetails.lines(item, history, width: 80)
        #expect(lines.contains("  temperature      21.4 °C  ▁▂▃▄▅▆▇█"))
        #expect(lines.contains("  battery          100 %  ▄▄▄▄▄▄▄▄"))
        #expect(lines.contains("  not decoded      1 unknown object"))
        #expect(lines.contains { $0.hasPrefix("  sensor           Qingping") })
        #expect(ScanDetails.lines(item, history, width: 40).allSatisfy { $0.count <= 40 })
        let data = reports[7].data.map { String(format: "%02x", $0) }.joined()
        let narrow = ScanDetails.lines(item, history, width: 40).map { $0.dropFirst(19) }
        #expect(narrow.joined().lowercased().contains(data))
        history.keep([])
        #expect(history.values(of: "temperature", of: item.id).isEmpty)
    }

    @Test("the last column shows a device's readings, or the missing key")
    func summary() async throws {
        let sends: [([UInt8], String)] = [
            (
                Self.qingping(215),
                "Qingping CGD1 21.5 °C, 40 %, battery 100 %, 1 unknown object"
            ),
            // Apple's find-my, a Nordic company, nothing
            ([0x07, 0xFF, 0x4C, 0x00, 0x12, 0x02, 0x00, 0x01], "Apple find-my"),
            ([0x05, 0xFF, 0x59, 0x00, 0x77, 0x66], "Nordic"), ([0x02, 0x01, 0x06], "-"),
            // BTHome 2, encrypted
            (
                [
                    0x0E, 0x16, 0xD2, 0xFC, 0x41, 0xA4, 0x72, 0x66, 0xC9, 0x5F, 0x73, 0x00, 0x11,
                    0x22, 0x33,
                ],
                "BTHome sensor encrypted, needs its key (--keys)"
            ),
        ]
        for (data, text) in sends {
            #expect(ScanSummary.text(try await Self.item([Self.report(data)])) == text)
        }
    }

    @Test("one row per measurement, and one for a report without measurements")
    func commaSeparated() async throws {
        let report = Self.report(Self.qingping(215))
        let columns = ScanCSV.heading.split(separator: ",", omittingEmptySubsequences: false)
        let rows = ScanCSV.rows(try await Self.item([report]), report)
        #expect(rows.count == 3)
        #expect(
            rows[0]
                == "1.000000,C0:00:00:00:00:01,,-60,none,,Qingping CGD1,"
                + "temperature,0,21.5,°C,,1,true,,,,"
        )
        let named = Self.report([0x07, 0x09] + Array("a,\n\"b\"".utf8))
        let row = try #require(ScanCSV.rows(try await Self.item([named]), named).first)
        #expect(row == "1.000000,C0:00:00:00:00:01,\"a,?\"\"b\"\"\",-60,none,,,,,,,,,,,,,")
        for row in rows {
            #expect(
                row.split(separator: ",", omittingEmptySubsequences: false).count == columns.count
            )
        }
    }

    @Test("arrows, Enter, q and Esc")
    func keys() {
        var keys = ScanKeys()
        #expect(
            keys.type(Array("\u{1B}[A\u{1B}[B\u{1B}OA\njkq".utf8)) == [
                .up, .down, .up, .enter, .down, .up, .back,
            ]
        )
        #expect(keys.type([0x1B]) == [.back], "an escape alone")
        var read = Array("kxqj".utf8)[...]
        #expect(keys.next(of: &read) == .up && Array(read) == Array("xqj".utf8))
        #expect(keys.next(of: &read) == .back && Array(read) == Array("j".utf8))
        #expect(keys.next(of: &read) == .down && keys.next(of: &read) == nil)
        #expect(keys.type([0x1B, UInt8(ascii: "[")]).isEmpty)
        #expect(keys.type([UInt8(ascii: "B")]) == [.down], "a sequence in two reads")
        #expect(keys.type(Array("\u{1B}[5~x\u{1B}xq".utf8)) == [.back])
        #expect(keys.type(Array("\r\u{1B}[@\u{1B}[~\u{1B}OB".utf8)) == [.enter, .down])
        // a sequence of 17 bytes is dropped
        let digits = String(repeating: "1", count: 14)
        #expect(keys.type(Array("\u{1B}[\(digits)A\u{1B}[\(digits)1Aj".utf8)) == [.up, .down])
    }
}
