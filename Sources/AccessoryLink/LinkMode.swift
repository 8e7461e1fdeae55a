/// When each end may send.
public enum LinkMode: Sendable {
    /// The host sends requests, the device answers.
    case masterSlave
    /// Both ends send messages at any time.
    case duplex
}
