import Foundation
import Testing

/// `accessory advert`, as a user runs it.
@Suite struct AdvertCommandTests {
    /// The checked members of an object that `decode --json` prints.
    struct Record: Decodable, Equatable {
        struct Fields: Decodable, Equatable {
            var name: String?
            var flags: UInt8?
        }
        struct Beacon: Decodable, Equatable {
            var type: String
            var uuid: String?
            var major: UInt16?
            var minor: UInt16?
            var company: UInt16?
            var id: String?
            var namespace: String?
            var instance: String?
            var url: String?
            var measuredPower: Int?
            var powerAt0m: Int?
            var batteryVoltage: Int?
            var temperature: Double?
            var advertisementCount: UInt32?
            var uptime: Double?
        }
        var address: String?
        var addressKind: String?
        var rssi: Int?
        var time: Double?
        var data: String
        var truncated: Bool
        var kind: String
        var fields: Fields
        var beacon: Beacon?
    }

    static func records(_ output: String) throws -> [Record] {
        try output.split(separator: "\n").map {
            try JSONDecoder().decode(Record.self, from: Data($0.utf8))
        }
    }

    private static let builds: [([String], Record.Beacon)] = [
        (
            [
                "ibeacon", "--uuid", "FDA50693-A4E2-4FB1-AFCF-C6EB07647825", "--major", "10",
                "--minor", "65535", "--power", "-61",
            ],
            .init(
                type: "ibeacon",
                uuid: "FDA50693-A4E2-4FB1-AFCF-C6EB07647825",
                major: 10,
                minor: 65535,
                measuredPower: -61
            )
        ),
        (
            [
                "eddystone-uid", "--namespace", "00112233445566778899", "--instance",
                "aabbccddeeff",
            ],
            .init(
                type: "eddystone-uid",
                namespace: "00112233445566778899",
                instance: "aabbccddeeff",
                powerAt0m: -18
            )
        ),
        (
            ["eddystone-url", "https://www.example.com/a", "--power", "4"],
            .init(type: "eddystone-url", url: "https://www.example.com/a", powerAt0m: 4)
        ),
        (
            [
                "eddystone-tlm", "--battery", "3000", "--temperature", "-5.5", "--count", "7",
                "--uptime", "2m",
            ],
            .init(
                type: "eddystone-tlm",
                batteryVoltage: 3000,
                temperature: -5.5,
                advertisementCount: 7,
                uptime: 120
            )
        ),
        (
            [
                "altbeacon", "--company", "0x118", "--reserved", "0x00", "--id",
                "000102030405060708090a0b0c0d0e0f10111213",
            ],
            .init(
                type: "altbeacon",
                company: 280,
                id: "000102030405060708090a0b0c0d0e0f10111213",
                measuredPower: -59
            )
        ),
    ]

    @Test("decode reads the output of build", arguments: builds.indices)
    func builtAndDecoded(index: Int) throws {
        let (arguments, beacon) = Self.builds[index]
        let built = try CommandLineTool.run(["advert", "build"] + arguments)
        #expect(built.status == 0 && built.output.count(where: \.isNewline) == 1)
        let hex = built.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let decoded = try CommandLineTool.run(["advert", "decode", "--json", hex])
        let record = try #require(try Self.records(decoded.output).first)
        #expect(decoded.status == 0 && record.beacon == beacon && record.data == hex)
        #expect(record.kind == beacon.type && record.fields.flags == 6 && !record.truncated)
        let said = try CommandLineTool.run(["advert", "build"] + arguments + ["--json"])
        #expect(try Self.records(said.output) == [record])
    }

