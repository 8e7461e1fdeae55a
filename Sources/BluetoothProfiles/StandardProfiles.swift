public import BluetoothLE

/// Services of the Bluetooth SIG.
public enum StandardProfiles {
    /// The device information: manufacturer, model and versions, as read-only texts.
    public static let deviceInformation = ServiceProfile(
        uuid: 0x180A,
        name: "Device Information",
        tag: "BLESIG",
        characteristics: [
            text(0x2A24, "Model Number"), text(0x2A25, "Serial Number"),
            text(0x2A26, "Firmware Revision"), text(0x2A27, "Hardware Revision"),
            text(0x2A28, "Software Revision"), text(0x2A29, "Manufacturer Name"),
        ]
    )

    /// The battery level.
    public static let battery = ServiceProfile(
        uuid: 0x180F,
        name: "Battery",
        tag: "BLESIG",
        characteristics: [CharacteristicProfile(BatteryLevel.self)]
    )

    /// The device's transmit power.
    public static let txPower = ServiceProfile(
        uuid: 0x1804,
        name: "Tx Power",
        tag: "BLESIG",
        characteristics: [CharacteristicProfile(TxPowerLevel.self)]
    )

    /// All services of this group.
    public static let all = [deviceInformation, battery, txPower]

    /// The battery level in percent, 0 to 100.
    public struct BatteryLevel: DecimalProfileValue {
        public static let name = "Battery Level"
        public static let uuid: BluetoothUUID = 0x2A19
        public static let permissions: AttributePermissions = .readable
        public static let properties: CharacteristicProperties = [.read, .notify]
        public static let initialValue: [UInt8]? = [100]

        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }

    /// The transmit power in dBm, -100 to 20.
    public struct TxPowerLevel: DecimalProfileValue {
        public static let name = "Tx Power Level"
        public static let uuid: BluetoothUUID = 0x2A07
        public static let permissions: AttributePermissions = .readable
        public static let properties: CharacteristicProperties = .read
        public static let initialValue: [UInt8]? = [0]

        public let rawValue: Int8

        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }
    }

    private static func text(_ uuid: BluetoothUUID, _ name: String) -> CharacteristicProfile {
        CharacteristicProfile(
            textNamed: name,
            uuid: uuid,
            permissions: .readable,
            properties: .read
        )
    }
}
