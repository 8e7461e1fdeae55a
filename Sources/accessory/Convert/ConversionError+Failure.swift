internal import AudioConversion
internal import Glibc

extension ConversionError {
    /// The error with the file's name and the next step.
    func failure(source: String, target: String) -> Failure {
        let source = source == "-" ? "standard input" : source
        let target = target == "-" ? "standard output" : target
        func about(_ path: String, _ status: ExitStatus, _ next: String?) -> Failure {
            Failure(status, "\(path) \(description)", nextStep: next)
        }
        switch self {
        case .unreadable(EACCES): return about(source, .noPermission, "check its permissions")
        case .unreadable: return about(source, .noInput, "check the path")
        case .empty, .noSound: return about(source, .badInput, "check that it is an MP3 file")
        case .notMP3: return about(source, .badInput, "convert it to MP3 first")
        case .sameFile: return about(target, .usage, "choose another target")
        case .cannotCreate(EACCES): return about(target, .noPermission, "choose another target")
        case .cannotCreate, .cannotWrite:
            return about(target, .cannotWrite, "choose another target, or free some space")
        case .tooLong: return about(target, .cannotWrite, "use --container raw")
        case .unsupportedFormat: return Failure(.usage, description)
        case .outOfMemory: return Failure(.software, "not enough memory")
        case .cancelled: return Failure(.cancelled, "cancelled")
        }
    }
}

extension ConversionReport {
    /// The error of a truncated source, after everything in it was converted.
    func cutFailure(source: String) -> Failure? {
        guard isCut else { return nil }
        let name = source == "-" ? "standard input" : source
        return Failure(
            .badInput,
            "\(name) is truncated and was converted up to its end",
            nextStep: "get a complete copy"
        )
    }
}
