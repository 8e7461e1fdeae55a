internal import AccessoryBase
package import AccessoryLink
internal import BluetoothLE

extension DeviceOpenError {
    /// Converts a Bluetooth error of an opening.
    package init(bluetooth error: any Error) {
        switch error {
        case let error as DeviceOpenError: self = error
        case is CancellationError, RadioError.cancelled: self = .link(.cancelled)
        case let error as CentralError: self.init(error)
        case is GATTError: self = .connectionFailed(FailureReason(error))
        case let error as RadioError: self.init(CentralError.radio(error))
        default: self = .unknown(FailureReason(error))
        }
    }

    private init(_ error: CentralError) {
        switch error {
        case .isPoweredOff, .radio(.poweredOff), .radio(.blocked): self = .poweredOff
        case .radio(.noAdapter), .radio(.notSupported): self = .unsupported
        case .invalidPeripheral: self = .unknown(FailureReason(error))
        case .radio, .isScanning, .restoreFailed: self = .unknown(FailureReason(error))
        default: self = .connectionFailed(FailureReason(error))
        }
    }

    /// The error for an adapter in this state; nil when it can connect.
    init?(_ state: RadioState) {
        switch state {
        case .poweredOn: return nil
        case .poweredOff: self = .poweredOff
        case .unsupported: self = .unsupported
        case .unauthorized: self = .unknown("this user may not use the Bluetooth adapter")
        case .resetting, .unknown: self = .unknown("the Bluetooth adapter is not ready yet")
        }
    }
}
