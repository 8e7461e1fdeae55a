internal import AccessoryBase
internal import BluetoothLE

extension RadioError {
    /// Converts an error of bluetoothd (BlueZ, src/error.c; D-Bus specification, "Standard errors").
    ///
    /// - Parameter action: The failed action, such as `to start discovery`.
    init(_ error: DBusError, _ action: String) {
        switch error {
        case .disconnected(let reason): self = .failed("bluetoothd cannot be reached: \(reason)")
        case .noLibrary: self = .failed(Self.noLibrary)
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .malformed:
            self = .failed("bluetoothd sent a malformed reply to the request \(action)")
        case .refused(_, let text): self.init(refusal: error.name, text, action)
        }
    }

    static let noLibrary = FailureReason(
        "libsystemd.so.0, which connects to the system bus, is missing or too old",
        nextStep: "install it: sudo apt install libsystemd0"
    )

    static let oldPolicyStep =
        "BlueZ before 5.51 requires the group bluetooth: sudo usermod -aG bluetooth $USER, then log in again"

    private init(refusal name: String, _ text: String, _ action: String) {
        switch name {
        case "NotReady": self = .poweredOff
        case "Blocked": self = .blocked
        case "InProgress": self = .busy
        case "NotSupported": self = .notSupported("this, according to bluetoothd: \(text)")
        case "NotPermitted", "NotAuthorized":
            self = .notPermitted("bluetoothd refuses \(action): \(text)")
        case "org.freedesktop.DBus.Error.AccessDenied":
            self = .notPermitted(
                FailureReason("the system bus refuses \(action)", nextStep: Self.oldPolicyStep)
            )
        case "InvalidArguments", "InvalidLength":
            self = .invalidParameters("bluetoothd refuses \(action): \(text)")
        case "AuthenticationFailed", "AuthenticationCanceled", "AuthenticationRejected",
            "AuthenticationTimeout":
            self = .pairingFailed("\(text.isEmpty ? name : text)")
        case "ConnectionAttemptFailed", "NotConnected": self = .disconnected(.notEstablished)
        case "DoesNotExist", "org.freedesktop.DBus.Error.UnknownObject",
            "org.freedesktop.DBus.Error.UnknownMethod":
            self = .failed("bluetoothd does not know the device or function: \(text)")
        case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown":
            self = .failed(
                FailureReason(
                    "bluetoothd has left the system bus",
                    nextStep: "try again once it runs"
                )
            )
        default: self = .failed("bluetoothd failed \(action): \(text.isEmpty ? name : text)")
        }
    }
}
