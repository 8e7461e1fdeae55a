import Foundation
import TestSupport
import Testing

@testable import Beacons

/// Formats compiled to C, and the committed table of the built-in formats.
@Suite struct SensorSourceTests {
    private static let builtIn = Result {
        try definitions(Repository.text("csrc/sensor/sensors.json"))
    }

    private static func definitions(_ json: String) throws -> [SensorDefinition] {
        try JSONDecoder().decode([SensorDefinition].self, from: Data(json.utf8))
    }

    private func source(_ formats: String...) throws -> String {
        try SensorSource.text(of: Self.definitions("[\(formats.joined(separator: ","))]"))
    }

    private func format(_ id: String, _ match: String, _ more: String = "") -> String {
        #"""
        {"id": "\#(id)", "match": \#(match), \#(more)
         "fields": [{"quantity": "count", "in": "mfr", "at": 0, "type": "u8"}]}
        """#
    }

    /// The lines that begin with an item of this kind.
    private func lines(_ kind: String, _ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.contains("\(kind)(") && !$0.hasPrefix("#") }
    }

    /// scripts/sensor-table writes the file.
    @Test func theCommittedTableIsCurrent() throws {
        let text = try SensorSource.text(of: Self.builtIn.get())
        #expect(try text == Repository.text("csrc/sensor/sensors.h"), "run scripts/sensor-table")
    }

    /// A new format adds its own lines and changes few others, wherever it stands in the file.
    @Test(arguments: [0, 100, 250])
    func aNewFormatChangesFewLines(_ place: Int) throws {
        var definitions = try Self.builtIn.get()
        let page = try Repository.text("docs/tutorials/add-a-sensor.md")
        let json = try #require(page.split(separator: "```json\n").dropFirst().first)
        let new = try Self.definitions(String(try #require(json.split(separator: "```").first)))
        definitions.insert(contentsOf: new, at: place)
        let before = try Repository.text("csrc/sensor/sensors.h").split(separator: "\n")
        let after = try SensorSource.text(of: definitions).split(separator: "\n")
        let added = after.difference(from: before).insertions.count
        #expect(1...30 ~= added, "\(added) lines")
    }

    @Test func namesFollowFromTheContents() throws {
        let (one, two) = (
            format("one", #"{"company": "1234"}"#), format("two", #"{"company": "0FFF"}"#)
        )
        let (alone, both) = (try source(one), try source(two, one))
        #expect(lines("RECORD", alone).count == 1 && lines("RECORD", both).count == 2)
        // equal rows are kept once
        #expect(both.contains("RECORD(n_one, r_two, 0, 1,"))
        #expect(both.contains("LIST(l_company_1234, 4, n_one, c_"))
        // a company alone is little evidence: term 14, a loose search
        #expect(both.contains("1, {14, 0, 0, 254, 255})"))
        let sure = try source(
            format("one", #"{"all": [{"company": "1234"}, {"len": "mfr", "bytes": 9}]}"#)
        )
        // so is a company with a length
        #expect(sure.contains("{14, 0, 0, 254, 255})"))
        let surer = try source(
            format(
                "one",
                #"{"all": [{"company": "1234"}, {"len": "mfr", "bytes": 9}, {"in": "mfr", "at": 0, "hex": "47"}]}"#
            )
        )
        #expect(surer.contains("LIST(l_company_1234, 4, n_one,") && !surer.contains("{14,"))
        #expect(both.contains("SLOT(COMPANY, 4660, l_company_1234,"))
    }

    @Test func higherRanksAreTriedLater() throws {
        let late = format("late", #"{"company": "1234"}"#, #""rank": 1,"#)
        let text = try source(late, format("soon", #"{"company": "1234"}"#))
        let list = try #require(text.split(separator: "LIST(l_company_1234, 7, n_soon,").last)
        #expect(list.prefix(60).contains("n_late,"))
    }

    @Test func formatsOfOtherReadersAreNamed() throws {
        let named = #"{"id": "a\"b", "brand": "Ä\\", "models": ["M", "N"], "read_by": ["x"]}"#
        let text = try source(named, format("x", #"{"company": "1234"}"#))
        #expect(text.contains(#"NAMES("Ä\\", "a\"b", "M\nN", "a\"b", "", 1)"#))
        #expect(!text.contains("n_a_b"))
    }

    /// What a firmware's look-up needs, and each fault's position.
    @Test(arguments: [
        (#"{"name_contains": "x"}"#, "names_begin"),
        (#"{"not": {"company": "1234"}}"#, "nothing to look it up by"),
        (#"{"company": "004C"}"#, "every Apple device"),
    ])
    func formatsWithoutAKeyAreRefused(_ match: String, _ word: String) {
        let fault = #expect(throws: SensorFault.self) { try source(format("x", match)) }
        #expect(fault.map { "\($0)".hasPrefix("x: match: ") && "\($0)".contains(word) } == true)
    }
}
