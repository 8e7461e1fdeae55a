public import BluetoothLE

/// Why a session failed or ended.
public enum BeaconModuleError: Error, Sendable, Hashable {
    /// The device lacks the modules' service, or its notifications.
    case noModule
    /// The module has no such characteristic, or it does not support the selected kind of write.
    case notWritable(BluetoothUUID)
    /// The module has a PIN, but none was specified.
    case pinNeeded
    /// The specified PIN does not have six digits. Nothing was sent.
    case badPIN
    /// A PIN was specified without a login provider.
    case noLoginProvider
    /// The login provider failed.
    case loginFailed(String)
    /// The module refused the PIN.
    case pinRefused
    /// The module did not answer the login in time.
    case loginTimedOut
    /// The module did not answer, or the adapter could not reach it.
    case notConnected(CentralError)
    /// The module refused or did not answer a read or write.
    case refused(GATTError)
    /// The link was lost.
    case lost
    /// The session was closed by `close`, or never opened.
    case notOpen
}

extension BeaconModuleError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noModule: "the device is not a beacon module; choose one that offers service FFF0"
        case .notWritable(let uuid):
            "the module's characteristic \(uuid) does not support this kind of write; choose FFF2 or the other kind"
        case .pinNeeded: "the module has a PIN; pass its six digits"
        case .badPIN: "the PIN is not six digits; pass the module's PIN"
        case .noLoginProvider:
            "a PIN needs a login provider; get the login from the module's vendor"
        case .loginFailed(let reason): "the login failed: \(reason)"
        case .pinRefused: "the module refused the PIN; try another"
        case .loginTimedOut: "the module did not answer the login; check its vendor"
        case .notConnected(let error): "\(error)"
        case .refused(let error): "\(error); open the session again"
        case .lost: "the connection was lost; move closer to the module and try again"
        case .notOpen: "the session is closed; open it first"
        }
    }
}

extension BeaconModuleError {
    /// The error for a failure below; nil for a cancellation.
    init?(_ error: any Error) {
        switch error {
        case let error as BeaconModuleError: self = error
        case CentralError.disconnected(.some), GATTError.disconnected, CentralError.servicesChanged:
            self = .lost
        case CentralError.forcedDisconnect: self = .notOpen
        case CentralError.serviceNotFound, CentralError.characteristicNotFound,
            CentralError.notifyNotSupported:
            self = .noModule
        case let error as CentralError: self = .notConnected(error)
        case let error as GATTError: self = .refused(error)
        case is CancellationError: return nil
        default: self = .loginFailed("\(error)")
        }
    }
}
