import Foundation
import Testing

@testable import accessory

/// JSON written byte by byte equals the output of JSONEncoder.
@Suite struct JSONTextTests {
    private struct Sample: Encodable, JSONWritable {
        var count: Int?
        var data: String?
        var isOn: Bool?
        var names: [String]?
        var number: Double?

        func write(_ json: inout JSONText) {
            json.object { json in
                json.member("count", count)
                json.member("data", data)
                json.member("isOn", isOn)
                json.member("names", names)
                json.member("number", number)
            }
        }
    }

    private func check(_ sample: Sample) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var text = JSONText()
        sample.write(&text)
        let written = String(decoding: text.bytes, as: UTF8.self)
        #expect(written == String(decoding: try encoder.encode(sample), as: UTF8.self))
    }

    @Test(arguments: [0, 1, -1, 9, 10, -100, 12345, .max, .min]) func integers(value: Int) throws {
        try check(Sample(count: value))
    }

    @Test(arguments: [0, 3, -61.5, 0.1, 1e21, 1.5e-7, 1_700_000_000.25, -0.0, 100, .pi])
    func numbers(value: Double) throws {
        try check(Sample(number: value))
    }

    @Test(
        arguments: ["", "plain", "\"\\/", "a\u{0}b\u{1F}\u{7F}", "\u{8}\t\n\u{C}\r", "温度计 😀", "é"]
    )
    func strings(value: String) throws {
        try check(Sample(data: value, isOn: true, names: [value, value]))
    }

    @Test func missingMembersLeaveNoComma() throws {
        try check(Sample())
        try check(Sample(isOn: false, number: 2))
        try check(Sample(count: 1, names: []))
    }

    @Test func memoryGrows() throws {
        let long = String(repeating: "x\u{1}", count: 5000)
        try check(Sample(data: long, names: [long, String(repeating: "y", count: 5000)]))
    }

    @Test func whatIsRecordedIsAFragment() {
        var text = JSONText()
        var recorded: [[UInt8]] = []
        text.object { json in
            recorded.append(json.recording { $0.member("a", 1) })
            recorded.append(json.recording { _ in })
            recorded.append(json.recording { $0.member("b", 2) })
        }
        #expect(recorded == [Array(#""a":1"#.utf8), [], Array(#""b":2"#.utf8)])
        #expect(text.bytes == Array(#"{"a":1,"b":2}"#.utf8))
    }

    @Test func fragmentsAndLines() {
        var text = JSONText()
        for _ in 0..<2 {
            text.object { json in
                json.fragment([])
                json.member("a", 1)
                json.fragment(Array(#""b":2"#.utf8))
                json.key("c")
                json.hexadecimal([0, 0xAF])
            }
            text.endLine()
        }
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == #"{"a":1,"b":2,"c":"00af"}"# + "\n" + #"{"a":1,"b":2,"c":"00af"}"# + "\n"
        )
    }
}
