internal import AudioJack
internal import Glibc
internal import Modem

/// The exit status and message of a WAV file's error.
extension WAVError: Explained {
    var failure: Failure {
        let status: ExitStatus =
            switch self {
            case .cannotOpen(_, EACCES), .cannotRead(_, EACCES), .cannotWrite(_, EACCES):
                .noPermission
            case .cannotOpen, .cannotRead: .noInput
            case .cannotWrite: .cannotWrite
            case .notWAV, .empty, .truncated, .malformed, .unsupported, .bigEndian, .cutShort,
                .tooLong:
                .badInput
            case .noChannel, .invalidFormat: .usage
            }
        return Failure(
            status,
            cause.replacing("/dev/stdin", with: "standard input"),
            nextStep: nextStep
        )
    }
}
