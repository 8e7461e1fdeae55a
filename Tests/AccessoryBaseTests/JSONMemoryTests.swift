import AccessoryBase
import Testing

/// The writer of JSON at each fill of its memory of 512 bytes.
@Suite struct JSONMemoryTests {
    /// Writes a list with a text so long that the next value starts near the end of the memory.
    private func check(_ expected: String, _ write: (inout JSONWriter) -> Void) {
        for length in 440...512 {
            var json = JSONWriter(isExact: true)
            let text = String(repeating: "x", count: length)
            json.array { json in
                json.value(text)
                write(&json)
            }
            let written = String(decoding: json.bytes, as: UTF8.self)
            #expect(written == "[\"\(text)\",\(expected)]", "\(length)")
        }
    }

    @Test func values() {
        check("\"abc\"") { $0.value("abc" as String) }
        check("\"a\\u0001\\n\\\"\"") { $0.value("a\u{1}\n\"" as String) }
        check("\"constant\"") { $0.value("constant" as StaticString) }
        check("true,false") {
            $0.value(true)
            $0.value(false)
        }
        check("-1234567890,0,9") {
            $0.value(-1_234_567_890)
            $0.value(0)
            $0.value(9)
        }
        check("2.5,3") {
            $0.value(2.5)
            $0.value(3.0)
        }
        check("\"00af\"") { $0.hex([0, 0xAF]) }
        check("[],{}") {
            $0.array { _ in }
            $0.object { _ in }
        }
        check("1,2") { $0.raw(Array("1,2".utf8)) }
    }

    @Test func members() {
        check(#"{"a":1,"b":"00","c":"x","d":["e"]}"#) { json in
            json.object { json in
                json.member("a", 1)
                json.member("b", hex: [0])
                json.member("c", "x" as StaticString)
                json.member("d", ["e"])
            }
        }
        check(#"{"name":"0102","k":1.5}"#) { json in
            json.object { json in
                json.name(text: "name")
                json.hex([1, 2])
                json.member("k", 1.5)
            }
        }
    }

    @Test func recordings() {
        for length in 440...512 {
            var json = JSONWriter(isExact: true)
            var recorded: [UInt8] = []
            json.array { json in
                json.value(String(repeating: "x", count: length))
                recorded = json.recording { $0.value("abc" as String) }
            }
            #expect(recorded == Array("\"abc\"".utf8))
        }
    }

    @Test func linesAndClearing() {
        var json = JSONWriter(isExact: true)
        for _ in 0..<600 {
            json.value(1)
            json.endLine()
        }
        #expect(json.bytes == [UInt8](Array(repeating: Array("1\n".utf8), count: 600).joined()))
        json.clear()
        #expect(json.bytes.isEmpty)
        json.value(2)
        json.value(3)
        json.clear()
        json.value(4)
        #expect(json.bytes == Array("4".utf8))
    }
}
