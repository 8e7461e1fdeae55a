/// The state of an adapter.
public enum RadioState: String, Sendable, Hashable, Codable {
    /// The state is not known yet.
    case unknown
    /// The adapter is restarting; connections are lost.
    case resetting
    /// There is no adapter, or it does not support Bluetooth LE.
    case unsupported
    /// This process has no permission to use it.
    case unauthorized
    /// Turned off, by software or by a switch.
    case poweredOff
    /// Turned on and ready.
    case poweredOn
}
