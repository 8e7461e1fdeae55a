/// One gateway of a group that acts as one sensor: decides which of its readings it publishes.
///
/// It has no clock, thread or connection: the caller passes steady milliseconds and what the broker delivers, executes the
/// actions, and calls `tick` often. All members see the broker's messages in the same order, and so agree on the owner
/// of each device. docs/gateway.md states the rules.
public struct Group<Content: Sendable>: Sendable {
    public enum Action: Sendable {
        /// Publish a reading that was received `age` milliseconds ago. If it is from before the connection, it belongs to the
        /// backlog.
        case publish(Content, age: Int64, isOld: Bool)
        /// Publish an event that another member has received.
        case publishEvent(GroupMessage.Event)
        case send(GroupMessage)
        /// Publish an entry of the presence list.
        case presence(String, isHome: Bool)
        /// Publish the own room as that of a device.
        case room(device: UInt64)
        /// Drop messages with these identities from the spool: they were published.
        case published([UInt64])
    }

    let rules: GroupRules
    let boot: UInt64
    private(set) var number = 0
    private var actions: [Action] = []
    var peers: [String: Peer] = [:]
    var devices: [UInt64: GroupDevice] = [:]
    var held = HeldReadings<Content>()
    var publications = Publications()
    var presence = GroupPresence()
    var connection = GroupConnection()
    /// Messages with levels that may be sent for received reports.
    var tokens = 5.0
    var levelsDue: Set<UInt64> = []
    var nextLevels: Int64 = 0
    /// Whether the others do not know the level of a device that is the own one since a short time.
    var isNewOwner = false
    private var lastSent: Int64 = 0
    /// Publications that the broker has not sent back.
    var unconfirmed: Set<UInt64> = []
    /// Members that wait for an answer.
    var questions: [GroupQuestion] = []
    /// Devices that are the own ones, and whose room is not published.
    var newlyOwned: Set<UInt64> = []

    public init(_ rules: GroupRules, boot: UInt64) {
        (self.rules, self.boot) = (rules, boot)
        for name in rules.members where name != rules.name { peers[name] = Peer() }
    }

    public mutating func takeActions() -> [Action] {
        guard !actions.isEmpty else { return [] }
        defer { actions = [] }
        return actions
    }

    /// Milliseconds until `tick` must be called.
    public func wait(at now: Int64) -> Int64 {
        guard connection.isUp else { return 1000 }
        let isBusy = connection.isCatchingUp || !newlyOwned.isEmpty || !questions.isEmpty
        // those that are overdue wait for a message of another member
        let next = held.firstDeadline(after: now).map { $0 - now } ?? 100
        return min(isBusy || !held.isEmpty ? 20 : 100, next)
    }

    /// Whether the messages in the spool may be sent.
    public var maySend: Bool { connection.isUp && !connection.isCatchingUp }
    public var heldCount: Int { held.count }
    public var room: String { rules.room }
    /// The owner of a device, whose room is the device's.
    public func owner(of device: UInt64) -> String? { devices[device]?.owner }

    mutating func act(_ action: Action) { actions.append(action) }

    mutating func send(at now: Int64, _ change: (inout GroupMessage) -> Void = { _ in }) {
        guard connection.isUp else { return }
        number += 1
        var message = GroupMessage(from: rules.name, boot: boot, number: number)
        message.room = rules.room
        message.pending = connection.hasBacklog
        message.ready = !connection.isCatchingUp
        message.home = presence.ownHome
        change(&message)
        lastSent = now
        act(.send(message))
    }

    func isLive(_ name: String) -> Bool { name == rules.name || peers[name]?.isOnline == true }

    var isAlone: Bool { !peers.values.contains { $0.isOnline == true } }

    /// Whether this gateway publishes a device's readings at once.
    func publishesAtOnce(_ device: GroupDevice, isEvent: Bool, at now: Int64) -> Bool {
        guard !connection.isCatchingUp else { return false }
        if connection.isUp, isAlone { return true }
        if isEvent, connection.isUp, device.owner == nil { return serializer(device) == rules.name }
        return device.isCertainOwner(rules.name) && now - device.ownedSince >= GroupRules.grace
    }

    /// The gateway that publishes a device's events. Members receive different frames of one, so that the order of their
    /// deadlines would not keep them apart.
    func serializer(_ device: GroupDevice) -> String? {
        if let owner = device.owner, isLive(owner) { return owner }
        return rules.members.first(where: isLive)
    }

