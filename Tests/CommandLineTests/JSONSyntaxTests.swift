import AccessoryBase
import Foundation
import Testing

@testable import accessory

/// The positions of errors in JSON files.
@Suite struct JSONSyntaxTests {
    @Test(arguments: [
        "{}", "[]", " [1, 2]\r\n", "{ \"a\" : [true, false, null, -1.5e+3], \"b\": {} }",
        "\"a\\\"b\\\\\"", "\t0", "[[], [[]]]",
    ])
    func valid(text: String) {
        #expect(JSONSyntax.fault(in: Array(text.utf8)) == nil)
    }

    /// The first byte that RFC 8259 does not allow, counted in characters.
    @Test(arguments: [
        ("", 1, 1), (" ", 1, 2), ("[1,]", 1, 4), ("[1 2]", 1, 4), ("[1", 1, 3), ("[", 1, 2),
        ("{\"a\" 1}", 1, 6), ("{\"a\":}", 1, 6), ("{a:1}", 1, 2), ("{\"a\":1", 1, 7),
        ("{\"a\":1,}", 1, 8), ("{} x", 1, 4), ("\"ab", 1, 4), ("\"a\nb\"", 1, 3), ("\"é", 1, 3),
        ("\"\\\"", 1, 4), ("-", 1, 2), ("nul", 1, 4), ("tru", 1, 4), ("falsy", 1, 5),
        ("{\n  \"a\": tru\n}", 2, 11), ("[\n\n  x]", 3, 3), ("[1]]", 1, 4), ("[1}", 1, 3),
        ("x", 1, 1), ("01", 1, 2), ("[1.]", 1, 4), ("[1e]", 1, 4), ("[.5]", 1, 2), ("[+1]", 1, 2),
        ("0x10", 1, 2),
    ])
    func invalid(text: String, line: Int, column: Int) {
        #expect(JSONSyntax.fault(in: Array(text.utf8)) == "line \(line), column \(column)")
    }

    /// As many levels as Foundation's decoder takes.
    @Test func levels() {
        func nested(_ count: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: count) + String(repeating: "]", count: count)).utf8
            )
        }
        #expect(JSONSyntax.fault(in: nested(512)) == nil)
        #expect(JSONSyntax.fault(in: nested(513)) == "line 1, column 513")
        // closed levels do not count
        let wide = Array(("[" + String(repeating: "[],", count: 600) + "0]").utf8)
        #expect(JSONSyntax.fault(in: wide) == nil)
    }

    private struct Numbers: Decodable {
        let a: UInt16
        let b: [Double]?
    }

    /// Foundation's decoder does not tell which number it refuses.
    @Test(arguments: [
        ("{\"a\": 70000}", "70000", 1, 7), ("{\n \"a\":-1}", "-1", 2, 6),
        ("{\"a\":1.5}", "1.5", 1, 6),
        ("{\"b\":[300,1e300,1e400],\"a\":1}", "1e400", 1, 17),
        ("{\"b\":[1e400],\"a\":70000}", "1e400", 1, 7),
        ("\u{FEFF}{\"x\":\"1e400\",\"a\":99999999999999999999}", "99999999999999999999", 1, 18),
    ])
    func numbersOutOfRange(text: String, number: String, line: Int, column: Int) async throws {
        let scratch = try Scratch()
        try Data(text.utf8).write(to: scratch.url("n.json"))
        let file = try InputFile(scratch.url("n.json").path)
        let failure = #expect(throws: Failure.self) { _ = try file.decode(Numbers.self, .fleet) }
        let place = "the number \(number) at line \(line), column \(column) is out of range"
        #expect(failure?.cause == "\(scratch.url("n.json").path): \(place)")
        #expect(
            failure?.nextStep == "man accessory-fleet describes the format (docs/beacon-modules.md)"
        )
    }

    private struct Inner: Decodable {
        private enum Keys: String, CodingKey, CaseIterable { case name, count }

        init(from decoder: any Decoder) throws {
            let values = try decoder.keyed(by: Keys.self)
            let name = try values.decode(String.self, forKey: .name)
            if name == "bad" { throw values.fault(.name, "it is bad.") }
            _ = try values.decodeIfPresent(Int.self, forKey: .count)
        }
    }

    private struct Outer: Decodable {
        let number: Int
        let list: [Int]
        let inner: [Inner]
    }

    @Test(arguments: [
        (#"{"number": 1, "list": [1, 2], "inner": [{"name": "a", "count": 2}]}"#, nil),
        (#"[]"#, "it is not an object"),
        (#"{"list": [], "inner": []}"#, "line 1, column 1: number: it is missing"),
        (
            #"{"number": null, "list": [], "inner": []}"#,
            "line 1, column 12: number: null is not a whole number"
        ),
        (
            "{\n \"number\": \"1\", \"list\": [], \"inner\": []}",
            "line 2, column 12: number: \"1\" is not a whole number"
        ),
        (
            #"{"number": 1, "list": {}, "inner": []}"#,
            "line 1, column 23: list: {} is not a list"
        ),
        (
            #"{"number": 1, "list": [1, "2"], "inner": []}"#,
            "line 1, column 27: list[1]: \"2\" is not a whole number"
        ),
        (
            #"{"number": 1, "list": [], "inner": [{"name": 1e999}]}"#,
            "line 1, column 46: inner[0].name: the number 1e999 is out of range"
        ),
        (
            #"{"number": 1, "list": [], "inner": [{}]}"#,
            "line 1, column 37: inner[0].name: it is missing"
        ),
        (
            #"{"number": 1, "list": [], "inner": [{"name": "a"}, {"nmae": "b", "name": "c"}]}"#,
            "line 1, column 52: inner[1]: 'nmae' is none of name, count"
        ),
        (
            #"{"number": 1, "list": [], "inner": [{"name": "bad"}]}"#,
            "line 1, column 46: inner[0].name: it is bad"
        ),
        ("{\"number\": 1,\n}", "not valid JSON at line 2, column 1"),
    ])
    func theFileAndThePlaceAreNamed(json: String, fault: String?) throws {
        let scratch = try Scratch()
        let path = scratch.url("f.json").path
        try Data(json.utf8).write(to: scratch.url("f.json"))
        do {
            _ = try InputFile(path).decode(Outer.self, .peripheral)
            #expect(fault == nil)
        } catch let failure as Failure {
            #expect(
                failure.status == .badInput && failure.nextStep == JSONFormat.peripheral.nextStep
            )
            #expect(failure.cause == "\(path): \(fault ?? "-")")
        }
    }
}
