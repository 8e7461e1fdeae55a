public import AccessoryLink

/// An event of a search.
public enum SearchEvent: Sendable, Hashable {
    /// A device was found, or the search received new information about a known device: its name,
    /// or that it advertises a serial profile.
    case found(FoundDevice)
    /// The search is complete.
    case complete
}

/// A running search. It passes devices to `report` and returns when it is complete.
typealias DeviceSearch = @Sendable (_ report: @Sendable (FoundDevice) -> Void) async -> Void