    /// The time for which a reading is held: one more step for each live gateway that may publish it before.
    func hold(_ device: GroupDevice) -> Int64 {
        guard device.owner != rules.name else { return rules.step }
        let before = rules.members.prefix { $0 != rules.name }
        let rank = before.count { isLive($0) && !(device.isConfirmed && $0 == device.owner) }
        return rules.firstBid + Int64(rank) * rules.step
    }

    // MARK: - Received from devices

    /// Counts a report of a device, which belongs to no reading yet.
    public mutating func sighted(_ device: UInt64, rssi: Int, at now: Int64) {
        guard var known = devices.removeValue(forKey: device) else { return }
        tokens = min(5, tokens + GroupRules.share)
        known.sighted(rssi, at: now)
        if known.owner == rules.name {
            if known.needsReport(at: now), !isAlone { levelsDue.insert(device) }
        } else if let owner = known.owner, isLive(owner), maySend, known.isBetter(at: now) {
            let level = known.report(at: now)
            send(at: now) { ($0.claimed, $0.owned, $0.levels) = ([device], [device], [level]) }
        }
        devices[device] = known
    }

    /// Accepts a reading.
    ///
    /// - Parameter state: The JSON object of an event, for the owner of the device.
    public mutating func offer(
        _ reading: GroupReading,
        _ content: Content,
        state: String? = nil,
        at now: Int64
    ) {
        let device = devices[reading.device] ?? GroupDevice()
        devices[reading.device] = device
        guard !isPublished(reading, device, at: now) else { return }
        let winner = publications.bidder(reading.identity, at: now)
        if winner == nil, publishesAtOnce(device, isEvent: reading.isEvent, at: now) {
            if reading.isEvent {
                devices[reading.device]?.noteEvent(reading.identity, at: now)
            }
            return publish(content, reading.identity, age: 0)
        }
        var deadline = now + hold(device)
        if reading.interval > 0, let last = device.last[reading.kind] {
            deadline = max(deadline, last.time + reading.interval + hold(device))
        }
        if winner != nil { deadline = max(deadline, now + GroupRules.wonTime) }
        var one = Held(reading: reading, content: content, received: now, deadline: deadline)
        one.winner = winner
        if let state, maySend {
            one.event = GroupMessage.Event(
                device: reading.device,
                identity: reading.identity,
                lifetime: reading.lifetime,
                state: state
            )
            one.deadline += GroupRules.eventWait
        }
        if let oldest = held.add(one) {
            publish(oldest.content, oldest.reading.identity, age: now - oldest.received)
        }
    }

    /// Whether another gateway has published a reading.
    private mutating func isPublished(
        _ reading: GroupReading,
        _ device: GroupDevice,
        at now: Int64
    ) -> Bool {
        if reading.isEvent {
            let (identity, lifetime) = (reading.identity, reading.lifetime)
            return device.age(ofEvent: identity, lifetime: lifetime, at: now) != nil
        }
        if let last = device.last[reading.kind], last.identity == reading.identity,
            now - last.time < reading.lifetime
        {
            return true
        }
        return publications.takeEarly(reading.identity, at: now)
    }

    // MARK: - Time

    /// Does what is due.
    public mutating func tick(at now: Int64) {
        guard connection.isUp else { return }
        if connection.isCatchingUp {
            guard hasCaughtUp(at: now) else { return }
            endCatchUp(at: now)
        }
        answerQuestions(at: now)
        sendEvents(at: now)
        release(at: now)
        publishRooms(at: now)
        for (name, isHome) in presence.due(rules, peers, at: now) {
            act(.presence(name, isHome: isHome))
        }
        if !levelsDue.isEmpty, tokens >= 1 || isNewOwner, now >= nextLevels { sendLevels(at: now) }
        if now - lastSent >= GroupRules.heartbeat { send(at: now) }
    }

    /// Sends the events that the owners of their devices have not published.
    private mutating func sendEvents(at now: Int64) {
        let group = self
        for event in held.takeEvents(until: now - GroupRules.eventWait)
        where group.serializer(group.devices[event.device] ?? GroupDevice()) != rules.name {
            send(at: now) { $0.events = [event] }
        }
    }

