@testable import GatewayGroup

/// What a simulated gateway publishes: a numbered reading, or a numbered press.
struct Item: Hashable, Sendable {
    let number: Int
    let isEvent: Bool
    let device: UInt64

    var reading: GroupReading {
        GroupReading(
            device: device,
            identity: UInt64(number) << 1 | (isEvent ? 1 : 0) | device << 40,
            kind: isEvent ? 0 : 1,
            lifetime: isEvent ? 2000 : 0
        )
    }
}

/// A message between gateways and the broker.
enum Packet {
    case state(Item, by: String, asOwner: Bool, serial: Int)
    case group(GroupMessage)
    case status(String, isOnline: Bool)
    case presence(String, isHome: Bool)
    case acknowledgement(serial: Int)
}

/// A virtual broker with a latency of 1 ms to 40 ms in each direction, and gateways with a spool that survives kills.
final class World {
    var now: Int64 = 0
    var chance: Chance
    let names: [String]
    var gateways: [String: Node] = [:]
    private var queue: [Int64: [() -> Void]] = [:]

    // the broker
    var isUp = true
    private var connections: [String: Int] = [:]
    private var lastArrival: [String: Int64] = [:]
    private var statuses: [String: Bool] = [:]
    private var home: Bool?
    private var connectionCount = 0
    /// What each gateway has not acknowledged, with the arrival; nil: the broker has no session for it.
    private var sessions: [String: [(number: Int, packet: Packet)]] = [:]
    private var packetCount = 0

    // what gateways and a subscriber receive
    var receptions: [Item: [(name: String, time: Int64)]] = [:]
    var published: [Item: [(time: Int64, by: String, isRepeated: Bool)]] = [:]
    /// Publications that the broker could not keep for a gateway, whose session it had lost.
    private(set) var unkept: Set<Item> = []
    var notHome: [Int64] = []
    /// The ends of the broker in which it lost what it keeps.
    private(set) var brokerEnds: [Int64] = []
    var rooms: [UInt64: String] = [:]
    var messages = 0

    init(seed: UInt64, names: [String]) {
        (chance, self.names) = (Chance(seed), names)
        for name in names { gateways[name] = Node(name, self) }
    }

    func at(_ delay: Int64, _ work: @escaping () -> Void) {
        queue[now + max(0, delay), default: []].append(work)
    }

    /// Runs the events of this millisecond.
    func step() {
        while let due = queue.removeValue(forKey: now) { for work in due { work() } }
        now += 1
    }

    private func arrival(_ key: String) -> Int64 {
        let time = max(now + chance.number(1...40), lastArrival[key] ?? 0)
        lastArrival[key] = time
        return time - now
    }

    func isConnected(_ name: String, _ connection: Int) -> Bool { connections[name] == connection }

    /// A gateway connects: returns the connection, nil if the broker is down.
    func connect(_ name: String) -> Int? {
        guard isUp else { return nil }
        connectionCount += 1
        connections[name] = connectionCount
        let kept = sessions[name] ?? []
        sessions[name] = []
        for (_, packet) in kept { deliver(packet, to: name) }
        return connectionCount
    }

    /// A gateway's process ends: the broker publishes its will.
    func hangUp(_ name: String) {
        guard connections.removeValue(forKey: name) != nil else { return }
        at(chance.number(1...40)) { [self] in
            guard isUp, connections[name] == nil else { return }
            route(.status(name, isOnline: false))
        }
    }

    func send(_ packet: Packet, from name: String, _ connection: Int) {
        at(arrival("\(name)>")) { [self] in
            guard isUp, isConnected(name, connection) else { return }
            if case .state(_, _, _, let serial) = packet {
                deliver(.acknowledgement(serial: serial), to: name)
            }
            route(packet)
        }
    }

    /// The retained messages, for a new subscription.
    func subscribe(_ name: String, _ connection: Int) {
        at(arrival("\(name)>")) { [self] in
            guard isUp, isConnected(name, connection) else { return }
            for other in names {
                if let isOnline = statuses[other] {
                    deliver(.status(other, isOnline: isOnline), to: name)
                }
            }
            if let home { deliver(.presence("tag", isHome: home), to: name) }
        }
    }

    /// Delivers a packet at QoS 1; acknowledgements only on this connection.
    private func deliver(_ packet: Packet, to name: String) {
        packetCount += 1
        let number = packetCount
        if case .acknowledgement = packet {
        } else {
            sessions[name]?.append((number, packet))
        }
        guard let connection = connections[name] else { return }
        let node = gateways[name]!
        at(arrival(">\(name)")) { [self] in
            guard isConnected(name, connection) else { return }
            node.received(packet, connection)
            at(arrival("\(name)>")) { [self] in
                guard isUp, isConnected(name, connection) else { return }
                sessions[name]?.removeAll { $0.number == number }
            }
        }
    }

