/// Another gateway of the group.
struct Peer: Sendable {
    /// Whether it is connected to the broker; nil: not known.
    var isOnline: Bool?
    private var wasOnline = true
    private var boot: UInt64?
    private var number = 0
    private var ts: Int64 = 0
    /// The time of its last message, steady milliseconds.
    private(set) var lastMessage: Int64?
    /// Whether it has sent a message since this gateway connected.
    private(set) var hasSpoken = false
    /// The time when it connected.
    private(set) var connected: Int64 = 0
    private(set) var isCatchingUp = false
    private(set) var isPending = false
    private(set) var home: Set<String> = []

    /// Records a message; returns whether it is a new one. Messages of earlier runs, and copies, are not.
    mutating func accept(_ message: GroupMessage, at now: Int64) -> Bool {
        if message.boot == boot {
            guard message.number > number else { return false }
        } else {
            guard message.ts > ts else { return false }
            boot = message.boot
        }
        number = message.number
        ts = max(ts, message.ts)
        (lastMessage, hasSpoken, isOnline) = (now, true, true)
        (isPending, isCatchingUp) = (message.pending, !message.ready)
        home = Set(message.home)
        if message.hello != nil { connected = now }
        return true
    }

    /// Whether it may have been online at the end of the last connection, and has not sent a message since.
    var isMissing: Bool { wasOnline && isOnline != false && !hasSpoken }

    mutating func left() {
        (isOnline, isPending, isCatchingUp) = (false, false, false)
    }

    /// Forgets what may have changed while this gateway was not connected.
    mutating func reset() {
        wasOnline = isOnline == true || isOnline == nil && wasOnline
        left()
        (isOnline, hasSpoken) = (nil, false)
    }

    func hasHome(_ name: String, awayAfter: Int64, at now: Int64) -> Bool {
        guard home.contains(name) else { return false }
        return isOnline == true || lastMessage.map { now - $0 < awayAfter } ?? false
    }
}
