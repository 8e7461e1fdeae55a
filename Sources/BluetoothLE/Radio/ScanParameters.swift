/// Scan parameters (Core 5.4, Vol 4, Part E, sections 7.8.10 and 7.8.64).
public struct ScanParameters: Sendable, Hashable, Codable {
    /// Whether to request each advertiser's scan response.
    public var isActive = true
    /// Whether to report an advertiser each time it is received, not only once.
    public var reportsDuplicates = true
    /// Whether `Central` joins each scan response to the advertisement before it, in one report of up to 62
    /// bytes. The first report of a device waits for its response, or, if it sends none, for its second
    /// advertisement. Needs `isActive`.
    public var mergesResponses = false
    /// Scan interval, from the start of one window to the next, 2.5 ms to 40.96 s.
    public var interval = Duration.milliseconds(60)
    /// Scan window, at most `interval`.
    public var window = Duration.milliseconds(60)
    /// Physical layers to scan, `le1M` and `coded` (long range).
    public var phys: Set<PHY> = [.le1M]

    /// Radios do not merge, so `mergesResponses` is not among them.
    private enum CodingKeys: String, CodingKey {
        case isActive, reportsDuplicates, interval, window, phys
    }

    /// Creates an active, continuous scan that reports every advertisement.
    public init() {}

    /// Creates the defaults changed by `change`.
    public init(_ change: (inout ScanParameters) -> Void) {
        change(&self)
    }
}

extension ScanParameters {
    /// Fields that are missing have their defaults: the message may be of an older program.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        try fields.update(&isActive, from: .isActive)
        try fields.update(&reportsDuplicates, from: .reportsDuplicates)
        try fields.update(&interval, from: .interval)
        try fields.update(&window, from: .window)
        try fields.update(&phys, from: .phys)
    }
}

extension ScanParameters {
    /// Throws when a value is invalid (Core 5.4, Vol 4, Part E, section 7.8.64).
    package func check() throws(RadioError) {
        let allowed = Duration.microseconds(2500)...Duration.microseconds(40_959_375)
        guard allowed.contains(interval), allowed.contains(window), window <= interval else {
            throw .invalidParameters(
                "scan interval and window are 2.5 ms to 40.96 s, the window at most the interval"
            )
        }
    }
}
