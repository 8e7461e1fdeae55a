import Testing

@testable import BluetoothLE

/// Times on the air and at connection events, calculated from Core 5.4, Vol 6, Part B.
@Suite struct LinkModelTests {
    /// The longest packets are those of table 4.6 in section 4.5.10: 2120, 1064 and 17040 µs.
    @Test(
        arguments: [
            (0, .le1M, false, 80), (0, .le1M, true, 80), (1, .le1M, true, 120),
            (27, .le1M, false, 296), (27, .le1M, true, 328), (251, .le1M, true, 2120),
            (0, .le2M, false, 44), (0, .le2M, true, 44), (251, .le2M, false, 1048),
            (251, .le2M, true, 1064), (0, .coded, false, 720), (27, .coded, true, 2704),
            (251, .coded, true, 17040),
        ] as [(Int, PHY, Bool, Int)]
    )
    func durationsOfPackets(payload: Int, phy: PHY, isEncrypted: Bool, microseconds: Int) {
        let time = AirTime.ofPacket(payload: payload, on: phy, isEncrypted: isEncrypted)
        #expect(time == .microseconds(microseconds))
    }

    /// Events at 100 ms and every 30 ms.
    private func model(
        latency: Int = 0,
        _ change: (inout LinkParameters) -> Void = { _ in }
    ) -> LinkModel {
        var parameters = LinkParameters(interval: .milliseconds(30), latency: latency)
        change(&parameters)
        return LinkModel(parameters, anchor: .milliseconds(100))
    }

    private func packet(
        _ count: Int,
        on channel: Int = 0,
        at ready: Duration = .zero
    ) -> LinkModel.Packet {
        let bytes = [UInt8](repeating: UInt8(count & 255), count: count)
        return LinkModel.Packet(channel: channel, bytes: bytes, ready: ready)
    }

    private let noLoss = (central: false, peripheral: false)

    @Test(
        arguments: [
            (0, 0, 100), (0, 100, 100), (0, 101, 130), (0, 130, 130), (0, 131, 160),
            (135, 0, 160), (160, 0, 160), (161, 159, 190),
        ]
    )
    func aPacketWaitsForTheNextEvent(ready: Int, now: Int, event: Int) {
        var model = model()
        #expect(model.next(after: .milliseconds(now)) == nil)
        model.enqueue(packet(1, at: .milliseconds(ready)), at: .central)
        #expect(model.next(after: .milliseconds(now)) == .milliseconds(event))
    }

    /// A peripheral without data listens to each fifth event only.
    @Test func latencyAppliesWhileThePeripheralHasNoData() {
        var model = model(latency: 4)
        model.enqueue(packet(1), at: .central)
        #expect(model.next(after: .milliseconds(100)) == .milliseconds(100))
        #expect(model.next(after: .milliseconds(101)) == .milliseconds(250))
        #expect(model.next(after: .milliseconds(251)) == .milliseconds(400))
        model.enqueue(packet(1, at: .seconds(9)), at: .peripheral)
        #expect(model.next(after: .milliseconds(101)) == .milliseconds(130))
    }

    @Test func theEarlierOfTwoPacketsDeterminesTheEvent() {
        for side in [LinkModel.Side.central, .peripheral] {
            var model = model()
            model.enqueue(packet(1, at: .milliseconds(200)), at: side)
            model.enqueue(packet(1, at: .milliseconds(140)), at: side.other)
            #expect(model.next(after: .zero) == .milliseconds(160))
        }
    }

    /// 10 bytes and 4 of L2CAP: 192 µs; the empty answer: 80 µs; two gaps of 150 µs.
    @Test func anExchangeDeliversBothPackets() throws {
        var model = model()
        model.enqueue(packet(10), at: .central)
        #expect(model.count(at: .central) == 1 && model.count(at: .peripheral) == 0)
        #expect(model.work(at: .milliseconds(100), losses: noLoss).isEmpty)
        let end = Duration.milliseconds(100) + .microseconds(572)
        #expect(model.next(after: .milliseconds(100)) == end)
        let arrivals = model.work(at: end, losses: noLoss)
        #expect(arrivals.map(\.to) == [.peripheral] && arrivals.map(\.channel) == [0])
        #expect(arrivals.map(\.bytes) == [[UInt8](repeating: 10, count: 10)])
        #expect(model.count(at: .central) == 0 && model.next(after: end) == nil)

        // both ends, the peripheral's packet on a channel: two more bytes for the SDU's length
        model.enqueue(packet(10), at: .central)
        model.enqueue(packet(10, on: 3), at: .peripheral)
        let second = try #require(model.next(after: end))
        #expect(second == .milliseconds(130))
        _ = model.work(at: second, losses: noLoss)
        let over = second + .microseconds(192 + 208 + 300)
        #expect(model.next(after: second) == over)
        let both = model.work(at: over, losses: noLoss)
        #expect(both.map(\.to) == [.peripheral, .central] && both.map(\.channel) == [0, 3])
    }

