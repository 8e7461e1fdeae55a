internal import RequestTransfer

/// The message and the exit status of a failed request transfer.
extension RequestTransferError: Explained {
    var failure: Failure {
        let status: ExitStatus =
            switch self {
            case .notConnected, .interrupted, .packetLoss, .unconfirmed(.lost): .deviceLost
            case .noSpace, .noSuchFile, .wrongCheck, .protocolMismatch: .deviceError
            case .busy, .transferRunning: .deviceBusy
            case .noSuchRequest, .otherName, .noStoragePath, .pathRefused, .tooLarge, .tooMany,
                .malformed:
                .badInput
            case .cannotRead: .noInput
            case .cannotWrite: .cannotWrite
            case .timedOut, .unconfirmed(.silent): .timeout
            case .cancelled: .cancelled
            }
        // "cause; next step"
        let parts = description.split(separator: "; ", maxSplits: 1).map(String.init)
        return Failure(status, parts[0], nextStep: parts.count > 1 ? parts[1] : nil, code: code)
    }
}
