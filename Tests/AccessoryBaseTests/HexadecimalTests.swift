import Testing

@testable import AccessoryBase

@Suite struct HexadecimalTests {
    @Test func bytesAsDigits() {
        #expect(Hexadecimal.text([]) == "")
        #expect(Hexadecimal.text([0x0A, 0xF0, 0x19]) == "0af019")
        #expect(Hexadecimal.text([0x0A, 0xF0], separator: ":", uppercase: true) == "0A:F0")
        #expect(Hexadecimal.text([0x05], separator: " ") == "05")
    }

    @Test func numbersAreFilledWithZeros() {
        #expect(Hexadecimal.text(UInt16(0xAB), digits: 4) == "00AB")
        #expect(Hexadecimal.text(UInt8(7), digits: 2, uppercase: false) == "07")
        #expect(Hexadecimal.text(UInt32(0xABCDE), digits: 4) == "ABCDE")
    }

    @Test func digitsAsBytes() {
        #expect(Hexadecimal.bytes("") == [])
        #expect(Hexadecimal.bytes("0aF0") == [0x0A, 0xF0])
        for text in ["0", "0g", "+1", "0x", "a b", "１２", "0a:"] {
            #expect(Hexadecimal.bytes(text) == nil, "\(text)")
        }
    }

    @Test func everyByteRoundTrips() {
        let all = (0...255).map { UInt8($0) }
        #expect(Hexadecimal.bytes(Hexadecimal.text(all)) == all)
        #expect(Hexadecimal.bytes(Hexadecimal.text(all, uppercase: true)) == all)
    }
}
