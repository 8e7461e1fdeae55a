/// Why a browser does not scan.
public enum BrowserError: Error, Sendable, Hashable {
    /// The browser was made without a central.
    case noCentral
}

extension BrowserError: CustomStringConvertible {
    public var description: String {
        "the browser has no central to scan with; make it with one, or give it reports by scan"
    }
}
