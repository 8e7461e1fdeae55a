/// State of the accessory. Raw values are the names in the reader interface.
public enum DeviceState: String, Sendable, CaseIterable {
    /// Not plugged in, or the radio is off.
    case notReady = "NOT_READY"
    /// Plugged in or advertising, and asleep.
    case deviceReady = "DEVICE_READY"
    /// Awake, with an open session and no running exchange.
    case idle = "IDLE"
    /// Receiving, processing or answering a request.
    case dataProcess = "DATA_PROCESS"
}
