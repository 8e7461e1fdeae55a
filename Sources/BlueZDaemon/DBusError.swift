/// The reason a call on the bus failed.
enum DBusError: Error, Equatable {
    /// The connection to the bus is lost, or could not be established.
    case disconnected(String)
    /// libsystemd is missing or too old.
    case noLibrary
    /// The called program returned an error.
    case refused(name: String, text: String)
    /// No reply within the timeout.
    case timedOut
    /// A message does not match its interface.
    case malformed
    /// The caller cancelled the call.
    case cancelled
}

extension DBusError {
    /// The error's name without the prefix common to all errors of bluetoothd.
    var name: String {
        guard case .refused(let name, _) = self else { return "" }
        return name.hasPrefix("org.bluez.Error.") ? String(name.dropFirst(16)) : name
    }
}
