public import AccessoryBase

/// Why a compressed capture cannot be read.
public enum CaptureFileError: Error, Equatable {
    /// The compressed data ends too early, or a check value is wrong.
    case damaged
    /// The archive or the bug report has no capture.
    case noCapture
    /// It would have more bytes than a capture of its size can have.
    case tooLarge(limit: Int)
    /// A library of this name is not installed.
    case libraryMissing(String)
}

extension CaptureFileError: AccessoryError {
    public var cause: String {
        switch self {
        case .damaged: "the compressed file is damaged"
        case .noCapture: "the file has no Bluetooth capture in it"
        case .tooLarge(let limit): "the file would have more than \(limit) bytes when decompressed"
        case .libraryMissing(let name): "the library \(name) is not installed"
        }
    }

    public var nextStep: String? {
        switch self {
        case .damaged: "get a complete copy"
        case .noCapture:
            "enable the Bluetooth HCI snoop log in Android's developer options, then take the bug report again"
        case .tooLarge: "decompress it, and give the capture in it"
        case .libraryMissing(let name): "install it: sudo apt install \(name)"
        }
    }
}
