public import AccessoryBase

/// An error of a central, a peripheral, or the link between them. Errors from the peer's server are
/// `GATTError`s.
public enum CentralError: Error, Hashable, Sendable {
    /// Another user of the adapter is scanning, and the adapter supports only one scan.
    case isScanning
    /// The adapter is turned off.
    case isPoweredOff
    /// The scan timed out.
    case serviceScanTimeout
    /// The address belongs to no device, or the attribute belongs to another peripheral.
    case invalidPeripheral
    /// The saved state could not be read.
    case restoreFailed(FailureReason)
    /// The peripheral did not answer in time.
    case connectionTimeout
    /// The peripheral did not answer the exchange of the MTU in time.
    case mtuExchangeTimeout
    /// Each of several links was lost before it could be used. The reason for the last loss.
    case linksLost(count: Int, DisconnectReason?)
    /// There is no link. The reason for its loss; nil: it was never established.
    case disconnected(DisconnectReason?)
    /// This end disconnected.
    case forcedDisconnect
    /// The discovery of services timed out.
    case serviceDiscoveryTimeout
    /// The discovery of characteristics or descriptors timed out.
    case characteristicDiscoveryTimeout
    /// The peripheral has no such service.
    case serviceNotFound(BluetoothUUID)
    /// The service has no such characteristic.
    case characteristicNotFound(BluetoothUUID)
    /// The peripheral's services have changed, or were never discovered: discover them again.
    case servicesChanged
    /// The peripheral's services changed during each of several discoveries.
    case servicesKeepChanging
    /// The server did not answer a read in time.
    case readTimeout
    /// The server did not answer a write in time.
    case writeTimeout
    /// The characteristic cannot be read.
    case readNotSupported
    /// The characteristic does not support this kind of write.
    case writeNotSupported
    /// The characteristic supports neither notifications nor indications.
    case notifyNotSupported
    /// Any other error of the radio.
    case radio(RadioError)

    init(_ error: RadioError) {
        switch error {
        case .poweredOff: self = .isPoweredOff
        case .timedOut: self = .connectionTimeout
        case .disconnected(let reason): self = .disconnected(reason)
        default: self = .radio(error)
        }
    }

    /// Converts an error of a lower layer: radio errors to `CentralError`, and a radio's
    /// `cancelled` to `CancellationError`.
    static func translated(_ error: any Error) -> any Error {
        switch error {
        case RadioError.cancelled: CancellationError()
        case let error as RadioError: CentralError(error)
        default: error
        }
    }
}

extension CentralError: AccessoryError {
    public var cause: String {
        switch self {
        case .isScanning: "another program scans with this adapter"
        case .isPoweredOff: RadioError.poweredOff.cause
        case .serviceScanTimeout: "the scan timed out"
        case .invalidPeripheral: "not a peripheral's address, or an attribute of another peripheral"
        case .restoreFailed(let reason): "the saved state could not be read: \(reason.cause)"
        case .connectionTimeout: "the peripheral did not answer in time"
        case .mtuExchangeTimeout: "the peripheral did not answer the exchange of the MTU in time"
        case .linksLost(let count, let reason):
            "the link was lost \(count) times" + (reason.map { ": \($0)" } ?? "")
        case .disconnected(let reason?): "the link was lost: \(reason)"
        case .disconnected(nil): "the peripheral is not connected"
        case .forcedDisconnect: "this program disconnected the peripheral"
        case .serviceDiscoveryTimeout: "the services could not be discovered in time"
        case .characteristicDiscoveryTimeout: "the characteristics could not be discovered in time"
        case .serviceNotFound(let uuid): "the peripheral has no service \(uuid)"
        case .characteristicNotFound(let uuid): "the service has no characteristic \(uuid)"
        case .servicesChanged: "the peripheral's services have changed"
        case .servicesKeepChanging: "the peripheral's services keep changing"
        case .readTimeout: "the value could not be read in time"
        case .writeTimeout: "the value could not be written in time"
        case .readNotSupported: "the characteristic cannot be read"
        case .writeNotSupported: "the characteristic cannot be written in this way"
        case .notifyNotSupported: "the characteristic neither notifies nor indicates"
        case .radio(let error): error.cause
        }
    }

    public var nextStep: String? {
        switch self {
        case .isScanning: RadioError.owned(by: "").nextStep
        case .isPoweredOff: RadioError.poweredOff.nextStep
        case .invalidPeripheral: "scan for the peripheral"
        case .restoreFailed(let reason): reason.nextStep ?? "remove it to start again"
        case .serviceScanTimeout, .connectionTimeout, .mtuExchangeTimeout, .linksLost:
            "check that it is on and in range"
        case .serviceDiscoveryTimeout, .characteristicDiscoveryTimeout, .readTimeout, .writeTimeout:
            "move closer and try again"
        case .disconnected, .forcedDisconnect: "connect again"
        case .serviceNotFound, .characteristicNotFound, .readNotSupported, .writeNotSupported,
            .notifyNotSupported:
            "list its attributes and their properties"
        case .servicesKeepChanging: "try again later"
        case .servicesChanged: "discover them again"
        case .radio(let error): error.nextStep
        }
    }
}
