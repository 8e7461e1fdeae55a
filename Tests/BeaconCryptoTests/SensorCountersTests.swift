import AccessoryConcurrency
import BeaconCrypto
import Beacons
import BluetoothLE
import CAccessoryMbedTLS
import Testing

/// Frames that are replayed, not encrypted, or encrypted with another key.
@Suite struct SensorCountersTests {
    private let bytes = (0..<16).map { UInt8($0 * 5 + 1) }
    private let address = BluetoothAddress("A4:C1:38:01:02:03")!

    private func keys(_ bytes: [UInt8]? = nil) throws -> SensorKeys {
        var keys = SensorKeys()
        keys.add(try #require(SensorKey(bytes ?? self.bytes)), for: address)
        return keys
    }

    private func sealed(_ nonce: [UInt8], _ header: [UInt8], _ plain: [UInt8]) -> [UInt8] {
        var cipher = [UInt8](repeating: 0, count: plain.count)
        var tag: [UInt8] = [0, 0, 0, 0]
        let status = acc_aes_ccm_seal(
            bytes,
            nonce,
            nonce.count,
            header,
            header.count,
            plain,
            plain.count,
            &cipher,
            &tag,
            tag.count
        )
        #expect(status == .ok)
        return cipher + tag
    }

    private func little(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private func advertisement(_ value: [UInt8]) -> Advertisement {
        Advertisement([UInt8(value.count + 1), 0x16] + value)
    }

    /// BTHome: the press of a button.
    private func bthome(_ counter: UInt32) -> Advertisement {
        let head: [UInt8] = [0xD2, 0xFC, 0x41]
        let mac = Array(address.littleEndian.reversed())
        let sealed = sealed(mac + head + little(counter), [], [0x3A, 1])
        return advertisement(
            head + Array(sealed.prefix(2)) + little(counter) + Array(sealed.suffix(4))
        )
    }

    /// MiBeacon version 5: a battery of 59 %.
    private func miBeacon(_ counter: UInt32) -> Advertisement {
        let counter = little(counter)
        let head: [UInt8] = [0x95, 0xFE, 0x48, 0x50, 0xAA, 0x01, counter[0]]
        let nonce = Array(address.littleEndian) + Array(head[4..<7]) + Array(counter[1...])
        let sealed = sealed(nonce, [0x11], [0x0A, 0x10, 1, 59])
        let tail = Array(counter[1...]) + Array(sealed.suffix(4))
        return advertisement(head + Array(sealed.prefix(4)) + tail)
    }

    /// PVVX: 21.5 °C, 40 %, battery 90 %.
    private func pvvx(_ counter: UInt32) -> Advertisement {
        let head: [UInt8] = [0x1A, 0x18, UInt8(counter)]
        let nonce = Array(address.littleEndian) + [14, 0x16] + head
        let plain: [UInt8] = [0x66, 0x08, 0xA0, 0x0F, 90, 0]
        return advertisement(head + sealed(nonce, [0x11], plain))
    }

    /// Victron: a battery monitor at 50 %.
    private func victron(_ counter: UInt32) -> Advertisement {
        let plain: [UInt8] = [0x64, 0, 0xD2, 4, 0, 0, 0, 0, 0x73, 0x17, 0, 0x64, 0, 0x40, 0x1F]
        let block = Array(little(counter)[0..<2]) + [UInt8](repeating: 0, count: 14)
        var stream = [UInt8](repeating: 0, count: 16)
        #expect(acc_aes_encrypt_block(bytes, block, &stream) == .ok)
        let head: [UInt8] =
            [0xFF, 0xE1, 0x02, 0x10, 0, 0x89, 0xA3, 2] + block[0..<2] + [bytes[0]]
        let frame = head + zip(plain, stream).map { $0 ^ $1 }
        return Advertisement([UInt8(frame.count)] + frame)
    }

    @Test func nothingIsAcceptedTwice() throws {
        let keys = try keys()
        let rows: [(make: (UInt32) -> Advertisement, steps: [(UInt32, SensorReading.Missing?)])] = [
            (
                bthome,
                [
                    (1000, nil), (1000, .repeated), (1001, nil), (500, .counterRestarted),
                    (1000, .counterRestarted), (1001, .repeated), (1 << 31 + 7, nil),
                    (3, .counterRestarted),
                ]
            ),
            (
                miBeacon,
                [(0x1FF, nil), (0x200, nil), (0x1FF, .counterRestarted), (0x10_0000, nil)]
            ),
            // a counter that wraps: a difference of less than half of its range is newer
            (
                pvvx,
                [
                    (250, nil), (4, nil), (131, nil), (3, .counterRestarted),
                    (4, .counterRestarted),
                    (131, .repeated),
                ]
            ),
            (
                victron,
                [(65_535, nil), (2, nil), (65_535, .counterRestarted), (32_769, nil), (0, nil)]
            ),
        ]
        for row in rows {
            let counters = SensorCounters()
            for (counter, missing) in row.steps {
                let reading = try #require(
                    keys.read(row.make(counter), from: address, counters: counters)
                )
                #expect(reading.missing == missing, "\(counter)")
                #expect(reading.measurements.isEmpty == (missing != nil), "\(counter)")
                #expect(reading.isAuthenticated == (missing == nil))
            }
        }
    }

    @Test func countersAreKeptAndForgotten() throws {
        let keys = try keys()
        let counters = SensorCounters()
        #expect(counters.takeChanges().isEmpty)
        _ = keys.read(bthome(7), from: address, counters: counters)
        let saved = counters.takeChanges()
        #expect(saved == [SensorCounters.Entry(address: address.value, format: 0, value: 7)])
        #expect(counters.takeChanges().isEmpty)
        let later = SensorCounters(saved)
        #expect(keys.read(bthome(6), from: address, counters: later)?.missing == .counterRestarted)
        #expect(later.takeChanges().isEmpty)
        later.forget(address.value + 1)
        #expect(keys.read(bthome(6), from: address, counters: later)?.missing == .counterRestarted)
        later.forget(address.value)
        #expect(keys.read(bthome(6), from: address, counters: later)?.missing == nil)
        // without counters, as for lines that are decoded one by one
        for _ in 0..<2 { #expect(keys.read(bthome(6), from: address)?.missing == nil) }
    }

    @Test func framesWithoutEncryptionAreRefused() throws {
        let press = advertisement([0xD2, 0xFC, 0x40, 0x3A, 1])
        let battery = advertisement([0x95, 0xFE, 0x40, 0x50, 0xAA, 1, 7, 0x0A, 0x10, 1, 59])
        let old = advertisement([0x1C, 0x18, 0x02, 0x01, 59])
        let atc = advertisement(
            [0x1A, 0x18, 0xA4, 0xC1, 0x38, 1, 2, 3, 0, 0xD7, 40, 90, 0x0B, 0xB8, 1]
        )
        let ruuvi = Advertisement([
            17, 0xFF, 0x99, 0x04, 3, 0x29, 0x1A, 0x1E, 0xCE, 0x1E, 0xFC, 0x18, 0xF9, 0x42, 2, 0xCA,
            0x0B, 0x53,
        ])
        let keys = try keys()
        for frame in [press, battery, old, atc] {
            let reading = keys.read(frame, from: address, isLoose: true)
            #expect(reading?.missing == .encryption)
            #expect(reading?.measurements.isEmpty == true && reading?.isEncrypted == false)
            // the key is another device's
            let other = BluetoothAddress("A4:C1:38:01:02:04")!
            #expect(keys.read(frame, from: other, isLoose: true)?.measurements.isEmpty == false)
            #expect(keys.read(frame, from: nil, isLoose: true)?.measurements.isEmpty == false)
        }
        #expect(keys.read(ruuvi, from: address)?.temperature == 26.3)
        // once a frame was decrypted, other formats of the device pass
        let counters = SensorCounters()
        _ = keys.read(bthome(1), from: address, counters: counters)
        #expect(keys.read(press, from: address, counters: counters)?.missing == .encryption)
        #expect(keys.read(battery, from: address, counters: counters)?.battery == 59)
    }

    /// Frames of an attacker between those of the device: replayed, changed, without encryption.
    @Test func ofAThousandForgedFramesNoneIsAccepted() throws {
        let keys = try keys()
        let press: [[UInt8]] = [[0xD2, 0xFC, 0x40, 0x3A, 1], [0x1C, 0x18, 0x02, 0x3A, 1]]
        let battery: [UInt8] = [0x95, 0xFE, 0x40, 0x50, 0xAA, 1, 7, 0x0A, 0x10, 1, 59]
        let mac: [UInt8] = [0xA4, 0xC1, 0x38, 1, 2, 3]
        let atc: [UInt8] = [0x1A, 0x18] + mac + [0, 0xD7, 40, 90, 0x0B, 0xB8, 1]
        let custom: [UInt8] =
            [0x1A, 0x18] + mac.reversed() + [0x66, 8, 0xA0, 0x0F, 0xB8, 0x0B, 90, 4, 0]
        let rows: [(make: (UInt32) -> Advertisement, width: UInt32, plain: [[UInt8]])] = [
            (bthome, 32, press), (miBeacon, 32, [battery]), (pvvx, 8, [atc, custom]),
            (victron, 16, []),
        ]
        var random = SeededRandom(seed: 38)
        var forged = 0
        for row in rows {
            let counters = SensorCounters()
            let mask = row.width == 32 ? UInt32.max : 1 << row.width - 1
            var counter: UInt32 = 1000 & mask
            for _ in 0..<60 {
                let reading = keys.read(row.make(counter), from: address, counters: counters)
                #expect(reading?.isAuthenticated == true, "\(counter)")
                var frames = row.plain.map { advertisement($0) }
                frames.append(row.make(counter))
                for _ in 0..<3 {
                    let back = UInt32.random(in: 1...min(mask / 2, 1000), using: &random)
                    frames.append(row.make((counter &- back) & mask))
                }
                var bytes = row.make((counter &+ 1) & mask).bytes
                let last = Int.random(in: 0...3, using: &random)
                bytes[bytes.count - 1 - last] ^= UInt8.random(in: 1...255, using: &random)
                // Victron's frames have no tag, only the key's first byte
                if row.width != 16 { frames.append(Advertisement(bytes)) }
                for frame in frames {
                    let reading = keys.read(
                        frame,
                        from: address,
                        isLoose: true,
                        counters: counters
                    )
                    #expect(reading?.measurements.isEmpty != false, "\(frame.bytes)")
                    forged += 1
                }
                counter = (counter + UInt32.random(in: 1...9, using: &random)) & mask
            }
        }
        #expect(forged >= 1000)
    }

    @Test func aWrongKeyIsNamed() throws {
        let keys = try keys([UInt8](repeating: 9, count: 16))
        let reading = try #require(keys.read(bthome(1), from: address))
        #expect(reading.missing == .wrongKey && reading.isEncrypted && !reading.isAuthenticated)
        #expect(SensorKeys().read(bthome(1), from: address)?.missing == .key)
    }
}
