public import BluetoothLE

/// Options of a `BluetoothSerialTransport`.
public struct BluetoothSerialOptions: Sendable {
    /// The serial profiles to look for; the first one that the device has is used.
    public var profiles: [SerialProfile] = [.nordicUART, .fff0]
    /// The connectable devices that a search finds; nil: all. A device may have a serial profile
    /// without advertising it: see `FoundDevice.advertisesProfile`.
    public var filter: ScanFilter?
    /// Timeout of a connection attempt.
    public var connectionTimeout = Duration.seconds(10)

    /// Creates the defaults.
    public init() {}

    /// Creates the defaults changed by `change`.
    public init(_ change: (inout BluetoothSerialOptions) -> Void) {
        change(&self)
    }
}