    /// Publishes held readings if no other gateway can; else bids for them.
    private mutating func release(at now: Int64) {
        guard !held.isEmpty else { return }
        var bids: [UInt64] = []
        for (number, one) in held.due(at: now) where !isAwaited(one, at: now) {
            if isAlone || one.isWon {
                held.remove(number: number)
                publish(one, at: now)
            } else {
                held.bid(number: number, at: now)
                bids.append(one.reading.identity)
            }
        }
        for start in stride(from: 0, to: bids.count, by: GroupRules.batch) {
            send(at: now) { $0.bids = Array(bids[start...].prefix(GroupRules.batch)) }
        }
    }

    private mutating func publish(_ one: Held<Content>, at now: Int64) {
        if one.reading.isEvent {
            devices[one.reading.device]?.noteEvent(one.reading.identity, at: now)
        }
        if one.isOld { connection.hasBacklog = true }
        let (identity, age) = (one.reading.identity, now - one.received)
        publish(one.content, identity, age: age, isOld: one.isOld)
    }

    /// The broker has sent back the own bids: they are won unless another gateway has bid before.
    mutating func receiveOwnBids(_ identities: [UInt64], at now: Int64) {
        for identity in identities {
            guard var one = held.takeWon(identity) else { continue }
            // the others no longer wait for it
            let isLate = one.bid.map { now - $0 >= GroupRules.bidTime } ?? true
            if isLate || isAwaited(one, at: now) {
                (one.bid, one.deadline) = (nil, now)
            } else if one.reading.isEvent {
                // the owner may just have received another frame of it
                (one.isWon, one.deadline) = (true, now + rules.step * 2)
            } else {
                publish(one, at: now)
                continue
            }
            _ = held.add(one)
        }
    }

    /// Another gateway has bid for readings.
    mutating func receiveBids(_ identities: [UInt64], of name: String, at now: Int64) {
        for identity in identities where !held.isWon(identity, by: name, at: now) {
            publications.addBid(identity, by: name, at: now)
        }
    }

    /// A gateway has ended, and does not publish what it has won.
    mutating func reopenBids(of name: String, at now: Int64) {
        let group = self
        held.reopen(wonBy: name) { one in
            let delay = group.hold(group.devices[one.reading.device] ?? GroupDevice())
            return now + delay - group.rules.step
        }
    }

    /// Whether another gateway may still deliver a reading from its spool.
    private func isAwaited(_ one: Held<Content>, at now: Int64) -> Bool {
        guard one.isOld else { return false }
        return peers.values.contains { peer in
            guard peer.isOnline == true else { return false }
            if peer.isCatchingUp, now - peer.connected < GroupRules.catchUp * 2 { return true }
            let time = peer.hasSpoken ? GroupRules.silence : GroupRules.reunion
            return now - connection.since < time && (!peer.hasSpoken || peer.isPending)
        }
    }

    private mutating func publish(
        _ content: Content,
        _ identity: UInt64,
        age: Int64,
        isOld: Bool = false
    ) {
        // the broker may refuse some
        if unconfirmed.count >= 1000 { unconfirmed = [] }
        unconfirmed.insert(identity)
        act(.publish(content, age: age, isOld: isOld))
    }

    private mutating func publishRooms(at now: Int64) {
        guard !newlyOwned.isEmpty else { return }
        for device in newlyOwned.sorted() {
            guard let known = devices[device], known.owner == rules.name else {
                newlyOwned.remove(device)
                continue
            }
            guard now - known.ownedSince >= GroupRules.grace else { continue }
            newlyOwned.remove(device)
            act(.room(device: device))
            guard known.needsReport(at: now), !isAlone else { continue }
            levelsDue.insert(device)
            isNewOwner = true
        }
    }

    private mutating func sendLevels(at now: Int64) {
        nextLevels = now + 1000
        isNewOwner = false
        let due = levelsDue.sorted().prefix(GroupRules.batch)
        levelsDue.subtract(due)
        let owned = due.filter { devices[$0]?.owner == rules.name }
        guard !owned.isEmpty else { return }
        tokens = max(-5, tokens - 1)
        let levels = owned.map { level(of: $0, at: now) }
        send(at: now) { ($0.owned, $0.levels) = (owned, levels) }
    }

    mutating func level(of device: UInt64, at now: Int64) -> Int {
        devices[device]?.report(at: now) ?? -127
    }

    /// Publishes all held readings, before the end.
    public mutating func releaseAll(at now: Int64) {
        for one in held.removeAll() {
            act(.publish(one.content, age: now - one.received, isOld: one.isOld))
        }
    }
}
