/// Reports when regions are entered and left. The first beacon that is strong enough enters its
/// region; a time without such a beacon leaves it. A beacon between the two RSSI limits keeps its
/// region, which prevents flapping at the edge.
public struct RegionMonitor: Sendable {
    /// An event of a region.
    public enum Event: Sendable, Hashable {
        /// A region was entered.
        case entered(BeaconRegion)
        /// A region was left.
        case left(BeaconRegion)
    }

    /// The limits for entering and leaving a region.
    public struct Limits: Sendable, Hashable {
        /// Minimum RSSI to enter, dBm.
        public var enterRSSI: Int
        /// Minimum RSSI to stay, dBm; not above `enterRSSI`.
        public var stayRSSI: Int
        /// Time without a beacon of at least `stayRSSI` after which the region is left.
        public var exitDelay: Duration

        /// Creates limits.
        public init(enterRSSI: Int, stayRSSI: Int, exitDelay: Duration) {
            self.enterRSSI = enterRSSI
            self.stayRSSI = min(stayRSSI, enterRSSI)
            self.exitDelay = exitDelay
        }

        /// The default: a beacon of any strength enters a region; the region is left after 30 s
        /// without a beacon.
        public static let `default` = Limits(
            enterRSSI: -127,
            stayRSSI: -127,
            exitDelay: .seconds(30)
        )
    }

    private let limits: Limits
    private var regions: [String: BeaconRegion] = [:]
    private var lastReceived: [String: Duration] = [:]

    /// Creates a monitor without regions.
    public init(limits: Limits = .default) {
        self.limits = limits
    }

    /// The regions that are currently entered.
    public var present: [BeaconRegion] {
        lastReceived.keys.compactMap { regions[$0] }.sorted { $0.id < $1.id }
    }

    /// Monitors a region. Replaces a region with the same id.
    public mutating func add(_ region: BeaconRegion) {
        regions[region.id] = region
        lastReceived[region.id] = nil
    }

    /// Stops monitoring a region.
    public mutating func remove(id: String) {
        regions[id] = nil
        lastReceived[id] = nil
    }

    /// Records a beacon. Returns the events that follow, including exits due at this time.
    public mutating func process(_ beacon: IBeacon, rssi: Int?, at time: Duration) -> [Event] {
        var events: [Event] = []
        let rssi = rssi ?? limits.stayRSSI
        for region in regions.values.sorted(by: { $0.id < $1.id }) where region.contains(beacon) {
            if lastReceived[region.id] != nil {
                if rssi >= limits.stayRSSI { lastReceived[region.id] = time }
            } else if rssi >= limits.enterRSSI {
                lastReceived[region.id] = time
                events.append(.entered(region))
            }
        }
        return advance(to: time) + events
    }

    /// Advances the time. Returns the exits that are due.
    public mutating func advance(to time: Duration) -> [Event] {
        let silent = lastReceived.filter { time - $0.value >= limits.exitDelay }.keys.sorted()
        return silent.compactMap { id in
            lastReceived[id] = nil
            return regions[id].map(Event.left)
        }
    }

    /// The time of the next event of `advance`, if no beacon is received before.
    public var deadline: Duration? { lastReceived.values.min().map { $0 + limits.exitDelay } }
}
