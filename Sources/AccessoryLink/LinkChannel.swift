/// What kind of connection a link runs on; some error codes depend on it.
public enum LinkChannel: Sendable {
    /// The audio jack: a lost device is `unplugged`.
    case audioJack
    /// Bluetooth: a lost device is `disconnected`.
    case bluetooth
}
