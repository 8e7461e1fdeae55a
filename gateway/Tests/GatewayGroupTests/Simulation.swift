import Foundation

@testable import GatewayGroup

/// Ten minutes of three gateways, a broker, a walking beacon with numbered readings and a button, with random kills.
struct Simulation {
    struct Result: CustomStringConvertible {
        var readings = 0
        var lost: [Int] = []
        var doubled: [Item] = []
        /// Published twice, as the broker's end kept the first publication from its gateway or from the others, and the broker
        /// lost the sessions.
        var forgotten = 0
        /// Every gateway that received it was killed before it could publish it.
        var receiverKilled = 0
        /// The times from a reception to the broker while all are connected.
        var late: [Int64] = []
        var falseAway = 0
        var wrongRoom = 0
        var seconds = 0
        var messages = 0
        var reports = 0

        var description: String {
            let late = late.sorted()
            return """
                \(readings) readings, \(lost.count) lost, \(doubled.count) doubled, \(forgotten) as the broker \
                forgot, \(receiverKilled) lost with their receivers; median \(late[late.count / 2]) ms, maximum \(late.last!) ms; \
                \(falseAway) false not_home; \(wrongRoom) of \(seconds) s in a wrong room; \(messages) messages, \(reports) reports
                """
        }
    }

    let world: World
    private let beacon: UInt64 = 0xA4C1_3800_0001
    private let button: UInt64 = 0xA4C1_3800_0002
    private var walk: Walk
    private let kills: Bool
    /// Milliseconds between two kills.
    private let pace: ClosedRange<Int64>
    /// The gateways that were connected in the last seconds.
    private var recent: [Set<String>] = []
    private var result = Result()
    /// Times in which the broker was away or gateways connected, when readings wait.
    private var outages: [ClosedRange<Int64>] = []

    init(seed: UInt64, kills: Bool = true, pace: ClosedRange<Int64> = 10_000...40_000) {
        let names = ["attic", "cellar", "kitchen"]
        world = World(seed: seed, names: names)
        walk = Walk(rooms: names.count)
        (self.kills, self.pace) = (kills, pace)
    }

    mutating func run(seconds: Int64 = 600) -> Result {
        for name in world.names { world.gateways[name]!.start() }
        var nextKill = 10_000 + world.chance.number(pace)
        var number = 0
        while world.now < seconds * 1000 {
            let now = world.now
            // no kills and readings in the last minute, in which everything is delivered
            let isOver = now >= (seconds - 60) * 1000
            if kills, now >= nextKill, !isOver {
                kill()
                nextKill = now + world.chance.number(pace)
            }
            if now % 200 == 0 {
                walk.move(to: now, step: 200, &world.chance)
                if !isOver {
                    advertise(Item(number: number, isEvent: false, device: beacon))
                    number += 1
                }
            }
            if now % 7000 == 3500, !isOver {
                press(Item(number: number, isEvent: true, device: button))
            }
            if now % 1000 == 999, now > 30_000, !isOver { checkRoom() }
            world.step()
            for name in world.names { world.gateways[name]!.tick() }
        }
        evaluate()
        return result
    }

    private mutating func kill() {
        if world.chance.happens(0.3) {
            let time = world.chance.number(500...15_000)
            world.stopBroker(forgets: world.chance.happens(0.5))
            outages.append(world.now...(world.now + time + 7000))
            let world = world
            world.at(time) { world.isUp = true }
            return
        }
        let node = world.gateways[world.names.randomElement(using: &world.chance)!]!
        node.kill()
        outages.append(world.now...(world.now + 1000))
        let time = world.chance.number(500...15_000)
        outages.append((world.now + time)...(world.now + time + 3000))
        world.at(time) { if node.aliveSince == nil { node.start() } }
    }

    private mutating func advertise(_ item: Item) {
        for (at, name) in world.names.enumerated() {
            let node = world.gateways[name]!
            guard let rssi = walk.rssi(in: at, &world.chance), node.aliveSince != nil else {
                continue
            }
            receive(item, name, delay: world.chance.number(0...5)) {
                node.sighted(item.device, rssi)
                node.noteNear()
            }
        }
    }

    private mutating func press(_ item: Item) {
        for repetition in 0..<6 {
            for name in world.names where world.gateways[name]!.aliveSince != nil {
                guard !world.chance.happens(0.3) else { continue }
                let delay = Int64(repetition) * 100 + world.chance.number(0...5)
                receive(item, name, delay: delay) { [world] in
                    world.gateways[name]!.sighted(item.device, -70)
                }
            }
        }
    }

    private func receive(
        _ item: Item,
        _ name: String,
        delay: Int64,
        _ before: @escaping () -> Void
    ) {
        let node = world.gateways[name]!
        let start = node.aliveSince
        world.at(delay) { [world] in
            guard node.aliveSince == start else { return }
            world.receptions[item, default: []].append((name, world.now))
            before()
            node.receive(item)
        }
    }

    /// While a gateway is connected: no other can publish its room. For 3 s after a gateway connects or ends, the nearest one
    /// before that counts, too.
    private mutating func checkRoom() {
        let connected = Set(world.names.filter { world.gateways[$0]!.connectedSince != nil })
        recent.append(connected)
        if recent.count > 4 { recent.removeFirst() }
        let nearest = Set(recent.filter { !$0.isEmpty }.map(nearest))
        guard !connected.isEmpty else { return }
        result.seconds += 1
        if !nearest.contains(world.rooms[beacon] ?? "") { result.wrongRoom += 1 }
    }

    private func nearest(of names: Set<String>) -> String {
        let rooms = world.names.indices.filter { names.contains(world.names[$0]) }
        return world.names[rooms.min { walk.distance(to: $0) < walk.distance(to: $1) }!]
    }

    private mutating func evaluate() {
        for (item, received) in world.receptions {
            result.readings += 1
            let copies = world.published[item] ?? []
            let first = received.map(\.time).min()!
            if copies.isEmpty {
                let wasKilled = received.allSatisfy { name, time in
                    world.gateways[name]!.diedBeforeDelivery(of: time)
                }
                if !wasKilled {
                    result.lost.append(item.number)
                } else {
                    result.receiverKilled += 1
                }
                continue
            }
            // the broker has lost the first publication in its sessions, or had lost a session before it
            let times = copies.map(\.time)
            let isForgotten =
                world.unkept.contains(item)
                || world.brokerEnds.contains { (times.min()! - 100...times.max()!).contains($0) }
            if copies.count > 1 {
                if isForgotten { result.forgotten += 1 } else { result.doubled.append(item) }
            }
            let delay = copies.map(\.time).min()! - first
            if first > 5000, !outages.contains(where: { $0.contains(first) }) {
                result.late.append(delay)
            }
        }
        for time in world.notHome {
            let isNear = world.names.contains { name in
                let node = world.gateways[name]!
                guard let near = node.lastNear, node.aliveSince != nil else { return false }
                return near <= time && time - near < Node.awayAfter
            }
            if isNear { result.falseAway += 1 }
        }
        result.messages = world.messages
        result.reports = world.names.map { world.gateways[$0]!.reports }.reduce(0, +)
    }
}