    @Test func encryptionMakesPacketsLonger() {
        var model = model()
        model.isEncrypted = true
        model.enqueue(packet(10), at: .central)
        _ = model.work(at: .milliseconds(100), losses: noLoss)
        #expect(model.next(after: .zero) == .milliseconds(100) + .microseconds(572 + 32))
    }

    /// 50 bytes and 4 of L2CAP are two packets of 27 bytes in one event.
    @Test func aLongPacketArrivesWithItsLastPart() throws {
        var model = model()
        model.enqueue(packet(50), at: .central)
        _ = model.work(at: .milliseconds(100), losses: noLoss)
        var end = Duration.milliseconds(100) + .microseconds(676)
        #expect(model.next(after: .zero) == end)
        #expect(model.work(at: end, losses: noLoss).isEmpty && model.count(at: .central) == 1)
        end += .microseconds(676)
        #expect(model.next(after: .zero) == end)
        #expect(model.work(at: end, losses: noLoss).map(\.bytes.count) == [50])
        // one byte more is a third packet
        model.enqueue(packet(51), at: .central)
        var counts: [Int] = []
        var now = end
        for _ in 0..<4 {
            now = try #require(model.next(after: now))
            counts.append(model.work(at: now, losses: noLoss).count)
        }
        #expect(counts == [0, 0, 0, 1])
    }

    /// Exchanges of 676 µs fill an event of 7.5 ms up to its last 150 µs: ten, not eleven.
    @Test func anEventEndsBeforeTheNext() throws {
        var model = model { $0.interval = .microseconds(7500) }
        for _ in 0..<30 { model.enqueue(packet(23), at: .central) }
        var now = Duration.milliseconds(100)
        _ = model.work(at: now, losses: noLoss)
        var arrivals = 0
        while let next = model.next(after: now), next < .milliseconds(100) + .microseconds(7500) {
            now = next
            arrivals += model.work(at: now, losses: noLoss).count
        }
        #expect(arrivals == 10)
        #expect(model.next(after: now) == .milliseconds(100) + .microseconds(7500))
        // an exchange that ends exactly 150 µs before the next event is part of this one
        for (interval, count) in [(676 * 2 + 150, 2), (676 * 2 + 149, 1)] {
            var model = self.model { $0.interval = .microseconds(interval) }
            for _ in 0..<3 { model.enqueue(packet(23), at: .central) }
            var now = Duration.milliseconds(100)
            _ = model.work(at: now, losses: noLoss)
            for _ in 0..<count {
                now += .microseconds(676)
                #expect(model.next(after: .zero) == now)
                #expect(model.work(at: now, losses: noLoss).count == 1)
            }
            #expect(model.next(after: now) == .milliseconds(100) + .microseconds(interval))
        }
    }

    /// A packet that becomes ready during an exchange waits until it is ready.
    @Test func aPacketIsNotSentBeforeItIsReady() {
        var model = model()
        model.enqueue(packet(10), at: .central)
        model.enqueue(packet(20, at: .milliseconds(101)), at: .peripheral)
        _ = model.work(at: .milliseconds(100), losses: noLoss)
        let end = Duration.milliseconds(100) + .microseconds(572)
        #expect(model.work(at: end, losses: noLoss).map(\.to) == [.peripheral])
        #expect(model.next(after: end) == .milliseconds(130))
    }

    @Test func aLostPacketIsRepeatedAtTheNextEvent() throws {
        var model = model()
        model.enqueue(packet(10), at: .central)
        model.enqueue(packet(10), at: .peripheral)
        let length = Duration.microseconds(192 + 192 + 300)
        // the central's packet is lost: no answer
        _ = model.work(at: .milliseconds(100), losses: noLoss)
        var end = Duration.milliseconds(100) + length
        #expect(model.work(at: end, losses: (central: true, peripheral: false)).isEmpty)
        #expect(model.silentSince == .milliseconds(100))
        // the answer is lost: the central's packet has arrived
        #expect(model.next(after: end) == .milliseconds(130))
        _ = model.work(at: .milliseconds(130), losses: noLoss)
        end = .milliseconds(130) + length
        let arrivals = model.work(at: end, losses: (central: false, peripheral: true))
        #expect(arrivals.map(\.to) == [.peripheral] && model.silentSince == .milliseconds(100))
        #expect(model.count(at: .central) == 0 && model.count(at: .peripheral) == 1)
        // received
        #expect(model.next(after: end) == .milliseconds(160))
        _ = model.work(at: .milliseconds(160), losses: noLoss)
        end = try #require(model.next(after: .zero))
        #expect(end == .milliseconds(160) + .microseconds(80 + 192 + 300))
        #expect(model.work(at: end, losses: noLoss).map(\.to) == [.central])
        #expect(model.silentSince == nil)
    }

    @Test func aChannelsPacketsCanBeDropped() {
        var model = model()
        for channel in [0, 3, 4, 3] { model.enqueue(packet(1, on: channel), at: .central) }
        model.enqueue(packet(1, on: 3), at: .peripheral)
        model.drop(channel: 3, at: .central)
        #expect(model.count(at: .central) == 2 && model.count(at: .peripheral) == 1)
    }

