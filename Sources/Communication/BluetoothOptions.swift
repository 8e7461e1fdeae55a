public import AccessoryLink
public import BluetoothLE
public import BluetoothSerial

/// What can be chosen about readers on Bluetooth.
public struct BluetoothOptions: Sendable {
    /// The serial lines that a reader may offer; the first one that it has is used.
    public var profiles: [SerialProfile] = [.nordicUART, .fff0]
    /// Opens a serial line over classic Bluetooth, to identifiers such as `00:11:22:33:44:55/classic`;
    /// nil: these are illegal. With the kernel's sockets: `{ try await radio.openSerialPort(to: $0) }`.
    public var openClassic: (@Sendable (BluetoothAddress) async throws -> any ByteLink)?
    /// Which devices a search finds, of those that take connections; nil: all. A reader need not
    /// advertise its serial line: see `DeviceInfo.advertisesProfile`.
    public var filter: ScanFilter?
    /// How long a connection may take to make.
    public var connectionTimeout = Duration.seconds(10)
    /// The link's own choices. Its mode is used where `openDevice` names none.
    public var link = LinkOptions()

    /// The defaults.
    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout BluetoothOptions) -> Void) {
        change(&self)
    }
}
