import BeaconCrypto
import Beacons
import BluetoothLE
import CAccessoryMbedTLS
import Testing

/// Frames sealed by the layout, opened by the room.
@Suite struct SensorKeysTests {
    private let bytes = (0..<16).map { UInt8($0 * 7 + 3) }
    private let address = BluetoothAddress("A4:C1:38:01:02:03")!

    private func keys() throws -> SensorKeys {
        var keys = SensorKeys()
        keys.add(try #require(SensorKey([UInt8](repeating: 1, count: 16))), for: address)
        keys.add(try #require(SensorKey(bytes)), for: address)
        return keys
    }

    @Test func victronIsRead() throws {
        // battery monitor: 100 min, 12.34 V, 1.5 A, 50 %
        let plain: [UInt8] = [0x64, 0, 0xD2, 4, 0, 0, 0, 0, 0x73, 0x17, 0, 0x64, 0, 0x40, 0x1F]
        let counter: [UInt8] = [0xB0, 0x40] + [UInt8](repeating: 0, count: 14)
        var stream = [UInt8](repeating: 0, count: 16)
        #expect(acc_aes_encrypt_block(bytes, counter, &stream) == .ok)
        let head: [UInt8] = [0xFF, 0xE1, 0x02, 0x10, 0, 0x89, 0xA3, 2, 0xB0, 0x40, bytes[0]]
        let frame = head + zip(plain, stream).map { $0 ^ $1 }
        let advertisement = Advertisement([UInt8(frame.count)] + frame)
        #expect(SensorReading(advertisement)?.missing == .key)
        let reading = try #require(try keys().read(advertisement, from: address))
        #expect(reading.missing == nil && reading.battery == 50)
        #expect(reading.measurements.first { $0.quantity == "voltage" }?.number == 12.34)
        // no key for that device: it stays encrypted
        let other = try #require(BluetoothAddress("A4:C1:38:01:02:04"))
        #expect(try keys().read(advertisement, from: other)?.missing == .key)
        #expect(SensorKeys().read(advertisement, from: nil)?.missing == .key)
    }

    @Test func bthomeVersion1IsRead() throws {
        let plain: [UInt8] = [0x23, 0x02, 0xCA, 0x09, 0x03, 0x03, 0xBF, 0x13]
        let nonce = address.littleEndian.reversed() + [0x1E, 0x18, 1, 2, 3, 4]
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
        let frame: [UInt8] = [0x16, 0x1E, 0x18] + cipher + [1, 2, 3, 4] + tag
        let advertisement = Advertisement([UInt8(frame.count)] + frame)
        let reading = try #require(try keys().read(advertisement, from: address))
        #expect(reading.temperature == 25.06 && reading.humidity == 50.55 && reading.missing == nil)
    }

    /// The key is in the frame: a window detector of Govee, open, battery 80 %.
    @Test func aKeyInTheFrameIsUsed() throws {
        let inFrame: [UInt8] = [0xDE, 0xAD, 0xBE, 0xEF]
        var plain = [UInt8](repeating: 0, count: 16)
        (plain[2], plain[4], plain[5]) = (2, 80, 2)
        var cipher = [UInt8](repeating: 0, count: 16)
        let key = [UInt8](repeating: 0, count: 12) + inFrame.reversed()
        #expect(acc_aes_encrypt_block(key, plain.reversed(), &cipher) == .ok)
        cipher.reverse()
        var crc: UInt16 = 0x1D0F
        for byte in cipher {
            for bit in (0..<8).reversed() {
                let top = crc >> 15 ^ UInt16(byte >> bit & 1)
                crc = crc << 1 ^ (top == 1 ? 0x1021 : 0)
            }
        }
        let frame: [UInt8] =
            [0xFF, 0x88, 0xEF, 0, 0] + inFrame + cipher + [UInt8(crc >> 8), UInt8(crc & 0xFF)]
        let advertisement = Advertisement([UInt8(frame.count)] + frame)
        #expect(SensorReading(advertisement)?.missing == .cipher)
        let reading = try #require(SensorKeys().read(advertisement, from: nil))
        #expect(reading.missing == nil && reading.battery == 80 && reading.model?.model == "H5123")
        #expect(
            reading.measurements.contains { $0.quantity == "window" && $0.value == .binary(true) }
        )
    }
}
