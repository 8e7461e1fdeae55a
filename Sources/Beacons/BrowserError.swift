public import AccessoryBase

/// Why a browser cannot scan.
public enum BrowserError: Error, Sendable, Hashable {
    /// The browser was created without a central.
    case noCentral
}

extension BrowserError: AccessoryError {
    public var cause: String { "the browser has no central to scan with" }
    public var nextStep: String? { "create it with one, or pass reports to scan" }
}
