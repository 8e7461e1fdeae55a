import BeaconCrypto
import BeaconTestSupport
import Beacons
import BluetoothLE
import CAccessoryMbedTLS
import Foundation
import Testing

/// Every public vector that needs a key.
@Suite(.enabled(if: Vectors.areShared, "../shared/facts/vectors is not there"))
struct SharedCryptoTests {
    @Test func identifiers() throws {
        for vector in try Vectors.list("eddystone", "eid") {
            let key = try #require(IdentityKey(try vector.needHex("identity_key")))
            let time = UInt32(try vector.needInt("time"))
            let exponent = UInt8(try vector.needInt("k"))
            let id = key.identifier(at: time, exponent: exponent)
            #expect(id == vector.hex("eid"))
            let eid = EddystoneEID(powerAt0m: 0, id: id)
            let found = try #require(key.resolve(eid, near: time + 600, exponent: exponent))
            #expect(found <= time && time - found < 1 << UInt32(exponent))
            #expect(key.resolve(EddystoneEID(powerAt0m: 0, id: [1]), near: 0, exponent: 10) == nil)
        }
    }

    @Test func identityKeyOfAnExchange() throws {
        let vector = try #require(try Vectors.load("eddystone").object("eid_key_exchange"))
        let resolver = try vector.needHex("resolver_public")
        let beacon = try vector.needHex("beacon_public")
        for (secret, peer) in [("resolver_private", beacon), ("beacon_private", resolver)] {
            let key = IdentityKey(
                secret: try vector.needHex(secret),
                peer: peer,
                resolver: resolver,
                beacon: beacon
            )
            #expect(key?.bytes == vector.hex("identity_key"), "\(secret)")
        }
        let zero = [UInt8](repeating: 0, count: 32)
        #expect(IdentityKey(secret: resolver, peer: zero, resolver: zero, beacon: zero) == nil)
    }

    @Test func cipherOfTelemetry() throws {
        let vector = try #require(try Vectors.load("eddystone").object("eax_check"))
        let key = try vector.needHex("key")
        let nonce = try vector.needHex("nonce")
        let header = try vector.needHex("header")
        let plain = try vector.needHex("plain")
        var cipher = [UInt8](repeating: 0, count: plain.count)
        var tag = [UInt8](repeating: 0, count: 16)
        #expect(acc_aes_eax_crypt(key, nonce, nonce.count, plain, plain.count, &cipher) == .ok)
        let status = acc_aes_eax_tag(
            key,
            nonce,
            nonce.count,
            header,
            header.count,
            cipher,
            cipher.count,
            &tag
        )
        #expect(status == .ok)
        #expect(try vector.needHex("cipher") == cipher && vector.needHex("tag") == tag)
    }

    @Test func encryptedTelemetry() throws {
        for vector in try Vectors.list("eddystone", "etlm") {
            let key = try #require(IdentityKey(try vector.needHex("identity_key")))
            let nonce = try vector.needHex("nonce")
            let time = nonce[0..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let frame = [0xAA, 0xFE] + (try vector.needHex("frame"))
            guard case .eddystoneEncryptedTLM(let etlm) = Beacon(type: 0x16, value: frame.span)
            else {
                Issue.record("no eTLM")
                continue
            }
            let plain = try vector.needHex("plain")
            let sealed = key.seal(plain, salt: etlm.salt, at: time, exponent: 0)
            #expect(sealed == etlm)
            let tlm = try #require(key.open(etlm, at: time, exponent: 0))
            #expect(tlm.batteryVoltage == nil && tlm.advertisementCount == 0x48)
            #expect(key.open(etlm, at: time + 1, exponent: 0) == nil)
        }
    }

    @Test func encryptedMiBeacon() throws {
        var count = 0
        for vector in try Vectors.list("mibeacon") {
            guard let bindkey = vector.hex("bindkey") else { continue }
            count += 1
            let key = try #require(SensorKey(bindkey))
            let address = try #require(BluetoothAddress(try vector.needText("address")))
            let found = advertisement(0x16, [0x95, 0xFE], try vector.needHex("service_data_fe95"))
            let reading = try #require(key.open(found, from: address), "\(vector.name)")
            try MiBeaconExpectation.check(reading, vector)
            let product = SensorReading(found, from: address)?.model
            #expect(reading.model == product)
        }
        print("\(count) encrypted MiBeacon vectors")
        #expect(count > 20)
    }

    /// The encrypted events of the HCI file: BTHome and MiBeacon.
    @Test func encryptedEvents() throws {
        let groups = try #require(try Vectors.load("hci_sensor_reports").object("groups"))
        var count = 0
        for group in ["bthome_v2", "xiaomi"] {
            for vector in try #require(groups[group] as? [[String: Any]]) {
                guard let bytes = vector.object("keys")?.hex("aeskey") else { continue }
                let event = try vector.needHex("hci_event")
                let report = try #require(reports(event).first)
                let key = try #require(SensorKey(bytes))
                let reading = try #require(key.open(report.advertisement, from: report.address))
                #expect(!reading.measurements.isEmpty, "\(vector.name)")
                for quantity in ["temperature", "humidity", "illuminance"] {
                    guard let wanted = vector.object("expect")?.number(quantity) else { continue }
                    let found = reading.measurements.first { $0.quantity == quantity }?.number
                    #expect(abs((found ?? .infinity) - wanted) < 1e-4, "\(vector.name)")
                }
                var wrong = bytes
                wrong[0] ^= 1
                guard bytes.count == 16 else { continue }
                let other = try #require(SensorKey(wrong))
                #expect(other.open(report.advertisement, from: report.address) == nil)
                count += 1
            }
        }
        print("\(count) encrypted events")
        #expect(count > 10)
    }
}
