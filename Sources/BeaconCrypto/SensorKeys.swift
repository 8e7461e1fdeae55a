internal import AccessoryBase
public import Beacons
public import BluetoothLE
internal import CAccessoryMbedTLS

private let log = Log("sensors")

/// The keys of encrypted sensors, by device address.
public struct SensorKeys: Sendable, Hashable {
    /// The keys of each device. If there are several, the one that decrypts the frame is used.
    private var keys: [UInt64: [SensorKey]] = [:]

    /// Creates an empty set of keys.
    public init() {}

    /// Adds a key for a device.
    public mutating func add(_ key: SensorKey, for address: BluetoothAddress) {
        keys[address.value, default: []].append(key)
    }

    /// Whether there is a key for a device.
    public func has(_ address: BluetoothAddress) -> Bool { keys[address.value] != nil }

    /// The keys of a device.
    func keys(of address: BluetoothAddress) -> [SensorKey] { keys[address.value] ?? [] }

    /// The number of keys.
    public var count: Int { keys.values.reduce(0) { $0 + $1.count } }

    /// Whether a frame has values without encryption, in a format that the device's key is for. A frame that was decrypted
    /// tells which one that is; until then it may be any.
    private static func isForged(
        _ reading: SensorReading?,
        _ address: BluetoothAddress,
        _ keys: [SensorKey],
        _ counters: SensorCounters?
    ) -> Bool {
        guard let reading, !keys.isEmpty, !reading.measurements.isEmpty else { return false }
        if keys.contains(where: { $0.vector != nil }) { return true }
        let formats = reading.keyFormats
        return !formats.isEmpty && counters?.hasOthers(than: formats, address) != true
    }

    /// Decodes a sensor's values in an advertisement. Encrypted values are decrypted if the key is
    /// known or in the frame itself. Nil if there is no sensor frame.
    ///
    /// A device with a key has values in its key's formats (BTHome, MiBeacon, ATC, PVVX, Victron) only if the key
    /// authenticates them; `missing` is the reason why a frame has none. A device with a key for Encrypted Data has values
    /// only in that. Encrypted Data has no counter: a replay of it is not recognised.
    ///
    /// - Parameters:
    ///   - advertisement: The received advertisement.
    ///   - address: The sender's address.
    ///   - name: The device's name from its scan response.
    ///   - sensors: The caller's own formats.
    ///   - isLoose: Also decode what little evidence recognises; see `SensorReading`.
    ///   - counters: The devices' counters, which reject replayed frames; nil to accept them.
    public func read(
        _ advertisement: Advertisement,
        from address: BluetoothAddress?,
        name: String? = nil,
        sensors: SensorTable? = nil,
        isLoose: Bool = false,
        counters: SensorCounters? = nil
    ) -> SensorReading? {
        let own = address.map(keys(of:)) ?? []
        if let address, let plain = decryptStructures(of: advertisement, from: address) {
            return SensorReading(
                plain,
                from: address,
                name: name,
                sensors: sensors,
                isLoose: isLoose
            )?
            .authenticated
        }
        if let address,
            let frame = own.lazy.compactMap({
                $0.decrypt(advertisement, from: address, name: name)
            }).first
        {
            switch counters?.judge(address, frame.format, frame.counter) {
            case .repeated: return frame.reading.without(.repeated)
            case .restarted:
                log.debug("\(address): refused, the counter restarted")
                return frame.reading.without(.counterRestarted)
            case .new, nil: return frame.reading
            }
        }
        let reading = SensorReading(
            advertisement,
            from: address,
            name: name,
            sensors: sensors,
            isLoose: isLoose
        )
        switch reading?.missing {
        case .key where !own.isEmpty:
            log.debug("\(address?.description ?? ""): refused, no key authenticates the frame")
            return reading?.without(.wrongKey)
        case .cipher: return Self.openFrame(advertisement, address) ?? reading
        case nil where address.map { Self.isForged(reading, $0, own, counters) } == true:
            log.debug(
                "\(address?.description ?? ""): refused, not encrypted although there is a key"
            )
            return reading?.without(.encryption)
        default: return reading
        }
    }

    /// Decrypts Govee's buttons and detectors: the key precedes the ciphertext, and all bytes are
    /// in reverse order.
    private static func openFrame(
        _ advertisement: Advertisement,
        _ address: BluetoothAddress?
    ) -> SensorReading? {
        guard let frame = SensorFrame(advertisement, address, nil, nil, true) else { return nil }
        let value = Array(advertisement.bytes[frame.value])
        guard value.count >= 24 else { return nil }
        let key = [UInt8](repeating: 0, count: 12) + value[4..<8].reversed()
        var plain = [UInt8](repeating: 0, count: 16)
        guard acc_aes_decrypt_block(key, value[8..<24].reversed(), &plain) == .ok else {
            return nil
        }
        plain.reverse()
        return frame.reading(plain: plain, type: UInt16(plain[2]), isAuthenticated: false)
    }
}

extension SensorReading {
    /// The same format when it is encrypted, in any of its versions; empty if it never is.
    fileprivate var keyFormats: Set<SensorCounters.Format> {
        switch format {
        case .bthome: [.bthome, .bthome1]
        case .mibeacon: [.miBeacon, .miBeacon3]
        case .atc1441, .pvvx: [.thermometer]
        default: model?.id == "bthome-v1" ? [.bthome, .bthome1] : []
        }
    }

    /// The reading of data that the device's key has decrypted.
    fileprivate var authenticated: SensorReading {
        SensorReading(
            format: format,
            model: model,
            measurements: measurements,
            macAddress: macAddress,
            missing: missing,
            unknownObjects: unknownObjects,
            isPartial: isPartial,
            isAuthenticated: missing == nil
        )
    }

    /// The reading without its values, and the reason.
    fileprivate func without(_ missing: Missing) -> SensorReading {
        SensorReading(
            format: format,
            model: model,
            measurements: [],
            macAddress: macAddress,
            missing: missing
        )
    }
}
