/// The state of the connection to the broker.
struct GroupConnection: Sendable {
    var isUp = false
    /// Whether the gateway waits for the others' answers.
    var isCatchingUp = false
    /// The time of the last connection.
    var since: Int64 = 0
    /// The time of the end of the last connection.
    var ended: Int64?
    /// Whether the spool has messages from before the connection.
    var hasBacklog = false
    /// The number of the own hello.
    var hello = 0
    /// The members that were online when the broker had the own hello, and have not answered; nil: the hello is not back.
    /// Until then, the broker delivers what it has kept for the gateway.
    var expected: Set<String>?
    /// The time of the last question to others.
    var asked: Int64 = 0
}

/// A member that has connected and waits for an answer.
struct GroupQuestion: Sendable {
    let name: String
    /// Time for which it was not connected.
    let silence: Int64
    /// Own publications that the broker has not sent back: they may be on their way to it.
    var unconfirmed: Set<UInt64>
    let deadline: Int64
    /// Age of the own readings about which the answer asks, milliseconds.
    let question: Int64?
}

extension Group {
    /// The connection to the broker is open, and the subscriptions are requested.
    ///
    /// - Parameter hasBacklog: Whether the spool has messages.
    public mutating func connected(hasBacklog: Bool, at now: Int64) {
        let ended = connection.ended
        connection = GroupConnection()
        (connection.isUp, connection.isCatchingUp) = (true, true)
        (connection.since, connection.asked) = (now, now)
        (connection.hasBacklog, connection.ended) = (hasBacklog, ended)
        for name in peers.keys { peers[name]?.reset() }
        for (key, device) in devices {
            if device.owner == rules.name {
                devices[key]?.doubtOwner(at: now)
            } else {
                devices[key]?.setOwner(nil, at: now)
            }
        }
        (unconfirmed, questions) = ([], [])
        held.age()
        held.forgetBids()
        let start = [ended, held.oldest].compactMap(\.self).min() ?? now
        let silence = hasBacklog ? GroupRules.memory : now - start
        let owned = ownedDevices
        send(at: now) {
            $0.hello = silence
            $0.owned = owned
        }
        connection.hello = number
    }

    public mutating func disconnected(at now: Int64) {
        guard connection.isUp else { return }
        // one that was too short to catch up has ended nothing
        if !connection.isCatchingUp { connection.ended = now }
        connection.isUp = false
        connection.isCatchingUp = false
    }

    /// All messages of the spool from before the connection are delivered.
    public mutating func backlogDelivered(at now: Int64) {
        guard connection.hasBacklog, maySend else { return }
        connection.hasBacklog = false
        send(at: now)
    }

    public var hasBacklog: Bool { connection.hasBacklog }

    private var ownedDevices: [UInt64] {
        devices.filter { $0.value.owner == rules.name }.keys.sorted()
    }

    /// The status of a member was received.
    public mutating func status(_ name: String, isOnline: Bool, at now: Int64) {
        guard peers[name] != nil else { return }
        guard !isOnline else {
            peers[name]?.isOnline = true
            return
        }
        peers[name]?.left()
        reopenBids(of: name, at: now)
        for (key, device) in devices where device.owner == name {
            devices[key]?.setOwner(nil, at: now)
        }
    }

    func hasCaughtUp(at now: Int64) -> Bool {
        let isPatient = now - connection.since < GroupRules.reunion
        if isPatient, connection.expected == nil { return false }
        if isPatient, connection.hasBacklog || held.hasOld,
            peers.values.contains(where: \.isMissing)
        {
            return false
        }
        if now - connection.asked >= GroupRules.catchUp { return true }
        return connection.expected?.contains(where: isLive) == false
    }

    mutating func endCatchUp(at now: Int64) {
        connection.isCatchingUp = false
        // the others were not known when the readings were received
        delayHeld(at: now)
        // else the end of the backlog is a message
        if !connection.hasBacklog { send(at: now) }
    }

    /// Begins the time again in which other members may publish the held readings.
    private mutating func delayHeld(at now: Int64) {
        let group = self
        held.setDeadlines { one in
            let delay = group.hold(group.devices[one.reading.device] ?? GroupDevice())
            return max(one.deadline, now + delay)
        }
    }

    // MARK: - Messages

    /// A publication of a reading by a member was received; its signature is right.
    public mutating func published(
        _ reading: GroupReading,
        by name: String,
        asOwner: Bool,
        at now: Int64
    ) {
        let (id, identity, kind) = (reading.device, reading.identity, reading.kind)
        guard name == rules.name || peers[name] != nil else { return }
        publications.add(identity, at: now)
        if name == rules.name {
            unconfirmed.remove(identity)
            for at in questions.indices { questions[at].unconfirmed.remove(identity) }
            // of an earlier connection, which ended before the acknowledgement
            if connection.isCatchingUp { act(.published([identity])) }
            // the others have another owner since
            if connection.isUp, connection.expected == nil { return }
        } else {
            if held.remove(identity, by: name) == nil, kind != 0 {
                publications.addEarly(identity, at: now)
            }
            held.supersede(id, kind)
            if connection.hasBacklog { act(.published([identity])) }
        }
        var device = devices.removeValue(forKey: id) ?? GroupDevice()
        let isOwnerLive = device.owner.map(isLive) ?? false
        let isNew = device.published(
            identity,
            kind,
            by: name,
            asOwner: asOwner,
            isOwnerLive: isOwnerLive,
            at: now
        )
        if isNew, name == rules.name { newlyOwned.insert(id) }
        devices[id] = device
    }

