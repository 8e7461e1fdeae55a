/// Tells when regions are entered and left. A region is entered at its first beacon that is strong
/// enough, and left when none was for a while; a beacon between the two limits keeps the region it
/// is in, so that one at the edge does not flap.
public struct RegionMonitor: Sendable {
    /// What happened.
    public enum Event: Sendable, Hashable {
        case entered(BeaconRegion)
        case left(BeaconRegion)
    }

    /// When a region is entered and left.
    public struct Limits: Sendable, Hashable {
        /// A beacon at least this strong enters, dBm.
        public var enterRSSI: Int
        /// A beacon at least this strong stays, dBm; not above `enterRSSI`.
        public var stayRSSI: Int
        /// Without such a beacon for this long the region is left.
        public var exitDelay: Duration

        public init(enterRSSI: Int, stayRSSI: Int, exitDelay: Duration) {
            self.enterRSSI = enterRSSI
            self.stayRSSI = min(stayRSSI, enterRSSI)
            self.exitDelay = exitDelay
        }

        /// Any beacon enters; 30 s of silence leave.
        public static let `default` = Limits(
            enterRSSI: -127,
            stayRSSI: -127,
            exitDelay: .seconds(30)
        )
    }

    private let limits: Limits
    private var regions: [String: BeaconRegion] = [:]
    private var lastHeard: [String: Duration] = [:]

    public init(limits: Limits = .default) {
        self.limits = limits
    }

    /// The regions that one is in.
    public var present: [BeaconRegion] {
        lastHeard.keys.compactMap { regions[$0] }.sorted { $0.id < $1.id }
    }

    /// Monitors a region, in place of one of the same id.
    public mutating func add(_ region: BeaconRegion) {
        regions[region.id] = region
        lastHeard[region.id] = nil
    }

    /// Ends monitoring.
    public mutating func remove(id: String) {
        regions[id] = nil
        lastHeard[id] = nil
    }

    /// A beacon was heard. Gives what follows, exits of this time included.
    public mutating func hear(_ beacon: IBeacon, rssi: Int?, at time: Duration) -> [Event] {
        var events: [Event] = []
        let rssi = rssi ?? limits.stayRSSI
        for region in regions.values.sorted(by: { $0.id < $1.id }) where region.contains(beacon) {
            if lastHeard[region.id] != nil {
                if rssi >= limits.stayRSSI { lastHeard[region.id] = time }
            } else if rssi >= limits.enterRSSI {
                lastHeard[region.id] = time
                events.append(.entered(region))
            }
        }
        return advance(to: time) + events
    }

    /// Time passed: the regions that are left.
    public mutating func advance(to time: Duration) -> [Event] {
        let silent = lastHeard.filter { time - $0.value >= limits.exitDelay }.keys.sorted()
        return silent.compactMap { id in
            lastHeard[id] = nil
            return regions[id].map(Event.left)
        }
    }

    /// When `advance` next has something to say, if nothing is heard until then.
    public var deadline: Duration? { lastHeard.values.min().map { $0 + limits.exitDelay } }
}
