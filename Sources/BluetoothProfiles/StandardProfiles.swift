public import BluetoothLE

/// Services of the Bluetooth SIG.
public enum StandardProfiles {
    /// The device information: manufacturer, model and versions, as read-only texts.
    public static let deviceInformation = ServiceProfile(
        uuid: 0x180A,
        name: "Device Information",
        tag: "BLESIG",
        characteristics: [
            CharacteristicProfile(standard: 0x2A24, name: "Model Number"),
            CharacteristicProfile(standard: 0x2A25, name: "Serial Number"),
            CharacteristicProfile(standard: 0x2A26, name: "Firmware Revision"),
            CharacteristicProfile(standard: 0x2A27, name: "Hardware Revision"),
            CharacteristicProfile(standard: 0x2A28, name: "Software Revision"),
            CharacteristicProfile(standard: 0x2A29, name: "Manufacturer Name"),
        ]
    )

    /// The battery level.
    public static let battery = ServiceProfile(
        uuid: 0x180F,
        name: "Battery",
        tag: "BLESIG",
        characteristics: [
            CharacteristicProfile(
                standard: 0x2A19,
                properties: [.read, .notify],
                initialValue: [100]
            )
        ]
    )

    /// The device's transmit power.
    public static let txPower = ServiceProfile(
        uuid: 0x1804,
        name: "Tx Power",
        tag: "BLESIG",
        characteristics: [CharacteristicProfile(standard: 0x2A07, initialValue: [0])]
    )

    /// All services of this group.
    public static let all = [deviceInformation, battery, txPower]
}
