/// The rules of a group of gateways that act as one sensor. All times are milliseconds.
public struct GroupRules: Sendable, Hashable {
    /// This gateway's name.
    public let name: String
    /// The names of all gateways, sorted.
    public let members: [String]
    /// The room of the devices that this gateway receives best.
    public var room: String
    /// Time for which a gateway waits for another one's publication of a reading.
    public var hold: Int64
    /// Time from the last message of a dead gateway, and from the last report of a device, until an entry of the
    /// presence list is away.
    public var awayAfter: Int64

    public init(
        name: String,
        members: [String],
        room: String? = nil,
        hold: Int64 = 200,
        awayAfter: Int64 = 180_000
    ) {
        self.name = name
        self.members = Set(members + [name]).sorted()
        self.room = room ?? name
        (self.hold, self.awayAfter) = (hold, awayAfter)
    }

    /// Time until the first gateway bids for a reading that the owner has not published: that takes up to 95 ms to the
    /// others.
    var firstBid: Int64 { hold * 3 / 5 }
    /// Time after which the next gateway bids: a bid takes up to 80 ms to the others.
    var step: Int64 { hold * 2 / 5 }
    /// Time after which the owner of a device is told of an event: most of its own publications have arrived by then.
    static let eventWait: Int64 = 60
    /// Time in which a bid must be back from the broker to count.
    static let bidTime: Int64 = 1000
    /// Time for which the others wait for the publication of the gateway that has won.
    static let wonTime: Int64 = 2500
    /// Time for which a new owner waits for publications of the old one.
    static let grace: Int64 = 300
    /// Time for which a gateway waits for the answers of the others after it has connected.
    static let catchUp: Int64 = 2000
    /// Time for which it waits for members that were online when its connection ended: they know what was published since.
    static let reunion: Int64 = 6000
    /// Time after which a member that does not deliver its spool is ignored.
    static let silence: Int64 = 60_000
    /// Time for which a publication is remembered, for a reception that comes later.
    static let early: Int64 = 2000
    /// Time for which the identities of publications are kept, for gateways that connect.
    static let memory: Int64 = 600_000
    static let heartbeat: Int64 = 30_000
    /// Maximum number of held readings, and of remembered publications.
    static let capacity = 20_000
    /// Maximum number of identities, devices or levels in one message.
    static let batch = 500
    /// The lead in dB with which a gateway takes over a device.
    static let lead = 5.0
    /// Time for which it must have this lead.
    static let leadTime: Int64 = 500
    /// The change in dB which an owner reports.
    static let change = 5.0
    /// Messages with levels for each received report.
    static let share = 0.04
}

/// A reading as the group sees it.
public struct GroupReading: Sendable, Hashable {
    /// The 48-bit address.
    public var device: UInt64
    /// A hash of the frame or of the event, the same at each gateway.
    public var identity: UInt64
    /// A hash of the quantities, never 0; 0 for an event.
    public var kind: UInt32
    /// Minimum time between two publications of a kind; 0: each reading counts.
    public var interval: Int64
    /// Time in which an equal frame is a repetition; of an event, without another one.
    public var lifetime: Int64

    public init(
        device: UInt64,
        identity: UInt64,
        kind: UInt32,
        interval: Int64 = 0,
        lifetime: Int64 = 0
    ) {
        (self.device, self.identity, self.kind) = (device, identity, kind)
        (self.interval, self.lifetime) = (interval, lifetime)
    }

    public var isEvent: Bool { kind == 0 }
}
