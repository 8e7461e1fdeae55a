internal import AccessoryBase
public import BluetoothLE
internal import CAccessory

/// The general frame of a Feasycom beacon module.
public struct BeaconModule: Sendable, Hashable {
    /// Whether a module accepts connections.
    public enum Connectability: UInt8, Sendable, Codable {
        /// The module accepts no connections.
        case notConnectable = 0
        /// The module accepts connections without a PIN.
        case connectable = 1
        /// The module accepts connections; hosts must log in with its PIN.
        case needsPIN = 2
        /// A reserved value.
        case reserved = 3
    }

    /// Masks of the feature bits that are undefined in the public description. Set them if the
    /// manufacturer documents them.
    public struct FeatureBits: Sendable, Hashable {
        /// Mask of the NFC bit.
        public var nfc: UInt8
        /// Mask of the bit for long-range (125 kbit/s) advertising.
        public var longRange: UInt8

        /// Creates masks.
        public init(nfc: UInt8, longRange: UInt8) {
            self.nfc = nfc
            self.longRange = longRange
        }

        /// The assumed masks: bits 2 and 3, which have no public description.
        public static let assumed = FeatureBits(nfc: 1 << 2, longRange: 1 << 3)
    }

    /// The model number.
    public let modelIndex: Int
    /// Firmware version, such as "219".
    public let firmwareVersion: String
    /// Whether the module accepts connections.
    public let connectability: Connectability
    /// Whether the module has NFC; see `FeatureBits`.
    public let hasNFC: Bool
    /// Whether the module has long-range advertising; see `FeatureBits`.
    public let hasLongRange: Bool
    /// Whether the module has an LED.
    public let hasLED: Bool
    /// Whether the module has a buzzer.
    public let hasBuzzer: Bool
    /// Whether the module has an acceleration sensor.
    public let hasGSensor: Bool
    /// Whether the module has a key.
    public let hasKey: Bool
    /// The MAC address, 6 bytes as printed.
    public let macAddress: [UInt8]
    /// Battery level, per cent, 0 to 100; 100 on external power.
    public let battery: Int
    /// Whether the module has external power.
    public let isExternallyPowered: Bool

    /// The model's name, such as "BP108"; nil for an unknown model.
    public var modelName: String? {
        UInt8(exactly: modelIndex).flatMap { acc_feasycom_model_name($0) }.map {
            String(cString: $0)
        }
    }

    /// The MAC address as text: `DC:0D:30:11:22:33`.
    public var macAddressText: String {
        Hexadecimal.text(macAddress, separator: ":", uppercase: true)
    }

    /// Decodes the general frame in an advertisement; nil if there is none.
    public init?(_ advertisement: Advertisement, bits: FeatureBits = .assumed) {
        guard advertisement.index.serviceData16 != 0 else { return nil }
        let found = advertisement.structures.lazy
            .filter { $0.type == UInt8(ACC_AD_SERVICE_DATA16) }
            .compactMap { BeaconModule(serviceData: $0.value.span, bits: bits) }.first
        guard let found else { return nil }
        self = found
    }

    /// Decodes service data of 0xFFF0, starting with the UUID.
    public init?(serviceData value: Span<UInt8>, bits: FeatureBits = .assumed) {
        var c = acc_feasycom()
        let status = value.withUnsafeBufferPointer { buffer -> Status in
            guard let start = buffer.baseAddress else { return .truncated }
            let bits = acc_feasycom_bits(nfc: bits.nfc, long_range: bits.longRange)
            return acc_feasycom_read(start, buffer.count, bits, &c)
        }
        guard status == .ok else { return nil }
        modelIndex = Int(c.model)
        let digits = String(c.version, radix: 16)
        firmwareVersion = digits
        connectability = Connectability(rawValue: c.connectability) ?? .reserved
        (hasNFC, hasLongRange, hasLED) = (c.nfc, c.long_range, c.led)
        (hasBuzzer, hasGSensor, hasKey) = (c.buzzer, c.g_sensor, c.key)
        macAddress = bytes(of: c.mac)
        battery = Int(c.battery)
        isExternallyPowered = c.external_power
    }
}
