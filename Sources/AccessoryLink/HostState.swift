/// Where the host stands. Raw values are the names of the reader interface.
public enum HostState: String, Sendable, CaseIterable {
    /// Nothing is plugged in or found.
    case waitingDevice = "WAITING_DEVICE"
    /// A device is there, and no session is open.
    case deviceDetected = "DEVICE_DETECTED"
    /// A session is open and nothing is under way.
    case idle = "IDLE"
    /// A request, its work or its answer is under way.
    case dataExchange = "DATAEXCHANGE"
}
