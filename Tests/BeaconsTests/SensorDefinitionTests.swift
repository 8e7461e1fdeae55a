import BluetoothLE
import Foundation
import Testing

@testable import Beacons

/// Each type, limit and condition of a user's format (docs/sensors.md).
@Suite struct SensorDefinitionTests {
    private func table(match: String = #"{"company": "FFFF"}"#, _ fields: String...) throws
        -> SensorTable
    {
        let json =
            #"[{"id": "a", "match": \#(match), "fields": [\#(fields.joined(separator: ","))]}]"#
        return try SensorTable(JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8)))
    }

    /// Decodes manufacturer data of company 0xFFFF, in hexadecimal digits.
    private func reading(_ hex: String, name: String? = nil, _ table: SensorTable) -> SensorReading?
    {
        var digits = Substring(hex)
        var data: [UInt8] = []
        while !digits.isEmpty {
            data.append(UInt8(digits.prefix(2), radix: 16)!)
            digits = digits.dropFirst(2)
        }
        let bytes = [UInt8(data.count + 3), 0xFF, 0xFF, 0xFF] + data
        return SensorReading(Advertisement(bytes), name: name, sensors: table)
    }

    private func field(_ type: String, _ more: String = "") -> String {
        #"{"quantity": "count", "in": "mfr", "at": 0, "type": "\#(type)"\#(more)}"#
    }

    @Test(
        arguments: [
            ("u8", "FE", 254), ("i8", "FE", -2), ("u16le", "0102", 513), ("i16le", "FEFF", -2),
            ("u16be", "0102", 258), ("i16be", "FFFE", -2), ("u24le", "010203", 197_121),
            ("u24be", "010203", 66_051), ("u32le", "01020304", 67_305_985),
            ("i32le", "FEFFFFFF", -2),
            ("u32be", "01020304", 16_909_060), ("i32be", "FFFFFFFE", -2),
            ("u48le", "010000000001", 1_099_511_627_777),
            ("u48be", "010000000002", 1_099_511_627_778),
            ("f32le", "0000C03F", 1.5), ("f32be", "BFC00000", -1.5),
        ] as [(String, String, Double)]
    )
    func eachTypeIsRead(_ type: String, _ hex: String, _ value: Double) throws {
        let table = try table(field(type))
        #expect(reading(hex, table)?.measurements.first?.number == value)
        // a byte less is no value
        #expect(reading(String(hex.dropLast(2)), table)?.measurements.isEmpty != false)
    }

    @Test(
        arguments: [
            (#","scale": 0.1"#, "0A", 1), (#","scale": 0.001"#, "0A", 0.01),
            (#","scale": -2"#, "0A", -20),
            (#","scale": 0.00390625"#, "80", 0.5), (#","scale": 0.0000001"#, "64", 0.00001),
            (#","offset": -40"#, "0A", -30), (#","scale": 0.5, "offset": 1.25"#, "03", 2.75),
            (#","mask": 15"#, "A7", 7), (#","scale": 2000"#, "02", 4000),
            (#","offset": 2000"#, "02", 2002),
        ] as [(String, String, Double)]
    )
    func valuesAreScaled(_ more: String, _ hex: String, _ value: Double) throws {
        let found = reading(hex, try table(field("u8", more)))
        #expect(found?.measurements.first?.number == value)
    }

    /// Values and whether they are dropped.
    @Test(arguments: [
        ("u8", #","min": 10"#, "0A", true), ("u8", #","min": 10"#, "09", false),
        ("u8", #","max": 10"#, "0A", true), ("u8", #","max": 10"#, "0B", false),
        ("i8", #","min": -3"#, "FD", true), ("i8", #","min": -3"#, "FC", false),
        ("f32be", #","max": 1.5"#, "3FC00000", true),
        ("f32be", #","max": 1.25"#, "3FC00000", false),
        ("u8", #","invalid": ["FF"]"#, "FF", false), ("u8", #","invalid": ["FF"]"#, "FE", true),
        ("i8", #","invalid": ["80"]"#, "80", false), ("i8", #","invalid": ["7F"]"#, "7F", false),
        ("i8", #","invalid": ["80"]"#, "7F", true),
        ("u16le", #","invalid": ["0180"]"#, "0180", false),
        ("u16le", #","invalid": ["0180"]"#, "8001", true),
        ("i16le", #","invalid": ["0080"]"#, "0080", false),
        ("i16be", #","invalid": ["8000"]"#, "8000", false),
        ("i16be", #","invalid": ["0080"]"#, "0080", false),
        ("i32be", #","invalid": ["80000000"]"#, "80000000", false),
        ("u32be", #","invalid": ["FFFFFFFF"]"#, "FFFFFFFF", false),
        ("u32be", #","invalid": ["FFFFFFFF"]"#, "FFFFFFFE", true),
        ("u24be", #","invalid": ["7FFFFF", "800000"]"#, "7FFFFF", false),
        ("u24be", #","invalid": ["7FFFFF", "800000"]"#, "800000", false),
        ("u24be", #","invalid": ["7FFFFF", "800000"]"#, "800001", true),
        // limits count before the mask
        ("u8", #","max": 16, "mask": 15"#, "11", false),
    ])
    func valuesAreDropped(_ type: String, _ more: String, _ hex: String, _ isKept: Bool) throws {
        let found = reading(hex, try table(field(type, more)))
        #expect((found?.measurements.isEmpty == false) == isKept)
    }

    @Test func bitsAreRead() throws {
        for (bit, value) in [(0, 1.0), (1, 0), (5, 1), (6, 0), (7, 1)] {
            let found = reading("A1", try table(field("bit", #","bit": \#(bit)"#)))
            let measurement = try #require(found?.measurements.first)
            #expect(measurement.value == .number(value) || measurement.value == .binary(value == 1))
        }
    }

    @Test func instancesAreCountedOrStated() throws {
        let counted = reading("05", try table(field("u8"), field("u8"), field("u8")))
        #expect(counted?.measurements.map(\.instance) == [0, 1, 2])
        let stated = reading("05", try table(field("u8", #","instance": 4"#), field("u8")))
        #expect(stated?.measurements.first?.instance == 4)
    }

    /// Conditions on the data A1 02 03, and whether they match.
    @Test(arguments: [
        (#"{"company": "FFFF"}"#, true), (#"{"company": "FFFE"}"#, false),
        (#"{"company": ["FFFE", "FFFF"]}"#, true), (#"{"company": ["FFFE", "FFFD"]}"#, false),
        (#"{"svc_uuid": "FFFF"}"#, false), (#"{"name_prefix": "ab"}"#, true),
        (#"{"name_prefix": "bc"}"#, false), (#"{"name_is": "abc"}"#, true),
        (#"{"name_is": "ab"}"#, false), (#"{"name_is": ["x", "abc"]}"#, true),
        (#"{"name_contains": "bc"}"#, true), (#"{"name_contains": "cb"}"#, false),
        (#"{"len": "mfr", "bytes": 3}"#, true), (#"{"len": "mfr", "bytes": 2}"#, false),
        (#"{"len": "mfr", "op": "=", "bytes": 4}"#, false),
        (#"{"len": "mfr", "op": ">=", "bytes": 3}"#, true),
        (#"{"len": "mfr", "op": ">=", "bytes": 4}"#, false),
        (#"{"len": "mfr", "op": "<=", "bytes": 3}"#, true),
        (#"{"len": "mfr", "op": "<=", "bytes": 2}"#, false),
        (#"{"len": "record", "bytes": 5}"#, true),
        (#"{"in": "mfr", "at": 0, "hex": "a102"}"#, true),
        (#"{"in": "mfr", "at": 0, "hex": "A103"}"#, false),
        (#"{"in": "mfr", "at": 2, "hex": "03"}"#, true),
        (#"{"in": "mfr", "at": 2, "hex": ["04", "03"]}"#, true),
        (#"{"in": "mfr", "at": 2, "hex": ["04", "05"]}"#, false),
        (#"{"in": "record", "at": 0, "hex": "FFFFA1"}"#, true),
        (#"{"in": "mfr", "at": 0, "bit": 5}"#, true), (#"{"in": "mfr", "at": 0, "bit": 6}"#, false),
        (#"{"in": "mfr", "at": 0, "bit": 0}"#, true), (#"{"in": "mfr", "at": 0, "bit": 7}"#, true),
        (#"{"in": "mfr", "at": 0, "bit": 5, "is": 0}"#, false),
        (#"{"in": "mfr", "at": 0, "bit": 6, "is": 0}"#, true),
        (#"{"in": "mfr", "at": 0, "bit": 5, "is": 1}"#, true),
        (#"{"in": "mfr", "at": 0, "mask": 240, "value": 160}"#, true),
        (#"{"in": "mfr", "at": 0, "mask": 240, "value": 161}"#, false),
        (#"{"not": {"company": "FFFE"}}"#, true), (#"{"not": {"company": "FFFF"}}"#, false),
        (#"{"all": [{"company": "FFFF"}, {"name_is": "abc"}]}"#, true),
        (#"{"all": [{"company": "FFFF"}, {"name_is": "x"}]}"#, false),
        (#"{"all": [{"company": "FFFE"}, {"name_is": "abc"}]}"#, false),
        (#"{"any": [{"company": "FFFE"}, {"name_is": "abc"}]}"#, true),
        (#"{"any": [{"company": "FFFF"}, {"name_is": "x"}]}"#, true),
        (#"{"any": [{"company": "FFFE"}, {"name_is": "x"}]}"#, false),
        (#"{"not": {"any": [{"company": "FFFE"}, {"name_is": "x"}]}}"#, true),
        (#"{"not": {"all": [{"company": "FFFF"}, {"not": {"name_is": "abc"}}]}}"#, true),
        (
            #"{"all": [{"not": {"name_is": "x"}}, {"any": [{"name_is": "y"}, {"company": "FFFF"}]}]}"#,
            true
        ),
    ])
    func conditionsMatch(_ match: String, _ matches: Bool) throws {
        let found = reading("A10203", name: "abc", try table(match: match, field("u8")))
        #expect((found?.format == .user) == matches)
        // the same condition on a field
        let when = reading("A10203", name: "abc", try table(field("u8", #","when": \#(match)"#)))
        #expect((when?.measurements.isEmpty == false) == matches)
    }

    @Test func theFirstMatchingDefinitionDecodes() throws {
        let json = #"""
            [{"id": "one", "match": {"company": "0001"}, "fields": []},
             {"id": "two", "brand": "B", "name": "n", "models": ["M"], "match": {"company": "FFFF"},
              "fields": [\#(field("u8")), \#(field("u16le"))]},
             {"id": "three", "match": {"company": "FFFF"}, "fields": []}]
            """#
        let table = try SensorTable(
            JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8))
        )
        #expect(table.models.map(\.id) == ["one", "two", "three"])
        #expect(table.models[0].name == "one" && table.models[0].brand == "")
        #expect(table.models[0].models == [] && table.models[1].title == "B M")
        let found = reading("0102", table)
        #expect(found?.model?.id == "two" && found?.measurements.map(\.number) == [1, 513])
    }

    /// Faults, and a word of each message.
    @Test(arguments: [
        (#""type": "bit""#, "0 to 7"), (#""type": "bit", "bit": 8"#, "0 to 7"),
        (#""type": "u9""#, "u9"), (#""type": "u8", "invalid": ["F"]"#, "pairs"),
        (#""type": "u8", "invalid": ["G0"]"#, "pairs"), (#""type": "u8", "scale": 0"#, "scale"),
        (#""type": "u8", "scale": 3000"#, "scale"), (#""type": "u8", "scale": -3000"#, "scale"),
        (#""type": "u8", "offset": 3000"#, "scale"), (#""type": "u8", "min": 1e19"#, "too large"),
        (#""type": "f32le", "max": 1e13"#, "too large"), (#""type": "u8", "colour": 1"#, "colour"),
        (#""type": "u8", "unit": "m""#, "count is in"),
        (#""type": "u8", "when": {"company": "1"}"#, "four hexadecimal"),
        (#""type": "u8", "when": {"company": "12345"}"#, "four hexadecimal"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0, "hex": ""}"#, "pairs"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0, "hex": "ABC"}"#, "pairs"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0, "bit": 8}"#, "0 to 7"),
        (#""type": "u8", "when": {"len": "mfr", "op": "<", "bytes": 3}"#, "none of ="),
        (#""type": "u8", "when": {"any": []}"#, "empty"),
    ])
    func faultsAreNamed(_ more: String, _ word: String) {
        let field = #"{"quantity": "count", "in": "mfr", "at": 0, \#(more)}"#
        let fault = #expect(throws: (any Error).self) { try table(field) }
        #expect("\(fault!)".contains(word), "\(fault!)")
    }

    @Test func textsAndListsHaveLimits() throws {
        func condition(_ count: Int) -> String {
            #"{"name_is": "\#(String(repeating: "n", count: count))"}"#
        }
        _ = try table(match: condition(63))
        #expect(throws: SensorTable.Fault(id: "a", reason: "a text is too long")) {
            try table(match: condition(64))
        }
        func fields(_ count: Int) throws {
            let list = Array(repeating: field("u8"), count: count).joined(separator: ",")
            _ = try table(list)
        }
        try fields(32)
        #expect(throws: SensorTable.Fault(id: "a", reason: "it has more than 32 fields")) {
            try fields(33)
        }
    }
}
