import AccessoryConcurrency
import TestSupport
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct ScanTests {
    /// Whether the radio's one scan is free.
    private func isIdle(_ radio: VirtualRadio) -> Bool {
        (try? radio.scan(ScanParameters())) != nil
    }

    @Test func manyScansShareOne() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            try ward.device.start(name: "one", services: [0xFFF0])
            let other = try TestDevice(ward.air.addAdapter(), clock: ward.clock)
            try other.start(name: "two", services: [0x180F])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<5 {
                    group.addTask {
                        let found = try await first(10, of: ward.central.scan(.name("one")))
                        #expect(found.allSatisfy { $0.address == ward.device.address })
                    }
                    group.addTask {
                        let found = try await first(10, of: ward.central.scan(.services(0x180F)))
                        #expect(found.allSatisfy { $0.address == other.address })
                    }
                }
                try await group.waitForAll()
            }
            try await ward.clock.sleep(for: .seconds(1))
            #expect(isIdle(ward.radio))
        }
    }

    @Test func duplicatesAreFilteredPerListener() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            try ward.device.start()
            let all = try await ward.central.scan()
            let once = try await ward.central.scan(
                .all,
                ScanParameters { $0.reportsDuplicates = false }
            )
            _ = try await first(50, of: all)
            let scan = TimeSource(ward.clock).task {
                await Result { try await first(3, of: once) }
            }
            try await ward.clock.sleep(for: .seconds(5))
            scan.cancel()
            #expect(try await scan.value.get().count == 2)
        }
    }

    /// A report of the advertiser with this number.
    private func report(_ number: UInt64, isResponse: Bool = false) -> AdvertisementReport {
        AdvertisementReport(
            address: BluetoothAddress(value: number, kind: .random),
            properties: isResponse ? .scanResponse : [],
            rssi: -50,
            data: []
        )
    }

    @Test func twoListenersWithoutDuplicatesReceiveEachReportOnce() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            try ward.device.start(name: "one", services: [0xFFF0])
            let once = ScanParameters { $0.reportsDuplicates = false }
            // must end: if the response were filtered out, the scan would wait forever
            let early = try await ward.central.scan(.all, once, timeout: .seconds(60))
            _ = try await first(2, of: early)
            // the radio's filter must not hide devices from the second scan that the first has reported
            let late = try await ward.central.scan(.all, once)
            let scan = TimeSource(ward.clock).task { await Result { try await first(3, of: late) } }
            try await ward.clock.sleep(for: .seconds(5))
            scan.cancel()
            let heard = try await scan.value.get()
            #expect(heard.map { $0.properties.contains(.scanResponse) } == [false, true])
            withExtendedLifetime(early) {}
        }
    }

    @Test func theNumberOfRememberedAdvertisersIsLimited() {
        var recent = RecentSet<Int>(capacity: 1000)
        #expect((0..<500).allSatisfy { recent.insert($0) })
        #expect((0..<500).allSatisfy { !recent.insert($0) })
        for number in 500..<100_000 {
            let (isNew, isFirstNew) = (recent.insert(number), recent.insert(0))
            // the first device is seen again and again, and is therefore never dropped
            #expect(isNew && !isFirstNew && recent.count <= 1000)
        }
        let (isLateNew, isEarlyNew) = (recent.insert(99_600), recent.insert(1))
        #expect(!isLateNew && isEarlyNew)
    }

    /// A radio that reports the given advertisements.
    private final class FedRadio: Radio {
        let links = RadioLinks()
        let name = "fed"
        let features = RadioFeatures()
        let address: BluetoothAddress? = nil
        let states = AsyncStream<RadioState> { $0.yield(.poweredOn) }
        let (reports, entry) = AsyncThrowingStream.makeStream(of: AdvertisementReport.self)

        func setPower(_ isOn: Bool) {}
        func scan(
            _ parameters: ScanParameters
        ) -> AsyncThrowingStream<AdvertisementReport, any Error> { reports }
        func advertise(
            _ parameters: AdvertisingParameters
        ) throws(RadioError) -> any AdvertisingSet { throw .notSupported("advertising") }
        func connect(
            to address: BluetoothAddress,
            _ parameters: ConnectionParameters
        ) throws(RadioError) -> any RadioConnection { throw .notSupported("connections") }
        func incomingConnections()
            throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error>
        { throw .notSupported("connections") }
        func setPairingAgent(_ agent: PairingAgent?) {}
        func bonds() -> [BluetoothAddress] { [] }
        func removeBond(with address: BluetoothAddress) {}
    }

    /// A set that is copied for each new advertiser makes the last 2000 cost 29 times the first.
    @Test func theThirtyThousandthAdvertiserCostsAsMuchAsTheFirst() async throws {
        let scanner = Scanner(radio: FedRadio(), time: TimeSource(VirtualClock())) { _ in }
        let once = ScanParameters { $0.reportsDuplicates = false }
        let reports = try await scanner.scan(.all, once, timeout: nil, capacity: 1)
        let batch = UInt64(2000)
        let costs = (UInt64(0)..<15).map { number in
            threadTime {
                for each in 0..<batch { scanner.receive([report(number * batch + each)]) }
            }
        }
        #expect(costs.last! < costs.first! * 10)
        withExtendedLifetime(reports) {}
    }

    @Test func aScanEndsAfterItsDuration() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            let reports = try await ward.central.scan(timeout: .seconds(5))
            await #expect(throws: CentralError.serviceScanTimeout) {
                try await first(1, of: reports)
            }
            #expect(ward.clock.now.offset == .seconds(5))
            try await ward.clock.sleep(for: .seconds(1))
            #expect(isIdle(ward.radio))
        }
    }

    @Test func aScanEndsWithItsTask() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            try ward.device.start()
            let task = TimeSource(ward.clock).task {
                await Result { try await first(.max, of: ward.central.scan()).count }
            }
            try await ward.clock.sleep(for: .seconds(5))
            task.cancel()
            _ = await task.value
            try await ward.clock.sleep(for: .seconds(1))
            #expect(isIdle(ward.radio))
        }
    }

    @Test func aScanEndsWithTheAdapter() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            let reports = try await ward.central.scan()
            try ward.radio.setPower(false)
            await #expect(throws: CentralError.isPoweredOff) { try await first(1, of: reports) }
            await #expect(throws: CentralError.isPoweredOff) { try await ward.central.scan() }
            try ward.radio.setPower(true)
            try ward.device.start()
            #expect(try await first(1, of: ward.central.scan()).count == 1)
        }
    }

    @Test func aBusyRadioIsReported() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            let others = try ward.radio.scan(ScanParameters())
            await #expect(throws: CentralError.isScanning) { try await ward.central.scan() }
            withExtendedLifetime(others) {}
        }
    }

    @Test func statesAreThoseOfTheRadio() async throws {
        let ward = try Ward()
        try await ward.clock.run {
            var states = ward.central.states.makeAsyncIterator()
            #expect(await states.next() == .poweredOn)
            try ward.radio.setPower(false)
            #expect(await states.next() == .poweredOff)
        }
    }

    @Test func filtersCombine() {
        func fits(_ filter: ScanFilter, _ data: [UInt8], rssi: Int? = -50) -> Bool {
            let report = AdvertisementReport(
                address: BluetoothAddress(value: 1),
                rssi: rssi,
                data: data
            )
            return filter.admits(report) { report.advertisement }
        }
        let named: [UInt8] = [5, 9] + Array("abcd".utf8)
        #expect(fits(.name("abcd"), named))
        #expect(!fits(.name("abc"), named))
        #expect(fits(.name(matching: "a*d"), named))
        #expect(fits(.name(matching: "*b?d*"), named))
        #expect(!fits(.name(matching: "a?d"), named))
        #expect(!fits(.name(matching: "b*"), named))
        #expect(!fits(.name(matching: "*"), []))
        #expect(fits(.structure(9, beginsWith: Array("ab".utf8)), named))
        #expect(!fits(.structure(8), named))
        #expect(fits(.rssi(atLeast: -50), named))
        #expect(!fits(.rssi(atLeast: -49), named))
        #expect(!fits(.rssi(atLeast: -99), named, rssi: nil))
        #expect(fits(.connectable && !.name("x"), named))
        #expect(fits(.name("x") || .addresses([BluetoothAddress(value: 1)]), named))
        #expect(!fits(.reports { _ in false }, named))
    }
}
