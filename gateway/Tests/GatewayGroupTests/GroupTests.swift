import Testing

@testable import GatewayGroup

/// The rules of one gateway, `b` of `a`, `b` and `c`. Readings are strings.
@Suite struct GroupTests {
    private let device: UInt64 = 0xA4C1_3800_0001

    private func reading(_ identity: UInt64, interval: Int64 = 0) -> GroupReading {
        GroupReading(device: device, identity: identity, kind: 1, interval: interval)
    }

    private func press(_ identity: UInt64) -> GroupReading {
        GroupReading(device: device, identity: identity, kind: 0, lifetime: 2000)
    }

    /// A gateway that is connected, and knows that the others are online.
    private func group(online: [String] = ["a", "c"]) -> Group<String> {
        let rules = GroupRules(name: "b", members: ["a", "b", "c"])
        var group = Group<String>(rules, boot: 1)
        connect(&group, online, at: 0)
        return group
    }

    private func connect(_ group: inout Group<String>, _ online: [String], at now: Int64) {
        group.connected(hasBacklog: false, at: now)
        for name in online { group.status(name, isOnline: true, at: now) }
        for case .send(let hello) in group.takeActions() { group.received(hello, at: now) }
        for (number, name) in online.enumerated() {
            var answer = message(name, number: Int(now) + number + 1)
            answer.answer = GroupMessage.Answer(to: "b", isLast: true)
            group.received(answer, at: now)
        }
        group.tick(at: now)
        _ = group.takeActions()
    }

    private func message(_ name: String, number: Int) -> GroupMessage {
        var message = GroupMessage(from: name, boot: 7, number: number)
        message.ts = 1000
        return message
    }

    private func published(_ group: inout Group<String>) -> [String] {
        group.takeActions().compactMap {
            if case .publish(let text, _, _) = $0 { text } else { nil }
        }
    }

    private func sent(_ group: inout Group<String>) -> [GroupMessage] {
        group.takeActions().compactMap { if case .send(let message) = $0 { message } else { nil } }
    }

    /// Lets the group do what is due. The broker sends its messages back at once.
    private func advance(_ group: inout Group<String>, to now: Int64) -> [String] {
        group.tick(at: now)
        var texts: [String] = []
        for action in group.takeActions() {
            switch action {
            case .send(let message): group.received(message, at: now)
            case .publish(let text, _, _): texts.append(text)
            default: break
            }
        }
        return texts + published(&group)
    }

    private func bid(_ identity: UInt64, of name: String, number: Int) -> GroupMessage {
        var bid = message(name, number: number)
        bid.bids = [identity]
        return bid
    }

    private func own(_ group: inout Group<String>, at now: Int64) {
        group.published(reading(0), by: "b", asOwner: false, at: now)
        group.tick(at: now + GroupRules.grace)
        _ = group.takeActions()
    }

    @Test func theOwnerPublishesAtOnce() {
        var group = group()
        group.published(reading(0), by: "b", asOwner: false, at: 10)
        group.offer(reading(1), "grace", at: 309)
        #expect(published(&group) == [])
        group.offer(reading(2), "owner", at: 310)
        #expect(published(&group) == ["owner"])
    }

    @Test func aloneItPublishesAtOnce() {
        var group = group(online: [])
        group.offer(reading(1), "alone", at: 1)
        #expect(published(&group) == ["alone"])
    }

    /// One step for each live gateway before it by name.
    @Test func othersPublishWhenTheOwnerDoesNot() {
        for (online, deadline) in [(["a", "c"], 200), (["c"], 120)] as [([String], Int64)] {
            var group = group(online: online)
            group.published(reading(0), by: "c", asOwner: true, at: 10)
            group.offer(reading(1), "late", at: 100)
            #expect(advance(&group, to: 100 + deadline - 1) == [])
            #expect(advance(&group, to: 100 + deadline) == ["late"])
        }
    }

    // MARK: - Bids

    @Test func theFirstBidForAReadingWins() {
        for isFirst in [true, false] {
            var group = group()
            group.offer(reading(1), "bid", at: 100)
            group.tick(at: 300)
            let own = sent(&group)
            #expect(own.map(\.bids) == [[1]])
            let other = bid(1, of: "a", number: 10)
            for message in isFirst ? own + [other] : [other] + own {
                group.received(message, at: 350)
            }
            #expect(published(&group) == (isFirst ? ["bid"] : []))
        }
    }

