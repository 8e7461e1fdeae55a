public import AccessoryBase
public import FoundationEssentials

/// Why a browser's filter cannot be saved or loaded.
public enum BrowserFilterError: Error, Sendable, Hashable {
    /// The browser was created without a file.
    case noFile
    /// The file exists but contains no filter.
    case unreadable(URL, reason: FailureReason)
}

extension BrowserFilterError: AccessoryError {
    public var cause: String {
        switch self {
        case .noFile: "the browser has no file for its filter"
        case .unreadable(let file, let reason):
            "\(file.path) does not contain a filter: \(reason.cause)"
        }
    }

    public var nextStep: String? {
        switch self {
        case .noFile: "create it with filterFile"
        case .unreadable: "save it again or remove it"
        }
    }
}
