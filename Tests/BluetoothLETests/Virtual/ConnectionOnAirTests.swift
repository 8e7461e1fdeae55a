import AccessoryConcurrency
import Glibc
import Synchronization
import Testing

@testable import BluetoothLE

/// Connections and channels on a virtual air.
@Suite(.timeLimit(.minutes(20))) struct ConnectionOnAirTests {
    /// The layer: 2M if both have it, else 1M, else coded; 1M without a common one.
    @Test(
        arguments: [
            ([.le1M, .le2M], [.le1M, .le2M, .coded], .le2M), ([.le1M, .le2M], [.le1M], .le1M),
            ([.le1M], [.le1M, .le2M], .le1M), ([.coded], [.le1M, .coded], .coded),
            ([.coded], [.le1M], .le1M), ([.le1M, .coded], [.le1M, .coded], .le1M),
        ] as [(Set<PHY>, Set<PHY>, PHY)]
    )
    func bothEndsAgreeOnParameters(wanted: Set<PHY>, offered: Set<PHY>, phy: PHY) async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        var features = RadioFeatures.everything
        features.phys = offered
        for radios in [
            [air.addAdapter(), air.addAdapter(features: features)],
            [air.addAdapter(features: features), air.addAdapter()],
        ] {
            let parameters = VirtualAir.parameters(
                ConnectionParameters {
                    $0.interval = .milliseconds(20)...(.milliseconds(50))
                    ($0.latency, $0.supervisionTimeout, $0.phys) = (2, .seconds(5), wanted)
                },
                radios[0],
                radios[1]
            )
            #expect(
                parameters
                    == LinkParameters(
                        interval: .milliseconds(20),
                        latency: 2,
                        supervisionTimeout: .seconds(5),
                        phy: phy,
                        dataLength: 251
                    )
            )
        }
    }

    @Test func bothEndsDescribeTheConnection() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            #expect(central.isCentral && !peripheral.isCentral)
            #expect(central.peer == pair.sensor.address && peripheral.peer == pair.phone.address)
            #expect(central.largestPacket == 517 && peripheral.largestPacket == 517)
            #expect(central.parameters == peripheral.parameters && central.endReason == nil)
            #expect(central.securityNow == nil && pair.air.connectionCount == 1)
            pair.air.setPathLoss(45, between: pair.phone, and: pair.sensor)
            for end in [central, peripheral] { #expect(try await end.readRSSI() == -45) }
            await peripheral.disconnect()
            #expect(central.endReason == .remoteUser && peripheral.endReason == .localHost)
            #expect(central.parameters == nil)
            let ended = RadioError.disconnected(.remoteUser)
            await #expect(throws: ended) { try await central.readRSSI() }
            await #expect(throws: ended) { try await central.update(ConnectionParameters()) }
            await #expect(throws: ended) { try await central.openChannel(psm: 1, mtu: 23) }
            await #expect(throws: ended) { try await central.incomingChannels(psm: 1, mtu: 23) }
            // at once
            await peripheral.disconnect()
            var security = central.security.makeAsyncIterator()
            while await security.next() != nil {}
        }
    }

    /// Six events at the old interval.
    @Test(arguments: [false, true]) func parametersChangeAfterSixEvents(
        byPeripheral: Bool
    ) async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let begin = pair.clock.now.offset
            try await (byPeripheral ? peripheral : central).update(
                ConnectionParameters {
                    $0.interval = .milliseconds(200)...(.milliseconds(300))
                    ($0.latency, $0.supervisionTimeout) = (1, .seconds(9))
                }
            )
            #expect(pair.clock.now.offset - begin == .milliseconds(90))
            let now = try #require(central.parameters)
            #expect(now.interval == .milliseconds(200) && now.latency == 1)
            #expect(now.supervisionTimeout == .seconds(9) && now.phy == .le2M)
            // the link ends during the change
            let change = TimeSource(pair.clock).task {
                await Result { try await central.update(ConnectionParameters()) }
            }
            try await pair.clock.sleep(for: .milliseconds(100))
            pair.air.disconnect(pair.phone, pair.sensor, reason: .remoteLowResources)
            let result = await change.value
            #expect(throws: RadioError.disconnected(.remoteLowResources)) { try result.get() }
        }
    }

    /// On a clock with several threads, the next exchange may end while the packets of the last one are being
    /// handled.
    @Test func packetsKeepTheirOrderBehindASlowHandler() async throws {
        let air = VirtualAir()
        let (phone, sensor) = (air.addAdapter(), air.addAdapter())
        let incoming = try sensor.incomingConnections()
        let set = try sensor.advertise(AdvertisingParameters(data: []))
        let central = try await phone.connect(to: sensor.address!, ConnectionParameters())
        let peripheral = try #require(try await incoming.first { _ in true })
        await set.stop()
        let received = Mutex<[[UInt8]]>([])
        let (arrivals, entry) = AsyncStream.makeStream(of: Void.self)
        central.attributes.start(
            onPacket: { packet in
                received.withLock { $0.append(packet) }
                entry.yield()
            },
            onEnd: {}
        )
        peripheral.attributes.start(
            onPacket: { _ in
                // one packet of this exchange still has to reach the central
                peripheral.attributes.send([2])
                let began = ContinuousClock.now
                while received.withLock({ $0.count }) < 1, ContinuousClock.now - began < .seconds(3)
                {
                    usleep(1000)
                }
            },
            onEnd: {}
        )
        central.attributes.send([0])
        peripheral.attributes.send([1])
        var count = 0
        for await _ in arrivals {
            count += 1
            if count == 2 { break }
        }
        #expect(received.withLock { $0 } == [[1], [2]])
    }

    @Test func aDeviceThatDoesNotAcceptIsReported() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let set = try pair.sensor.advertise(AdvertisingParameters(data: []))
            await #expect(throws: RadioError.disconnected(.notEstablished)) {
                try await pair.phone.connect(to: pair.sensor.address!, ConnectionParameters())
            }
            await set.stop()
            // an acceptor that was released does not accept
            do { _ = try pair.sensor.incomingConnections() }
            _ = try pair.sensor.advertise(AdvertisingParameters(data: []))
            await #expect(throws: RadioError.disconnected(.notEstablished)) {
                try await pair.phone.connect(to: pair.sensor.address!, ConnectionParameters())
            }
            let incoming = try pair.sensor.incomingConnections()
            try pair.phone.setPower(false)
            await #expect(throws: RadioError.poweredOff) {
                try await pair.phone.connect(to: pair.sensor.address!, ConnectionParameters())
            }
            try pair.phone.setPower(true)
            _ = try await pair.phone.connect(to: pair.sensor.address!, ConnectionParameters())
            #expect(pair.air.connectionCount == 1)
            withExtendedLifetime(incoming) {}
        }
    }

    /// Attempts of one adapter to several devices, and several to one.
    @Test func eachAttemptWaitsForItsDevice() async throws {
        let pair = Pair()
        let time = TimeSource(pair.clock)
        try await pair.clock.run {
            let third = pair.air.addAdapter()
            let attempts = [pair.sensor, pair.sensor, third].map { device in
                time.task {
                    await Result {
                        try await pair.phone.connect(
                            to: device.address!,
                            ConnectionParameters()
                        ).peer
                    }
                }
            }
            let incoming = try (pair.sensor.incomingConnections(), third.incomingConnections())
            // one that is not connectable
            _ = try pair.sensor.advertise(
                AdvertisingParameters(data: []) { $0.isConnectable = false }
            )
            try await pair.clock.sleep(for: .seconds(5))
            #expect(pair.air.connectionCount == 0)
            let set = try pair.sensor.advertise(AdvertisingParameters(data: []))
            for attempt in attempts.prefix(2) {
                #expect(try await attempt.value.get() == pair.sensor.address)
            }
            #expect(pair.air.connectionCount == 2)
            await set.stop()
            attempts[2].cancel()
            let result = await attempts[2].value
            #expect(throws: RadioError.cancelled) { try result.get() }
            withExtendedLifetime(incoming) {}
        }
    }

    @Test func onlyTheLinksOfThePairEnd() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (first, _) = try await pair.connect()
            let other = Pair(clock: pair.clock, air: pair.air, phone: pair.phone)
            let (second, _) = try await other.connect()
            #expect(pair.air.connectionCount == 2)
            pair.air.disconnect(other.phone, pair.sensor)
            #expect(first.endReason == .connectionTimeout && second.endReason == nil)
            // out of reach: the end follows after the supervision timeout, of this pair alone
            let (third, end) = try await pair.connect()
            pair.air.setReach(false, between: pair.sensor, and: pair.phone)
            try await pair.clock.sleep(for: .seconds(4) - .milliseconds(1))
            #expect(third.endReason == nil && end.endReason == nil)
            try await pair.clock.sleep(for: .milliseconds(2))
            #expect(third.endReason == .connectionTimeout && end.endReason == .connectionTimeout)
            #expect(second.endReason == nil && pair.air.connectionCount == 1)
        }
    }

    @Test func aShortAbsenceCostsTimeOnly() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            var received = packets(of: peripheral.attributes).makeAsyncIterator()
            let arrivals = Log()
            pair.air.setTap { _ in
                arrivals.add("packet")
                return .delivered
            }
            pair.air.setReach(false, between: pair.phone, and: pair.sensor)
            central.attributes.send([7])
            try await pair.clock.sleep(for: .seconds(3))
            #expect(arrivals.entries.isEmpty)
            pair.air.setReach(true, between: pair.phone, and: pair.sensor)
            let begin = pair.clock.now.offset
            #expect(await received.next() == [7])
            #expect(pair.clock.now.offset - begin <= .milliseconds(30))
            try await pair.clock.sleep(for: .seconds(10))
            #expect(central.endReason == nil)
        }
    }

    /// Every packet is lost: the end follows at the first event after the supervision timeout.
    @Test func aLinkWithoutReceptionEnds() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect {
                $0.interval = .milliseconds(100)...(.milliseconds(100))
                $0.supervisionTimeout = .seconds(2)
            }
            pair.air.conditions = AirConditions { $0.loss = 1 }
            let end = packets(of: peripheral.attributes)
            let begin = pair.clock.now.offset
            central.attributes.send([7])
            for await _ in end { Issue.record("received") }
            let duration = pair.clock.now.offset - begin
            #expect(duration >= .seconds(2) && duration <= .milliseconds(2300))
            #expect(central.endReason == .connectionTimeout)
            #expect(peripheral.endReason == .connectionTimeout)
        }
    }

    @Test func bothDirectionsAreRetransmitted() async throws {
        let pair = Pair(conditions: AirConditions { $0.loss = 0.4 }, seed: 3)
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let near = packets(of: central.attributes)
            let far = packets(of: peripheral.attributes)
            for number in 0..<50 as Range<UInt8> {
                central.attributes.send([number])
                peripheral.attributes.send([number, number])
            }
            var (up, down): ([[UInt8]], [[UInt8]]) = ([], [])
            for await packet in far.prefix(50) { up.append(packet) }
            for await packet in near.prefix(50) { down.append(packet) }
            #expect(up == (0..<50).map { [$0] } && down == (0..<50).map { [$0, $0] })
        }
    }

    @Test func aTapSeesEachPacket() async throws {
        let pair = Pair()
        let log = Log()
        let names = [pair.phone.ownAddress: "phone", pair.sensor.ownAddress: "sensor"]
        pair.air.setTap { packet in
            log.add(
                "\(packet.number) \(names[packet.sender]!) \(names[packet.receiver]!) \(packet.bytes)"
            )
            return .delivered
        }
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            var near = packets(of: central.attributes).makeAsyncIterator()
            var far = packets(of: peripheral.attributes).makeAsyncIterator()
            central.attributes.send([1, 2])
            #expect(await far.next() == [1, 2])
            peripheral.attributes.send([3])
            #expect(await near.next() == [3])
            #expect(log.entries == ["1 phone sensor [1, 2]", "2 sensor phone [3]"])
            pair.air.setTap(nil)
            pair.air.conditions = AirConditions { $0.disconnects = 1 }
            central.attributes.send([4])
            #expect(await far.next() == nil)
            #expect(central.endReason == .connectionTimeout && log.entries.count == 2)
        }
    }

    /// A packet is ready after the latency, then waits for its event.
    @Test func anAnswerTakesTheLatency() async throws {
        let pair = Pair(conditions: AirConditions { $0.latency = .milliseconds(100) })
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            var far = packets(of: peripheral.attributes).makeAsyncIterator()
            let begin = pair.clock.now.offset
            central.attributes.send([1])
            #expect(await far.next() == [1])
            let duration = pair.clock.now.offset - begin
            #expect(duration >= .milliseconds(100) && duration < .milliseconds(116))
        }
    }

    @Test(arguments: [64, 65]) func aSenderWaitsForRoom(count: Int) async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let begin = pair.clock.now.offset
            for _ in 0..<count { central.attributes.send([1]) }
            await central.attributes.drained()
            let waited = pair.clock.now.offset - begin
            #expect((waited > .zero) == (count > 64) && waited < .milliseconds(40))
            // the other end has its own queue
            let now = pair.clock.now.offset
            await peripheral.attributes.drained()
            #expect(pair.clock.now.offset == now)
        }
    }

    /// Later packets are dropped.
    @Test(arguments: [false, true]) func packetsBeforeADisconnectionArrive(
        byPeripheral: Bool
    ) async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let (own, peer) = byPeripheral ? (peripheral, central) : (central, peripheral)
            let received = packets(of: peer.attributes)
            let begin = pair.clock.now.offset
            for number in 0..<3 as Range<UInt8> { own.attributes.send([number]) }
            own.attributes.close()
            own.attributes.send([9])
            #expect(own.endReason == nil && peer.endReason == nil)
            #expect(await received.reduce(into: []) { $0.append($1) } == [[0], [1], [2]])
            #expect(own.endReason == .localHost && peer.endReason == .remoteUser)
            let duration = pair.clock.now.offset - begin
            #expect(duration >= .milliseconds(15) && duration <= .milliseconds(45))
            await own.attributes.drained()
            own.attributes.close()
            own.attributes.send([1])
        }
    }

    @Test func channelsAreOpenedFromBothEnds() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let begin = pair.clock.now.offset
            await #expect(throws: RadioError.failed("the peer has no channel 129")) {
                try await peripheral.openChannel(psm: 0x81, mtu: 64)
            }
            // a request and a response
            #expect(pair.clock.now.offset - begin == .milliseconds(30))
            var incoming: AsyncThrowingStream<any ChannelBearer, any Error>? =
                try await central.incomingChannels(psm: 0x81, mtu: 500)
            await #expect(throws: RadioError.busy) {
                try await central.incomingChannels(psm: 0x81, mtu: 500)
            }
            let others = [
                try await peripheral.incomingChannels(psm: 0x81, mtu: 23),
                try await central.incomingChannels(psm: 0x82, mtu: 23),
            ]
            let own = try await peripheral.openChannel(psm: 0x81, mtu: 64)
            var accepted = incoming?.makeAsyncIterator()
            let peer = try #require(try await accepted?.next())
            #expect(own.largestPacketOut == 500 && peer.largestPacketOut == 64)
            var (near, far) = (
                packets(of: own).makeAsyncIterator(), packets(of: peer).makeAsyncIterator()
            )
            own.send([1])
            peer.send([2])
            await own.drained()
            #expect(await far.next() == [1])
            #expect(await near.next() == [2])
            // a released acceptor frees its number, and its channel stays
            (incoming, accepted) = (nil, nil)
            let again = try await central.incomingChannels(psm: 0x81, mtu: 600)
            #expect(try await peripheral.openChannel(psm: 0x81, mtu: 64).largestPacketOut == 600)
            peer.send([3])
            #expect(await near.next() == [3])
            // closing drops the packets in both directions
            own.send([4])
            peer.send([5])
            own.close()
            #expect(await near.next() == nil)
            #expect(await far.next() == nil)
            own.close()
            withExtendedLifetime((others, again)) {}
        }
    }

    @Test func channelsEndWithTheirLink() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let incoming = try await peripheral.incomingChannels(psm: 1, mtu: 23)
            let unused = try await central.incomingChannels(psm: 1, mtu: 23)
            let own = try await central.openChannel(psm: 1, mtu: 23)
            var accepted = incoming.makeAsyncIterator()
            let peer = try #require(try await accepted.next())
            let ends = [packets(of: own), packets(of: peer)]
            pair.air.disconnect(pair.phone, pair.sensor)
            for end in ends { for await _ in end { Issue.record("received") } }
            #expect(try await accepted.next() == nil)
            for try await _ in unused { Issue.record("accepted") }
            own.send([1])
            await own.drained()
            own.close()
        }
    }
}

extension Pair {
    /// A pair with a new sensor on an existing air.
    fileprivate init(clock: VirtualClock, air: VirtualAir, phone: VirtualRadio) {
        (self.clock, self.air, self.phone) = (clock, air, phone)
        sensor = air.addAdapter()
    }
}