    @Test func aWinnerThatDoesNotPublishIsReplaced() {
        var group = group()
        group.offer(reading(1), "silent", at: 100)
        group.received(bid(1, of: "a", number: 10), at: 150)
        #expect(advance(&group, to: 150 + GroupRules.wonTime - 1) == [])
        #expect(advance(&group, to: 150 + GroupRules.wonTime) == ["silent"])
        group.offer(reading(2), "killed", at: 5000)
        group.received(bid(2, of: "a", number: 11), at: 5050)
        group.status("a", isOnline: false, at: 5100)
        #expect(advance(&group, to: 5100 + 40) == ["killed"])
    }

    /// Each bid is for one of several equal readings.
    @Test func eachOfEqualReadingsHasAWinner() {
        var group = group()
        for number in 1...2 { group.offer(reading(1), "\(number)", at: 100) }
        group.received(bid(1, of: "a", number: 10), at: 150)
        #expect(advance(&group, to: 400) == ["2"])
        group.published(reading(1), by: "a", asOwner: false, at: 450)
        #expect(advance(&group, to: 10_000) == [])
    }

    /// The gateway was suspended: the others have published meanwhile.
    @Test func aLateBidIsRepeated() {
        for (time, texts) in [(GroupRules.bidTime - 1, ["late"]), (GroupRules.bidTime, [])] {
            var group = group()
            group.offer(reading(1), "late", at: 100)
            group.tick(at: 300)
            for message in sent(&group) { group.received(message, at: 300 + time) }
            #expect(published(&group) == texts)
        }
    }

    @Test func aBidThatComesBeforeTheReadingCounts() {
        var group = group()
        own(&group, at: 10)
        group.received(bid(1, of: "a", number: 10), at: 1000)
        group.offer(reading(1), "owner", at: 1010)
        #expect(advance(&group, to: 1010 + GroupRules.wonTime - 1) == [])
        #expect(advance(&group, to: 1010 + GroupRules.wonTime) == ["owner"])
    }

    /// The owner may just have received another frame of the event, and publishes it at once.
    @Test func anEventIsPublishedAWhileAfterItsBid() {
        for isPublished in [true, false] {
            var group = group()
            group.published(reading(0), by: "c", asOwner: true, at: 10)
            group.offer(press(1), "press", state: "{}", at: 100)
            _ = sent(&group)
            group.tick(at: 359)
            #expect(sent(&group).allSatisfy { $0.bids == nil }, "the owner has 60 ms more")
            #expect(advance(&group, to: 360) == [])
            if isPublished { group.published(press(1), by: "c", asOwner: true, at: 519) }
            #expect(advance(&group, to: 520) == (isPublished ? [] : ["press"]))
        }
    }

    /// An owner that connects again is none before the others have seen a publication.
    @Test func anOwnerThatConnectsBids() {
        var group = group()
        own(&group, at: 10)
        group.disconnected(at: 1000)
        connect(&group, ["a", "c"], at: 2000)
        group.offer(reading(1), "bid", at: 3000)
        #expect(published(&group) == [])
        #expect(advance(&group, to: 3080) == ["bid"])
        group.published(reading(1), by: "b", asOwner: false, at: 3100)
        group.offer(reading(2), "owner", at: 4000)
        #expect(published(&group) == ["owner"])
    }

    /// Another gateway's publication decides between two that consider themselves the owner.
    @Test func aDoubtfulOwnerGivesWay() {
        var group = group()
        own(&group, at: 10)
        group.disconnected(at: 1000)
        connect(&group, ["a", "c"], at: 2000)
        group.published(reading(1), by: "c", asOwner: false, at: 2100)
        #expect(group.owner(of: device) == "c")
    }

    /// A member that was online before the broker ended knows what was published since.
    @Test func readingsOfAnOutageWaitForMissingMembers() {
        for (wasOnline, end) in [(["a"], 31_000 + GroupRules.reunion), ([], 31_000)] {
            var group = group(online: wasOnline)
            for name in ["a", "c"] where !wasOnline.contains(name) {
                group.status(name, isOnline: false, at: 10)
            }
            group.disconnected(at: 20)
            group.offer(reading(1), "held", at: 1000)
            connect(&group, [], at: 31_000)
            #expect(advance(&group, to: end - 1) == [])
            var texts: [String] = []
            for now in stride(from: end, to: end + 2000, by: 100) as StrideTo<Int64> {
                texts += advance(&group, to: now)
            }
            #expect(texts == ["held"])
        }
    }

