internal import BluetoothLE
internal import FirmwareUpdate

/// The message and the exit status of a failed update.
extension SuotaError: Explained {
    var failure: Failure {
        let status: ExitStatus =
            switch self {
            case .gattOperationFailed(_, let error?) where error.requiresLogin: .noPermission
            case .device, .protocolError, .gattOperationFailed, .mtuRequestFailed: .deviceError
            case .preparationFailed: .deviceError
            case .notSupported, .serviceDiscoveryFailed: .noDevice
            case .firmwareLoadFailed, .invalidFirmwareCRC, .refused: .badInput
            case .timedOut: .timeout
            case .notConnected: .deviceLost
            case .aborted: .cancelled
            case .badParameter: .usage
            }
        return Failure(status, cause, nextStep: nextStep, code: code)
    }
}
