import AccessoryConcurrency
import Testing

@testable import BluetoothLE

/// Adapters, advertising and scans on a virtual air.
@Suite(.timeLimit(.minutes(20))) struct AdvertisingOnAirTests {
    /// What a scan reports within a time, by default a second.
    private func reports(
        on pair: Pair,
        within time: Duration = .seconds(1),
        by radio: VirtualRadio? = nil,
        _ change: (inout ScanParameters) -> Void = { _ in }
    ) async throws -> [AdvertisementReport] {
        let stream = try (radio ?? pair.phone).scan(ScanParameters(change))
        let scan = TimeSource(pair.clock).task {
            var reports: [AdvertisementReport] = []
            do { for try await report in stream { reports.append(report) } } catch {}
            return reports
        }
        try await pair.clock.sleep(for: time)
        scan.cancel()
        return await scan.value
    }

    @Test func adaptersHaveNamesAndAddresses() async throws {
        let air = VirtualAir(clock: VirtualClock())
        let first = air.addAdapter()
        let second = air.addAdapter(name: "mine", address: BluetoothAddress(value: 7))
        let third = air.addAdapter(features: RadioFeatures())
        #expect([first, second, third].map(\.name) == ["virtual0", "mine", "virtual2"])
        #expect(first.address?.description == "C0:DE:00:00:00:01")
        #expect(second.address == BluetoothAddress(value: 7))
        #expect(third.address?.description == "C0:DE:00:00:00:03")
        #expect(first.features == .everything && third.features == RadioFeatures())
        #expect(first.knownDevices.isEmpty && air.connectionCount == 0)
        #expect(air.conditions == AirConditions())
        air.conditions.loss = 0.5
        #expect(air.conditions == AirConditions { $0.loss = 0.5 })
    }

    @Test func statesFollowThePower() async throws {
        let pair = Pair()
        await pair.clock.run {
            var states = pair.phone.states.makeAsyncIterator()
            #expect(await states.next() == .poweredOn)
            try? pair.phone.setPower(true)
            try? pair.phone.setPower(false)
            try? pair.phone.reset()
            for state in [RadioState.poweredOff, .resetting, .poweredOn] {
                #expect(await states.next() == state)
            }
            try? pair.phone.reset()
            for state in [RadioState.poweredOff, .resetting, .poweredOn] {
                #expect(await states.next() == state)
            }
            pair.air.remove(pair.phone)
            #expect(await states.next() == .unsupported)
            #expect(await states.next() == nil)
            #expect(throws: RadioError.noAdapter("virtual0")) { try pair.phone.setPower(true) }
            #expect(throws: RadioError.noAdapter("virtual0")) {
                try pair.phone.scan(ScanParameters())
            }
        }
    }

    @Test func anUnpluggedAdapterEndsItsActivity() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let (central, peripheral) = try await pair.connect()
            let scan = try pair.phone.scan(ScanParameters())
            let incoming = try pair.phone.incomingConnections()
            let set = try pair.phone.advertise(AdvertisingParameters(data: []))
            let other = try pair.sensor.advertise(AdvertisingParameters(data: []))
            let pending = TimeSource(pair.clock).task {
                await Result {
                    try await pair.phone.connect(
                        to: BluetoothAddress(value: 99),
                        ConnectionParameters()
                    )
                }
            }
            try await pair.clock.sleep(for: .seconds(1))
            pair.air.remove(pair.phone)
            let gone = RadioError.noAdapter("virtual0")
            await #expect(throws: gone) { for try await _ in scan {} }
            await #expect(throws: gone) { for try await _ in incoming {} }
            #expect(await set.ended() == gone)
            let result = await pending.value
            #expect(throws: gone) { try result.get() }
            #expect(central.endReason == .localHost && peripheral.endReason == .remotePowerOff)
            #expect(pair.air.connectionCount == 0)
            // the other adapter goes on
            try await other.update(data: [2, 1, 6], scanResponse: [])
        }
    }

    @Test func aReportHasTheSetsProperties() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let plain = AdvertisingParameters(data: [2, 1, 6]) {
                $0.isConnectable = false
                $0.txPower = 4
            }
            var set = try pair.sensor.advertise(plain)
            #expect(set.address == pair.sensor.address)
            var found = try await reports(on: pair)
            #expect(found.count >= 9 && found.count <= 11)
            #expect(found.allSatisfy { $0.properties == .legacy && $0.rssi == -56 })
            #expect(
                found.allSatisfy { $0.txPower == nil && $0.set == nil && $0.data == [2, 1, 6] }
            )
            await set.stop()
            #expect(await set.ended() == nil)
            #expect(try await reports(on: pair).isEmpty)

            set = try pair.sensor.advertise(
                AdvertisingParameters(data: [1]) {
                    ($0.isExtended, $0.txPower, $0.scanResponse) = (true, -4, [9])
                }
            )
            found = try await reports(on: pair)
            let (first, second) = (found[0], found[1])
            #expect(first.properties == [.connectable, .scannable] && first.data == [1])
            #expect(second.properties == [.connectable, .scannable, .scanResponse])
            #expect(second.data == [9] && second.time == first.time)
            #expect(first.txPower == -4 && first.rssi == -64)
            #expect(try #require(first.set) <= 15 && first.set == second.set)
            // a passive scan requests no response
            found = try await reports(on: pair) { $0.isActive = false }
            #expect(found.count > 5 && found.allSatisfy { $0.data == [1] })
            #expect(found.allSatisfy { $0.properties == [.connectable, .scannable] })
            // another path, and back
            pair.air.setPathLoss(30, between: pair.sensor, and: pair.phone)
            #expect(try await reports(on: pair).first?.rssi == -34)
            pair.air.setPathLoss(nil, between: pair.phone, and: pair.sensor)
            #expect(try await reports(on: pair).first?.rssi == -64)
        }
    }

    @Test func duplicatesAreReportedOnRequest() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let response = AdvertisingParameters(data: [1]) { $0.scanResponse = [2] }
            _ = try pair.sensor.advertise(response)
            _ = try pair.sensor.advertise(AdvertisingParameters(data: [3]))
            let once = try await reports(on: pair) { $0.reportsDuplicates = false }
            #expect(once.map(\.data).sorted { $0[0] < $1[0] } == [[1], [2], [3]])
            let all = try await reports(on: pair)
            #expect(all.count > 20)
            // each twice, each not at all
            pair.air.conditions = AirConditions { $0.duplication = 1 }
            let twice = try await reports(on: pair) { $0.reportsDuplicates = false }
            #expect(twice.map { $0.data[0] }.sorted() == [1, 1, 2, 2, 3, 3])
            pair.air.conditions = AirConditions { $0.loss = 1 }
            #expect(try await reports(on: pair).isEmpty)
        }
    }

    @Test func aScanReceivesInItsWindowsOnly() async throws {
        let pair = Pair()
        try await pair.clock.run {
            try await pair.clock.sleep(for: .milliseconds(7))
            let begin = pair.clock.now.offset
            _ = try pair.sensor.advertise(AdvertisingParameters(data: []))
            let found = try await reports(on: pair, within: .seconds(30)) {
                ($0.interval, $0.window) = (.milliseconds(100), .milliseconds(20))
            }
            #expect((20..<120).contains(found.count))
            #expect(
                found.allSatisfy { report in
                    let (since, interval) = (report.time - begin, Duration.milliseconds(100))
                    let whole: Duration = interval * Int(since / interval)
                    return since - whole < .milliseconds(20)
                }
            )
        }
    }

    @Test func eachUseOfAnAdapterIsLimited() async throws {
        let air = VirtualAir(clock: VirtualClock())
        var features = RadioFeatures()
        features.advertisingSets = 2
        let radio = air.addAdapter(features: features)
        let other = air.addAdapter(features: features)
        let parameters = AdvertisingParameters(data: [])
        let sets = try (0..<2).map { _ in try radio.advertise(parameters) }
        #expect(throws: RadioError.busy) { try radio.advertise(parameters) }
        _ = try other.advertise(parameters)
        await sets[0].stop()
        await sets[0].stop()
        _ = try radio.advertise(parameters)
        var scan: AsyncThrowingStream<AdvertisementReport, any Error>? = try radio.scan(
            ScanParameters()
        )
        #expect(throws: RadioError.busy) { try radio.scan(ScanParameters()) }
        var incoming: AsyncThrowingStream<any RadioConnection, any Error>? =
            try radio.incomingConnections()
        #expect(throws: RadioError.busy) { try radio.incomingConnections() }
        withExtendedLifetime((scan, incoming)) {}
        (scan, incoming) = (nil, nil)
        _ = try radio.scan(ScanParameters())
        _ = try radio.incomingConnections()
        try radio.setPower(false)
        #expect(throws: RadioError.poweredOff) { try radio.advertise(parameters) }
        #expect(throws: RadioError.poweredOff) { try radio.incomingConnections() }
    }

    @Test func unsupportedAdvertisingIsRefused() throws {
        let air = VirtualAir(clock: VirtualClock())
        var features = RadioFeatures()
        features.advertisingData = 100
        let radio = air.addAdapter(features: features)
        func advertise(
            _ count: Int,
            _ response: Int,
            _ change: (inout AdvertisingParameters) -> Void = { _ in }
        )
            throws
        {
            _ = try air.addAdapter(features: radio.features).advertise(
                AdvertisingParameters(data: [UInt8](repeating: 0, count: count)) {
                    $0.scanResponse = [UInt8](repeating: 0, count: response)
                    change(&$0)
                }
            )
        }
        try advertise(31, 31)
        try advertise(100, 100) { $0.isExtended = true }
        let legacy = RadioError.invalidParameters("advertising data is at most 31 bytes long")
        #expect(throws: legacy) { try advertise(32, 0) }
        #expect(throws: legacy) { try advertise(0, 32) }
        let extended = RadioError.invalidParameters("advertising data is at most 100 bytes long")
        #expect(throws: extended) { try advertise(101, 0) { $0.isExtended = true } }
        #expect(throws: extended) { try advertise(0, 101) { $0.isExtended = true } }
        #expect(throws: RadioError.invalidParameters("legacy advertising is sent on LE 1M")) {
            try advertise(0, 0) { $0.primaryPHY = .coded }
        }
        for change in [
            { $0.primaryPHY = .coded }, { $0.secondaryPHY = .le2M },
        ] as [(inout AdvertisingParameters) -> Void] {
            #expect(throws: RadioError.notSupported("advertising on this physical layer")) {
                try advertise(0, 0) {
                    $0.isExtended = true
                    change(&$0)
                }
            }
        }
    }

    @Test func aSetsDataChange() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let set = try pair.sensor.advertise(AdvertisingParameters(data: [1]))
            try await set.update(data: [2], scanResponse: [3])
            let found = try await reports(on: pair)
            #expect(found.prefix(2).map(\.data) == [[2], [3]])
            await #expect(
                throws: RadioError.invalidParameters("advertising data is at most 31 bytes long")
            ) { try await set.update(data: [UInt8](repeating: 0, count: 32), scanResponse: []) }
            #expect(try await reports(on: pair).first?.data == [2])
            await set.stop()
            await #expect(throws: RadioError.failed("the advertising set was stopped")) {
                try await set.update(data: [1], scanResponse: [])
            }
        }
    }

    /// Advertising is simulated only for an audience.
    @Test func withoutAudienceNothingIsScheduled() async throws {
        let pair = Pair()
        try await pair.clock.run {
            _ = try pair.sensor.advertise(AdvertisingParameters(data: []))
            #expect(pair.clock.scheduledCount == 0)
            #expect(try await reports(on: pair).count > 5)
            try await pair.clock.sleep(for: .seconds(1))
            #expect(pair.clock.scheduledCount == 0)
            // an audience for advertising that began before, and for one that begins later
            #expect(try await reports(on: pair).count > 5)
            let waiting = TimeSource(pair.clock).task {
                await Result {
                    try await pair.phone.connect(
                        to: BluetoothAddress(value: 99),
                        ConnectionParameters()
                    )
                }
            }
            try await pair.clock.sleep(for: .seconds(1))
            #expect(pair.clock.scheduledCount == 1)
            waiting.cancel()
            _ = await waiting.value
            try await pair.clock.sleep(for: .seconds(1))
            #expect(pair.clock.scheduledCount == 0)
        }
    }

    /// The first event is within an interval; the next follow at the shortest interval and up to 10 ms.
    @Test func eventsFollowTheInterval() async throws {
        let pair = Pair()
        try await pair.clock.run {
            let begin = pair.clock.now.offset
            _ = try pair.sensor.advertise(
                AdvertisingParameters(data: []) {
                    $0.interval = .milliseconds(1000)...(.milliseconds(5000))
                }
            )
            let times = try await reports(on: pair, within: .seconds(100)).map(\.time)
            #expect(try #require(times.first) - begin < .milliseconds(1000))
            let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(gaps.allSatisfy { $0 >= .milliseconds(1000) && $0 < .milliseconds(1010) })
            #expect(
                gaps.contains { $0 > .milliseconds(1005) }
                    && gaps.contains { $0 < .milliseconds(1005) }
            )
        }
    }
}
