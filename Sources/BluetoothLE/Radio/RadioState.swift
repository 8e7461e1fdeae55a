/// Whether an adapter can be used.
public enum RadioState: String, Sendable, Hashable, Codable {
    /// Not told yet.
    case unknown
    /// The adapter starts again; connections are lost.
    case resetting
    /// There is no adapter, or it does not speak Bluetooth LE.
    case unsupported
    /// This process may not use it.
    case unauthorized
    /// Turned off, by software or by a switch.
    case poweredOff
    /// Ready.
    case poweredOn
}
