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

    /// One byte is a temperature; `more` is added to the definition.
    private func thermometer(_ more: String) throws -> SensorTable {
        let json = #"""
            [{"id": "a", "match": {"company": "FFFF"}, \#(more) "fields": [
              {"quantity": "temperature", "unit": "°C", "in": "mfr", "at": 0, "type": "i8"}]}]
            """#
        return try SensorTable(JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8)))
    }

    @Test func valuesOutsideTheLimitsAreInvalid() throws {
        func values(_ more: String, _ hex: String) throws -> [SensorMeasurement.Value]? {
            reading(hex, try thermometer(more))?.measurements.map(\.value)
        }
        #expect(try values("", "C4") == [.number(-60)])
        #expect(try values("", "C3") == [.invalid])
        #expect(try values(#""temperatures": [-61, 20],"#, "BA") == [.number(-70)])
        #expect(try values(#""temperatures": [-20, 41],"#, "32") == [.number(50)])
        #expect(try values(#""temperatures": [-20, 41],"#, "33") == [.invalid])
        #expect(try values(#""whole_range": true,"#, "80") == [.number(-128)])
        for range in ["[20]", "[20, 20]", "[-1281, 20]", "[20, 1271]"] {
            #expect(throws: SensorFault.self) {
                try thermometer(#""temperatures": \#(range),"#)
            }
        }
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
        (#"{"len": "mfr", "op": ">", "bytes": 2}"#, true),
        (#"{"len": "mfr", "op": ">", "bytes": 3}"#, false),
        (#"{"len": "mfr", "op": "<", "bytes": 4}"#, true),
        (#"{"len": "mfr", "op": "<", "bytes": 3}"#, false),
        (#"{"no": "svc"}"#, true), (#"{"no": "mfr"}"#, false),
        (#"{"not": {"in": "svc", "at": 0, "hex": "00"}}"#, false),
        (#"{"not": {"in": "mfr", "at": 0, "hex": "00"}}"#, true),
        (#"{"name_suffix": "bc"}"#, true), (#"{"name_suffix": "ab"}"#, false),
        (#"{"name": "bc", "at": 1}"#, true), (#"{"name": "bc"}"#, false),
        (#"{"company_nibbles": "fff", "nibble": 1}"#, true),
        (#"{"company_nibbles": "ffe", "nibble": 1}"#, false),
        (#"{"in": "mfr", "nibble": 1, "hex": "102"}"#, true),
        (#"{"in": "mfr", "nibble": 1, "hex": ["103", "02"]}"#, false),
        (#"{"in": "mfr", "at": 0, "hex": ["A0", "A1", "B0", "B1"]}"#, true),
        (#"{"in": "mfr", "at": 0, "hex": ["A0", "A2", "B0", "B2"]}"#, false),
        (#"{"in": "mfr", "at": 2, "type": "u8", "max": 3}"#, true),
        (#"{"in": "mfr", "at": 2, "type": "u8", "min": 4}"#, false),
        (#"{"all": [{"in": "mfr", "at": 0, "bit": 0}, {"in": "mfr", "at": 0, "bit": 1}]}"#, false),
        (#"{"all": [{"in": "mfr", "at": 0, "bit": 0}, {"in": "mfr", "at": 0, "bit": 5}]}"#, true),
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
        (#""type": "u8", "scale": 1e-20"#, "scale"), (#""type": "u8", "offset": -3000"#, "scale"),
        (#""type": "u8", "min": 1e300"#, "too large"),
        (#""type": "u8", "max": -1e19"#, "too large"),
        (#""type": "u8", "invalid": ["0000"]"#, "has 1 bytes"),
        (#""type": "f32le", "invalid": ["00000000"]"#, "only integers"),
        (#""type": "bits-le", "bits": 33"#, "1 to 32"),
        (#""type": "bits-le", "bits": 0"#, "1 to 32"),
        (#""type": "ascii", "bytes": 0"#, "1 to 255"), (#""type": "u4be""#, "nibble"),
        (#""type": "u8", "steps": [["cube"]]"#, "'cube' is none of and, xor"),
        (#""type": "u8", "steps": [["div", 0]]"#, "too large"),
        (#""type": "u8", "steps": [["div", 2], ["shr", 1]]"#, "shr needs a whole number"),
        (#""type": "u8", "steps": [["not", 1]]"#, "too many arguments"),
        (#""type": "u8", "steps": [["and", 1.5]]"#, "and needs a whole number"),
        (#""type": "u8", "values": {"1": 256}"#, "0 to 255"),
        (
            #""type": "u8", "steps": [["mul", {"value": {"in": "mfr", "at": 0, "type": "u8"}}]]"#,
            "ends with the step poly"
        ),
        (#""type": "u8", "steps": [["poly", [1, 2]]]"#, "three factors"),
        (#""type": "u8", "when": {"no": "x"}"#, "'x' is none of mfr, svc, record, obj"),
        (#""type": "u8", "values": {"256": 1}"#, "0 to 255"),
        (#""type": "u8", "when": {"company": "1"}"#, "four hexadecimal"),
        (#""type": "u8", "when": {"company": "12345"}"#, "four hexadecimal"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0, "hex": ""}"#, "pairs"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0, "hex": "ABC"}"#, "pairs"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0, "bit": 8}"#, "0 to 7"),
        (#""type": "u8", "when": {"len": "mfr", "op": "<>", "bytes": 3}"#, "none of ="),
        (#""type": "u8", "when": {"len": "mfr", "op": ">", "bytes": 255}"#, "none of ="),
        (#""type": "u8", "when": {"len": "mfr", "bytes": 256}"#, "0 to 255"),
        (#""type": "u8", "when": {"svc_uuid": "123456"}"#, "or a UUID"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0}"#, "states no condition"),
        (#""type": "u8", "when": {"in": "mfr", "at": 0, "bit": 0, "is": 2}"#, "0 or 1"),
        (#""type": "u8", "when": {"mac": "mfr", "at": 0, "order": "x"}"#, "reversed"),
        (#""type": "u8", "when": {"name_is": []}"#, "empty"),
        (#""type": "u8", "when": {"any": []}"#, "empty"),
    ])
    func faultsAreNamed(_ more: String, _ word: String) {
        let field = #"{"quantity": "count", "in": "mfr", "at": 0, \#(more)}"#
        let fault = #expect(throws: SensorFault.self) { try table(field) }
        #expect(fault.map { "\($0)".contains(word) } == true, "\(fault as Any)")
        // the id and the position come first, the next step last
        #expect(fault.map { "\($0)".hasPrefix("a: fields[0]") } == true, "\(fault as Any)")
        #expect(fault.map { "\($0)".hasSuffix("; \($0.nextStep ?? "")") } == true)
    }

    /// Faults of a format as a whole, word for word.
    @Test(arguments: [
        (
            #"[{"brand": "B"}]"#,
            "format 1: 'id' is missing; man accessory-sensors describes the format (docs/sensors.md)"
        ),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "fields": [{"quantity": "count", "in": "mfr", "at": 300, "type": "u8"}]}]"#,
            "a: fields[0].at: it is not a whole number from -128 to 127; "
        ),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "fields": [{"quantity": "count", "in": "mfr", "at": 0, "type": "u8", "scale": 1e999}]}]"#,
            "a: it has a number that is too large; "
        ),
        (
            #"[{"id": "a", "match": {"all": [{"company": "FFFF"}, {"not": {"in": "mfr"}}]}, "fields": []}]"#,
            "a: match.all[1].not: 'at' is missing; "
        ),
        (
            #"[{"id": "a", "match": {"company": 5}, "fields": []}]"#,
            "a: match.company: it is not a text; "
        ),
        (#"[{"id": "a", "match": [], "fields": []}]"#, "a: match: it is not an object; "),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "fields": 5}]"#,
            "a: fields: it is not a list; "
        ),
        (#"[{"id": "a", "match": {"company": "FFFF"}}]"#, "a: 'fields' is missing; "),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "encrypted": true, "fields": []}]"#,
            "a: encrypted: only built-in formats are decrypted; "
        ),
        (#"[{"id": "a", "read_by": ["b"]}]"#, "a: another format reads it; remove it"),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "tlv": {"in": "mfr", "at": 64, "objects": {}}, "fields": []}]"#,
            "a: tlv.at: the first object is at 0 to 63; "
        ),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "tlv": {"in": "mfr", "at": 1, "objects": {"XY/1": []}}, "fields": []}]"#,
            "a: tlv.objects: 'XY/1' is not"
        ),
        (
            #"[{"id": "a", "match": {"company": "FFFF"}, "flags": {"in": "mfr", "at": 1, "from": 3, "parts": []}, "fields": []}]"#,
            "a: flags.from: the first field follows the flags; "
        ),
    ])
    func faultsHaveIdAndPosition(_ json: String, _ text: String) {
        let fault = #expect(throws: SensorFault.self) {
            try SensorTable(JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8)))
        }
        #expect(fault.map { "\($0)".hasPrefix(text) } == true, "\(fault as Any)")
    }

    /// A file written by an editor on Windows: a byte-order mark, and lines that end with CR and LF.
    @Test func textsOfOtherEditorsAreRead() throws {
        let json =
            "\u{FEFF}[{\"id\": \"a\",\r\n \"match\": {\"company\": \"FFFF\"},\r\n \"fields\": []}]\r\n"
        let definitions = try JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8))
        #expect(definitions.map(\.id) == ["a"])
    }

    /// The steps of the arithmetic, on 64 and 03.
    @Test(
        arguments: [
            (#"["and", 12], ["shr", 2]"#, 1), (#"["xor", 101], ["add", 1], ["mul", 3]"#, 6),
            (#"["mod", 30], ["sub", 1]"#, 9), (#"["idiv", 30]"#, 3), (#"["div", 8]"#, 12.5),
            (#"["div", 8], ["trunc"]"#, 12), (#"["sub", 200], ["abs"]"#, 100), (#"["not"]"#, 0),
            (#"["sub", 100], ["not"]"#, 1), (#"["max", 50]"#, 50), (#"["min", 150]"#, 150),
            (#"["div", 10], ["max", 9.5]"#, 9.5), (#"["f-to-c"]"#, 37.777_778),
            (#"["signed", 6]"#, -28),
            (#"["neg-if", {"in": "mfr", "at": 1, "bit": 0}]"#, -100),
            (#"["neg-if", {"in": "mfr", "at": 1, "bit": 2}]"#, 100),
            (#"["add", 5], ["neg-if", {"in": "mfr", "at": 1, "bit": 0}]"#, -105),
            (#"["add", {"value": {"in": "mfr", "at": 1, "type": "u8", "scale": 0.5}}]"#, 101.5),
            (
                #"["div", 10], ["sub", {"value": {"in": "mfr", "at": 1, "type": "u8", "offset": 1}}]"#,
                6
            ),
            (
                #"["mul", {"value": {"in": "mfr", "at": 1, "type": "u8", "steps": [["poly", [0.5, 0.25, 0.125]]]}}]"#,
                237.5
            ),
            (#"["log65536-254"]"#, 77.750_25),
        ] as [(String, Double)]
    )
    func stepsAreApplied(_ steps: String, _ value: Double) throws {
        let found = reading("6403", try table(field("u8", #","steps": [\#(steps)]"#)))
        let number = try #require(found?.measurements.first?.number)
        #expect(abs(number - value) < 0.001, "\(number)")
    }

    /// Types that are not whole bytes, on 12 34 and the text 7.5.
    @Test func partsOfBytesAndTextsAreRead() throws {
        func number(_ type: String, _ more: String) throws -> Double? {
            let field = #"{"quantity": "count", "in": "mfr", "type": "\#(type)", \#(more)}"#
            return reading("1234372E35", try table(field))?.measurements.first?.number
        }
        #expect(try number("u4be", #""nibble": 1"#) == 2)
        #expect(try number("bits-le", #""bit": 4, "bits": 8"#) == 0x41)
        #expect(try number("bits-le-signed", #""bit": 10, "bits": 4"#) == -3)
        #expect(try number("decimal", #""at": 2, "bytes": 3"#) == 7.5)
        #expect(try number("dec1", #""at": 4"#) == 5 && number("dec3", #""at": 2"#) == 7.5)
        #expect(try number("const", #""value": 42"#) == 42)
        #expect(try number("u8", #""at": 0, "values": {"18": 7, "19": 8}"#) == 7)
        #expect(try number("u8", #""at": 0, "values": {"19": 8}"#) == nil)
        #expect(try number("u8", #""at": 0, "invalid_number": 18"#) == nil)
        let text = #"{"quantity": "text", "in": "mfr", "at": 2, "type": "ascii", "bytes": 3}"#
        #expect(reading("1234372E35", try table(text))?.measurements.first?.value == .text("7.5"))
    }

    /// A list of numbered objects, and fields that bits announce.
    @Test func objectsAreRead() throws {
        func read(_ objects: String, _ hex: String) throws -> [Double?]? {
            let json =
                #"[{"id": "a", "match": {"company": "FFFF"}, \#(objects), "fields": []}]"#
            let all = try JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8))
            return reading(hex, try SensorTable(all))?.measurements.map(\.number)
        }
        let value = #"[{"quantity": "count", "in": "obj", "at": 0, "type": "u8"}]"#
        let numbered =
            #""tlv": {"in": "mfr", "at": 1, "objects": {"0A/1": \#(value), "0B": \#(value)}}"#
        #expect(try read(numbered, "000A01050B020607") == [5, 6])
        let sized = numbered.replacing("\"at\": 1,", with: "\"at\": 1, \"length_first\": true,")
        #expect(try read(sized, "00020A05030B0607") == [5, 6])
        #expect(try read(sized, "00020A05000B0607") == [5])
        #expect(try read(numbered, "000A0205060B0107") == [7])
        let flagged =
            #""flags": {"in": "mfr", "at": 0, "parts": [{"bit": 0, "bytes": 2, "fields": \#(value)}, {"bit": 7, "bytes": 1, "fields": \#(value)}]}"#
        #expect(try read(flagged, "81050006") == [5, 6])
        #expect(try read(flagged, "8006") == [6])
    }

    /// A byte of the frame tells the models apart.
    @Test func theDeviceTypeSelectsTheModel() throws {
        let json = #"""
            [{"id": "a", "brand": "B", "models": ["M1", "M2"], "match": {"company": "FFFF"},
              "device_type": {"in": "mfr", "at": 0, "type": "u8", "values": {"1": "M1", "2": "M2"}},
              "needs_connection": true, "fields": [\#(field("u8"))]}]
            """#
        let table = try SensorTable(
            JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8))
        )
        #expect(reading("02", table)?.model?.title == "B M2")
        #expect(reading("03", table)?.model?.model == nil)
        #expect(table.models[0].needs == .connection && table.models[0].hasReadings)
    }

    @Test func textsAndListsHaveLimits() throws {
        func condition(_ count: Int) -> String {
            #"{"name_is": "\#(String(repeating: "n", count: count))"}"#
        }
        _ = try table(match: condition(63))
        let fault = #expect(throws: SensorFault.self) { try table(match: condition(64)) }
        #expect(fault?.reason == "a text must have 1 to 63 bytes")
        func fields(_ count: Int) throws {
            let list = Array(repeating: field("u8"), count: count).joined(separator: ",")
            _ = try table(list)
        }
        try fields(32)
        let many = #expect(throws: SensorFault.self) { try fields(33) }
        #expect(many?.reason == "it has more than 32 fields")
    }
}
