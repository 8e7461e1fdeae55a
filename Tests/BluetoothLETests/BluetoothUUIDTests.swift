import BluetoothLE
import Foundation
import Testing

@Suite struct BluetoothUUIDTests {
    @Test func shortAndLongFormsAreEqual() {
        let short: BluetoothUUID = 0x180F
        #expect(short == BluetoothUUID("0000180F-0000-1000-8000-00805F9B34FB"))
        #expect(short == BluetoothUUID("180f"))
        #expect(short == BluetoothUUID(UInt32(0x180F)))
        #expect(short == BluetoothUUID(littleEndian: short.littleEndian128))
        #expect(short.short == 0x180F)
        #expect(short.littleEndian == [0x0F, 0x18])
        #expect(short.description == "180F")
    }

    @Test func longFormKeepsItsBytes() throws {
        let text = "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
        let uuid = try #require(BluetoothUUID(text))
        #expect(uuid.description == text)
        #expect(uuid.short == nil)
        #expect(uuid.littleEndian.first == 0x9E && uuid.littleEndian.last == 0x6E)
        #expect(BluetoothUUID(littleEndian: uuid.littleEndian) == uuid)
        #expect(BluetoothUUID("6e400001b5a3f393e0a9e50e24dcca9e") == uuid)
    }

    @Test(arguments: [
        "", "18", "180G", "180F-", "+80F", "0000180F-0000-1000-8000-00805F9B34F",
        "0000180F0-000-1000-8000-00805F9B34FB", "6E400001-B5A3-F393-E0A9-E50E24DCCA9E0",
    ])
    func otherTextIsRefused(_ text: String) {
        #expect(BluetoothUUID(text) == nil)
    }

    @Test func oddByteCountsAreRefused() {
        for count in [0, 1, 3, 5, 15, 17] {
            #expect(BluetoothUUID(littleEndian: [UInt8](repeating: 1, count: count)) == nil)
        }
    }

    @Test func codesAsText() throws {
        let uuids: [BluetoothUUID] = [0x2A19]
        let json = try JSONEncoder().encode(uuids)
        #expect(String(decoding: json, as: UTF8.self) == #"["2A19"]"#)
        #expect(try JSONDecoder().decode([BluetoothUUID].self, from: json) == uuids)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([BluetoothUUID].self, from: Data(#"["xyz"]"#.utf8))
        }
    }
}

@Suite struct BluetoothAddressTests {
    @Test func textAndBytes() throws {
        let address = try #require(BluetoothAddress("00:1a:7D:DA:71:13", kind: .random))
        #expect(address.description == "00:1A:7D:DA:71:13")
        #expect(address.littleEndian == [0x13, 0x71, 0xDA, 0x7D, 0x1A, 0x00])
        #expect(BluetoothAddress(littleEndian: address.littleEndian, kind: .random) == address)
        #expect(BluetoothAddress("00:1A:7D:DA:71:13") != address)
    }

    @Test(arguments: [
        "", "00:1A:7D:DA:71", "00:1A:7D:DA:71:1", "00-1A-7D-DA-71-13", "00:1A:7D:DA:71:+1",
    ])
    func otherTextIsRefused(_ text: String) {
        #expect(BluetoothAddress(text) == nil)
    }
}
