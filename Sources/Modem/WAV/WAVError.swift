public import AccessoryBase

/// Why a WAV file or another recording cannot be read or written.
public enum WAVError: Error, Sendable, Equatable {
    /// The system refused to open the file; `code` is errno.
    case cannotOpen(path: String, code: Int32)
    /// Reading the file failed; `code` is errno.
    case cannotRead(path: String, code: Int32)
    /// Writing the file failed; `code` is errno.
    case cannotWrite(path: String, code: Int32)
    /// The file does not begin like a WAV file.
    case notWAV(path: String)
    /// The file is no WAV file, and libsndfile, which reads other ones, is not installed.
    case libraryMissing(path: String)
    /// The file is empty.
    case empty(path: String)
    /// The file ends within its header.
    case truncated(path: String)
    /// The header violates the format.
    case malformed(path: String)
    /// The sound is compressed or has an unsupported bit depth; `coding` is the header's format
    /// tag.
    case unsupported(path: String, coding: Int)
    /// The file ends before the length in its header; the existing frames were read.
    case cutShort(path: String, stated: Int, frames: Int)
    /// The file has fewer channels than requested.
    case noChannel(path: String, channel: Int, channels: Int)
    /// A WAV file cannot have this number of channels or this sample rate.
    case invalidFormat(path: String, WAVFormat)
    /// The sound exceeds the limit of a WAV file, 4 GiB.
    case tooLong(path: String)
}

extension WAVError: AccessoryError {
    /// The cause, with the file's name.
    public var cause: String {
        switch self {
        case .cannotOpen(let path, let code): "cannot open \(path): \(systemMessage(code))"
        case .cannotRead(let path, let code): "cannot read \(path): \(systemMessage(code))"
        case .cannotWrite(let path, let code): "cannot write \(path): \(systemMessage(code))"
        case .notWAV(let path): "\(path) is not a WAV file"
        case .libraryMissing(let path):
            "\(path) is not a WAV file, and libsndfile, which reads FLAC and others, is not installed"
        case .empty(let path): "\(path) is empty"
        case .truncated(let path): "\(path) ends within its header"
        case .malformed(let path): "\(path) has a damaged WAV header"
        case .unsupported(let path, let coding):
            "\(path) is compressed or of an unusual depth (WAV coding \(coding))"
        case .cutShort(let path, let stated, let frames):
            "\(path) is cut short: its header states \(stated) samples, there are \(frames)"
        case .noChannel(let path, let channel, let channels):
            "\(path) has no channel \(channel); it has \(channels), from 0"
        case .invalidFormat(let path, let format):
            "\(path) cannot have \(format.channels) channels with \(format.sampleRate) samples a second"
        case .tooLong(let path): "\(path) would be longer than a WAV file can be (4 GiB)"
        }
    }

    /// How to fix it.
    public var nextStep: String? {
        switch self {
        case .cannotOpen, .cannotRead: "check the path and its permissions"
        case .cannotWrite: "choose another output path"
        case .notWAV: "convert it first, for example with: ffmpeg -i FILE out.wav"
        case .libraryMissing: "install it: apt install libsndfile1; or convert the file to WAV"
        case .empty, .truncated, .malformed: "create the file again"
        case .cutShort: "copy or record it again"
        case .unsupported:
            "convert it to PCM, for example with: ffmpeg -i FILE -c:a pcm_s16le out.wav"
        case .noChannel: "choose an existing channel"
        case .invalidFormat:
            "choose 1 to 65535 channels, frames of at most 65535 bytes, and a rate of 1 or more"
        case .tooLong: "write several files"
        }
    }
}
