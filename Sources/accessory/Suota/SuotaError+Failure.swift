internal import BluetoothLE
internal import FirmwareUpdate

/// What the command line says and exits with when an update fails.
extension SuotaError: Explained {
    var failure: Failure {
        let status: ExitStatus =
            switch self {
            case .gattOperationFailed(_, let error?) where error.asksForLogin: .noPermission
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
