import BeaconCrypto
import Beacons
import BluetoothLE
import CAccessoryMbedTLS
import Testing

/// The two sample data sets of the Core Specification Supplement (version 11, part A, section 2.3), and frames sealed by its
/// layout.
@Suite struct EncryptedDataTests {
    private static let session: [UInt8] = [
        0x57, 0xA9, 0xDA, 0x12, 0xD1, 0x2E, 0x6E, 0x13, 0x1E, 0x20, 0x61, 0x2A, 0xD1, 0x0A, 0x6A,
        0x19,
    ]
    private static let vector: [UInt8] = [0x9E, 0x7A, 0x00, 0xEF, 0xB1, 0x7A, 0xE7, 0x46]
    private let address = BluetoothAddress("A4:C1:38:01:02:03")!

    private func keys(_ bytes: [UInt8] = session + vector) throws -> SensorKeys {
        var keys = SensorKeys()
        keys.add(try #require(SensorKey(bytes)), for: address)
        return keys
    }

    static let samples: [[UInt8]] = [
        [
            0x18, 0xE1, 0x57, 0xCA, 0xDE, 0x74, 0xE4, 0xDC, 0xAF, 0xDC, 0x51, 0xC7, 0x28, 0x28,
            0x10,
            0xC2, 0x21, 0x7F, 0x0E, 0x4C, 0xEF, 0x43, 0x43, 0x18, 0x1F, 0xBA, 0x00, 0x69, 0xCC,
        ],
        [
            0x8D, 0x1C, 0x97, 0x6E, 0x7A, 0x35, 0x44, 0x40, 0x76, 0x12, 0x57, 0x88, 0xC2, 0x38,
            0xA5,
            0x8E, 0x8B, 0xD9, 0xCF, 0xF0, 0xDE, 0xFE, 0x25, 0x1A, 0x8E, 0x72, 0x75, 0x45, 0x4C,
        ],
    ]

    @Test(arguments: samples) func theSamplesAreRead(_ value: [UInt8]) throws {
        let advertisement = Advertisement([2, 1, 6, UInt8(value.count + 1), 0x31] + value)
        let orders = [
            Self.session + Self.vector, Self.session.reversed() + Self.vector,
            Self.session + Self.vector.reversed(), Self.session.reversed() + Self.vector.reversed(),
        ]
        for order in orders {
            let plain = try #require(
                try keys(order).decryptStructures(of: advertisement, from: address)
            )
            #expect(plain.name == "Short Mini-Bus" && plain.appearance == 0x8C0A)
            #expect(plain.flags?.rawValue == 6)
        }
        let keys = try keys()
        let other = try #require(BluetoothAddress("A4:C1:38:01:02:04"))
        #expect(keys.decryptStructures(of: advertisement, from: other) == nil)
        for at in value.indices {
            var damaged = value
            damaged[at] ^= 0x10
            let frame = Advertisement([UInt8(value.count + 1), 0x31] + damaged)
            #expect(keys.decryptStructures(of: frame, from: address) == nil, "byte \(at)")
        }
    }

    @Test func nothingToDecrypt() throws {
        let keys = try keys()
        for bytes: [UInt8] in [
            [2, 1, 6], [10, 0x31, 1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 0x31, 1, 2], [],
        ] {
            #expect(keys.decryptStructures(of: Advertisement(bytes), from: address) == nil)
        }
        #expect(SensorKey([UInt8](repeating: 1, count: 23)) == nil)
        let short = try #require(SensorKey(Self.session))
        let sample = Advertisement([30, 0x31] + Self.samples[0])
        #expect(short.decryptStructures(of: sample) == nil)
    }

    private func sealed(_ plain: [UInt8]) throws -> Advertisement {
        let randomizer: [UInt8] = [1, 2, 3, 4, 5]
        let nonce = randomizer + Self.vector
        var (cipher, check) = (
            [UInt8](repeating: 0, count: plain.count), [UInt8](repeating: 0, count: 4)
        )
        let status = acc_aes_ccm_seal(
            Self.session,
            nonce,
            nonce.count,
            [0xEA],
            1,
            plain,
            plain.count,
            &cipher,
            &check,
            check.count
        )
        try #require(status == .ok)
        let value = randomizer + cipher + check
        return Advertisement([UInt8(value.count + 1), 0x31] + value)
    }

    private let thermometer: [UInt8] = [
        10, 0x16, 0xD2, 0xFC, 0x40, 0x02, 0xCA, 0x09, 0x03, 0xBF, 0x13,
    ]

    @Test func aReadingInItIsAuthenticated() throws {
        let reading = try #require(try keys().read(try sealed(thermometer), from: address))
        #expect(reading.temperature == 25.06 && reading.isAuthenticated)
        // encrypted for another device
        let other = try keys([UInt8](repeating: 9, count: 24))
        let frame = try sealed(thermometer)
        #expect(other.read(frame, from: address) == nil)
    }

    /// Nobody without the key can send values of a device that encrypts them.
    @Test func aReadingOutsideIsRefused() throws {
        let plain = Advertisement(thermometer)
        let refused = try #require(try keys().read(plain, from: address))
        #expect(refused.missing == .encryption && refused.measurements.isEmpty)
        #expect(!refused.isAuthenticated)
        let free = try #require(SensorKeys().read(plain, from: address))
        #expect(free.temperature == 25.06 && !free.isAuthenticated)
        // also beside an encrypted structure of somebody else
        let both = Advertisement(try sealed([2, 1, 6]).bytes + thermometer)
        let other = try keys([UInt8](repeating: 9, count: 24))
        #expect(other.read(both, from: address)?.missing == .encryption)
    }
}
