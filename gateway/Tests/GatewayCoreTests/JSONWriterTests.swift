import Beacons
import Foundation
import GatewayCore
import Testing

@Suite struct JSONWriterTests {
    @Test func numbersDecodeWithFoundation() throws {
        for number in [0, -0.5, 21.07, 0.000001, -1_000_000.25, 65535, 1e12, -273.15] {
            var json = JSONWriter()
            json.array { $0.value(number) }
            let read = try JSONDecoder().decode([Double].self, from: Data(json.bytes))
            #expect(abs(read[0] - number) <= 5e-7)
        }
    }

    @Test func textIsEscaped() throws {
        let text = "a\"b\\c\n\u{1}é😀"
        var json = JSONWriter()
        json.object { $0.member(text, text) }
        let read = try JSONDecoder().decode([String: String].self, from: Data(json.bytes))
        #expect(read == [text: text])
    }

    @Test func nestingHasItsCommas() {
        var json = JSONWriter()
        json.object {
            $0.member("a", 1)
            $0.name("b")
            $0.array {
                $0.value(true)
                $0.object { _ in }
                $0.value(SensorMeasurement.Value.invalid)
            }
            $0.member("c", -12)
        }
        #expect(
            String(decoding: json.bytes, as: UTF8.self) == #"{"a":1,"b":[true,{},null],"c":-12}"#
        )
    }

    @Test func nonFiniteNumbersAreNull() {
        var json = JSONWriter()
        json.value(Double.nan)
        #expect(json.bytes == Array("null".utf8))
    }
}
