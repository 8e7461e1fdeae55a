/// Limits of a browser.
public struct BrowserOptions: Sendable, Hashable {
    /// Maximum number of known devices, 1 to 2^24. At the limit, a new device replaces the one with
    /// the oldest report.
    public var capacity: Int
    /// Time without a report after which a device is removed; nil: never.
    public var lifetime: Duration?
    /// The feature bits of a module's frame.
    public var featureBits: BeaconModule.FeatureBits

    /// Creates options.
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
