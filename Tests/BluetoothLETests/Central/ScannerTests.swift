import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// The scan that all listeners share, and the filters of listeners.
@Suite(.timeLimit(.minutes(20))) struct ScannerTests {
    /// A radio that records the parameters of its scans and reports what the test yields.
    private final class RecordingRadio: Radio {
        let links = RadioLinks()
        private struct State {
            var scans: [ScanParameters] = []
            var entry: AdvertisementBatches.Continuation?
            var ended = 0
        }

        let name = "recording"
        let features = RadioFeatures()
        let address: BluetoothAddress? = nil
        let states = AsyncStream<RadioState> { $0.yield(.poweredOn) }
        private let state = Mutex(State())

        var scans: [ScanParameters] { state.withLock { $0.scans } }
        var ended: Int { state.withLock { $0.ended } }
        func yield(_ batch: [AdvertisementReport]) { state.withLock { $0.entry }?.yield(batch) }
        func finish(_ error: RadioError?) { state.withLock { $0.entry }?.finish(throwing: error) }

        func scanBatches(_ parameters: ScanParameters) -> AdvertisementBatches {
            let (batches, entry) = AdvertisementBatches.makeStream()
            entry.onTermination { [self] in state.withLock { $0.ended += 1 } }
            state.withLock { state in
                state.scans.append(parameters)
                state.entry = entry
            }
            return batches
        }

        func scan(
            _ parameters: ScanParameters
        ) -> AsyncThrowingStream<AdvertisementReport, any Error> {
            scanBatches(parameters).reports
        }
        func setPower(_ isOn: Bool) {}
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

    private struct Bench: Sendable {
        let clock = VirtualClock()
        let radio = RecordingRadio()
        let scanner: Scanner

        init() {
            scanner = Scanner(radio: radio, time: TimeSource(clock)) { _ in }
        }

        func scan(
            _ filter: ScanFilter = .all,
            timeout: Duration? = nil,
            capacity: Int = 100,
            _ change: (inout ScanParameters) -> Void = { _ in }
        ) async throws -> AdvertisementBatches {
            try await scanner.scan(
                filter,
                ScanParameters(change),
                timeout: timeout,
                capacity: capacity
            )
        }
    }

    private func report(
        _ number: UInt64,
        _ data: [UInt8] = [],
        isResponse: Bool = false
    ) -> AdvertisementReport {
        AdvertisementReport(
            address: BluetoothAddress(value: number),
            properties: isResponse ? .scanResponse : .connectable,
            data: data
        )
    }

    /// The most demanding listener determines interval and window; layers and activity are combined.
    @Test func theScanCoversAllListeners() async throws {
        let bench = Bench()
        try await bench.clock.run {
            func wait() async { try? await bench.clock.sleep(for: .seconds(1)) }
            let idle = try await bench.scan {
                ($0.interval, $0.window) = (.milliseconds(100), .milliseconds(10))
                ($0.isActive, $0.reportsDuplicates, $0.phys) = (false, false, [.coded])
            }
            #expect(bench.radio.scans.count == 1)
            let first = try #require(bench.radio.scans.last)
            #expect(first.interval == .milliseconds(100) && first.window == .milliseconds(10))
            // duplicates are dropped above the radio
            #expect(!first.isActive && first.reportsDuplicates && first.phys == [.coded])

            var eager: AdvertisementBatches? = try await bench.scan {
                ($0.interval, $0.window) = (.milliseconds(80), .milliseconds(40))
            }
            let second = try #require(bench.radio.scans.last)
            #expect(bench.radio.scans.count == 2 && bench.radio.ended == 1)
            #expect(second.interval == .milliseconds(80) && second.window == .milliseconds(40))
            #expect(second.isActive && second.phys == [.coded, .le1M])

            // the same fraction of time: the shorter interval finds devices sooner
            var quick: AdvertisementBatches? = try await bench.scan {
                ($0.interval, $0.window) = (.milliseconds(20), .milliseconds(10))
            }
            #expect(bench.radio.scans.last?.interval == .milliseconds(20))
            // a less demanding listener changes nothing
            let lazy = try await bench.scan {
                ($0.interval, $0.window) = (.milliseconds(60), .milliseconds(10))
            }
            #expect(bench.radio.scans.count == 3)
            quick = nil
            await wait()
            #expect(bench.radio.scans.count == 4)
            #expect(bench.radio.scans.last?.interval == .milliseconds(80))
            eager = nil
            await wait()
            #expect(bench.radio.scans.last?.interval == .milliseconds(60))
            withExtendedLifetime((idle, lazy, eager, quick)) {}
        }
        await bench.clock.run { try? await bench.clock.sleep(for: .seconds(1)) }
        // nobody listens
        #expect(bench.radio.ended == bench.radio.scans.count)
    }

    @Test func aListenerReceivesItsPartOfABatch() async throws {
        let bench = Bench()
        try await bench.clock.run {
            var all = try await bench.scan().makeAsyncIterator()
            let once = try await bench.scan { $0.reportsDuplicates = false }
            let second = try await bench.scan(.addresses([BluetoothAddress(value: 2)]))
            bench.radio.yield([report(1), report(2), report(1)])
            bench.radio.yield([report(1)])
            bench.radio.yield([report(2, [1])])
            bench.radio.finish(.poweredOff)
            #expect(try await all.next()?.map(\.address.value) == [1, 2, 1, 1, 2])
            await #expect(throws: CentralError.isPoweredOff) { try await all.next() }
            var others = [once.makeAsyncIterator(), second.makeAsyncIterator()]
            #expect(try await others[0].next()?.map(\.address.value) == [1, 2])
            #expect(try await others[1].next()?.map(\.data) == [[], [1]])
            for index in others.indices {
                await #expect(throws: CentralError.isPoweredOff) { try await others[index].next() }
            }
        }
    }

    /// A name in the scan response, services in the advertisement: both reports match once both are known.
    @Test func filtersSeeBothPartsOfASender() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let filter = ScanFilter.name("A") && .services(0x180F)
            var found = try await bench.scan(filter).makeAsyncIterator()
            let parts = [
                report(1, [3, 3, 0x0F, 0x18]), report(1, [2, 9, 0x41], isResponse: true),
            ]
            // in one batch, each report is seen as of its time
            bench.radio.yield([parts[0], report(2, [2, 9, 0x41]), parts[1], parts[0]])
            #expect(
                try await found.next()?.map { $0.properties.contains(.scanResponse) }
                    == [true, false]
            )
            // another name
            bench.radio.yield([report(1, [2, 9, 0x42], isResponse: true)])
            bench.radio.yield([parts[0]])
            bench.radio.yield([parts[1]])
            #expect(try await found.next()?.map(\.data) == [[2, 9, 0x41]])
        }
    }

    @Test func aTimeoutEndsOneListenerOnly() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let short = try await bench.scan(timeout: .seconds(5))
            let long = try await bench.scan()
            try await bench.clock.sleep(for: .seconds(6))
            bench.radio.yield([report(1)])
            var (first, second) = (short.makeAsyncIterator(), long.makeAsyncIterator())
            await #expect(throws: CentralError.serviceScanTimeout) { try await first.next() }
            #expect(try await second.next()?.count == 1)
            // the end of a scan without an error
            bench.radio.finish(nil)
            #expect(try await second.next() == nil)
            // a new listener starts a new scan
            let again = try await bench.scan()
            #expect(bench.radio.scans.count == 2)
            withExtendedLifetime(again) {}
        }
    }

    @Test func aSlowListenerLosesTheOldestReports() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let slow = try await bench.scan(capacity: 2)
            bench.radio.yield((1...5).map { report($0) })
            var iterator = slow.makeAsyncIterator()
            #expect(try await iterator.next()?.map(\.address.value) == [4, 5])
            #expect(slow.droppedReports == 3)
        }
    }

    @Test(
        arguments: [
            ("", "", true), ("", "a", false), ("*", "", true), ("*", "abc", true), ("**", "", true),
            ("?", "a", true), ("?", "", false), ("?", "ab", false), ("a*", "a", true),
            ("a*", "b", false), ("*a", "ba", true), ("*a", "ab", false), ("*ab", "aab", true),
            ("*a*b", "xaybzb", true), ("*a*b", "xaybz", false), ("a?c", "abc", true),
            ("a?c", "abd", false), ("a*?", "a", false), ("a*?", "ab", true), ("A", "a", false),
            ("ab", "abc", false), ("abc", "ab", false), ("*aab*", "aaaab", true),
        ]
    )
    func namesMatchPatterns(pattern: String, name: String, fits: Bool) {
        let data = [UInt8(name.utf8.count + 1), 9] + Array(name.utf8)
        let filter = ScanFilter.name(matching: pattern)
        #expect(filter.admits(report(1)) { Advertisement(data) } == fits)
        #expect(!ScanFilter.name(matching: pattern).admits(report(1)) { Advertisement([]) })
    }

    @Test func filtersKnowWhetherTheyReadTheSender() {
        let (reading, other) = (ScanFilter.name("x"), ScanFilter.connectable)
        for filter in [
            reading, .name(matching: "x"), .services(0x180F), .structure(9), !reading,
            reading && other, other && reading, reading || other, other || reading,
        ] {
            #expect(filter.readsSender && !filter.isEmpty)
        }
        for filter in [
            other, .rssi(atLeast: 0), .addresses([]), other && other, other || other, !other,
        ] {
            #expect(!filter.readsSender && !filter.isEmpty)
        }
        #expect(ScanFilter.all.isEmpty && !ScanFilter.all.readsSender)
        #expect(ScanFilter.all.admits(report(1)) { Advertisement([]) })
    }

    @Test func combinationsFollowLogic() {
        func filter(_ admits: Bool) -> ScanFilter { .reports { _ in admits } }
        func admits(_ filter: ScanFilter) -> Bool { filter.admits(report(1)) { Advertisement([]) } }
        for (one, other) in [(false, false), (false, true), (true, false), (true, true)] {
            #expect(admits(filter(one) && filter(other)) == (one && other))
            #expect(admits(filter(one) || filter(other)) == (one || other))
            #expect(admits(!filter(one)) == !one)
        }
        // any of the services, in any list
        let sender = Advertisement([3, 3, 0x0F, 0x18, 3, 2, 0x0A, 0x18])
        for (uuids, fits) in [
            ([], false), ([0x180F], true), ([0x1800, 0x180A], true), ([0x1800], false),
        ] as [([BluetoothUUID], Bool)] {
            #expect(ScanFilter.services(uuids).admits(report(1)) { sender } == fits)
        }
        #expect(ScanFilter.structure(3, beginsWith: [0x0F]).admits(report(1)) { sender })
        #expect(!ScanFilter.structure(3, beginsWith: [0x18]).admits(report(1)) { sender })
        #expect(!ScanFilter.structure(2, beginsWith: [0x0F]).admits(report(1)) { sender })
        #expect(ScanFilter.structure(2).admits(report(1)) { sender })
    }
}
