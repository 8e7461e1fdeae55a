/// Who may speak when.
public enum LinkMode: Sendable {
    /// The host asks, the device answers.
    case masterSlave
    /// Both send messages at any time.
    case duplex
}