    @Test(
        "invalid advertisements exit with 64",
        arguments: [
            ["ibeacon", "--uuid", "1", "--major", "1", "--minor", "1"],
            ["ibeacon", "--uuid", "1234", "--major", "65536", "--minor", "1"],
            ["ibeacon", "--uuid", "1234", "--major", "1", "--minor", "1", "--power", "128"],
            ["eddystone-uid", "--namespace", "00", "--instance", "aabbccddeeff"],
            ["eddystone-url", "ftp://example.com"],
            ["eddystone-url", "https://a-name-that-is-too-long.example.com"],
            ["eddystone-tlm", "--temperature", "128"],
            ["eddystone-tlm", "--battery", "65536"],
            ["altbeacon", "--company", "1", "--id", "00"],
            ["altbeacon", "--company", "0x10000", "--id", String(repeating: "00", count: 20)],
            ["altbeacon", "--company", "0x", "--id", String(repeating: "00", count: 20)],
            ["altbeacon", "--company", "118h", "--id", String(repeating: "00", count: 20)],
        ]
    )
    func refused(arguments: [String]) throws {
        let result = try CommandLineTool.run(["advert", "build"] + arguments)
        #expect(result.status == 64 && result.data.isEmpty && !result.errors.isEmpty)
    }

    @Test(
        "a capture in any format decodes to the same records",
        arguments: CaptureBytes.Form.allCases
    )
    func captures(form: CaptureBytes.Form) throws {
        let data: [UInt8] = [0x02, 0x01, 0x06, 0x05, 0x09, 0x44, 0x6F, 0x6F, 0x72]
        let capture = CaptureBytes.make(
            form,
            [
                .init(address: 1, rssi: -50, data: data, time: 1_700_000_000_250),
                .init(address: 2, rssi: -70, data: [], time: 1_700_000_001_000),
            ]
        )
        let result = try CommandLineTool.run(["advert", "decode", "--json", "-"], input: capture)
        let records = try Self.records(result.output)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(records.map(\.address) == ["C0:00:00:00:00:01", "C0:00:00:00:00:02"])
        #expect(records.map(\.rssi) == (form.hasRSSI ? [-50, -70] : [nil, nil]))
        #expect(records.map(\.time) == [1_700_000_000.25, 1_700_000_001])
        #expect(records.map(\.fields.name) == ["Door", nil] && records[0].addressKind == "random")

        let scratch = try Scratch()
        try capture.write(to: scratch.url("capture"))
        let file = try CommandLineTool.run(
            ["advert", "decode", "--json", "--file", scratch.url("capture").path]
        )
        #expect(file.output == result.output)

        // cut inside the second packet: the first is there, then the error
        let cut = try CommandLineTool.run(
            ["advert", "decode", "--json", "-"],
            input: capture.dropLast(2)
        )
        #expect(cut.status == 65 && cut.errors.contains("is truncated or has a damaged packet"))
        #expect(try Self.records(cut.output) == [records[0]])
    }

    @Test("lines of digits, comments and whole events")
    func lines() throws {
        let text = """
            # two advertisements and an event
            02 01 06  03:09:41:42
            0x0303aafe # Eddystone's list

            043e0f020100000100000000c003020106c8
            0201060
            020106
            """
        let result = try CommandLineTool.run(
            ["advert", "decode", "--json", "-"],
            input: Data(text.utf8)
        )
        let records = try Self.records(result.output)
        #expect(records.map(\.data) == ["02010603094142", "0303aafe", "020106"])
        #expect(records.map(\.rssi) == [nil, nil, -56] && records[0].fields.name == "AB")
        #expect(result.status == 65 && result.errors.contains("line 6"))
        #expect(result.errors.contains("odd number"))
    }

    @Test("a received name does not send terminal control characters")
    func controls() throws {
        let result = try CommandLineTool.run(["advert", "decode", "05 09 1b 5b 32 4a"])
        #expect(result.status == 0 && result.output == "\"?[2J\"  none\n")
    }

    @Test("truncated advertising data is no error; the fields before the cut are decoded")
    func cutData() throws {
        let result = try CommandLineTool.run(["advert", "decode", "--json", "0201060909"])
        let record = try #require(try Self.records(result.output).first)
        #expect(result.status == 0 && record.truncated && record.fields.flags == 6)
        let text = try CommandLineTool.run(["advert", "decode", "0201060909"])
        #expect(text.output.contains("damaged: the last structure is truncated"))
    }
}
