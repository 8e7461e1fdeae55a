public import AccessoryBase

/// Why a search could not start.
public enum DeviceSearchError: Error, Sendable, Hashable {
    /// Bluetooth: there is no adapter, or it lacks Bluetooth LE.
    case unsupported
    /// Bluetooth: the adapter is turned off.
    case poweredOff
    /// The transport cannot search.
    case failed(FailureReason)

    /// The number in the reader interface.
    public var code: Int? {
        switch self {
        case .unsupported: -1
        case .poweredOff: -2
        case .failed: -3
        }
    }

    /// Converts the error of a failed opening.
    package init(_ error: DeviceOpenError) {
        switch error {
        case .unsupported: self = .unsupported
        case .poweredOff: self = .poweredOff
        default: self = .failed(FailureReason(error))
        }
    }
}

extension DeviceSearchError: AccessoryError {
    public var cause: String {
        switch self {
        case .unsupported: DeviceOpenError.unsupported.cause
        case .poweredOff: DeviceOpenError.poweredOff.cause
        case .failed(let reason): "the search for devices failed: \(reason.cause)"
        }
    }

    public var nextStep: String? {
        switch self {
        case .unsupported: DeviceOpenError.unsupported.nextStep
        case .poweredOff: DeviceOpenError.poweredOff.nextStep
        case .failed(let reason): reason.nextStep ?? "open the device by its identifier"
        }
    }
}
