import BeaconCrypto
import Beacons
import BluetoothLE
import Testing

/// The examples of the catalogue, compiled and run.
@Suite struct DocumentationTests {
    @Test func openASensorFrame() throws {
        let bytes: [UInt8] = [
            0x23, 0x1D, 0x39, 0xC1, 0xD7, 0xCC, 0x1A, 0xB1, 0xAE, 0xE2, 0x24, 0xCD, 0x09, 0x6D,
            0xB9, 0x32,
        ]
        // BTHome's own example: 25.06 degrees, 50.55 per cent
        let report = AdvertisementReport(
            address: try #require(BluetoothAddress("54:48:E6:8F:80:A5")),
            data: [
                0x12, 0x16, 0xD2, 0xFC, 0x41, 0xE4, 0x45, 0xF3, 0xC9, 0x96, 0x2B, 0x33, 0x22, 0x11,
                0x00, 0x6C, 0x7C, 0x45, 0x19,
            ]
        )
        if let key = SensorKey(bytes),
            let reading = key.open(report.advertisement, from: report.address)
        {
            print(reading.measurements)
        }
        let reading = SensorKey(bytes)?.open(report.advertisement, from: report.address)
        #expect(reading?.temperature == 25.06 && reading?.humidity == 50.55)
    }

    @Test func resolveAnIdentifier() throws {
        let key = try #require(IdentityKey(Array(1...16)))
        let beacon = EddystoneEID(powerAt0m: -20, id: key.identifier(at: 3600, exponent: 10))
        let time = key.resolve(beacon, near: 3000, exponent: 10)
        #expect(time == 3072)
    }
}