    private func route(_ packet: Packet) {
        switch packet {
        case .state(let item, let name, _, let serial):
            let isRepeated = gateways[name]!.isRepeated(serial)
            published[item, default: []].append((now, name, isRepeated))
            if names.contains(where: { sessions[$0] == nil }) { unkept.insert(item) }
        case .group: messages += 1
        case .status(let name, let isOnline): statuses[name] = isOnline
        case .presence(_, let isHome):
            if !isHome { notHome.append(now) }
            home = isHome
        case .acknowledgement: break
        }
        for name in names { deliver(packet, to: name) }
    }

    /// The broker ends; it may lose what it retains, and the sessions.
    func stopBroker(forgets: Bool) {
        isUp = false
        if forgets { brokerEnds.append(now) }
        let ended = connections
        connections = [:]
        if forgets { (statuses, home, sessions) = ([:], nil, [:]) }
        for (name, connection) in ended.sorted(by: { $0.key < $1.key }) {
            at(chance.number(1...40)) { [self] in gateways[name]!.lost(connection) }
        }
    }
}

/// A simulated gateway: a `Group` with a spool, as in `Delivery`.
final class Node {
    private struct Row {
        let item: Item
        let serial: Int
        var isSent = false
        var wasSent = false
    }

    let name: String
    private unowned let world: World
    private(set) var group: Group<Item>?
    private(set) var aliveSince: Int64?
    private var connection: Int?
    private(set) var connectedSince: Int64?
    private var spool: [Row] = []
    private var serial = 0
    private var backlogEnd = 0
    private var uncommitted: Set<Int> = []
    private var skipped: Set<UInt64> = []
    /// The presses that it has seen, by which repetitions are recognised.
    private var seen: [Item: Int64] = [:]
    private var repeated: Set<Int> = []
    private var deaths: [Int64] = []
    private var connections: [Range<Int64>] = []
    // presence
    static let awayAfter: Int64 = 15_000
    private(set) var lastNear: Int64?
    private var isHome: Bool?
    private(set) var reports = 0
    private(set) var hold: Int64 = 200

    init(_ name: String, _ world: World) { (self.name, self.world) = (name, world) }

    var isConnected: Bool { connection != nil }

    func start() {
        aliveSince = world.now
        (lastNear, isHome, seen) = (nil, nil, [:])
        group = Group(
            GroupRules(
                name: name,
                members: world.names,
                hold: hold,
                awayAfter: Self.awayAfter
            ),
            boot: world.chance.next()
        )
        reconnect(after: world.chance.number(1...500))
    }

    func kill() {
        guard group != nil else { return }
        deaths.append(world.now)
        noteEnd()
        (group, connection, aliveSince, connectedSince) = (nil, nil, nil, nil)
        world.hangUp(name)
    }

    private func reconnect(after delay: Int64) {
        let start = aliveSince
        world.at(delay) { [self] in
            guard start == aliveSince, group != nil, connection == nil else { return }
            guard let new = world.connect(name) else {
                return reconnect(after: world.chance.number(400...4000))
            }
            connected(new)
        }
    }

    private func connected(_ new: Int) {
        (connection, connectedSince) = (new, world.now)
        for at in spool.indices { spool[at].isSent = false }
        backlogEnd = serial
        skipped = []
        world.send(.status(name, isOnline: true), from: name, new)
        world.subscribe(name, new)
        group?.connected(hasBacklog: !spool.isEmpty, at: world.now)
        execute()
    }

    func lost(_ ended: Int) {
        guard connection == ended else { return }
        noteEnd()
        (connection, connectedSince) = (nil, nil)
        group?.disconnected(at: world.now)
        reconnect(after: world.chance.number(400...4000))
    }

    private func noteEnd() {
        if let connectedSince { connections.append(connectedSince..<world.now) }
    }

    /// Whether it was killed before it was connected for 10 s: it asks for what the others have published, and waits for those
    /// that are missing.
    func diedBeforeDelivery(of time: Int64) -> Bool {
        guard let death = deaths.first(where: { $0 >= time }) else { return false }
        return !connections.contains {
            $0.clamped(to: time..<death).count >= 10_000
        }
    }

    /// Whether it was connected while the broker distributed a publication, and not killed until another one.
    func hasSeen(_ first: Int64, until second: Int64) -> Bool {
        let needed = first..<first + 80
        let isOpen = connectedSince.map { $0 <= first } ?? false
        return (isOpen || connections.contains { $0.clamped(to: needed) == needed })
            && !deaths.contains { (first..<second).contains($0) }
    }