    @Test func whatAnotherHasPublishedIsDropped() {
        var group = group()
        group.offer(reading(1), "later", at: 100)
        group.published(reading(1), by: "a", asOwner: true, at: 150)
        group.published(reading(2), by: "a", asOwner: true, at: 160)
        group.offer(reading(2), "before", at: 170)
        group.published(reading(3), by: "a", asOwner: true, at: 200)
        group.offer(reading(3), "too late", at: 200 + GroupRules.early)
        #expect(advance(&group, to: 5000) == ["too late"])
    }

    /// Without a throttle, each of several equal reports counts.
    @Test func equalReadingsAreCounted() {
        var group = group()
        for number in 1...3 { group.offer(reading(1), "\(number)", at: 100) }
        for _ in 1...2 { group.published(reading(1), by: "a", asOwner: true, at: 150) }
        #expect(advance(&group, to: 1000) == ["3"])
    }

    @Test func withAThrottleTheNewestWaitsForTheInterval() {
        var group = group()
        group.published(reading(1, interval: 10_000), by: "a", asOwner: true, at: 1000)
        group.offer(reading(2, interval: 10_000), "old", at: 5000)
        group.offer(reading(3, interval: 10_000), "new", at: 6000)
        #expect(advance(&group, to: 11_000) == [])
        #expect(advance(&group, to: 11_200) == ["new"])
        group.offer(reading(4, interval: 10_000), "superseded", at: 12_000)
        group.published(reading(5), by: "a", asOwner: true, at: 13_000)
        #expect(advance(&group, to: 60_000) == [])
    }

    @Test func theThirdPublicationInARowMakesAnOwner() {
        var group = group()
        group.published(reading(1), by: "a", asOwner: true, at: 10)
        group.published(reading(2), by: "c", asOwner: false, at: 20)
        group.published(reading(3), by: "c", asOwner: false, at: 30)
        #expect(group.owner(of: device) == "a")
        group.published(reading(4), by: "a", asOwner: true, at: 40)
        for number in 5...7 as ClosedRange<UInt64> {
            group.published(reading(number), by: "c", asOwner: false, at: 50)
        }
        #expect(group.owner(of: device) == "c")
    }

    @Test func anOwnerThatIsOfflineIsNone() {
        var group = group()
        group.published(reading(1), by: "a", asOwner: true, at: 10)
        group.status("a", isOnline: false, at: 20)
        #expect(group.owner(of: device) == nil)
        group.status("x", isOnline: false, at: 20)
        group.published(reading(2), by: "x", asOwner: true, at: 30)
        #expect(group.owner(of: device) == nil, "x is no member")
    }

    @Test func aBetterSignalTakesOver() throws {
        var group = group()
        group.published(reading(1), by: "a", asOwner: true, at: 10)
        var levels = message("a", number: 10)
        (levels.owned, levels.levels) = ([device], [-70])
        group.received(levels, at: 20)
        for now in stride(from: 1000, to: 3000, by: 200) as StrideTo<Int64> {
            group.sighted(device, rssi: -66, at: now)
        }
        #expect(sent(&group) == [])
        for now in stride(from: 3000, to: 9000, by: 200) as StrideTo<Int64> {
            group.sighted(device, rssi: -60, at: now)
            for claim in sent(&group) { group.received(claim, at: now) }
        }
        #expect(group.owner(of: device) == "b")
        // a copy of an older message changes nothing
        var old = message("a", number: 9)
        old.claimed = [device]
        group.received(old, at: 9000)
        #expect(group.owner(of: device) == "b")
    }

    @Test func anEventIsForwardedToTheOwner() throws {
        var group = group()
        group.published(reading(1), by: "a", asOwner: true, at: 10)
        // most presses need no message
        group.offer(press(4), "published", state: "{}", at: 100)
        group.published(press(4), by: "a", asOwner: true, at: 159)
        #expect(advance(&group, to: 160) == [])
        group.offer(press(5), "press", state: "{}", at: 200)
        group.tick(at: 200 + GroupRules.eventWait - 1)
        #expect(sent(&group) == [])
        group.tick(at: 200 + GroupRules.eventWait)
        let event = try #require(sent(&group).first?.events?.first)
        #expect(event.device == device && event.identity == 5 && event.state == "{}")
        group.tick(at: 290)
        #expect(sent(&group) == [], "it was told")
        group.published(press(5), by: "a", asOwner: true, at: 300)
        group.offer(press(5), "repetition", state: "{}", at: 1000)
        #expect(advance(&group, to: 5000) == [])
        // a dead owner
        group.offer(press(6), "alone", state: "{}", at: 6000)
        #expect(advance(&group, to: 6360) + advance(&group, to: 6520) == ["alone"])
    }

