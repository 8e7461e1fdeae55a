/// A reading that another gateway may publish.
struct Held<Content: Sendable>: Sendable {
    let reading: GroupReading
    let content: Content
    /// Steady milliseconds.
    let received: Int64
    var deadline: Int64
    /// Whether it was received before the current connection.
    var isOld = false
    /// When this gateway has bid for it.
    var bid: Int64?
    /// Whether the own bid was the first one.
    var isWon = false
    /// The other gateway that publishes it.
    var winner: String?
    /// The event that the owner of the device has not been told.
    var event: GroupMessage.Event?
}

/// The readings that other gateways may publish, in the order of reception.
struct HeldReadings<Content: Sendable>: Sendable {
    private struct Kind: Hashable {
        let device: UInt64
        let kind: UInt32
    }

    private var held: [Int: Held<Content>] = [:]
    private var numbers: [UInt64: [Int]] = [:]
    /// The reading of each kind with an interval.
    private var newest: [Kind: Int] = [:]
    private var next = 0

    var isEmpty: Bool { held.isEmpty }
    var count: Int { held.count }
    /// The time of the first reception, steady milliseconds.
    var oldest: Int64? { held.values.lazy.map(\.received).min() }
    var hasOld: Bool { held.values.contains(where: \.isOld) }

    /// Adds a reading, which replaces an older one of its kind if that has an interval. Returns the oldest one of too many.
    mutating func add(_ one: Held<Content>) -> Held<Content>? {
        var one = one
        if one.reading.interval > 0 {
            let kind = Kind(device: one.reading.device, kind: one.reading.kind)
            if let old = newest[kind], let known = take(old) {
                one.deadline = min(one.deadline, known.deadline)
                one.isOld = known.isOld
            }
            newest[kind] = next
        }
        held[next] = one
        numbers[one.reading.identity, default: []].append(next)
        next += 1
        guard held.count > GroupRules.capacity, let oldest = held.keys.min() else { return nil }
        return take(oldest)
    }

    /// Removes the oldest reading with an identity, rather one that a gateway has won than another one.
    mutating func remove(_ identity: UInt64, by winner: String? = nil) -> Held<Content>? {
        let known = numbers[identity] ?? []
        let won = known.first { held[$0]?.winner == winner }
        return (won ?? known.first).flatMap { take($0) }
    }

    /// Records an own bid.
    mutating func bid(number: Int, at now: Int64) {
        held[number]?.bid = now
        held[number]?.winner = nil
        held[number]?.deadline = now + GroupRules.bidTime
    }

    /// Removes the oldest reading with an identity for which the own bid is the first one.
    mutating func takeWon(_ identity: UInt64) -> Held<Content>? {
        numbers[identity]?.first { held[$0]?.winner == nil && held[$0]?.bid != nil }
            .flatMap { take($0) }
    }

    /// Records the bid of another gateway; returns whether there is a reading for it.
    mutating func isWon(_ identity: UInt64, by winner: String, at now: Int64) -> Bool {
        let open = numbers[identity]?.first { held[$0]?.winner == nil }
        guard let open else { return false }
        held[open]?.winner = winner
        held[open]?.deadline = now + GroupRules.wonTime
        return true
    }

    /// A gateway does not publish what it has won: it has ended.
    mutating func reopen(wonBy winner: String, _ deadline: (Held<Content>) -> Int64) {
        for (number, one) in held where one.winner == winner {
            held[number]?.winner = nil
            held[number]?.deadline = deadline(one)
        }
    }

    /// Removes the reading of a kind that has an interval: there is a newer publication.
    mutating func supersede(_ device: UInt64, _ kind: UInt32) {
        guard let number = newest[Kind(device: device, kind: kind)] else { return }
        _ = take(number)
    }

    /// The readings whose time is over, oldest first, with their numbers.
    func due(at now: Int64) -> [(Int, Held<Content>)] {
        held.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
    }

    /// Takes the events that were received until a time, and not published since.
    mutating func takeEvents(until time: Int64) -> [GroupMessage.Event] {
        let found = held.filter { $0.value.event != nil && $0.value.received <= time }.keys.sorted()
        return found.compactMap { number in
            defer { held[number]?.event = nil }
            return held[number]?.event
        }
    }

    mutating func remove(number: Int) { _ = take(number) }

    /// Removes all readings, oldest first.
    mutating func removeAll() -> [Held<Content>] { held.keys.sorted().compactMap { take($0) } }

    /// Marks all as received before the current connection.
    mutating func age() { for number in held.keys { held[number]?.isOld = true } }

    /// Forgets all bids: what the broker has received meanwhile is not known.
    mutating func forgetBids() {
        for number in held.keys {
            held[number]?.bid = nil
            held[number]?.isWon = false
            held[number]?.winner = nil
        }
    }

    func firstDeadline(after now: Int64) -> Int64? {
        held.values.lazy.map(\.deadline).filter { $0 > now }.min()
    }

    mutating func setDeadlines(_ deadline: (Held<Content>) -> Int64) {
        for (number, one) in held { held[number]?.deadline = deadline(one) }
    }

    private mutating func take(_ number: Int) -> Held<Content>? {
        guard let one = held.removeValue(forKey: number) else { return nil }
        let identity = one.reading.identity
        numbers[identity]?.removeAll { $0 == number }
        if numbers[identity]?.isEmpty == true { numbers[identity] = nil }
        let kind = Kind(device: one.reading.device, kind: one.reading.kind)
        if newest[kind] == number { newest[kind] = nil }
        return one
    }
}
