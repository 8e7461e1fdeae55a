internal import AudioJack

/// The exit status and message of a port's error.
extension AudioPortError: Explained {
    var failure: Failure {
        let status: ExitStatus =
            switch self {
            case .noSuchDevice, .outputFailed, .inputFailed: .noDevice
            case .permissionDenied: .noPermission
            case .deviceBusy: .deviceBusy
            case .deviceLost: .deviceLost
            case .stopped: .cancelled
            }
        return Failure(status, cause, nextStep: nextStep)
    }
}