    /// A message was received; its signature is right.
    public mutating func received(_ message: GroupMessage, at now: Int64) {
        if message.from == rules.name { return receivedOwn(message, at: now) }
        // the broker may have kept it from before the connection; who needs an answer asks again when it has the own hello
        if connection.isUp, connection.expected == nil { return }
        let wasCatchingUp = peers[message.from]?.isCatchingUp == true
        guard peers[message.from]?.accept(message, at: now) == true else { return }
        if wasCatchingUp, message.ready { delayHeld(at: now) }
        for device in message.owned ?? [] {
            let isCertain = message.ready
            devices[device, default: GroupDevice()].learnOwner(
                message.from,
                isCertain: isCertain,
                isOwnerLive: devices[device]?.owner.map(isLive) ?? false,
                at: now
            )
        }
        receiveClaims(message, at: now)
        receiveBids(message.bids ?? [], of: message.from, at: now)
        for event in message.events ?? [] { receive(event, message.from, at: now) }
        for identity in message.seen ?? [] { _ = held.remove(identity) }
        if message.hello != nil {
            // the sender may have the same readings, and may have published them
            reopenBids(of: message.from, at: now)
            held.age()
        }
        if let silence = message.hello ?? message.question {
            questions.append(
                GroupQuestion(
                    name: message.from,
                    silence: silence,
                    unconfirmed: unconfirmed,
                    deadline: now + 1000,
                    question: message.hello == nil ? nil : question(to: message.from, at: now)
                )
            )
            answerQuestions(at: now)
        }
        if let answer = message.answer, answer.to == rules.name { receive(answer, message.from) }
    }

    /// The question to a member that has connected, what it has published of the own readings.
    private mutating func question(to name: String, at now: Int64) -> Int64? {
        let oldest = held.oldest.flatMap { $0 < connection.since ? now - $0 : nil }
        guard let silence = connection.hasBacklog ? GroupRules.memory : oldest else {
            // it may have had no own hello yet when it received the one of this gateway
            connection.expected?.remove(name)
            return nil
        }
        if connection.isCatchingUp {
            connection.asked = now
            connection.expected?.insert(name)
        }
        return silence
    }

    private mutating func receivedOwn(_ message: GroupMessage, at now: Int64) {
        if connection.expected == nil {
            guard message.boot == boot, message.number >= connection.hello else { return }
            // the broker has sent their statuses before
            connection.expected = Set(peers.keys.filter(isLive))
        }
        receiveClaims(message, at: now)
        receiveOwnBids(message.bids ?? [], at: now)
    }

    private mutating func receiveClaims(_ message: GroupMessage, at now: Int64) {
        for id in message.claimed ?? [] {
            devices[id, default: GroupDevice()].setOwner(message.from, at: now)
            guard message.from == rules.name else { continue }
            newlyOwned.insert(id)
            // the claim has it
            _ = level(of: id, at: now)
        }
        for (id, level) in zip(message.owned ?? [], message.levels ?? [])
        where devices[id]?.owner == message.from { devices[id]?.ownerReported(level) }
    }

    /// Publishes an event of another member, as the owner of its device.
    private mutating func receive(
        _ event: GroupMessage.Event,
        _ name: String,
        at now: Int64
    ) {
        let device = devices[event.device] ?? GroupDevice()
        guard serializer(device) == rules.name, publishesAtOnce(device, isEvent: true, at: now),
            publications.bidder(event.identity, at: now) == nil
        else {
            // a gateway that becomes the owner must not publish it beside the sender
            return publications.addBid(event.identity, by: name, at: now)
        }
        let (identity, lifetime) = (event.identity, event.lifetime)
        if let age = device.age(ofEvent: identity, lifetime: lifetime, at: now) {
            // the sender has missed its publication
            if age > GroupRules.grace { send(at: now) { $0.seen = [identity] } }
            return
        }
        devices[event.device, default: GroupDevice()].noteEvent(identity, at: now)
        // the own reception
        _ = held.remove(identity)
        act(.publishEvent(event))
    }

    mutating func answerQuestions(at now: Int64) {
        guard !questions.isEmpty else { return }
        let due = questions.filter { $0.unconfirmed.isEmpty || now >= $0.deadline }
        questions.removeAll { $0.unconfirmed.isEmpty || now >= $0.deadline }
        for question in due { answer(question, at: now) }
    }

    private mutating func answer(_ question: GroupQuestion, at now: Int64) {
        // messages that were on their way when its connection ended
        let start = now - min(max(question.silence, 0), GroupRules.memory) - 5000
        let published = publications.identities(since: start, now: now)
        let owned = ownedDevices
        var at = 0
        repeat {
            let part = Array(published.dropFirst(at).prefix(GroupRules.batch))
            let devices = Array(owned.dropFirst(at).prefix(GroupRules.batch))
            at += GroupRules.batch
            let isLast = at >= max(published.count, owned.count)
            let levels = devices.map { level(of: $0, at: now) }
            send(at: now) {
                ($0.owned, $0.levels) = (devices, levels)
                $0.question = isLast ? question.question : nil
                $0.answer = GroupMessage.Answer(
                    to: question.name,
                    published: part,
                    isLast: isLast
                )
            }
            if isLast { break }
        } while true
    }

    private mutating func receive(_ answer: GroupMessage.Answer, _ name: String) {
        for identity in answer.published { _ = held.remove(identity) }
        act(.published(answer.published))
        if answer.isLast { connection.expected?.remove(name) }
    }
}
