/// Why a call on the bus failed.
enum DBusError: Error, Equatable {
    /// The connection to the bus is lost, or could not be made.
    case disconnected(String)
    /// The called program answered with an error.
    case refused(name: String, text: String)
    /// No reply in time.
    case timedOut
    /// A message was not as its interface says.
    case malformed
    /// The caller gave up.
    case cancelled
}

extension DBusError {
    /// The error's name without the part that all of bluetoothd's begin with.
    var name: String {
        guard case .refused(let name, _) = self else { return "" }
        return name.hasPrefix("org.bluez.Error.") ? String(name.dropFirst(16)) : name
    }
}
