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
            ("ab\u{2}x\n", "axb"), ("ab\u{1}\u{6}x\n", "axb"), ("ab\u{1}\u{5}x\n", "abx"),
            ("ab\u{1}\u{1B}[Cx\n", "axb"), ("abc\u{2}\u{15}x\n", "xc"), ("abc\u{2}\u{B}x\n", "abx"),
            ("ab\u{1B}[1~x\n", "xab"), ("ab\u{1B}[7~x\n", "xab"), ("ab\u{1}\u{1B}[4~x\n", "abx"),
            ("ab\u{1}\u{1B}[8~x\n", "abx"), ("ab\u{1}\u{4}x\n", "xb"), ("ab\u{2}\u{8}x\n", "xb"),
            ("a€\u{2}x\n", "ax€"), ("😀\u{2}x\u{5}~\n", "x😀~"),
            ("a\u{3}\u{1B}[Zb\n", "ab"),
        ]
    )
    func keysEditTheLine(_ keys: String, _ line: String) {
        var editor = LineEditor()
        #expect(type(keys, &editor) == [.line(line)])
    }

    @Test func onlyChangesAreRedrawn() {
        var editor = LineEditor()
        for byte: UInt8 in [0x7F, 0x03, 0x80, 0xC1, 0xF5, 0x1B, 0x78, 0x10] {
            #expect(editor.type(byte) == nil, "\(byte)")
        }
        // a character of two bytes
        #expect(editor.type(0xC3) == nil && editor.type(0xA9) == .redraw)
        for byte: UInt8 in [0x20, 0x7E, 0x01, 0x05, 0x02, 0x06, 0x0B, 0x15] {
            #expect(editor.type(byte) == .redraw, "\(byte)")
        }
        #expect(editor.text.isEmpty && editor.cursor == 0)
        #expect(editor.type(0x0D) == .line(""))
    }

    @Test func aLongEscapeSequenceIsDropped() {
        var editor = LineEditor()
        #expect(
            type("ab\u{1B}[" + String(repeating: "1", count: 14) + "Dx\n", &editor) == [
                .line("abx")
            ]
        )
        #expect(
            type("ab\u{1B}[" + String(repeating: "1", count: 15) + "Dx\n", &editor) == [
                .line("abDx")
            ]
        )
    }

    @Test func theHistoryHasALimit() {
        var editor = LineEditor()
        for number in 0...LineEditor.historyLimit { _ = type("\(number)\n", &editor) }
        for _ in 0..<LineEditor.historyLimit { #expect(editor.type(0x10) == .redraw) }
        #expect(editor.text == ["1"] && editor.cursor == 1)
        // Ctrl-P at the oldest line, Ctrl-N to the new line and no further
        #expect(editor.type(0x10) == nil && editor.text == ["1"])
        for _ in 0..<LineEditor.historyLimit { #expect(editor.type(0x0E) == .redraw) }
        #expect(editor.text.isEmpty && editor.type(0x0E) == nil)
        #expect(LineEditor.historyLimit == 1000)
    }

    @Test func emptyAndRepeatedLinesAreNotRecalled() {
        var editor = LineEditor()
        _ = type("one\ntwo\ntwo\n\n", &editor)
        #expect(type("\u{10}\n", &editor) == [.line("two")])
        #expect(type("\u{10}\u{10}\n", &editor) == [.line("one")])
    }

    @Test func tabCompletesTheLine() {
        var editor = LineEditor()
        #expect(editor.type(0x09) == nil)
        editor.complete = { text in
            ["read level", "read levels", "write"].filter { $0.hasPrefix(text) }
        }
        #expect(type("r\t\n", &editor) == [.line("read level")])
        #expect(type("w\t!\n", &editor) == [.line("write!")])
        // only the text before the cursor
        #expect(type("wx\u{2}\t\n", &editor) == [.line("writex")])
        _ = type("read level", &editor)
        #expect(editor.type(0x09) == nil)
        #expect(type("\u{15}x\t\n", &editor) == [.line("x")])
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
        _ = type("\u{6}\u{6}\u{6}", &editor)
        #expect(editor.drawing(prompt: "> ", width: 8) == "\r\u{1B}[K> 01234\u{1B}[2D")
        _ = type("\u{6}\u{6}\u{6}\u{6}", &editor)
        #expect(editor.drawing(prompt: "> ", width: 8) == "\r\u{1B}[K> 23456")
        #expect(editor.drawing(prompt: "> ", width: 1) == "\r\u{1B}[K> 6")
        #expect(editor.drawing(prompt: "> ", width: 20) == "\r\u{1B}[K> 0123456789\u{1B}[3D")
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
