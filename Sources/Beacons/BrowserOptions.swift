/// Limits of a browser.
public struct BrowserOptions: Sendable, Hashable {
    /// The most devices remembered; then the one unheard for longest makes room. 1 to 2^24.
    public var capacity: Int
    /// A device unheard for this long is removed; nil keeps it.
    public var lifetime: Duration?
    /// Which bits of a module's frame say what.
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