    @Test func theOwnerPublishesAForwardedEventOnce() {
        var group = group()
        own(&group, at: 10)
        let event = GroupMessage.Event(device: device, identity: 5, lifetime: 2000, state: "{}")
        for (number, name) in [(11, "a"), (12, "c")] {
            var forward = message(name, number: number)
            forward.events = [event]
            group.received(forward, at: 1000)
        }
        let actions = group.takeActions()
        #expect(actions.count == 1)
        if case .publishEvent(event)? = actions.first {} else { Issue.record("no event") }
        group.offer(press(5), "own", state: "{}", at: 1500)
        #expect(published(&group) == [])
        // one that has missed the publication
        var late = message("a", number: 13)
        late.events = [event]
        group.received(late, at: 1900)
        #expect(sent(&group).first?.seen == [5])
    }

    /// A new owner holds its own reception for a while, and publishes the event when another gateway forwards it.
    @Test func aNewOwnerPublishesItsOwnEventOnce() {
        var group = group()
        group.published(reading(0), by: "b", asOwner: false, at: 10)
        group.offer(press(5), "own", state: "{}", at: 100)
        // not to itself
        #expect(sent(&group).allSatisfy { $0.events == nil })
        var forward = message("a", number: 11)
        forward.events = [
            GroupMessage.Event(device: device, identity: 5, lifetime: 2000, state: "{}")
        ]
        group.received(forward, at: 400)
        if case .publishEvent? = group.takeActions().first {} else { Issue.record("no event") }
        #expect(group.heldCount == 0)
        #expect(advance(&group, to: 1000) + advance(&group, to: 2000) == [])
    }

    /// A connection that ended before the answers came has ended no silence.
    @Test func theSilenceBeginsWithTheLastWholeConnection() {
        var group = group()
        group.disconnected(at: 1000)
        group.connected(hasBacklog: false, at: 5000)
        group.disconnected(at: 5100)
        _ = group.takeActions()
        group.connected(hasBacklog: false, at: 6000)
        #expect(sent(&group).first?.hello == 5000)
    }

    @Test func theOldestOfTooManyHeldReadingsIsReleased() {
        var held = HeldReadings<Int>()
        for number in 0..<GroupRules.capacity {
            let one = Held(
                reading: reading(UInt64(number)),
                content: number,
                received: 0,
                deadline: 0
            )
            let isReleased = held.add(one).map { _ in true } ?? false
            if isReleased { Issue.record("\(number)") }
        }
        let next = Held(reading: reading(1 << 40), content: -1, received: 0, deadline: 0)
        #expect(held.add(next)?.content == 0)
        #expect(held.count == GroupRules.capacity)
    }

    @Test func readingsOfAnOutageWaitForTheOwnersSpool() {
        var group = group()
        group.published(reading(1), by: "a", asOwner: true, at: 10)
        group.disconnected(at: 20)
        group.offer(reading(2), "in its spool", at: 1000)
        group.offer(reading(3), "only here", at: 2000)
        #expect(advance(&group, to: 30_000) == [])
        group.connected(hasBacklog: false, at: 31_000)
        group.status("a", isOnline: true, at: 31_010)
        group.status("c", isOnline: false, at: 31_010)
        for hello in sent(&group) { group.received(hello, at: 31_020) }
        #expect(!group.maySend)
        var answer = message("a", number: 40)
        answer.pending = true
        answer.answer = GroupMessage.Answer(to: "b", isLast: true)
        group.received(answer, at: 31_030)
        group.tick(at: 31_040)
        #expect(group.maySend)
        #expect(advance(&group, to: 33_000) == [])
        group.published(reading(2), by: "a", asOwner: false, at: 33_100)
        group.received(message("a", number: 41), at: 33_200)
        #expect(advance(&group, to: 33_600) == ["only here"])
    }

    /// The answer has what was published meanwhile; it is dropped from the spool.
    @Test func aGatewayThatConnectsLearnsWhatWasPublished() throws {
        var group = group()
        group.published(reading(1), by: "a", asOwner: true, at: 1000)
        group.published(reading(2), by: "a", asOwner: true, at: 20_000)
        var hello = message("c", number: 20)
        hello.hello = 10_000
        group.received(hello, at: 26_000)
        let answer = try #require(sent(&group).compactMap(\.answer).first)
        #expect(answer.to == "c" && answer.published == [2] && answer.isLast)
    }

