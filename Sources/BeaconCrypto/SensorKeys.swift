public import Beacons
public import BluetoothLE
internal import CAccessoryMbedTLS

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

    /// The number of keys.
    public var count: Int { keys.values.reduce(0) { $0 + $1.count } }

    /// Decodes a sensor's values in an advertisement. Encrypted values are decrypted if the key is
    /// known or in the frame itself. Nil if there is no sensor frame.
    ///
    /// - Parameters:
    ///   - advertisement: The received advertisement.
    ///   - address: The sender's address.
    ///   - name: The device's name from its scan response.
    ///   - sensors: The caller's own formats.
    public func read(
        _ advertisement: Advertisement,
        from address: BluetoothAddress?,
        name: String? = nil,
        sensors: SensorTable? = nil
    ) -> SensorReading? {
        let reading = SensorReading(advertisement, from: address, name: name, sensors: sensors)
        switch reading?.missing {
        case .key:
            guard let address, let keys = keys[address.value] else { return reading }
            return keys.lazy.compactMap { $0.open(advertisement, from: address) }.first ?? reading
        case .cipher:
            return Self.openFrame(advertisement, address) ?? reading
        default:
            return reading
        }
    }

    /// Decrypts Govee's buttons and detectors: the key precedes the ciphertext, and all bytes are
    /// in reverse order.
    private static func openFrame(
        _ advertisement: Advertisement,
        _ address: BluetoothAddress?
    ) -> SensorReading? {
        guard let frame = SensorFrame(advertisement, address, nil, nil) else { return nil }
        let value = Array(advertisement.bytes[frame.value])
        guard value.count >= 24 else { return nil }
        let key = [UInt8](repeating: 0, count: 12) + value[4..<8].reversed()
        var plain = [UInt8](repeating: 0, count: 16)
        guard acc_aes_decrypt_block(key, value[8..<24].reversed(), &plain) == .ok else {
            return nil
        }
        plain.reverse()
        return frame.reading(plain: plain, type: UInt16(plain[2]))
    }
}
