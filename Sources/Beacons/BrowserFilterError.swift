public import FoundationEssentials

/// Why a browser's filter is not saved, or not loaded.
public enum BrowserFilterError: Error, Sendable, Hashable {
    /// The browser was made without a file.
    case noFile
    /// The file is there, and holds no filter.
    case unreadable(URL, reason: String)
}

extension BrowserFilterError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noFile: "the browser has no file for its filter; make it with filterFile"
        case .unreadable(let file, let reason):
            "\(file.path) holds no filter: \(reason); save it again or remove it"
        }
    }
}