    @Test func whatAnAnswerHasIsNotPublished() {
        var group = group()
        group.offer(reading(1), "published", at: 100)
        group.offer(reading(2), "only here", at: 100)
        group.disconnected(at: 110)
        group.connected(hasBacklog: true, at: 1000)
        for hello in sent(&group) { group.received(hello, at: 1010) }
        var answer = message("a", number: 20)
        answer.answer = GroupMessage.Answer(to: "b", published: [1, 7], isLast: true)
        group.received(answer, at: 1020)
        // also for messages in the spool
        let dropped = group.takeActions().compactMap {
            if case .published(let identities) = $0 { identities } else { nil }
        }
        #expect(dropped == [[1, 7]])
        #expect(advance(&group, to: 7000) == [])
        #expect(advance(&group, to: 8000) == ["only here"])
    }

    // MARK: - What the broker has kept

    /// A publication whose acknowledgement was lost is not sent again: the broker delivers it to the gateway itself.
    @Test func anOwnPublicationThatTheBrokerHasIsDropped() {
        var group = group()
        group.disconnected(at: 110)
        group.connected(hasBacklog: true, at: 1000)
        let hello = sent(&group)
        group.published(reading(1), by: "b", asOwner: true, at: 1010)
        #expect(group.owner(of: device) == nil, "others may own it since")
        for message in hello { group.received(message, at: 1020) }
        #expect(dropped(&group) == [[1]])
        // later ones are sent and come back while they are in the spool
        for (number, name) in ["a", "c"].enumerated() {
            var answer = message(name, number: 20 + number)
            answer.answer = GroupMessage.Answer(to: "b", isLast: true)
            group.received(answer, at: 1030)
        }
        group.tick(at: 8000)
        _ = dropped(&group)
        #expect(group.maySend)
        group.published(reading(2), by: "b", asOwner: true, at: 8010)
        #expect(dropped(&group) == [])
    }

    private func dropped(_ group: inout Group<String>) -> [[UInt64]] {
        group.takeActions().compactMap {
            if case .published(let identities) = $0 { identities } else { nil }
        }
    }

    /// Until its hello is back, a gateway takes no message of the others for one of this connection, nor an earlier hello for its own.
    @Test func oldMessagesOfTheOthersDecideNothing() {
        var group = group()
        group.offer(reading(1), "a reading", at: 100)
        group.disconnected(at: 110)
        group.connected(hasBacklog: false, at: 20_000)
        let hello = sent(&group)
        group.received(bid(1, of: "a", number: 20), at: 20_010)
        var claim = message("a", number: 21)
        (claim.claimed, claim.pending) = ([device], true)
        group.received(claim, at: 20_010)
        var early = hello[0]
        early.number -= 1
        group.received(early, at: 20_010)
        group.tick(at: 22_500)
        #expect(!group.maySend && group.owner(of: device) == nil)
        for message in hello { group.received(message, at: 22_510) }
        #expect(advance(&group, to: 26_100) == [])
        #expect(group.maySend)
        // nobody else has bid for it, nor waits for a backlog
        #expect(advance(&group, to: 26_500) == ["a reading"])
    }

    /// Of two that connect at once, one may have its hello back before the other has sent its own: the first one asks again, or
    /// needs no answer.
    @Test(arguments: [false, true]) func ofTwoThatConnectEachKnowsTheOther(_ hasBacklog: Bool) {
        var group = group()
        group.disconnected(at: 110)
        group.connected(hasBacklog: hasBacklog, at: 200)
        group.status("a", isOnline: false, at: 210)
        group.status("c", isOnline: true, at: 210)
        for message in sent(&group) { group.received(message, at: 220) }
        var hello = message("c", number: 20)
        (hello.hello, hello.ready) = (1000, false)
        group.received(hello, at: 230)
        #expect(sent(&group).compactMap(\.question).count == (hasBacklog ? 1 : 0))
        group.tick(at: 240)
        #expect(group.maySend == !hasBacklog)
        var answer = message("c", number: 21)
        answer.answer = GroupMessage.Answer(to: "b", isLast: true)
        group.received(answer, at: 250)
        group.status("a", isOnline: true, at: 250)
        group.received(message("a", number: 20), at: 250)
        group.tick(at: 260)
        #expect(group.maySend)
    }