    @Test func eachSideHasAnother() {
        #expect(LinkModel.Side.central.other == .peripheral)
        #expect(LinkModel.Side.peripheral.other == .central)
        #expect(LinkModel.Side.central.rawValue == 0 && LinkModel.Side.peripheral.rawValue == 1)
    }
}

@Suite struct AirStateTests {
    @Test func aPairHasNoOrder() {
        #expect(AirState.Pair(1, 2) == AirState.Pair(2, 1))
        #expect(AirState.Pair(1, 2) != AirState.Pair(1, 3))
        var state = AirState(conditions: AirConditions(), seed: 1)
        state.outOfReach.insert(AirState.Pair(2, 1))
        #expect(!state.isInReach(1, 2) && !state.isInReach(2, 1) && state.isInReach(1, 3))
    }

    @Test func numbersAreUnique() {
        var state = AirState(conditions: AirConditions(), seed: 1)
        #expect((0..<3).map { _ in state.newID() } == [1, 2, 3])
    }

    /// Windows of 30 ms every 100 ms, the first at 5 ms.
    @Test(
        arguments: [
            (5, true), (34, true), (35, false), (104, false), (105, true), (134, true),
            (135, false), (1005, true), (1035, false),
        ]
    )
    func aScanListensInItsWindows(milliseconds: Int, isListening: Bool) {
        let (_, entry) = AsyncThrowingStream.makeStream(of: AdvertisementReport.self)
        let scan = AirState.ScanModel(
            id: 1,
            parameters: ScanParameters {
                ($0.interval, $0.window) = (.milliseconds(100), .milliseconds(30))
            },
            begin: .milliseconds(5),
            entry: entry
        )
        #expect(scan.isListening(at: .milliseconds(milliseconds)) == isListening)
    }

    @Test func theStrengthIsThePowerMinusTheLoss() {
        var state = AirState(conditions: AirConditions { $0.pathLoss = 70 }, seed: 1)
        #expect(state.strength(of: 1, at: 2) == -70)
        #expect(state.strength(of: 1, at: 2, power: 8) == -62)
        state.pathLoss[AirState.Pair(2, 1)] = 40
        #expect(state.strength(of: 1, at: 2, power: -4) == -44)
        #expect(state.strength(of: 1, at: 3) == -70)
        // the range of an RSSI
        state.pathLoss[AirState.Pair(2, 1)] = 127
        #expect(state.strength(of: 1, at: 2) == -127)
        #expect(state.strength(of: 1, at: 2, power: -1) == -127)
        state.pathLoss[AirState.Pair(2, 1)] = -21
        #expect(state.strength(of: 1, at: 2) == 20 && state.strength(of: 1, at: 2, power: -1) == 20)
        #expect(state.strength(of: 1, at: 2, power: -2) == 19)
    }

    @Test func fadingVariesInBothDirections() {
        var state = AirState(conditions: AirConditions { $0.fading = 3 }, seed: 1)
        let values = Set((0..<500).map { _ in state.strength(of: 1, at: 2) })
        #expect(values == Set(-63 ... -57))
    }

    @Test func chancesAreProbabilities() {
        var state = AirState(conditions: AirConditions(), seed: 1)
        #expect(!(0..<100).contains { _ in state.happens(0) })
        #expect((0..<100).allSatisfy { _ in state.happens(1) })
        let count = (0..<1000).count { _ in state.happens(0.3) }
        #expect((250..<350).contains(count))
    }

    @Test func idealConditions() {
        let conditions = AirConditions()
        #expect(conditions.loss == 0 && conditions.duplication == 0 && conditions.disconnects == 0)
        #expect(conditions.pathLoss == 60 && conditions.fading == 0)
        #expect(conditions.latency == .milliseconds(1))
    }
}

@Suite struct InboxTests {
    @Test func itemsWaitForTheHandlerAndKeepTheirOrder() {
        let inbox = Inbox()
        let log = Log()
        inbox.put(.packet([1]))
        inbox.put(.packet([2]))
        inbox.open {
            log.add("\($0[0])")
        } onEnd: {
            log.add("end")
        }
        inbox.put(.packet([3]))
        inbox.put(.end)
        inbox.put(.packet([4]))
        inbox.put(.end)
        #expect(log.entries == ["1", "2", "3", "end"])
    }

    @Test func theEndCanComeBeforeTheHandler() {
        let inbox = Inbox()
        let log = Log()
        inbox.put(.packet([1]))
        inbox.put(.end)
        inbox.put(.packet([2]))
        inbox.open {
            log.add("\($0[0])")
        } onEnd: {
            log.add("end")
        }
        #expect(log.entries == ["1", "end"])
    }

    /// An item from within the handler is delivered after the handler has returned.
    @Test func deliveriesDoNotNest() {
        let inbox = Inbox()
        let log = Log()
        inbox.open { packet in
            log.add("begin \(packet[0])")
            if packet[0] < 3 { inbox.put(.packet([packet[0] + 1])) }
            log.add("end \(packet[0])")
        } onEnd: {
        }
        inbox.put(.packet([1]))
        #expect(log.entries == [1, 2, 3].flatMap { ["begin \($0)", "end \($0)"] })
    }
}
