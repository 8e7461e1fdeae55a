/// An error of a `PeripheralManager`.
public enum PeripheralManagerError: Error, Hashable, Sendable {
    /// Already advertising; stop first.
    case isAdvertising
    /// The saved state cannot be read; the text states the reason. The file is not changed.
    case restoreFailed(String)
    /// Advertising did not stop in time.
    case stopAdvertisingTimeout
    /// The advertisement is longer than `limit` bytes.
    case advertisementTooLong(limit: Int)
    /// The attribute table is full: it ends at handle 65535.
    case tableFull
    /// The state cannot be saved; the text states the reason.
    case saveFailed(String)
    /// An error of the radio.
    case radio(RadioError)
}

extension PeripheralManagerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .isAdvertising: "advertising is already running; stop it first"
        case .restoreFailed(let reason): "the saved state cannot be restored: \(reason)"
        case .stopAdvertisingTimeout: "advertising did not stop in time"
        case .advertisementTooLong(let limit): "the advertisement is longer than \(limit) bytes"
        case .tableFull: "no handles are left; remove a service first"
        case .saveFailed(let reason): "the state cannot be saved: \(reason)"
        case .radio(let error): "\(error)"
        }
    }
}

/// An error of a `MutableService`.
public enum MutableServiceError: Error, Hashable, Sendable {
    /// The service, or one that it includes, has not been added to this manager.
    case unconfigured
    /// The service, or one of its characteristics, has already been added to a manager.
    case alreadyAdded
}

extension MutableServiceError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unconfigured: "the service has not been added to this manager; add it first"
        case .alreadyAdded: "the service has already been added; remove it first"
        }
    }
}

/// An error of a `MutableCharacteristic`.
public enum MutableCharacteristicError: Error, Hashable, Sendable {
    /// The service of the characteristic has not been added to a manager.
    case unconfigured
    /// The profile of the characteristic cannot convert the text to a value.
    case notSerializable
    /// The characteristic supports neither notify nor indicate.
    case notifyNotSupported
    /// This central has not subscribed.
    case notSubscribed
    /// The central has disconnected.
    case disconnected
}

extension MutableCharacteristicError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unconfigured:
            "the characteristic's service has not been added to a manager; add it first"
        case .notSerializable: "the text has no value in the characteristic's profile"
        case .notifyNotSupported: "the characteristic has neither the notify nor indicate property"
        case .notSubscribed: "the central has not subscribed to the characteristic"
        case .disconnected: "the central has disconnected"
        }
    }
}
