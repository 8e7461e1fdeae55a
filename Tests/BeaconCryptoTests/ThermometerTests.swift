import BeaconCrypto
import Beacons
import BluetoothLE
import CAccessoryMbedTLS
import Testing

/// No public vector exists for these formats: encrypted by their layout here, decrypted by the module.
@Suite struct ThermometerTests {
    @Test func encryptedThermometersAreRead() throws {
        let bytes = (0..<16).map { UInt8($0 * 7) }
        let key = try #require(SensorKey(bytes))
        let address = try #require(BluetoothAddress("A4:C1:38:01:02:03"))
        let frames: [(plain: [UInt8], temperature: Double)] = [
            ([130, 90, 80], 25.0), ([0xCE, 0x09, 0x13, 0x10, 82, 0], 25.1),
        ]
        for (plain, temperature) in frames {
            let head: [UInt8] = [UInt8(plain.count + 8), 0x16, 0x1A, 0x18, 0x2A]
            let nonce = address.littleEndian + head
            var cipher = [UInt8](repeating: 0, count: plain.count)
            var tag: [UInt8] = [0, 0, 0, 0]
            let status = acc_aes_ccm_seal(
                bytes,
                nonce,
                nonce.count,
                [0x11],
                1,
                plain,
                plain.count,
                &cipher,
                &tag,
                tag.count
            )
            #expect(status == .ok)
            let advertisement = Advertisement(head + cipher + tag)
            #expect(SensorReading(advertisement)?.isEncrypted == true)
            let reading = try #require(key.open(advertisement, from: address))
            #expect(reading.temperature == temperature)
            #expect(Advertisement(head + cipher + [0, 0, 0, 0]).structures.count == 1)
            #expect(key.open(Advertisement(head + cipher + [0, 0, 0, 0]), from: address) == nil)
        }
    }
}
