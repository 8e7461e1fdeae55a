/// Where the accessory stands. Raw values are the names of the reader interface.
public enum DeviceState: String, Sendable, CaseIterable {
    /// Not plugged in, or its radio is off.
    case notReady = "NOT_READY"
    /// Plugged in or on the air, and asleep.
    case deviceReady = "DEVICE_READY"
    /// Awake, in a session, and nothing is under way.
    case idle = "IDLE"
    /// A request is being received, worked on or answered.
    case dataProcess = "DATA_PROCESS"
}
