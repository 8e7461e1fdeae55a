import Beacons
import BluetoothLE
import Testing

@Suite struct BeaconRoundTripTests {
    /// Built advertisements decode to the same beacons, for many seeds.
    @Test func everyBeaconRoundTrips() throws {
        for seed in UInt64(1)...300 {
            var random = Random(seed: seed)
            for beacon in Self.beacons(&random) {
                let data = try beacon.advertisementData()
                #expect(Beacon(Advertisement(data)) == beacon, "seed \(seed)")
                #expect(data.count <= 31)
            }
        }
    }

    private struct Random: RandomNumberGenerator {
        var seed: UInt64

        mutating func next() -> UInt64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return seed ^ seed >> 29
        }

        mutating func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
        }
    }

    private static func beacons(_ random: inout Random) -> [Beacon] {
        let power = Int.random(in: -128...127, using: &random)
        return [
            .iBeacon(
                IBeacon(
                    uuid: BluetoothUUID(littleEndian: random.bytes(16))!,
                    major: .random(in: 0 ... .max, using: &random),
                    minor: .random(in: 0 ... .max, using: &random),
                    measuredPower: power
                )
            ),
            .altBeacon(
                AltBeacon(
                    company: .random(in: 0 ... .max, using: &random),
                    id: random.bytes(20),
                    measuredPower: power,
                    reserved: .random(in: 0 ... .max, using: &random)
                )
            ),
            .eddystoneUID(
                EddystoneUID(
                    powerAt0m: power,
                    namespace: random.bytes(10),
                    instance: random.bytes(6)
                )
            ),
            .eddystoneURL(
                EddystoneURL(powerAt0m: power, url: "https://a.com/\(random.next() % 99)")
            ),
            .eddystoneTLM(
                EddystoneTLM(
                    batteryVoltage: Int.random(in: 1...65535, using: &random),
                    temperature: Double(Int.random(in: -32767...32767, using: &random)) / 256,
                    advertisementCount: .random(in: 0 ... .max, using: &random),
                    uptime: .milliseconds(Int.random(in: 0...429_496_729, using: &random) * 100)
                )
            ),
            .eddystoneEncryptedTLM(
                EddystoneEncryptedTLM(cipher: random.bytes(12), salt: 1, check: 2)
            ),
            .eddystoneEID(EddystoneEID(powerAt0m: power, id: random.bytes(8))),
        ]
    }

    @Test func invalidBeaconsAreRefused() {
        func failure(_ beacon: Beacon) -> AdvertisementBuilder.BuildError? {
            do {
                _ = try beacon.advertisementData()
                return nil
            } catch { return error }
        }
        let ibeacon = IBeacon(uuid: 1, major: 1, minor: 1, measuredPower: 200)
        #expect(failure(.iBeacon(ibeacon)) == .outOfRange)
        #expect(failure(.eddystoneURL(.init(powerAt0m: 0, url: "ftp://x.y"))) == .unsupported)
        let long = "https://abcdefghijklmnopqrstuvwxyz.com"
        #expect(failure(.eddystoneURL(.init(powerAt0m: 0, url: long))) != nil)
        let tlm = EddystoneTLM(
            batteryVoltage: 3000,
            temperature: 200,
            advertisementCount: 1,
            uptime: .zero
        )
        #expect(failure(.eddystoneTLM(tlm)) == .outOfRange)
    }

    @Test func equalityIsByValueAndSamenessByIdentifier() {
        let one = IBeacon(uuid: 1, major: 2, minor: 3, measuredPower: -59)
        let moved = IBeacon(uuid: 1, major: 2, minor: 3, measuredPower: -65)
        #expect(Beacon.iBeacon(one) == .iBeacon(one))
        #expect(Beacon.iBeacon(one) != .iBeacon(moved))
        #expect(Beacon.iBeacon(one).isSameBeacon(as: .iBeacon(moved)))
        let other = IBeacon(uuid: 1, major: 2, minor: 4)
        #expect(!Beacon.iBeacon(one).isSameBeacon(as: .iBeacon(other)))
        #expect(Beacon.Kind.allCases.prefix(5).map(\.rawValue) == [1, 2, 3, 4, 5])
    }
}
