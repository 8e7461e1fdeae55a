/// State of the host. Raw values are the names in the reader interface.
public enum HostState: String, Sendable, CaseIterable {
    /// No device is plugged in or found.
    case waitingDevice = "WAITING_DEVICE"
    /// A device is present, but no session is open.
    case deviceDetected = "DEVICE_DETECTED"
    /// A session is open, without a running exchange.
    case idle = "IDLE"
    /// An exchange is running: the request, its processing, or the answer.
    case dataExchange = "DATAEXCHANGE"
}
