internal import AccessoryLink

extension LinkError: Explained {
    var failure: Failure {
        let status: ExitStatus =
            switch self {
            case .noDevice, .outputFailed, .inputFailed, .handshakeFailed, .connectionFailed:
                .noDevice
            case .deviceSilent, .timedOut: .timeout
            case .cancelled, .cancelFailed: .cancelled
            case .unplugged, .serviceEnded, .interrupted, .disconnected, .writeFailed, .readFailed:
                .deviceLost
            case .focusLost: .deviceBusy
            case .tooLong: .badInput
            case .decodingFailed, .outOfMemory, .byteFormat, .frameFormat, .unknown, .wrongState:
                .deviceError
            case .busy, .nothingToCancel, .notOpen, .alreadyCancelling: .software
            }
        return Failure(status, description: description, advice: advice, code: code)
    }

    /// The next step, if the description does not contain one.
    private var advice: String? {
        switch self {
        case .noDevice, .unplugged: "plug it in and try again"
        case .outputFailed, .inputFailed: "run accessory doctor to find the reason"
        case .timedOut: "increase --timeout, or check that it is powered on"
        case .cancelFailed: "check that it is powered on"
        case .focusLost: "close that program"
        case .serviceEnded, .interrupted, .disconnected: "try again"
        case .tooLong: "send it in parts"
        default: nil
        }
    }
}
