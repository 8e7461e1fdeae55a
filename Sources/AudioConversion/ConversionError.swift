public import AccessoryBase
internal import CAccessoryMP3
internal import Glibc

/// Why a conversion failed. The source is unchanged, and no partial output is left.
public enum ConversionError: Error, Equatable, Sendable {
    /// The rate is out of range, or depth, sign and container do not fit together.
    case unsupportedFormat(PCMFormat)
    /// The source cannot be opened or read, with its `errno`.
    case unreadable(errno: Int32)
    /// The source is empty.
    case empty
    /// The source is not an MP3 file. The text names its format: "WAV", "AAC", "MP4 or M4A" …
    case notMP3(found: String)
    /// Nothing in the source could be decoded.
    case noSound
    /// Source and target are the same file.
    case sameFile
    /// The target cannot be created, with its `errno`.
    case cannotCreate(errno: Int32)
    /// The target cannot be written, for instance because the disk is full, with its `errno`.
    case cannotWrite(errno: Int32)
    /// The output is longer than a WAV file can be, 4 GB; raw PCM has no limit.
    case tooLong
    /// Out of memory.
    case outOfMemory

    /// Converts a C status to an error, the only place that does so; nil for a success and a
    /// cancellation.
    init?(_ status: MP3Status, _ report: acc_mp3_report, _ format: PCMFormat) {
        let number = report.system_error
        switch status {
        case .ok, .cancelled: return nil
        case .badFormat: self = .unsupportedFormat(format)
        case .noMemory: self = .outOfMemory
        case .cannotOpen, .cannotRead: self = .unreadable(errno: number)
        case .empty: self = .empty
        case .otherFormat: self = .notMP3(found: report.found.map { String(cString: $0) } ?? "")
        case .noSound: self = .noSound
        case .sameFile: self = .sameFile
        case .cannotCreate: self = .cannotCreate(errno: number)
        case .cannotWrite: self = .cannotWrite(errno: number)
        case .tooLong: self = .tooLong
        }
    }
}

extension ConversionError: AccessoryError {
    public var cause: String { cause(source: "the source", target: "the target") }

    /// The cause with the names of the files.
    public func cause(source: String, target: String) -> String {
        switch self {
        case .unsupportedFormat:
            "this combination of rate, depth and container is not supported"
        case .unreadable(let number): "\(source) cannot be read: \(systemMessage(number))"
        case .empty: "\(source) is empty"
        case .notMP3(let found): "\(source) is not an MP3 file but \(found)"
        case .noSound: "\(source) has no MP3 audio"
        case .sameFile: "\(target) is both source and target"
        case .cannotCreate(let number): "\(target) cannot be created: \(systemMessage(number))"
        case .cannotWrite(let number): "\(target) cannot be written: \(systemMessage(number))"
        case .tooLong: "\(target) is longer than a WAV file can be"
        case .outOfMemory: "not enough memory"
        }
    }

    public var nextStep: String? {
        switch self {
        case .unsupportedFormat: "choose another format"
        case .unreadable(EACCES): "check its permissions"
        case .unreadable: "check the path"
        case .empty, .noSound: "check that it is an MP3 file"
        case .notMP3: "convert it to MP3 first"
        case .sameFile, .cannotCreate(EACCES): "choose another target"
        case .cannotCreate(ENOENT): "make its folder, or choose another target"
        case .cannotCreate, .cannotWrite: "choose another target, or free some space"
        case .tooLong: "write raw samples"
        case .outOfMemory: "close other programs"
        }
    }
}
