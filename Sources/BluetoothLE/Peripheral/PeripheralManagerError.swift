public import AccessoryBase

/// An error of a `PeripheralManager`.
public enum PeripheralManagerError: Error, Hashable, Sendable {
    /// Already advertising; stop first.
    case isAdvertising
    /// The saved state cannot be read. The file is not changed.
    case restoreFailed(FailureReason)
    /// Advertising did not stop in time.
    case stopAdvertisingTimeout
    /// The advertisement is longer than `limit` bytes.
    case advertisementTooLong(limit: Int)
    /// The attribute table is full: it ends at handle 65535.
    case tableFull
    /// The state cannot be saved.
    case saveFailed(FailureReason)
    /// An error of the radio.
    case radio(RadioError)
}

extension PeripheralManagerError: AccessoryError {
    public var cause: String {
        switch self {
        case .isAdvertising: "advertising is already running"
        case .restoreFailed(let reason): "the saved state cannot be restored: \(reason.cause)"
        case .stopAdvertisingTimeout: "advertising did not stop in time"
        case .advertisementTooLong(let limit): "the advertisement is longer than \(limit) bytes"
        case .tableFull: "no handles are left"
        case .saveFailed(let reason): "the state cannot be saved: \(reason.cause)"
        case .radio(let error): error.cause
        }
    }

    public var nextStep: String? {
        switch self {
        case .isAdvertising: "stop it first"
        case .restoreFailed(let reason): reason.nextStep ?? "remove it to start again"
        case .stopAdvertisingTimeout: "turn the adapter off and on"
        case .advertisementTooLong: "shorten the name, the data or the list of services"
        case .tableFull: "remove a service first"
        case .saveFailed(let reason):
            reason.nextStep ?? "make its folder writable, or free some space"
        case .radio(let error): error.nextStep
        }
    }
}

/// An error of a `MutableService`.
public enum MutableServiceError: Error, Hashable, Sendable {
    /// The service, or one that it includes, has not been added to this manager.
    case unconfigured
    /// The service, or one of its characteristics, has already been added to a manager.
    case alreadyAdded
    /// The characteristic has the property `authenticatedSignedWrites`, and the radio cannot check
    /// signatures (`RadioFeatures.acceptsSignedWrites`).
    case signedWritesNotSupported(BluetoothUUID)
}

extension MutableServiceError: AccessoryError {
    public var cause: String {
        switch self {
        case .unconfigured: "the service has not been added to this manager"
        case .alreadyAdded: "the service has already been added"
        case .signedWritesNotSupported(let uuid):
            "signed writes to the characteristic \(uuid) cannot be checked on this radio"
        }
    }

    public var nextStep: String? {
        switch self {
        case .unconfigured: "add it first"
        case .alreadyAdded: "remove it first"
        case .signedWritesNotSupported:
            "use the property write, with a permission that requires encryption"
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

extension MutableCharacteristicError: AccessoryError {
    public var cause: String {
        switch self {
        case .unconfigured: "the characteristic's service has not been added to a manager"
        case .notSerializable: "the text has no value in the characteristic's profile"
        case .notifyNotSupported: "the characteristic has neither the notify nor indicate property"
        case .notSubscribed: "the central has not subscribed to the characteristic"
        case .disconnected: "the central has disconnected"
        }
    }

    public var nextStep: String? {
        switch self {
        case .unconfigured: "add it first"
        case .notSerializable: "use a text in the profile's format"
        case .notifyNotSupported: "create it with one of them"
        case .notSubscribed: "wait until it subscribes"
        case .disconnected: "wait until it connects again"
        }
    }
}
