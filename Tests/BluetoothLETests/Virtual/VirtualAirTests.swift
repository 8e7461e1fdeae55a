import AccessoryConcurrency
import Testing

@testable import BluetoothLE

/// Two adapters on a separate air, and a connection between them on demand.
struct Pair: Sendable {
    let clock: VirtualClock
    let air: VirtualAir
    let phone: VirtualRadio
    let sensor: VirtualRadio

    init(conditions: AirConditions = AirConditions(), seed: UInt64 = 1) {
        clock = VirtualClock()
        air = VirtualAir(clock: clock, seed: seed, conditions: conditions)
        phone = air.addAdapter()
        sensor = air.addAdapter()
    }

    /// Connects the phone to the sensor. Returns both ends.
    func connect(
        _ change: (inout ConnectionParameters) -> Void = { _ in }
    ) async throws -> (central: any RadioConnection, peripheral: any RadioConnection) {
        let incoming = try sensor.incomingConnections()
        let set = try sensor.advertise(AdvertisingParameters(data: [2, 1, 6]))
        let central = try await phone.connect(to: sensor.address!, ConnectionParameters(change))
        var ends = incoming.makeAsyncIterator()
        let peripheral = try #require(try await ends.next())
        await set.stop()
        return (central, peripheral)
    }
}

/// The packets that a bearer delivers.
func packets(of bearer: any PacketBearer) -> AsyncStream<[UInt8]> {
    let (stream, entry) = AsyncStream.makeStream(of: [UInt8].self)
    bearer.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
    return stream
}

