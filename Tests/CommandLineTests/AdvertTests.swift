import Testing

@testable import accessory

@Suite struct AdvertTests {
    @Test func hexadecimalInAnyForm() throws {
        let bytes: [UInt8] = [0x02, 0x01, 0x06]
        for text in ["020106", "02 01 06", "02:01:06", "0x020106"] {
            #expect(try HexText.bytes(text, name: "x") == bytes, "\(text)")
        }
        for text in ["020106 flags", "020106 # a b"] {
            #expect(try HexText.bytes(text, name: "x", mayHaveComment: true) == bytes, "\(text)")
            // a value to be written may not have a comment
            #expect(throws: Failure.self) { try HexText.bytes(text, name: "x") }
        }
        #expect(try HexText.bytes("# nothing", name: "x", mayHaveComment: true) == nil)
        #expect(throws: Failure.self) { try HexText.bytes("02010", name: "x") }
        #expect(throws: Failure.self) { try HexText.bytes("hello", name: "x") }
    }

    @Test func theTableFitsItsWidth() {
        #expect(ScanTable.lines([], width: 80).map(\.count).max() ?? 0 <= 80)
        #expect(Columns.sparkline([-100, -40]) == "▁█" && Columns.sparkline([1.5]).isEmpty)
        #expect(
            Columns.sparkline([1.5, 1.5]) == "▄▄" && Columns.sparkline([2.0, 1, 3]) == "▅▁█"
        )
    }
}
