/// The presence list of the group: an entry is home while any live gateway has it home.
struct GroupPresence: Sendable {
    /// The state that this gateway has found; no entry before it knows.
    private var own: [String: Bool] = [:]
    /// The state that the broker has.
    private var announced: [String: Bool] = [:]
    /// When this gateway published a state that it has not received yet.
    private var published: [String: Int64] = [:]
    /// Since when an entry is away everywhere.
    private var awaySince: [String: Int64] = [:]
    /// Time for which an entry must be away everywhere: messages of others may be on their way. Also the time until a
    /// publication is repeated.
    private static let delay: Int64 = 1000

    var ownHome: [String] { own.filter(\.value).keys.sorted() }

    /// Records the own state; returns whether it is a new one.
    mutating func note(_ name: String, isHome: Bool) -> Bool {
        defer { own[name] = isHome }
        return own[name] != isHome
    }

    mutating func received(_ name: String, isHome: Bool) {
        announced[name] = isHome
        published[name] = nil
    }

    /// The entries to publish: home by each gateway that has it, away by the first live one by name.
    mutating func due(
        _ rules: GroupRules,
        _ peers: [String: Peer],
        at now: Int64
    ) -> [(String, Bool)] {
        let isFirst = !peers.contains { $0.key < rules.name && $0.value.isOnline == true }
        var due: [(String, Bool)] = []
        for name in own.keys.sorted() {
            let isOwn = own[name] == true
            let isHome =
                isOwn
                || peers.values.contains {
                    $0.hasHome(name, awayAfter: rules.awayAfter, at: now)
                }
            awaySince[name] = isHome ? nil : awaySince[name] ?? now
            let isAway = awaySince[name].map { now - $0 >= Self.delay } ?? false
            guard announced[name] != isHome, isOwn || isFirst && isAway,
                published[name].map({ now - $0 >= Self.delay }) ?? true
            else { continue }
            published[name] = now
            due.append((name, isHome))
        }
        return due
    }
}

extension Group {
    /// The own state of an entry of the presence list has changed.
    public mutating func presence(_ name: String, isHome: Bool, at now: Int64) {
        guard presence.note(name, isHome: isHome), maySend else { return }
        send(at: now)
        tick(at: now)
    }

    /// The state of an entry that the broker has was received.
    public mutating func receivedPresence(_ name: String, isHome: Bool) {
        presence.received(name, isHome: isHome)
    }
}
