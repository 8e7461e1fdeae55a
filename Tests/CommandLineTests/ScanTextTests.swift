import Beacons
import BluetoothLE
import Testing

@testable import accessory

/// The texts of `accessory scan`: columns, sparklines, and a summary of a device's data.
@Suite struct ScanTextTests {
    private static let address = BluetoothAddress(value: 0xC000_0000_0001, kind: .random)

    private static func item(_ data: [UInt8], rssi: Int? = -60) async throws -> PeripheralItem {
        let browser = BeaconBrowser(kind: .any)
        await browser.process([
            AdvertisementReport(address: address, rssi: rssi, time: .seconds(1), data: data)
        ])
        return try #require(await browser.peripheralItems.first)
    }

    /// The edges of the ranges of wide characters, and their neighbours.
    @Test func wideCharacters() {
        let wide: [UInt32] = [
            0x1100, 0x115F, 0x2E80, 0xA4CF, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE30, 0xFE6F, 0xFF00,
            0xFF60, 0xFFE0, 0xFFE6, 0x1F000, 0x1FAFF, 0x20000, 0x3FFFD, 0x231A,
        ]
        let narrow: [UInt32] = [
            0x41, 0x10FF, 0x1160, 0x2E7F, 0xA4D0, 0xABFF, 0xD7A4, 0xF8FF, 0xFB00, 0xFE2F, 0xFE70,
            0xFEFE, 0xFF61, 0xFFDF, 0xFFE7, 0x1EFFF, 0x1FB00, 0x1FFFF, 0x3FFFE, 0x2764,
        ]
        func columns(_ value: UInt32) -> Int? {
            Unicode.Scalar(value).map { Columns.count(String(Character($0))) }
        }
        for value in wide { #expect(columns(value) == 2, "\(String(value, radix: 16))") }
        for value in narrow { #expect(columns(value) == 1, "\(String(value, radix: 16))") }
        // a heart as text and as an emoji
        #expect(Columns.count("\u{2764}\u{FE0F}") == 2)
        #expect(Columns.count("a温é") == 4 && Columns.count("") == 0)
    }

    @Test(arguments: [
        ("abc", 5, "abc  "), ("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), ("温度计", 5, "温度…"),
        ("a温度", 4, "a温…"), ("温度", 5, "温度 "), ("温度", 4, "温度"), ("", 2, "  "),
    ])
    func cells(text: String, width: Int, cell: String) {
        #expect(Columns.fit(text, width) == cell)
    }

    @Test(arguments: [
        ("温度", 3, "温"), ("温度", 4, "温度"), ("abc", 0, ""), ("abc", 2, "ab"), ("ab", 5, "ab"),
    ])
    func beginnings(text: String, width: Int, beginning: String) {
        #expect(Columns.cut(text, width) == beginning)
    }

    @Test(arguments: [
        ("aa bb cc", 5, ["aa ", "bb cc"]), ("abcdefg", 3, ["abc", "def", "g"]), ("", 3, [""]),
        ("abc", 3, ["abc"]), ("温度计", 1, ["温", "度", "计"]), (" abc", 2, [" ", "ab", "c"]),
        ("ab cd", 3, ["ab ", "cd"]),
    ])
    func wrapped(text: String, width: Int, lines: [String]) {
        #expect(Columns.wrap(text, width) == lines)
    }

    /// A height for each 7.5 dB from -100 dBm.
    @Test func signalHeights() {
        #expect(Columns.sparkline([-120, -100, -93, -92, -85, -48, -47, -40, 0]) == "▁▁▁▂▃▇███")
        #expect(Columns.sparkline([Int]()) == "")
        #expect(Columns.sparkline([0.0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
        #expect(Columns.sparkline([0.0, 0.49, 0.51, 7]) == "▁▁▂█")
        #expect(Columns.sparkline([Double]()) == "")
    }

    @Test(arguments: [
        (40, "ADDRESS           NAME   RSSI     m SENDS"),
        (84, "ADDRESS           NAME           RSSI     m SENDS"),
        (99, "ADDRESS           NAME             RSSI     m SENDS"),
        (100, "ADDRESS           NAME             RSSI     m    /s SENDS"),
        (119, "ADDRESS           NAME                RSSI     m    /s SENDS"),
        (120, "ADDRESS           NAME                 RSSI     m    /s HISTORY          SENDS"),
        (200, "ADDRESS           NAME                     RSSI     m    /s HISTORY          SENDS"),
    ])
    func headings(width: Int, heading: String) {
        let shown = ScanTable.lines([], width: width)
        #expect(
            shown == [heading.count > width ? String(heading.prefix(width - 1)) + "…" : heading]
        )
    }

    @Test func theLineOfADevice() async throws {
        // "Door", transmit power 0 dBm
        let data: [UInt8] = [0x05, 0x09] + Array("Door".utf8) + [0x02, 0x0A, 0x00]
        let item = try await Self.item(data, rssi: -62)
        #expect(
            ScanTable.lines([item], width: 120)[1]
                == "C0:00:00:00:00:01 Door                  -62  ~1.0     - ▆                -"
        )
        #expect(
            ScanTable.lines([item], width: 100)[1]
                == "C0:00:00:00:00:01 Door              -62  ~1.0     - -"
        )
        #expect(ScanTable.foundLine(item) == "C0:00:00:00:00:01  -62 dBm  -  \"Door\"")
        // ten metres and more are whole
        let distant = try await Self.item(data, rssi: -100)
        let metres = try #require(distant.distance())
        #expect(metres >= 10 && metres < 100)
        let line = ScanTable.lines([distant], width: 80)[1]
        #expect(line == "C0:00:00:00:00:01 Door          -100   ~\(Int(metres.rounded())) -")
        let unnamed = try await Self.item([0x02, 0x01, 0x06], rssi: nil)
        #expect(ScanTable.foundLine(unnamed) == "C0:00:00:00:00:01  no RSSI  -")
        #expect(
            ScanTable.lines([unnamed], width: 80)[1]
                == "C0:00:00:00:00:01                  -     - -"
        )
    }

    private static func measurement(
        _ quantity: String,
        _ value: SensorMeasurement.Value,
        unit: String = "",
        instance: Int = 0
    ) -> SensorMeasurement {
        SensorMeasurement(quantity, unit: unit, instance: instance, value: value)
    }

    @Test func measurements() {
        let rows: [(SensorMeasurement, String, String)] = [
            (Self.measurement("temperature", .number(25.3), unit: "°C"), "temperature", "25.3 °C"),
            (Self.measurement("count", .number(4), instance: 1), "count 2", "4"),
            (Self.measurement("door", .binary(true)), "door", "on"),
            (Self.measurement("door", .binary(false)), "door", "off"),
            (Self.measurement("button", .event("press", count: 0)), "button", "press"),
            (
                Self.measurement("dimmer", .event("rotate-left", count: 3)), "dimmer",
                "rotate-left 3"
            ),
            (Self.measurement("text", .text("a\u{1B}b")), "text", "a?b"),
            (Self.measurement("raw", .raw([0, 0xAF])), "raw", "00af"),
        ]
        for (measurement, label, shown) in rows {
            #expect(measurement.label == label && measurement.shown == shown)
        }
    }

    private static func reading(
        _ measurements: [SensorMeasurement],
        missing: SensorReading.Missing? = nil,
        unknown: Int = 0,
        isPartial: Bool = false
    ) -> SensorReading {
        SensorReading(
            format: .bthome,
            measurements: measurements,
            missing: missing,
            unknownObjects: unknown,
            isPartial: isPartial
        )
    }

    /// The quantity is named unless the unit identifies it.
    @Test(arguments: [
        ("temperature", "°C", "1 °C"), ("pressure", "hPa", "1 hPa"), ("illuminance", "lx", "1 lx"),
        ("carbon-dioxide", "ppm", "1 ppm"), ("voltage", "V", "1 V"), ("signal", "dBm", "1 dBm"),
        ("humidity", "%", "1 %"), ("battery", "%", "battery 1 %"), ("packet-id", "", ""),
    ])
    func summaries(quantity: String, unit: String, text: String) {
        let reading = Self.reading([Self.measurement(quantity, .number(1), unit: unit)])
        #expect(ScanSummary.text(reading) == (text.isEmpty ? "bthome" : "bthome \(text)"))
    }

    @Test func remarks() {
        let rows: [(SensorReading, [String])] = [
            (Self.reading([]), []),
            (Self.reading([], missing: .key), ["encrypted, needs its key (--keys)"]),
            (Self.reading([], missing: .wrongKey), ["encrypted, wrong key"]),
            (
                Self.reading([], missing: .encryption),
                ["refused: not encrypted, although the device has a key"]
            ),
            (
                Self.reading([], missing: .counterRestarted),
                ["refused: counter restarted, replayed or a reset device"]
            ),
            (Self.reading([], missing: .repeated), ["repeated"]),
            (Self.reading([], missing: .cipher), ["encrypted"]),
            (Self.reading([], missing: .scanResponse), ["needs the name in its scan response"]),
            (Self.reading([], missing: .connection), ["needs a connection"]),
            (Self.reading([], unknown: 1, isPartial: true), ["1 unknown object"]),
            (Self.reading([], unknown: 2), ["2 unknown objects"]),
            (Self.reading([], isPartial: true), ["partial"]),
            (
                Self.reading([], missing: .key, unknown: 2),
                ["encrypted, needs its key (--keys)", "2 unknown objects"]
            ),
        ]
        for (reading, remarks) in rows {
            #expect(ScanSummary.remarks(reading) == remarks)
            let text = (["bthome"] + [remarks.joined(separator: ", ")]).filter { !$0.isEmpty }
            #expect(ScanSummary.text(reading) == text.joined(separator: " "))
        }
    }

    @Test(
        arguments: [
            ([0x05, 0xFF, 0x34, 0x12, 0x77, 0x66], "0x1234"),
            ([0x05, 0xFF, 0xCD, 0xAB, 1, 2], "0xabcd"),
            ([0x05, 0xFF, 0x06, 0x00, 0x77, 0x66], "Microsoft"),
            ([0x05, 0xFF, 0x59, 0x00, 0x77, 0x66], "Nordic"),
            ([0x07, 0xFF, 0x4C, 0x00, 0x12, 0x02, 0x00, 0x01], "Apple find-my"), ([], "-"),
        ] as [([UInt8], String)]
    )
    func kinds(data: [UInt8], kind: String) async throws {
        #expect(ScanSummary.kind(try await Self.item(data)) == kind)
    }

    /// Bluetooth Assigned Numbers, section 7.
    @Test(
        arguments: [
            (0x0001, "Nokia"), (0x000A, "Qualcomm"), (0x000D, "Texas Instruments"),
            (0x001D, "Qualcomm"),
            (0x004C, "Apple"), (0x0075, "Samsung"), (0x0087, "Garmin"), (0x00E0, "Google"),
            (0x0118, "Radius Networks"), (0x0157, "Huami"), (0x02E5, "Espressif"),
            (0x038F, "Xiaomi"),
            (0x0499, "Ruuvi"), (0x0969, "SwitchBot"), (0x0000, "Ericsson AB"),
            (0x10AF, "0x10af"), (0xFFFF, "0xffff"),
        ] as [(UInt16, String)]
    )
    func companies(number: UInt16, name: String) {
        #expect(CompanyName.text(number) == name)
    }

    @Test func theHistoryHasLimits() {
        var history = ScanHistory()
        func reading(_ value: Double) -> SensorReading {
            Self.reading([
                Self.measurement("temperature", .number(value), unit: "°C"),
                Self.measurement("door", .binary(true)),
            ])
        }
        for number in 0..<40 { history.add(reading(Double(number)), of: Self.address) }
        let last = (8..<40).map(Double.init)
        #expect(history.values(of: "temperature", of: Self.address) == last)
        #expect(history.values(of: "door", of: Self.address).isEmpty)
        history.add(nil, of: Self.address)
        #expect(history.values(of: "temperature", of: Self.address) == last)
        func address(_ number: Int) -> BluetoothAddress {
            BluetoothAddress(value: UInt64(number), kind: .public)
        }
        for number in 1...1000 { history.add(reading(1), of: address(number)) }
        #expect(history.values(of: "temperature", of: address(999)) == [1])
        #expect(history.values(of: "temperature", of: address(1000)).isEmpty)
        history.add(reading(2), of: address(999))
        #expect(history.values(of: "temperature", of: address(999)) == [1, 2])
        history.keep([address(999)])
        #expect(history.values(of: "temperature", of: address(999)) == [1, 2])
        #expect(history.values(of: "temperature", of: address(998)).isEmpty)
    }
}
