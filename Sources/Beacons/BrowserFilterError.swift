public import FoundationEssentials

/// Why a browser's filter cannot be saved or loaded.
public enum BrowserFilterError: Error, Sendable, Hashable {
    /// The browser was created without a file.
    case noFile
    /// The file exists but contains no filter.
    case unreadable(URL, reason: String)
}

extension BrowserFilterError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noFile: "the browser has no file for its filter; create it with filterFile"
        case .unreadable(let file, let reason):
            "\(file.path) does not contain a filter: \(reason); save it again or remove it"
        }
    }
}
