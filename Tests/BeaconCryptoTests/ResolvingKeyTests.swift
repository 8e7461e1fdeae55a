import BeaconCrypto
import BluetoothLE
import Testing

@Suite struct ResolvingKeyTests {
    /// Core 5.4, Vol 3, Part H, appendix D.7: prand 708194 gives hash 0dfbaa.
    private let key = ResolvingKey([
        0xEC, 0x02, 0x34, 0xA3, 0x57, 0xC8, 0xAD, 0x05, 0x34, 0x10, 0x10, 0xA6, 0x0A, 0x39, 0x7D,
        0x9B,
    ])

    @Test func theSpecificationsExample() throws {
        let address = BluetoothAddress(value: 0x7081_940D_FBAA, kind: .random)
        #expect(try #require(key).resolves(address))
    }

    @Test func anotherDevicesAddressDoesNotResolve() throws {
        let key = try #require(key)
        #expect(!key.resolves(BluetoothAddress(value: 0x7081_940D_FBAB, kind: .random)))
        #expect(!key.resolves(BluetoothAddress(value: 0x7081_940D_FBAA, kind: .public)))
        #expect(!key.resolves(BluetoothAddress(value: 0xF081_940D_FBAA, kind: .random)))
    }

    @Test func aKeyHas16Bytes() {
        #expect(ResolvingKey([UInt8](repeating: 0, count: 15)) == nil)
    }
}
