public import Beacons
public import BluetoothLE
internal import CAccessory
internal import CAccessoryMbedTLS

/// The key of an encrypted sensor: BTHome, MiBeacon, Victron, a thermometer with ATC1441 or PVVX firmware, or any device
/// that sends Bluetooth's Encrypted Data.
public struct SensorKey: Sendable, Hashable {
    /// The key: 16 bytes, or 12 for MiBeacon up to version 3.
    public let bytes: [UInt8]
    /// The initialization vector for Encrypted Data, 8 bytes.
    let vector: [UInt8]?

    /// Creates a key; nil unless there are 16 or 12 bytes, or 24 for Encrypted Data: the session key and the initialization
    /// vector, each in either byte order, as in the characteristic Encrypted Data Key Material (0x2B88).
    public init?(_ bytes: [UInt8]) {
        guard [12, 16, 24].contains(bytes.count) else { return nil }
        self.bytes = bytes.count == 24 ? Array(bytes[..<16]) : bytes
        vector = bytes.count == 24 ? Array(bytes[16...]) : nil
    }

    /// Decrypts the sensor frame of an advertisement. Returns nil if there is no encrypted frame,
    /// or the key is wrong. Victron and MiBeacon up to version 3 have no authentication tag, so a
    /// wrong key may return wrong values.
    ///
    /// - Parameters:
    ///   - advertisement: The received advertisement.
    ///   - address: The sender's address, for frames that do not state it.
    public func open(_ advertisement: Advertisement, from address: BluetoothAddress)
        -> SensorReading?
    {
        decrypt(advertisement, from: address)?.reading
    }

    /// A decrypted frame with its counter.
    struct Frame {
        let reading: SensorReading
        let format: SensorCounters.Format
        let counter: UInt32
    }

    /// `name` is the device's name from its scan response.
    func decrypt(
        _ advertisement: Advertisement,
        from address: BluetoothAddress,
        name: String? = nil
    ) -> Frame? {
        guard vector == nil else { return nil }
        for structure in advertisement.structures where structure.type == 0x16 {
            let value = Array(structure.value)
            let mac = Array(address.littleEndian.reversed())
            let frame =
                value.starts(with: [0xD2, 0xFC])
                ? openBTHome(value, mac, advertisement.name ?? name)
                : value.starts(with: [0x95, 0xFE])
                    ? openMiBeacon(value, mac)
                    : value.starts(with: [0x1A, 0x18]) ? openThermometer(value, mac) : nil
            if let frame { return frame }
        }
        return openRecord(advertisement, address)
    }

    /// Decrypts a format of the built-in table.
    private func openRecord(
        _ advertisement: Advertisement,
        _ address: BluetoothAddress
    ) -> Frame? {
        guard let frame = SensorFrame(advertisement, address, nil, nil, true),
            frame.reading.missing == .key,
            frame.reading.format == .table, let id = frame.reading.model?.id
        else { return nil }
        let value = Array(advertisement.bytes[frame.value])
        let mac = Array(address.littleEndian.reversed())
        if id == "bthome-v1-encrypted" {
            return openBTHome1(value, mac).map { plain in
                let counter = number(value.suffix(8).prefix(4))
                return Frame(
                    reading: frame.reading(plain: plain),
                    format: .bthome1,
                    counter: counter
                )
            }
        }
        return openVictron(value).map { plain in
            Frame(
                reading: frame.reading(plain: plain),
                format: .victron,
                counter: number(value[7..<9])
            )
        }
    }

    /// Decrypts Victron's instant readout, in counter mode. The frame states the block number,
    /// little-endian, and one byte of the key, which rejects most other keys.
    private func openVictron(_ value: [UInt8]) -> [UInt8]? {
        guard value.count > 10, bytes.count == 16, value[9] == bytes[0] else { return nil }
        var block = UInt16(value[7]) | UInt16(value[8]) << 8
        var plain: [UInt8] = []
        for start in stride(from: 10, to: value.count, by: 16) {
            let counter =
                [UInt8(block & 0xFF), UInt8(block >> 8)] + [UInt8](repeating: 0, count: 14)
            var stream = [UInt8](repeating: 0, count: 16)
            guard acc_aes_encrypt_block(bytes, counter, &stream) == .ok else { return nil }
            plain += zip(value[start..<min(start + 16, value.count)], stream).map { $0 ^ $1 }
            block &+= 1
        }
        return plain
    }

    /// Decrypts BTHome version 1: ciphertext, counter, tag.
    private func openBTHome1(_ value: [UInt8], _ mac: [UInt8]) -> [UInt8]? {
        guard value.count >= 10 else { return nil }
        let counter = Array(value.suffix(8).prefix(4))
        return ccm(
            mac + Array(value[0..<2]) + counter,
            [0x11],
            Array(value[2..<value.count - 8]),
            Array(value.suffix(4))
        )
    }

    private func openBTHome(_ value: [UInt8], _ mac: [UInt8], _ name: String?) -> Frame? {
        var c = acc_bthome()
        guard acc_bthome_read(value, value.count, &c) == .ok, c.encrypted else { return nil }
        let mac = c.has_mac ? array(c.mac) : mac
        let counter = array(c.counter)
        let cipher = Array(value[Int(c.objects.offset)...].prefix(Int(c.objects.length)))
        let nonce = mac + [0xD2, 0xFC, c.info] + counter
        guard let plain = ccm(nonce, [], cipher, array(c.tag)) else { return nil }
        let reading = reading(.bthome, SensorModel(btHome: name), mac, plain) {
            acc_bthome_objects(plain, plain.count, $0, $1, $2)
        }
        return Frame(reading: reading, format: .bthome, counter: number(counter[...]))
    }

