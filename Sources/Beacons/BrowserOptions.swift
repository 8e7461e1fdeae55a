/// Limits of a browser.
public struct BrowserOptions: Sendable, Hashable {
    /// Maximum number of known devices, 1 to 2^24. Beyond it, a new device replaces the one
    /// received longest ago.
    public var capacity: Int
    /// A device without a report for this long is removed; nil keeps it.
    public var lifetime: Duration?
    /// The feature bits of a module's frame.
    public var featureBits: BeaconModule.FeatureBits

    public init(
        capacity: Int = 100_000,
        lifetime: Duration? = nil,
        featureBits: BeaconModule.FeatureBits = .assumed
    ) {
        self.capacity = capacity
        self.lifetime = lifetime
        self.featureBits = featureBits
    }
}
