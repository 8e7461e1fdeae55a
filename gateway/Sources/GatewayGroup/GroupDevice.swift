/// What a gateway knows of a device: its owner, and how well itself and the owner receive it.
struct GroupDevice: Sendable {
    /// The gateway that publishes at once; nil: none is known.
    private(set) var owner: String?
    private(set) var ownedSince: Int64 = 0
    private var previous: String?
    /// Whether the owner has published as such: all members that are connected know it.
    private(set) var isConfirmed = false
    /// Whether the owner is the one of an earlier connection, and another one may be certain.
    private var isDoubtful = false
    /// Number of publications in a row by others than the owner.
    private var others = 0
    /// The last publication of each kind.
    private(set) var last: [UInt32: (identity: UInt64, time: Int64)] = [:]
    private var events: [(identity: UInt64, time: Int64)] = []

    /// The own RSSI, smoothed.
    private(set) var level: Double?
    private(set) var sighted: Int64 = 0
    /// The RSSI that the owner has reported.
    private var ownerLevel: Double?
    /// The time since which the own RSSI is better.
    private var betterSince: Int64?
    private var reported: (level: Double, time: Int64)?
    private var claimedAt: Int64?
    private static let eventCapacity = 8

    mutating func setOwner(_ name: String?, at now: Int64) {
        if name != owner {
            (previous, isConfirmed) = (owner, false)
            (owner, ownedSince) = (name, now)
            (ownerLevel, betterSince, reported) = (nil, nil, nil)
        }
        (others, isDoubtful) = (0, false)
    }

    /// The owner may have lost the device while it was not connected.
    mutating func doubtOwner(at now: Int64) {
        (isDoubtful, isConfirmed, ownedSince) = (true, false, now)
    }

    /// Whether a gateway is the owner, and all members know it.
    func isCertainOwner(_ name: String) -> Bool { owner == name && !isDoubtful }

    /// A gateway states that it owns the device. Of two that are not certain, the first one by name does.
    mutating func learnOwner(_ name: String, isCertain: Bool, isOwnerLive: Bool, at now: Int64) {
        if let owner, isOwnerLive {
            guard owner != name, isDoubtful, isCertain || name < owner else { return }
        }
        setOwner(name, at: now)
        isDoubtful = !isCertain
    }

    // MARK: - Publications

    /// Records a publication. Returns whether its gateway is a new owner: it publishes as the owner, there is none, or the
    /// owner has missed three publications.
    mutating func published(
        _ identity: UInt64,
        _ kind: UInt32,
        by name: String,
        asOwner: Bool,
        isOwnerLive: Bool,
        at now: Int64
    ) -> Bool {
        last[kind] = (identity, now)
        if last.count > 32 { last = [kind: (identity, now)] }
        if kind == 0 { noteEvent(identity, at: now) }
        if name == owner {
            let wasDoubtful = isDoubtful
            (others, isDoubtful) = (0, false)
            if asOwner { isConfirmed = true }
            return wasDoubtful
        }
        others += 1
        // the previous owner may not know yet
        let isLate = name == previous && now - ownedSince < GroupRules.grace
        guard owner == nil || !isOwnerLive || isDoubtful || others >= 3 || asOwner && !isLate else {
            return false
        }
        setOwner(name, at: now)
        return true
    }

    mutating func noteEvent(_ identity: UInt64, at now: Int64) {
        events.removeAll { $0.identity == identity }
        if events.count == Self.eventCapacity { events.removeFirst() }
        events.append((identity, now))
    }

    /// The time since an event was published; nil if a frame with this identity is another event.
    func age(ofEvent identity: UInt64, lifetime: Int64, at now: Int64) -> Int64? {
        events.last { $0.identity == identity }.map { now - $0.time }.flatMap {
            $0 < lifetime ? $0 : nil
        }
    }

    // MARK: - Signal

    /// Time constant of the smoothed RSSI, milliseconds.
    private static let smoothing: Int64 = 1000

    mutating func sighted(_ rssi: Int, at now: Int64) {
        let level = Double(rssi)
        // after a longer silence one report is no level yet
        let weight = min(0.3, Double(max(0, now - sighted)) / Double(Self.smoothing))
        self.level = self.level.map { $0 + weight * (level - $0) } ?? level
        sighted = now
    }

    mutating func ownerReported(_ level: Int) { ownerLevel = Double(level) }

    /// Whether the own RSSI is so much better than the owner's that this gateway takes over.
    mutating func isBetter(at now: Int64) -> Bool {
        guard let level, let ownerLevel, level >= ownerLevel + GroupRules.lead else {
            betterSince = nil
            return false
        }
        let since = betterSince ?? now
        betterSince = since
        guard now - since >= GroupRules.leadTime,
            claimedAt.map({ now - $0 > 2000 }) ?? true
        else { return false }
        claimedAt = now
        return true
    }

    /// Whether the owner must report its RSSI.
    func needsReport(at now: Int64) -> Bool {
        guard let level else { return false }
        guard let reported else { return true }
        return abs(level - reported.level) >= GroupRules.change
            || now - reported.time >= GroupRules.heartbeat
    }

    mutating func report(at now: Int64) -> Int {
        let level = level ?? -127
        reported = (level, now)
        return Int(level.rounded())
    }
}
