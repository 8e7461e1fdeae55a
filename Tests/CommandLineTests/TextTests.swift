import Testing

@testable import accessory

/// Numbers, names and digits as text.
@Suite struct TextTests {
    @Test(arguments: [
        (0, 0, "0"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (-0.05, 1, "-0.1"),
        (9.96, 1, "10.0"), (5, 2, "5.00"), (0.07, 3, "0.070"), (-3.6, 0, "-4"), (2.4, 0, "2"),
        (123_456.789, 2, "123456.79"), (.nan, 1, "-"), (.infinity, 1, "-"), (-.infinity, 0, "-"),
    ])
    func decimals(value: Double, digits: Int, text: String) {
        #expect(value.formatted(digits) == text)
    }

    @Test(arguments: [
        (3, "3"), (-2, "-2"), (3.5, "3.5"), (0, "0"), (999_999_999_999_999, "999999999999999"),
        (1e15, "1000000000000000.0"), (1e16, "1e+16"),
    ])
    func theShortestNumber(value: Double, text: String) {
        #expect(value.shortest == text)
    }

    @Test func controlCharactersAreReplaced() {
        #expect("a\u{0}b\u{1F}c\u{7F}d\u{80}e\u{9F}f".printable == "a?b?c?d?e?f")
        #expect(" ~\u{A0}é温".printable == " ~\u{A0}é温")
    }

    @Test(arguments: [
        ("999999999s", Duration.seconds(999_999_999)), ("1000000000s", nil),
        ("277777h", .seconds(999_997_200)), ("277778h", nil), ("1e-3", .milliseconds(1)),
        ("10.24s", .milliseconds(10_240)), ("0.3", .milliseconds(300)),
        ("+5", nil), (".s", nil), ("٣s", nil),
    ])
    func theLimitsOfDurations(text: String, duration: Duration?) {
        #expect(TimeSpan(argument: text)?.duration == duration)
    }

    @Test(arguments: [(0, "0s"), (1, "1ms"), (1500, "1500ms"), (2000, "2s"), (60_000, "60s")])
    func durationsAsDefaults(milliseconds: Int, text: String) {
        #expect(TimeSpan(.milliseconds(milliseconds)).defaultValueDescription == text)
    }

    @Test(arguments: [
        ("0", UInt8?(0)), ("255", 255), ("256", nil), ("010", 10), ("0xFF", 255), ("0XfF", 255),
        ("0x100", nil), ("0x", nil), ("0x-1", nil), ("", nil), ("-1", nil), ("+1", nil),
        ("ff", nil),
        ("1 ", nil),
    ])
    func numbers(text: String, value: UInt8?) {
        #expect(NumberArgument<UInt8>(argument: text)?.value == value)
        #expect(NumberArgument<UInt8>(7).defaultValueDescription == "7")
    }

    @Test func digitsStateTheirFault() throws {
        #expect(try HexText.bytes("", name: "it") == nil)
        #expect(try HexText.bytes(" : ", name: "it") == nil)
        #expect(try HexText.bytes("0x02 0x0106", name: "it") == [2, 1, 6])
        #expect(try HexText.bytes("0201 06 g0 08", name: "it", mayHaveComment: true) == [2, 1, 6])
        #expect(try HexText.bytes("0201#06", name: "it", mayHaveComment: true) == [2, 1])
        let odd = Failure(
            .badInput,
            "it has an odd number of hexadecimal digits (5)",
            nextStep: "give two digits for each byte"
        )
        #expect(throws: odd) { try HexText.bytes("02 010", name: "it") }
        let other = Failure(
            .badInput,
            "it is not hexadecimal: 'zz'",
            nextStep: "give pairs of the digits 0-9 and a-f"
        )
        #expect(throws: other) { try HexText.bytes("02 zz", name: "it") }
        #expect(throws: other) { try HexText.bytes("zz 02", name: "it", mayHaveComment: true) }
    }

    @Test(
        arguments: [
            ([0x41, 0x42], "AB"), ([0x41, 0x42, 0], "AB"), ([0x41], nil), ([0x41, 0], nil),
            ([], nil),
            ([0xFF, 0xFE], nil), ([0x41, 0x0A], nil), ([0x41, 0x42, 0, 0], nil),
            ([0xC3, 0xA9], "é"),
        ] as [([UInt8], String?)]
    )
    func wordsInBytes(bytes: [UInt8], text: String?) {
        #expect(HexText.words(bytes) == text)
    }

    @Test func handles() {
        #expect(HexText.handle(0x0003) == "0x0003" && HexText.handle(0xABCD) == "0xabcd")
    }

    @Test(arguments: [
        ("ab\tc\n", true, "ab\tc"), ("a\r\n", true, "a"), ("a\n\n", true, "a\n"), ("", true, ""),
        ("a\u{1B}", false, "611b"), ("a\u{7F}", false, "617f"), ("~ ", true, "~ "),
    ])
    func readableBytes(text: String, isText: Bool, readable: String) {
        #expect(Array(text.utf8).isText == isText && Array(text.utf8).readable == readable)
        #expect([UInt8]([0xFF]).readable == "ff")
    }

    /// A third of the letters may differ, at least one; a swap of neighbours counts once.
    @Test(
        arguments: [
            ("reader", ["readxx", "readex"], "readex"), ("xxader", ["reader"], "reader"),
            ("xxxder", ["reader"], nil), ("ab", ["ax"], "ax"), ("ab", ["xy"], nil),
            ("", ["a"], "a"),
            ("", ["ab"], nil), ("a", [""], ""), ("redr", ["reader"], nil),
            ("readr", ["reader"], "reader"),
            ("readerr", ["reader"], "reader"), ("abc", ["bac"], "bac"), ("abc", ["acb"], "acb"),
            ("abc", ["bca"], nil), ("abc", ["bxc"], nil), ("abc", ["xac"], nil),
            ("READER", ["x", "Reader"], "Reader"), ("abcd", ["abcd", "abcx"], "abcd"),
            ("abc", [], nil),
            ("kitten", ["sitting"], nil), ("saturdays", ["sundays"], "sundays"),
        ] as [(String, [String], String?)]
    )
    func theNearestWord(typed: String, words: [String], found: String?) {
        #expect(nearest(typed, of: words) == found)
    }

    @Test func advice() {
        #expect(String.advice(for: "scna", of: ["scan"], else: "x") == "did you mean scan?")
        #expect(String.advice(for: "scna", of: ["gatt"], else: "x") == "x")
    }

    @Test(arguments: [
        (0, 0, "convert, 0 bytes"), (10, 0, "convert, 10 bytes, 5 B/s"),
        (50, 100, "convert 50 %, 50 of 100 bytes, 25 B/s, 0:02 left"),
        (100, 100, "convert 100 %, 100 of 100 bytes, 50 B/s, 0:00 left"),
        (3, 10, "convert 30 %, 3 of 10 bytes, 2 B/s, 0:05 left"),
    ])
    func progress(done: Int, total: Int, text: String) {
        let line = ProgressReport.line("convert", done: done, total: total, after: .seconds(2))
        #expect(line == text)
    }

    @Test func progressOfOtherUnits() {
        let line = ProgressReport.line("x", done: 1, total: 4, "blocks", after: .seconds(2))
        #expect(line == "x 25 %, 1 of 4 blocks, 0:06 left")
        #expect(ProgressReport.line("x", done: 1, total: 4, after: .zero) == "x 25 %, 1 of 4 bytes")
        #expect(ProgressReport.bar(done: 1, total: 2) == "[##########----------]")
        #expect(ProgressReport.bar(done: 9, total: 8, width: 4) == "[####]")
    }

    @Test(arguments: [(0, "0:00"), (59, "0:59"), (60, "1:00"), (3599, "59:59"), (3661, "1:01:01")])
    func clock(seconds: Int, text: String) {
        #expect(ProgressReport.clock(seconds) == text)
    }
}