    @Test func anEarlierHelloIsNotTheOwn() {
        var group = group()
        group.disconnected(at: 110)
        group.connected(hasBacklog: true, at: 1000)
        for name in ["a", "c"] { group.status(name, isOnline: false, at: 1010) }
        for hello in sent(&group) {
            var early = hello
            early.number -= 1
            group.received(early, at: 1020)
            group.tick(at: 1030)
            #expect(!group.maySend)
            group.received(hello, at: 1040)
        }
        group.tick(at: 1050)
        #expect(group.maySend)
    }

    /// The others may have published it meanwhile: bids decide.
    @Test func anEventFromBeforeTheConnectionIsNotForwarded() {
        var group = group()
        group.disconnected(at: 110)
        group.offer(press(5), "press", state: "{}", at: 120)
        group.connected(hasBacklog: false, at: 1000)
        for name in ["a", "c"] { group.status(name, isOnline: true, at: 1010) }
        for hello in sent(&group) { group.received(hello, at: 1020) }
        for (number, name) in ["a", "c"].enumerated() {
            var answer = message(name, number: 20 + number)
            answer.answer = GroupMessage.Answer(to: "b", isLast: true)
            group.received(answer, at: 1030)
        }
        group.tick(at: 1040)
        #expect(group.maySend)
        #expect(sent(&group).allSatisfy { $0.events == nil })
    }

    /// A broker that delivers no own message stops nothing.
    @Test func aHelloThatDoesNotComeBackIsAwaitedForSixSeconds() {
        var group = group()
        group.disconnected(at: 110)
        group.connected(hasBacklog: true, at: 1000)
        // nobody else is there to wait for
        for name in ["a", "c"] { group.status(name, isOnline: false, at: 1010) }
        group.tick(at: 6900)
        #expect(!group.maySend)
        group.tick(at: 7000)
        #expect(group.maySend)
    }

    @Test func everythingIsReleasedAtTheEnd() {
        var group = group()
        group.offer(reading(1), "held", at: 100)
        group.releaseAll(at: 110)
        #expect(published(&group) == ["held"])
    }

    // MARK: - Presence

    private func states(_ group: inout Group<String>) -> [Bool] {
        group.takeActions().compactMap {
            if case .presence("tag", let isHome) = $0 { isHome } else { nil }
        }
    }

    @Test func presenceIsAUnion() {
        var group = group(online: ["c"])
        group.presence("tag", isHome: true, at: 100)
        #expect(states(&group) == [true])
        group.receivedPresence("tag", isHome: true)
        var other = message("c", number: 20)
        other.home = ["tag"]
        group.received(other, at: 200)
        group.presence("tag", isHome: false, at: 300)
        group.tick(at: 5000)
        #expect(states(&group) == [])
        group.received(message("c", number: 21), at: 6000)
        group.tick(at: 6000)
        #expect(states(&group) == [])
        group.tick(at: 7100)
        #expect(states(&group) == [false])
    }

    /// What a dead gateway had at home is home for a time.
    @Test func aDeadGatewaysHomeEnds() {
        var group = group(online: ["c"])
        group.receivedPresence("tag", isHome: true)
        group.presence("tag", isHome: false, at: 100)
        var other = message("c", number: 20)
        other.home = ["tag"]
        group.received(other, at: 200)
        group.status("c", isOnline: false, at: 300)
        group.tick(at: 180_199)
        group.tick(at: 181_000)
        #expect(states(&group) == [])
        group.tick(at: 182_100)
        #expect(states(&group) == [false])
    }

    @Test func onlyTheFirstByNamePublishesAway() {
        var group = group()
        group.receivedPresence("tag", isHome: true)
        group.presence("tag", isHome: false, at: 100)
        for now in stride(from: 0, to: 10_000, by: 500) as StrideTo<Int64> { group.tick(at: now) }
        #expect(states(&group) == [])
        group.status("a", isOnline: false, at: 10_000)
        group.tick(at: 10_000)
        #expect(states(&group) == [false])
    }

    // MARK: - Messages

    @Test func aMessageHasAllMembersAfterJSON() {
        var message = message("a", number: 3)
        (message.owned, message.levels, message.claimed) = ([1], [-60], [2])
        message.bids = [4]
        message.events = [GroupMessage.Event(device: 1, identity: 2, lifetime: 3, state: "{}")]
        message.answer = GroupMessage.Answer(to: "b", published: [UInt64.max], isLast: true)
        let json = message.json
        #expect(GroupMessage(json: json) == message)
        for count in json.indices { #expect(GroupMessage(json: Array(json.prefix(count))) == nil) }
    }
}
