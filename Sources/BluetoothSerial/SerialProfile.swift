public import BluetoothLE

/// A serial profile over Bluetooth LE: a service with one characteristic per direction.
public struct SerialProfile: Sendable, Hashable, Codable {
    /// The name for display.
    public var name: String
    /// The service.
    public var service: BluetoothUUID
    /// The characteristic that the central writes.
    public var toPeripheral: BluetoothUUID
    /// The characteristic that the peripheral notifies or indicates.
    public var toCentral: BluetoothUUID
    /// Largest packet in bytes, 1 to 512; the link's MTU - 3 limits it, too.
    public var packetSize: Int
    /// Whether the peripheral acknowledges each packet written by the central.
    public var isAcknowledged: Bool

    /// Creates a profile.
    public init(
        name: String,
        service: BluetoothUUID,
        toPeripheral: BluetoothUUID,
        toCentral: BluetoothUUID,
        packetSize: Int = 512,
        isAcknowledged: Bool = false
    ) {
        self.name = name
        self.service = service
        self.toPeripheral = toPeripheral
        self.toCentral = toCentral
        self.packetSize = packetSize
        self.isAcknowledged = isAcknowledged
    }

    /// Nordic's UART service, which most development boards offer.
    public static let nordicUART = SerialProfile(
        name: "Nordic UART",
        service: BluetoothUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!,
        toPeripheral: BluetoothUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E")!,
        toCentral: BluetoothUUID("6E400003-B5A3-F393-E0A9-E50E24DCCA9E")!
    )

    /// The service of request transfer (`docs/request-transfer.md`, section 7).
    public static let requestTransfer = SerialProfile(
        name: "request transfer",
        service: BluetoothUUID("000001FF-3C17-D293-8E48-14FE2E4DA212")!,
        toPeripheral: 0xFF02,
        toCentral: 0xFF03
    )

    /// The service FFF0 of many simple modules.
    public static let fff0 = SerialProfile(
        name: "FFF0",
        service: 0xFFF0,
        toPeripheral: 0xFFF2,
        toCentral: 0xFFF1
    )
}
