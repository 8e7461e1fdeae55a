public import BluetoothLE

/// What can be chosen about a `BluetoothSerialTransport`.
public struct BluetoothSerialOptions: Sendable {
    /// The serial lines that a device may offer; the first one that it has is used.
    public var profiles: [SerialProfile] = [.nordicUART, .fff0]
    /// Which devices a search finds, of those that take connections; nil: all. A device need not
    /// advertise its serial line: see `FoundDevice.advertisesProfile`.
    public var filter: ScanFilter?
    /// How long a connection may take to make.
    public var connectionTimeout = Duration.seconds(10)

    /// The defaults.
    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout BluetoothSerialOptions) -> Void) {
        change(&self)
    }
}
