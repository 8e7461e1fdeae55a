/// How to listen for advertising (Core 5.4, Vol 4, Part E, sections 7.8.10 and 7.8.64).
public struct ScanParameters: Sendable, Hashable, Codable {
    /// Ask each advertiser for its scan response.
    public var isActive = true
    /// Report an advertiser each time it is heard, not only once.
    public var reportsDuplicates = true
    /// From the begin of one listening to the next, 2.5 ms to 40.96 s.
    public var interval = Duration.milliseconds(60)
    /// How long each listening lasts, at most `interval`.
    public var window = Duration.milliseconds(60)
    /// Listen on these, `le1M` and `coded` (long range).
    public var phys: Set<PHY> = [.le1M]

    /// Active, all the time, every report.
    public init() {}

    /// The defaults changed by `change`.
    public init(_ change: (inout ScanParameters) -> Void) {
        change(&self)
    }
}

extension ScanParameters {
    /// Throws where Core 5.4, Vol 4, Part E, section 7.8.64 allows no such value.
    package func check() throws(RadioError) {
        let allowed = Duration.microseconds(2500)...Duration.microseconds(40_959_375)
        guard allowed.contains(interval), allowed.contains(window), window <= interval else {
            throw .invalidParameters(
                "scan interval and window are 2.5 ms to 40.96 s, the window at most the interval"
            )
        }
    }
}
