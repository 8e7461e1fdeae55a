/// Why a browser cannot scan.
public enum BrowserError: Error, Sendable, Hashable {
    /// The browser was created without a central.
    case noCentral
}

extension BrowserError: CustomStringConvertible {
    public var description: String {
        "the browser has no central to scan with; create it with one, or pass reports to scan"
    }
}
