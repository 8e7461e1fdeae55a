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

    /// Time after which the next gateway publishes: a publication takes up to 90 ms to the others.
    var step: Int64 { hold / 2 }
    /// Time for which a new owner waits for publications of the old one.
    static let grace: Int64 = 300
    /// Time for which a gateway waits for the answers of the others after it has connected.
    static let catchUp: Int64 = 2000
    /// Time after which a member that is online, but says nothing, is ignored.
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
    static let change = 2.0
    /// Messages for each received report.
    static let share = 0.1
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
