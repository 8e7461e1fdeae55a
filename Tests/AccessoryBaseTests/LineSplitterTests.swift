import AccessoryBase
import Testing

/// Lines of text input: line ends of all systems, and a byte order mark.
@Suite struct LineSplitterTests {
    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("a\nb\n", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
            ("a\rb\r", ["a", "b"]), ("a\r\n\r\nb", ["a", "", "b"]), ("a\n\r\nb", ["a", "", "b"]),
            ("a\r\rb", ["a", "", "b"]), ("\n", [""]), ("\u{FEFF}a\nb", ["a", "b"]),
            ("\u{FEFF}", []), ("\u{FEFF}\r\na", ["", "a"]), ("a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
            ("# é\r\n02", ["# é", "02"]),
        ] as [(String, [String])]
    )
    func lines(text: String, lines: [String]) {
        let bytes = Array(text.utf8)
        #expect(LineSplitter.lines(of: bytes) == lines)
        // in two parts
        for count in bytes.indices {
            var (splitter, found) = (LineSplitter(), [String]())
            for part in [bytes[..<count], bytes[count...]] {
                splitter.add(part) { found.append($0) }
            }
            if let last = splitter.finish() { found.append(last) }
            #expect(found == lines, "\(count) bytes first")
        }
    }

    @Test func aLineIsTakenAtItsEnd() {
        var (splitter, found) = (LineSplitter(), [String]())
        splitter.add("a\r".utf8) { found.append($0) }
        #expect(found == ["a"])
        splitter.add("\nb".utf8) { found.append($0) }
        #expect(found == ["a"])
        splitter.add("\n".utf8) { found.append($0) }
        #expect(found == ["a", "b"])
    }
}
