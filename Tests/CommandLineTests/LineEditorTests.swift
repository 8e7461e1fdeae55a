import Testing

@testable import accessory

@Suite struct LineEditorTests {
    /// Types text and keys; returns the editor's actions other than redraws.
    private func type(_ text: String, _ editor: inout LineEditor) -> [LineEditor.Action] {
        text.utf8.compactMap { editor.type($0) }.filter { $0 != .redraw }
    }

    @Test(
        arguments: [
            ("hello\n", "hello"), ("helo\u{1B}[Dl\r", "hello"), ("xhello\u{1}\u{1B}[3~\n", "hello"),
            ("hello!\u{7F}\n", "hello"), ("ello\u{1B}[Hh\u{1B}[F!\n", "hello!"),
            ("grüß\u{1B}[D\u{8}ü\n", "grüß"), ("abc\u{15}d\n", "d"),
            ("abc\u{1B}OD\u{1B}OD\u{B}\n", "a"), ("a\u{1B}[1;5Cb\n", "ab"), ("a\u{1B}xb\n", "ab"),
            ("\u{7F}\u{1B}[D\u{1B}[3~a\n", "a"), ("1 \u{1F600}\u{7F}2\n", "1 2"),
        ]
    )
    func keysEditTheLine(_ keys: String, _ line: String) {
        var editor = LineEditor()
        #expect(type(keys, &editor) == [.line(line)])
    }

    @Test func upAndDownRecallLines() {
        var editor = LineEditor()
        let (up, down) = ("\u{1B}[A", "\u{1B}[B")
        #expect(type("one\ntwo\ntwo\n", &editor) == [.line("one"), .line("two"), .line("two")])
        _ = type("dra" + up, &editor)
        #expect(editor.text == Array("two"))
        _ = type(up + up, &editor)
        #expect(editor.text == Array("one"))
        _ = type(down + down + "ft", &editor)
        #expect(editor.text == Array("draft"))
        #expect(type(up + up + "!\n", &editor) == [.line("one!")])
    }

    @Test func ctrlDEndsOnAnEmptyLineOnly() {
        var editor = LineEditor()
        #expect(type("ab\u{1}\u{4}\n\u{4}", &editor) == [.line("b"), .end])
    }

    @Test func aLongLineIsShownAroundTheCursor() {
        var editor = LineEditor()
        _ = type("0123456789", &editor)
        #expect(editor.drawing(prompt: "> ", width: 8) == "\r\u{1B}[K> 56789")
        _ = type("\u{1}", &editor)
        #expect(editor.drawing(prompt: "> ", width: 8) == "\r\u{1B}[K> 01234\u{1B}[5D")
    }

    /// The editor handles any bytes.
    @Test func anyBytesAreTaken() {
        var editor = LineEditor()
        var state: UInt64 = 1
        for _ in 0..<100_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            _ = editor.type(UInt8(truncatingIfNeeded: state >> 56))
            #expect((0...editor.text.count).contains(editor.cursor))
        }
    }
}
