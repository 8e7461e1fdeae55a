public import AccessoryLink

/// An event of a search.
public enum SearchEvent: Sendable, Hashable {
    /// A device was found, or more of a known device has become known: its name, or that it
    /// advertises a serial profile.
    case found(FoundDevice)
    /// The search is complete.
    case complete
}

/// A running search: reports devices to `report`, and returns when it is complete.
typealias DeviceSearch = @Sendable (_ report: @Sendable (FoundDevice) -> Void) async -> Void
