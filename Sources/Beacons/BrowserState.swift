/// The state of a browser's radio. Raw values are those of CoreBluetooth.
public enum BrowserState: Int, Sendable, Codable {
    /// The state is not known yet.
    case unknown = 0
    /// The adapter is restarting.
    case resetting = 1
    /// There is no adapter, or it does not support Bluetooth LE.
    case unsupported = 2
    /// This process has no permission to use the adapter.
    case unauthorized = 3
    /// The adapter is turned off.
    case poweredOff = 4
    /// The adapter is turned on and ready.
    case poweredOn = 5
}
