internal import AudioJack

/// A port's error as an exit code and a line for people.
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