@Suite(.timeLimit(.minutes(20))) struct VirtualAirTests {
    @Test func valuesOutsideTheSpecificationAreRefused() async throws {
        let pair = Pair()
        #expect(throws: RadioError.self) {
            try pair.phone.scan(ScanParameters { $0.interval = .zero })
        }
        #expect(throws: RadioError.self) {
            try pair.phone.scan(ScanParameters { $0.window = .seconds(1) })
        }
        for interval in [Duration.zero, .seconds(11)] {
            #expect(throws: RadioError.self) {
                try pair.sensor.advertise(
                    AdvertisingParameters(data: []) { $0.interval = interval...interval }
                )
            }
        }
        try await pair.clock.run {
            await #expect(throws: RadioError.self) {
                try await pair.phone.connect(
                    to: pair.sensor.address!,
                    ConnectionParameters { $0.interval = .zero...(.zero) }
                )
            }
            let (central, peripheral) = try await pair.connect()
            await #expect(throws: RadioError.self) {
                try await central.update(ConnectionParameters { $0.latency = -1 })
            }
            await #expect(throws: RadioError.self) {
                try await central.openChannel(psm: 0, mtu: 100)
            }
            await #expect(throws: RadioError.self) {
                try await peripheral.incomingChannels(psm: 1, mtu: 22)
            }
        }
    }

    @Test func aPairingEndsWithItsLink() async throws {
        let pair = Pair()
        let (clock, time) = (pair.clock, TimeSource(pair.clock))
        let (ends, ended) = AsyncStream.makeStream(of: Bool.self)
        try await clock.run {
            try pair.sensor.setPairingAgent(
                PairingAgent(.displayYesNo) { _, _ in
                    try? await clock.sleep(for: .seconds(3600))
                    ended.yield(Task.isCancelled)
                    return .accept
                }
            )
            let (central, peripheral) = try await pair.connect()
            let securing = time.task { await Result { try await central.secure(to: .encrypted) } }
            try await clock.sleep(for: .seconds(1))
            await peripheral.disconnect()
            let result = await securing.value
            #expect(throws: RadioError.disconnected(.remoteUser)) { try result.get() }
            #expect(await ends.first { _ in true } == true)
            #expect(clock.now.offset < .seconds(60))
        }
    }

    @Test func aScannerReceivesAnAdvertiserAtItsInterval() async throws {
        let pair = Pair()
        let reports = try await pair.clock.run {
            let set = try pair.sensor.advertise(
                AdvertisingParameters(data: [2, 1, 6]) { $0.scanResponse = [2, 0x0A, 0] }
            )
            var reports: [AdvertisementReport] = []
            for try await report in try pair.phone.scan(ScanParameters()) {
                reports.append(report)
                if reports.count == 20 { break }
            }
            await set.stop()
            return reports
        }
        #expect(reports.allSatisfy { $0.address == pair.sensor.address && $0.rssi == -60 })
        let first = reports.filter { !$0.properties.contains(.scanResponse) }
        #expect(first.count == 10)
        #expect(first.allSatisfy { $0.data == [2, 1, 6] && $0.isConnectable })
        let gaps = zip(first, first.dropFirst()).map { $1.time - $0.time }
        #expect(gaps.allSatisfy { $0 >= .milliseconds(100) && $0 < .milliseconds(110) })
    }

    @Test(arguments: [(PHY.le1M, PHY.le2M), (.coded, .coded)])
    func extendedAdvertisingIsReceivedOnItsPHY(primary: PHY, secondary: PHY) async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock, seed: 1)
        let (device, near, far) = (air.addAdapter(), air.addAdapter(), air.addAdapter())
        let data = (0..<200).map { UInt8($0) }
        try await clock.run {
            let set = try device.advertise(
                AdvertisingParameters(data: data) {
                    $0.isExtended = true
                    ($0.primaryPHY, $0.secondaryPHY) = (primary, secondary)
                    $0.txPower = 4
                }
            )
            let heard = Counter()
            let (hears, misses) = primary == .coded ? (far, near) : (near, far)
            let other: Set<PHY> = primary == .coded ? [.le1M] : [.coded]
            let nobody = try misses.scan(ScanParameters { $0.phys = other })
            _ = TimeSource(clock).task {
                do { for try await _ in nobody { _ = heard.next() } } catch {}
            }
            for try await report in try hears.scan(ScanParameters { $0.phys = [primary] }) {
                #expect(report.data == data && report.txPower == 4 && report.set != nil)
                #expect(!report.properties.contains(.legacy))
                break
            }
            try await clock.sleep(for: .seconds(1))
            #expect(heard.next() == 1)
            await set.stop()
        }
        var plain = RadioFeatures()
        plain.advertisingData = 31
        let old = air.addAdapter(features: plain)
        #expect(throws: RadioError.notSupported("scanning on this physical layer")) {
            try old.scan(ScanParameters { $0.phys = [.coded] })
        }
        #expect(throws: RadioError.invalidParameters("advertising data is at most 31 bytes long")) {
            try old.advertise(AdvertisingParameters(data: data) { $0.isExtended = true })
        }
    }

    @Test func anAdvertiserOutOfRangeIsNotReceived() async throws {
        let pair = Pair()
        pair.air.setReach(false, between: pair.phone, and: pair.sensor)
        let count = try await pair.clock.run {
            _ = try pair.sensor.advertise(AdvertisingParameters(data: []))
            let stream = try pair.phone.scan(ScanParameters())
            let scan = TimeSource(pair.clock).task {
                var count = 0
                do { for try await _ in stream { count += 1 } } catch {}
                return count
            }
            try await pair.clock.sleep(for: .seconds(10))
            scan.cancel()
            return await scan.value
        }
        #expect(count == 0)
    }

    @Test func packetsArriveInOrderAtConnectionEvents() async throws {
        let pair = Pair()
        let times = try await pair.clock.run {
            let (central, peripheral) = try await pair.connect {
                $0.interval = .milliseconds(30)...(.milliseconds(30))
            }
            var received = packets(of: peripheral.attributes).makeAsyncIterator()
            var times: [Duration] = []
            for value in 0..<5 as Range<UInt8> {
                central.attributes.send([value])
                #expect(await received.next() == [value])
                times.append(pair.clock.now.offset)
            }
            return times
        }
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps == Array(repeating: .milliseconds(30), count: 4))
    }

    /// 2M, 251 bytes, MTU 247: 1044 + 44 + 300 µs an exchange; five in 7.5 ms.
    @Test func aFullLinkCarriesWholePacketsPerEvent() async throws {
        let pair = Pair()
        let begin = try await pair.clock.run {
            let (central, peripheral) = try await pair.connect {
                $0.interval = .microseconds(7500)...(.microseconds(7500))
            }
            #expect(central.parameters?.phy == .le2M)
            let received = packets(of: peripheral.attributes)
            for _ in 0..<100 { central.attributes.send([UInt8](repeating: 0, count: 247)) }
            var arrivals: [Duration] = []
            for await _ in received {
                arrivals.append(pair.clock.now.offset)
                if arrivals.count == 100 { break }
            }
            return arrivals
        }
        // twenty events, the first at the anchor
        let spent = begin[99] - begin[0]
        #expect(spent > .milliseconds(7.5 * 19) && spent < .milliseconds(7.5 * 20))
    }

    @Test func lossOnlyCostsTime() async throws {
        let pair = Pair(conditions: AirConditions { $0.loss = 0.3 }, seed: 7)
        let received = try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let stream = packets(of: peripheral.attributes)
            for number in 0..<200 {
                central.attributes.send([UInt8](repeating: UInt8(number), count: 300))
                await central.attributes.drained()
            }
            var received: [[UInt8]] = []
            for await packet in stream {
                received.append(packet)
                if received.count == 200 { break }
            }
            return received
        }
        #expect(received == (0..<200).map { [UInt8](repeating: UInt8($0), count: 300) })
    }

    @Test func bothEndsReportTheReasonOfADisconnection() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let received = packets(of: peripheral.attributes)
            await central.disconnect()
            for await _ in received {}
            #expect(central.endReason == .localHost)
            #expect(peripheral.endReason == .remoteUser)
            #expect(pair.air.connectionCount == 0)
        }
    }

    @Test func aDisconnectionEndsTheLinkWhileThePeerSends() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let received = packets(of: peripheral.attributes)
            for number in 0..<100 as Range<UInt8> { central.attributes.send([number]) }
            async let flood: Void = {
                while central.endReason == nil {
                    central.attributes.send([100])
                    await central.attributes.drained()
                }
            }()
            await central.disconnect()
            await flood
            let packets = await received.reduce(into: []) { $0.append($1[0]) }
            #expect(packets.starts(with: 0..<100))
            #expect(central.endReason == .localHost)
        }
    }

    @Test func aDeviceOutOfRangeIsLostAfterTheSupervisionTimeout() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, _) = try await pair.connect()
            let received = packets(of: central.attributes)
            let begin = pair.clock.now.offset
            pair.air.setReach(false, between: pair.phone, and: pair.sensor)
            for await _ in received {}
            #expect(pair.clock.now.offset - begin == .seconds(4))
            #expect(central.endReason == .connectionTimeout)
        }
    }

    @Test func turningOffEndsAll() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let set = try pair.sensor.advertise(AdvertisingParameters(data: []))
            let scan = try pair.sensor.scan(ScanParameters())
            try pair.sensor.setPower(false)
            #expect(await set.ended() == .poweredOff)
            await #expect(throws: RadioError.poweredOff) { for try await _ in scan {} }
            #expect(central.endReason == .remotePowerOff)
            #expect(peripheral.endReason == .localHost)
            #expect(throws: RadioError.poweredOff) { try pair.sensor.scan(ScanParameters()) }
            try pair.sensor.setPower(true)
            _ = try await pair.connect()
        }
    }

    @Test func aPendingConnectionCanBeCancelled() async throws {
        let pair = Pair()
        await pair.clock.run {
            await #expect(throws: RadioError.cancelled) {
                try await TimeSource(pair.clock).within(.seconds(5), orThrow: RadioError.cancelled)
                {
                    _ = try await pair.phone.connect(
                        to: pair.sensor.address!,
                        ConnectionParameters()
                    )
                }
            }
            #expect(pair.clock.now.offset == .seconds(5))
        }
    }

    @Test func aTapEndsAConnectionAtAChosenPacket() async throws {
        let pair = Pair()
        pair.air.setTap { $0.number == 3 ? .disconnected(.connectionTimeout) : .delivered }
        let received = try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let stream = packets(of: peripheral.attributes)
            for value in 0..<5 as Range<UInt8> { central.attributes.send([value]) }
            return await stream.reduce(into: []) { $0.append($1) }
        }
        #expect(received == [[0], [1]])
    }

    @Test func channelsCarryWholePackets() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            await #expect(throws: RadioError.self) {
                try await central.openChannel(psm: 1, mtu: 64)
            }
            let incoming = try await peripheral.incomingChannels(psm: 0x81, mtu: 2000)
            let near = try await central.openChannel(psm: 0x81, mtu: 64)
            var accepted = incoming.makeAsyncIterator()
            let far = try #require(try await accepted.next())
            #expect(near.largestPacketOut == 2000)
            #expect(far.largestPacketOut == 64)
            let received = packets(of: far)
            near.send([UInt8](repeating: 7, count: 2000))
            near.send([8])
            var packets = received.makeAsyncIterator()
            #expect(await packets.next() == [UInt8](repeating: 7, count: 2000))
            #expect(await packets.next() == [8])
            near.close()
            #expect(await packets.next() == nil)
        }
    }

    @Test(arguments: [false, true]) func pairingComparesNumbers(isEqual: Bool) async throws {
        let pair = Pair()
        try pair.phone.setPairingAgent(PairingAgent(.displayYesNo) { _, _ in .accept })
        try pair.sensor.setPairingAgent(
            PairingAgent(.keyboardDisplay) { question, _ in
                guard case .compare = question else { return .reject }
                return isEqual ? .accept : .reject
            }
        )
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            guard isEqual else {
                await #expect(throws: RadioError.self) {
                    try await central.secure(to: .authenticated)
                }
                #expect(pair.phone.bonds().isEmpty)
                return
            }
            try await central.secure(to: .authenticated)
            var security = peripheral.security.makeAsyncIterator()
            #expect(
                await security.next()
                    == ConnectionSecurity(level: .secureConnections, isBonded: true)
            )
            #expect(pair.phone.bonds() == [pair.sensor.address!])
        }
    }
}
