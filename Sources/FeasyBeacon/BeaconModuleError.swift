public import AccessoryBase
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
    case loginFailed(FailureReason)
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

extension BeaconModuleError: AccessoryError {
    public var cause: String {
        switch self {
        case .noModule: "the device is not a beacon module"
        case .notWritable(let uuid):
            "the module's characteristic \(uuid) does not support this kind of write"
        case .pinNeeded: "the module asks for a PIN"
        case .badPIN: "the PIN is not six digits"
        case .noLoginProvider: "a PIN needs a login provider"
        case .loginFailed(let reason): "the login failed: \(reason.cause)"
        case .pinRefused: "the module refused the PIN"
        case .loginTimedOut: "the module did not answer the login"
        case .notConnected(let error): error.cause
        case .refused(let error): error.cause
        case .lost: "the connection was lost"
        case .notOpen: "the session is closed"
        }
    }

    public var nextStep: String? {
        switch self {
        case .noModule: "choose one that offers service FFF0"
        case .notWritable: "choose FFF2 or the other kind"
        case .pinNeeded: "pass its six digits"
        case .badPIN: "pass the module's PIN"
        case .noLoginProvider: "get the login from the module's vendor"
        case .loginFailed(let reason): reason.nextStep ?? "try again"
        case .pinRefused: "try another"
        case .loginTimedOut: "check its vendor"
        case .notConnected(let error): error.nextStep
        case .refused(let error): error.nextStep
        case .lost: "move closer to the module and try again"
        case .notOpen: "open it first"
        }
    }

    public var code: Int? { if case .refused(let error) = self { error.code } else { nil } }
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
        default: self = .loginFailed(FailureReason(error))
        }
    }
}
