import AccessoryBase
import Foundation
import Testing

/// JSON written byte by byte equals the output of JSONEncoder.
@Suite struct JSONWriterTests {
    private struct Sample: Encodable, JSONWritable {
        var count: Int?
        var data: String?
        var isOn: Bool?
        var names: [String]?
        var number: Double?

        func write(_ json: inout JSONWriter) {
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
        var text = JSONWriter(isExact: true)
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
        var text = JSONWriter(isExact: true)
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
        var text = JSONWriter(isExact: true)
        for _ in 0..<2 {
            text.object { json in
                json.raw([])
                json.member("a", 1)
                json.raw(Array(#""b":2"#.utf8))
                json.name("c")
                json.hex([0, 0xAF])
            }
            text.endLine()
        }
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == #"{"a":1,"b":2,"c":"00af"}"# + "\n" + #"{"a":1,"b":2,"c":"00af"}"# + "\n"
        )
    }

    @Test(arguments: [
        0, -0.5, 21.07, 0.000001, -1_000_000.25, 65535, 1e12, -273.15, 0.1 + 0.2, 1e9 - 1,
    ])
    func sixDecimals(value: Double) throws {
        var json = JSONWriter()
        json.array { $0.value(value) }
        let read = try JSONDecoder().decode([Double].self, from: Data(json.bytes))
        #expect(abs(read[0] - value) <= 5e-7)
    }

    @Test func moreThanSixDecimalsAreRounded() {
        var json = JSONWriter()
        json.array {
            $0.value(0.1 + 0.2)
            $0.value(-0.000_000_6)
            $0.value(-3.0)
        }
        #expect(String(decoding: json.bytes, as: UTF8.self) == "[0.3,-0.000001,-3]")
    }

    @Test(arguments: [true, false]) func nonFiniteNumbersAreNull(isExact: Bool) {
        var json = JSONWriter(isExact: isExact)
        json.object { json in
            json.name(text: "a\"")
            json.value(Double.nan)
            json.member("b", -Double.infinity)
        }
        #expect(String(decoding: json.bytes, as: UTF8.self) == #"{"a\"":null,"b":null}"#)
    }
}
