public import AccessoryLink

/// What a search tells.
public enum SearchEvent: Sendable, Hashable {
    /// A device was found, or more of one that was found before has become known: its name, or that it
    /// advertises a serial line.
    case found(FoundDevice)
    /// The search is over.
    case complete
}

/// A search that has begun: tells what it finds, and returns when it is complete.
typealias DeviceSearch = @Sendable (_ tell: @Sendable (FoundDevice) -> Void) async -> Void