    private func openMiBeacon(_ value: [UInt8], _ mac: [UInt8]) -> Frame? {
        var c = acc_mibeacon()
        guard acc_mibeacon_read(value, value.count, &c) == .ok, c.encrypted else { return nil }
        let mac = c.has_mac ? array(c.mac) : mac
        let cipher = Array(value[Int(c.objects.offset)...].prefix(Int(c.objects.length)))
        let extended = array(c.extended)
        let plain: [UInt8]?
        if c.version < 4 {
            plain = stream(Array(value[2..<7]) + extended + mac.reversed().prefix(5), cipher)
        } else {
            plain = ccm(mac.reversed() + value[4..<7] + extended, [0x11], cipher, array(c.tag))
        }
        guard let plain else { return nil }
        let reading = reading(.mibeacon, SensorModel(miBeacon: c.product), mac, plain) {
            acc_mibeacon_objects(c.product, plain, plain.count, $0, $1, $2)
        }
        // from version 4 on, the extension has the counter's upper bytes
        return c.version < 4
            ? Frame(reading: reading, format: .miBeacon3, counter: UInt32(value[6]))
            : Frame(
                reading: reading,
                format: .miBeacon,
                counter: number(([value[6]] + extended)[...])
            )
    }

    private func openThermometer(_ value: [UInt8], _ mac: [UInt8]) -> Frame? {
        guard value.count == 10 || value.count == 13 else { return nil }
        // the nonce includes the AD structure's own length and type
        let nonce = mac.reversed() + [UInt8(value.count + 1), 0x16] + value[0..<3]
        let cipher = Array(value[3..<value.count - 4])
        guard let plain = ccm(nonce, [0x11], cipher, Array(value.suffix(4))) else { return nil }
        let reading = reading(value.count == 10 ? .atc1441 : .pvvx, nil, mac, plain) {
            acc_atc_objects(plain, plain.count, $0, $1, $2)
        }
        return Frame(reading: reading, format: .thermometer, counter: UInt32(value[2]))
    }

    private func reading(
        _ format: SensorReading.Format,
        _ model: SensorModel?,
        _ mac: [UInt8],
        _ plain: [UInt8],
        _ read: (UnsafeMutablePointer<acc_measurement>, Int, UnsafeMutablePointer<Int>) -> Status
    ) -> SensorReading {
        plain.withUnsafeBufferPointer { buffer in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { spare in
                let list = MeasurementList(
                    buffer.baseAddress ?? UnsafePointer(spare.baseAddress!),
                    read
                )
                return SensorReading(
                    format: format,
                    model: model,
                    measurements: list.measurements,
                    macAddress: mac,
                    isPartial: list.status != .ok,
                    isAuthenticated: true
                )
            }
        }
    }

    private func ccm(
        _ nonce: [UInt8],
        _ header: [UInt8],
        _ cipher: [UInt8],
        _ tag: [UInt8]
    ) -> [UInt8]? {
        Self.ccm(bytes, nonce, header, cipher, tag)
    }

    static func ccm(
        _ key: [UInt8],
        _ nonce: [UInt8],
        _ header: [UInt8],
        _ cipher: [UInt8],
        _ tag: [UInt8]
    ) -> [UInt8]? {
        guard key.count == 16 else { return nil }
        var plain = [UInt8](repeating: 0, count: cipher.count)
        let status = acc_aes_ccm_open(
            key,
            nonce,
            nonce.count,
            header,
            header.count,
            cipher,
            cipher.count,
            tag,
            tag.count,
            &plain
        )
        return status == .ok ? plain : nil
    }

    /// Decrypts MiBeacon up to version 3: the key is padded, and there is no tag.
    private func stream(_ nonce: [UInt8], _ cipher: [UInt8]) -> [UInt8]? {
        let key =
            bytes.count == 12
            ? Array(bytes[..<6]) + [0x8D, 0x3D, 0x3C, 0x97] + Array(bytes[6...]) : bytes
        var plain = [UInt8](repeating: 0, count: cipher.count)
        let status = acc_aes_ccm_stream(key, nonce, cipher, cipher.count, &plain)
        return status == .ok ? plain : nil
    }
}

extension SensorFrame {
    /// Decodes the plaintext.
    func reading(plain: [UInt8], type: UInt16? = nil, isAuthenticated: Bool = true)
        -> SensorReading
    {
        let list = plain.withUnsafeBufferPointer { buffer in
            MeasurementList(buffer.baseAddress!) {
                acc_sensor_read_plain(record, buffer.baseAddress!, buffer.count, $0, $1, $2)
            }
        }
        return SensorReading(
            format: reading.format,
            model: type.map { SensorModel(record: record, type: $0, named: nil) } ?? reading.model,
            measurements: list.measurements,
            macAddress: reading.macAddress,
            isPartial: list.status != .ok,
            isAuthenticated: isAuthenticated
        )
    }
}

/// A little-endian number.
private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
}

/// The bytes of a C array.
private func array<CArray: BitwiseCopyable>(_ array: CArray) -> [UInt8] {
    withUnsafeBytes(of: array) { Array($0) }
}