    func isRepeated(_ serial: Int) -> Bool { repeated.contains(serial) }

    // MARK: - Received

    func sighted(_ device: UInt64, _ rssi: Int) {
        reports += 1
        group?.sighted(device, rssi: rssi, at: world.now)
        execute()
    }

    func receive(_ item: Item) {
        guard group != nil else { return }
        if item.isEvent {
            let last = seen[item]
            seen[item] = world.now
            if let last, world.now - last < 2000 { return }
        }
        group?.offer(item.reading, item, state: item.isEvent ? "{}" : nil, at: world.now)
        execute()
    }

    func noteNear() {
        lastNear = world.now
        setHome(true)
    }

    private func setHome(_ isNow: Bool) {
        guard isHome != isNow else { return }
        isHome = isNow
        group?.presence("tag", isHome: isNow, at: world.now)
        execute()
    }

    func received(_ packet: Packet, _ on: Int) {
        guard connection == on, group != nil else { return }
        let now = world.now
        switch packet {
        case .acknowledgement(let serial):
            spool.removeAll { $0.serial == serial }
            noteBacklog()
        case .group(let message): group?.received(message, at: now)
        case .presence(let name, let isHome): group?.receivedPresence(name, isHome: isHome)
        case .status(let name, let isOnline): group?.status(name, isOnline: isOnline, at: now)
        case .state(let item, let by, let asOwner, _):
            group?.published(item.reading, by: by, asOwner: asOwner, at: now)
        }
        execute()
    }

    func tick() {
        guard group != nil, world.now >= nextTick else { return }
        if let lastNear, world.now - lastNear >= Self.awayAfter { setHome(false) }
        if lastNear == nil, let aliveSince, world.now - aliveSince >= Self.awayAfter {
            setHome(false)
        }
        group?.tick(at: world.now)
        execute()
    }

    // MARK: - Sent

    private var nextTick: Int64 = 0

    private func execute() {
        defer { nextTick = world.now + max(1, group?.wait(at: world.now) ?? 100) }

        for action in group?.takeActions() ?? [] {
            switch action {
            case .publish(let item, _, let isOld):
                append(item)
                if isOld { backlogEnd = serial }
            case .publishEvent(let event):
                append(
                    Item(
                        number: Int(event.identity & 0xFF_FFFF_FFFF) >> 1,
                        isEvent: true,
                        device: event.device
                    )
                )
            case .send(var message):
                guard let connection else { continue }
                message.ts = 1_700_000_000_000 + world.now
                world.send(.group(message), from: name, connection)
            case .presence(let name, let isHome):
                guard let connection else { continue }
                world.send(.presence(name, isHome: isHome), from: self.name, connection)
            case .room(let device): world.rooms[device] = name
            case .published(let identities): if backlogEnd > 0 { skipped.formUnion(identities) }
            }
        }
        sendRows()
    }

    /// A message is on disk, and then sent, within 10 ms.
    private func append(_ item: Item) {
        let start = aliveSince
        serial += 1
        uncommitted.insert(serial)
        world.at(world.chance.number(0...10)) { [self, serial] in
            uncommitted.remove(serial)
            guard start == aliveSince else { return }
            spool.append(Row(item: item, serial: serial))
            sendRows()
        }
    }

    private func sendRows() {
        guard let connection, group?.maySend == true else { return }
        spool.removeAll { row in
            row.serial <= backlogEnd && !row.isSent && skipped.contains(row.item.reading.identity)
        }
        for at in spool.indices where !spool[at].isSent {
            if spool[at].wasSent { repeated.insert(spool[at].serial) }
            (spool[at].isSent, spool[at].wasSent) = (true, true)
            let row = spool[at]
            let isOwner = row.serial > backlogEnd && group?.owner(of: row.item.device) == name
            world.send(
                .state(row.item, by: name, asOwner: isOwner, serial: row.serial),
                from: name,
                connection
            )
        }
        noteBacklog()
    }

    private func noteBacklog() {
        guard group?.hasBacklog == true, group?.maySend == true,
            !spool.contains(where: { $0.serial <= backlogEnd }),
            !uncommitted.contains(where: { $0 <= backlogEnd })
        else { return }
        (backlogEnd, skipped) = (0, [])
        group?.backlogDelivered(at: world.now)
        for action in group?.takeActions() ?? [] {
            guard case .send(var message) = action, let connection else { continue }
            message.ts = 1_700_000_000_000 + world.now
            world.send(.group(message), from: name, connection)
        }
    }
}
