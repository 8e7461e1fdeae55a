import Foundation
import TestSupport
import Testing

@testable import accessory

/// `accessory sensors`, and the options of `advert decode` that belong to it.
@Suite struct SensorsCommandTests {
    private struct Model: Decodable {
        let brand: String
        let model: String
        let readings: Bool
        let needs: String?
    }

    private struct Record: Decodable {
        struct Sensor: Decodable {
            struct Value: Decodable {
                let quantity: String
                let number: Double?
            }
            let format: String
            let title: String?
            let missing: String?
            let measurements: [Value]
        }
        let kind: String
        let sensor: Sensor?
    }

    private func decode(_ arguments: [String]) throws -> Record {
        let result = try CommandLineTool.run(["advert", "decode", "--json"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        return try JSONDecoder().decode(Record.self, from: result.data)
    }

    private static let greenhouse = """
        [{"id": "greenhouse", "match": {"company": "FFFF"},
          "fields": [{"quantity": "temperature", "in": "mfr", "at": 2, "type": "i16le", "scale": 0.1}]}]
        """

    @Test func theListHasEveryModelOnce() throws {
        let lines = try CommandLineTool.run(["sensors", "list", "--json"]).output.split(
            separator: "\n"
        )
        let models = try lines.map { try JSONDecoder().decode(Model.self, from: Data($0.utf8)) }
        #expect(models.filter(\.readings).count >= 340)
        #expect(Set(models.map { "\($0.brand) \($0.model)" }).count == models.count)
        let some = try CommandLineTool.run(["sensors", "list", "govee"]).output
        #expect(some.contains("H5075") && !some.contains("Inkbird"))
        #expect(
            try CommandLineTool.run(["sensors", "show", "h5075"]).output.contains("govee-h5072")
        )
        let printed = try CommandLineTool.run(["sensors", "show", "govee H5075"])
        #expect(printed.output.contains("govee-h5072"))
        let brand = try CommandLineTool.run(["sensors", "show", "govee"])
        #expect(brand.status == 64 && brand.errors.contains("accessory sensors list 'govee'"))
        #expect(try CommandLineTool.run(["sensors", "show", "none-such"]).status == 64)
    }

    @Test func aModelWithoutValuesIsNamed() throws {
        let arguments = ["advert", "decode", "02010608166afe0300051000"]
        let lines = try CommandLineTool.run(arguments).output.split(separator: "\n")
        #expect(lines.last == "    sensor: Kontakt.io telemetry")
    }

    @Test func aBeaconHidesNoReading() throws {
        let record = try decode([
            "1aff4c000215fda50693a4e24fb1afcfc6eb07647825000100021a0916d2fc400109022a09"
        ])
        #expect(record.kind == "ibeacon" && record.sensor?.format == "bthome")
        #expect(record.sensor?.measurements.map(\.number) == [9, 23.46])
    }

    @Test func aNameAndAUsersFormatAreUsed() throws {
        let named = try decode(["--name", "TP357 (12AB)", "07FFC2F0003C0200"])
        #expect(named.sensor?.measurements.first?.number == 24)
        let scratch = try Scratch()
        let file = scratch.url("sensors.json")
        try Data(Self.greenhouse.utf8).write(to: file)
        #expect(
            try CommandLineTool.run(["sensors", "check", file.path]).output == "greenhouse: valid\n"
        )
        let own = try decode(["--sensors", file.path, "07FFFFFF4757D700"])
        #expect(
            own.sensor?.format == "greenhouse" && own.sensor?.measurements.first?.number == 21.5
        )
        try Data(Self.greenhouse.replacing("i16le", with: "i15").utf8).write(to: file)
        let bad = try CommandLineTool.run(["sensors", "check", file.path])
        #expect(bad.status == 65 && bad.errors.contains("i15"))
    }

    /// Runs a command on a file with this text.
    private func run(_ command: String, on text: String, _ more: [String] = []) async throws
        -> (output: String, failure: Failure?)
    {
        let scratch = try Scratch()
        let file = scratch.url("own; \u{e4}.json")
        try Data(text.utf8).write(to: file)
        let end = await LocalTool.run(["sensors", command, file.path] + more)
        return (end.output.map { $0 + "\n" }.joined(), end.failure)
    }

    @Test func aFileIsLaidOutWithOneFieldALine() async throws {
        let text =
            "\u{FEFF}[{\"id\" :\"a\",\r\n\"models\":[ \"x, \\\"y\" ],\"match\":{\"company\":\"FFFF\"},\"fields\":["
            + "{\"quantity\":\"count\",\"in\":\"mfr\",\"at\":0,\"type\":\"u8\",\"scale\":1.50},\r\n"
            + "{\"quantity\":\"battery\",\"in\":\"mfr\",\"at\":-1,\"type\":\"u8\"}]},"
            + "{\"id\":\"b\",\"match\":{\"company\":\"0001\"},\"fields\":[]}]\r\n"
        let laidOut = #"""
            [
              {"id": "a", "models": ["x, \"y"],
                "match": {"company": "FFFF"},
                "fields": [
                  {"quantity": "count", "in": "mfr", "at": 0, "type": "u8", "scale": 1.50},
                  {"quantity": "battery", "in": "mfr", "at": -1, "type": "u8"}
                ]},
              {"id": "b", "match": {"company": "0001"}, "fields": []}
            ]

            """#
        #expect(try await run("format", on: text).output == laidOut)
        #expect(try await run("format", on: laidOut).output == laidOut)
        let builtIn = try Repository.text("csrc/sensor/sensors.json")
        #expect(JSONLayout(Array(builtIn.utf8)).text == builtIn, "run scripts/sensor-table")
    }

    @Test func formatsAreCompiledToC() async throws {
        let other = Self.greenhouse.replacing("greenhouse", with: "other")
            .replacing("\"id\"", with: "\"brand\": \"Mine\", \"id\"")
        let text = "\(Self.greenhouse.dropLast()), \(other.dropFirst())"
        let all = try await run("compile", on: text).output
        #expect(all.contains("RECORD(n_greenhouse,") && all.contains("RECORD(n_other,"))
        let some = try await run("compile", on: text, ["--brands", "x,mine"]).output
        #expect(!some.contains("RECORD(n_greenhouse,") && some.contains("RECORD(n_other,"))
        let none = try await run("compile", on: text, ["--brands", "x"])
        #expect(none.output.isEmpty && none.failure?.status == .usage)
        let keyless = text.replacing("{\"company\": \"FFFF\"}", with: "{\"name_contains\": \"G\"}")
        let failure = try await run("compile", on: keyless).failure
        #expect(failure?.status == .badInput && failure?.nextStep?.contains("names_begin") == true)
    }

    /// Formats that random data often has are listed, the weakest first.
    @Test func weakFormatsAreListed() async throws {
        func format(_ id: String, _ match: String) -> String {
            #"{"id": "\#(id)", "match": \#(match), "fields": []}"#
        }
        let text = [
            format("company", #"{"company": ["FFFF", "FFFE"]}"#),
            format(
                "strong",
                #"{"all": [{"company": "1234"}, {"in": "mfr", "at": 0, "hex": "47"}]}"#
            ),
            format(
                "weak",
                #"{"all": [{"company_nibbles": "91", "nibble": 2}, {"len": "mfr", "bytes": 9}, {"in": "mfr", "at": 0, "mask": 3, "value": 1}, {"not": {"in": "mfr", "at": 1, "bit": 0}}]}"#
            ),
            format("texts", #"{"any": [{"name_is": "abcd"}, {"svc_uuid": "180F"}]}"#),
        ].joined(separator: ",")
        let output = try await run("compile", on: "[\(text)]", ["--evidence"]).output
        #expect(output == "8.0  company\n8.0  texts\n16.0  weak\n")
    }

    /// The file, the format, the position, the cause and what to do.
    @Test(arguments: ["check", "format", "compile"])
    func aFaultStatesFormatAndPosition(_ command: String) async throws {
        let text = Self.greenhouse.replacing("\"scale\"", with: "\"scal\"")
        let failure = try #require(try await run(command, on: text).failure)
        #expect(failure.status == .badInput)
        #expect(
            failure.cause.contains(
                "own; ä.json: line 2, column 14: greenhouse: fields[0]: 'scal' is none of"
            )
        )
        #expect(failure.nextStep == "man accessory-sensors describes the format (docs/sensors.md)")
    }

    /// A number out of range is named with its place.
    @Test(arguments: ["200", "1e999"])
    func aNumberOutOfRangeIsNamed(_ number: String) async throws {
        let text = Self.greenhouse.replacing("\"at\": 2", with: "\"at\": \(number)")
        #expect(text != Self.greenhouse)
        let failure = try #require(try await run("check", on: text).failure)
        #expect(
            failure.cause.contains("json: the number \(number) at line 2, column 61: "),
            "\(failure.cause)"
        )
        #expect(failure.cause.contains(": greenhouse: "), "\(failure.cause)")
    }

    @Test func aKeysFileReadableByOthersIsRefused() throws {
        let scratch = try Scratch()
        let file = scratch.url("keys.json")
        try Data(#"{"54:48:E6:8F:80:A5": "231d39c1d7cc1ab1aee224cd096db932"}"#.utf8).write(to: file)
        let frame = "1aFFE102100089A302B040AF925D09A4D89AA0128BDEF4925D09A4"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        let open = try CommandLineTool.run(["advert", "decode", "--keys", file.path, frame])
        #expect(open.status != 0 && open.errors.contains("chmod 600"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(try decode(["--keys", file.path, frame]).sensor?.missing == "key")
        try Data(#"{"54:48": "23"}"#.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        #expect(
            try CommandLineTool.run(["advert", "decode", "--keys", file.path, frame]).status == 65
        )
    }
}
