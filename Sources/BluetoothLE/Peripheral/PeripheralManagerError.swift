/// Why a `PeripheralManager` did not do what was asked of it.
public enum PeripheralManagerError: Error, Hashable, Sendable {
    /// It advertises already; stop first.
    case isAdvertising
    /// The saved state cannot be read; the text says why. The file is left as it is.
    case restoreFailed(String)
    /// Advertising did not stop in time.
    case stopAdvertisingTimeout
    /// What is to be advertised does not fit, bytes.
    case advertisementTooLong(limit: Int)
    /// No room is left in the attribute table: it ends at handle 65535.
    case tableFull
    /// The state cannot be saved; the text says why.
    case saveFailed(String)
    /// The radio refused.
    case radio(RadioError)
}

extension PeripheralManagerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .isAdvertising: "it advertises already; stop advertising first"
        case .restoreFailed(let reason): "the saved state cannot be restored: \(reason)"
        case .stopAdvertisingTimeout: "advertising did not stop in time"
        case .advertisementTooLong(let limit): "an advertisement has room for \(limit) bytes"
        case .tableFull: "no handles are left; remove a service first"
        case .saveFailed(let reason): "the state cannot be saved: \(reason)"
        case .radio(let error): "\(error)"
        }
    }
}

/// Why a `MutableService` did not do what was asked of it.
public enum MutableServiceError: Error, Hashable, Sendable {
    /// The service, or one that it includes, has not been added to this manager.
    case unconfigured
    /// The service, or one of its characteristics, has been added to a manager already.
    case alreadyAdded
}

extension MutableServiceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unconfigured: "the service has not been added to this manager"
        case .alreadyAdded: "the service has been added already; remove it first"
        }
    }
}

/// Why a `MutableCharacteristic` did not do what was asked of it.
public enum MutableCharacteristicError: Error, Hashable, Sendable {
    /// Its service has not been added to a manager.
    case unconfigured
    /// The text has no value in this characteristic's profile.
    case notSerializable
    /// Its properties have neither notify nor indicate.
    case notifyNotSupported
    /// This central has not subscribed.
    case notSubscribed
    /// The central is gone.
    case disconnected
}

extension MutableCharacteristicError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unconfigured: "the characteristic's service has not been added to a manager"
        case .notSerializable: "the text has no value in the characteristic's profile"
        case .notifyNotSupported: "the characteristic has neither the notify nor indicate property"
        case .notSubscribed: "the central has not subscribed to the characteristic"
        case .disconnected: "the central is gone"
        }
    }
}
