import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// Starting, resuming and ending advertising, on a radio whose sets end when the test says so.
@Suite(.timeLimit(.minutes(20))) struct AdvertisingTests {
    private final class ScriptedSet: AdvertisingSet {
        let address: BluetoothAddress? = nil
        let log = Log()
        let ending = Completion<RadioError?>()
        /// Whether the set ends when it is stopped.
        let endsWhenStopped: Bool
        let updateError = Mutex<RadioError?>(nil)

        init(endsWhenStopped: Bool) { self.endsWhenStopped = endsWhenStopped }

        func update(data: [UInt8], scanResponse: [UInt8]) throws(RadioError) {
            if let error = updateError.withLock({ $0 }) { throw error }
            log.add("update \(data) \(scanResponse)")
        }
        func stop() {
            log.add("stop")
            if endsWhenStopped { ending.complete(nil) }
        }
        func ended() async -> RadioError? { await ending.cause() }
    }

    private final class ScriptedRadio: Radio {
        let links = RadioLinks()
        struct State {
            var sets: [ScriptedSet] = []
            var starts: [Duration] = []
            /// The errors of the next calls to advertise.
            var errors: [RadioError] = []
            var acceptError: RadioError?
            var accepts: [AsyncThrowingStream<any RadioConnection, any Error>.Continuation] = []
            var bonds: [BluetoothAddress] = []
            var endsWhenStopped = true
        }

        let name = "scripted"
        let address: BluetoothAddress? = nil
        let features = RadioFeatures()
        let state = Mutex(State())
        let clock: VirtualClock
        let announcements = Broadcaster<RadioState>(replaying: .poweredOn)

        init(_ clock: VirtualClock) { self.clock = clock }

        var states: AsyncStream<RadioState> { announcements.stream() }
        var sets: [ScriptedSet] { state.withLock { $0.sets } }

        func advertise(_ parameters: AdvertisingParameters) throws(RadioError) -> any AdvertisingSet
        {
            let now = clock.now.offset
            let result = state.withLock { state -> Result<ScriptedSet, RadioError> in
                state.starts.append(now)
                if !state.errors.isEmpty { return .failure(state.errors.removeFirst()) }
                state.sets.append(ScriptedSet(endsWhenStopped: state.endsWhenStopped))
                return .success(state.sets[state.sets.count - 1])
            }
            return try result.get()
        }
        func incomingConnections()
            throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error>
        {
            if let error = state.withLock({ $0.acceptError }) { throw error }
            let (stream, entry) = AsyncThrowingStream.makeStream(of: (any RadioConnection).self)
            state.withLock { $0.accepts.append(entry) }
            return stream
        }
        func setPower(_ isOn: Bool) {}
        func setPairingAgent(_ agent: PairingAgent?) {}
        func bonds() -> [BluetoothAddress] { state.withLock { $0.bonds } }
        func removeBond(with address: BluetoothAddress) {}
        func scan(
            _ parameters: ScanParameters
        ) throws(RadioError) -> AsyncThrowingStream<AdvertisementReport, any Error> {
            throw .notSupported("scanning")
        }
        func connect(
            to address: BluetoothAddress,
            _ parameters: ConnectionParameters
        ) throws(RadioError) -> any RadioConnection { throw .notSupported("connecting") }
    }

    private struct Bench: Sendable {
        let clock = VirtualClock()
        let radio: ScriptedRadio
        let manager: PeripheralManager
        let log = Log()

        init(resumes: Bool = false) {
            radio = ScriptedRadio(clock)
            manager = PeripheralManager(
                radio: radio,
                clock: clock,
                options: .init { $0.resumesAdvertising = resumes }
            )
            let (events, log) = (manager.events, log)
            _ = TimeSource(clock).task {
                for await event in events {
                    switch event {
                    case .advertisingStopped(let error): log.add("stopped: \(error)")
                    case .advertisingResumed: log.add("resumed")
                    default: log.add("\(event)")
                    }
                }
            }
        }

        func wait(_ time: Duration = .milliseconds(1)) async { try? await clock.sleep(for: time) }

        /// The advertising that would be restored.
        func saved() async -> AdvertisingParameters? {
            await manager.server.savedState.advertising?.parameters
        }
    }

    private let parameters = AdvertisingParameters(data: [2, 1, 6])

    @Test func aLateEndOfAnEarlierSetEndsNothing() async throws {
        let bench = Bench(resumes: true)
        bench.radio.state.withLock { $0.endsWhenStopped = false }
        try await bench.clock.run {
            try await bench.manager.startAdvertising(parameters)
            try await bench.manager.stopAdvertising()
            #expect(bench.radio.sets[0].log.entries == ["stop"])
            #expect(await !bench.manager.isAdvertising)
            try await bench.manager.startAdvertising(parameters)
            bench.radio.sets[0].ending.complete(.poweredOff)
            await bench.wait(.seconds(5))
            #expect(await bench.manager.isAdvertising)
            #expect(bench.log.entries.isEmpty && bench.radio.sets.count == 2)
            #expect(bench.radio.sets[1].log.entries.isEmpty)
        }
    }

    /// A set that ends with a reason is an event; it is resumed only if that was requested and may succeed.
    @Test(
        arguments: [
            (false, .poweredOff, 1), (true, .poweredOff, 2), (true, .owned(by: "x"), 2),
            (true, .noAdapter("x"), 1), (true, .failed("x"), 1),
        ] as [(Bool, RadioError, Int)]
    )
    func theEndOfASet(resumes: Bool, cause: RadioError, starts: Int) async throws {
        let bench = Bench(resumes: resumes)
        try await bench.clock.run {
            try await bench.manager.startAdvertising(parameters)
            #expect(await bench.saved()?.data == [2, 1, 6])
            bench.radio.sets[0].ending.complete(cause)
            await bench.wait()
            #expect(await !bench.manager.isAdvertising)
            #expect(bench.log.entries == ["stopped: \(cause)"])
            await bench.wait(.seconds(5))
            #expect(bench.radio.sets.count == starts)
            #expect(bench.log.entries.dropFirst() == (starts == 2 ? ["resumed"] : []))
            let isAdvertising = await bench.manager.isAdvertising
            #expect(isAdvertising == (starts == 2))
        }
    }

    @Test func resumingIsRetriedOnceASecond() async throws {
        let bench = Bench(resumes: true)
        try await bench.clock.run {
            try await bench.manager.startAdvertising(parameters)
            bench.radio.state.withLock { $0.errors = [.busy, .timedOut] }
            bench.radio.announcements.send(.poweredOff)
            bench.radio.sets[0].ending.complete(.blocked)
            await bench.wait(.seconds(60))
            // while the radio is off, nothing is tried
            #expect(bench.radio.state.withLock { $0.starts } == [.zero])
            bench.radio.announcements.send(.poweredOn)
            await bench.wait(.seconds(10))
            let starts = bench.radio.state.withLock { $0.starts }
            #expect(starts == [0, 60, 61, 62].map { .seconds($0) })
            #expect(bench.log.entries == ["stopped: \(RadioError.blocked)", "resumed"])
            // again, with an error that stays
            bench.radio.state.withLock { $0.errors = [.noAdapter("x")] }
            bench.radio.sets[1].ending.complete(.busy)
            await bench.wait(.seconds(10))
            #expect(
                bench.log.entries.suffix(2)
                    == ["stopped: \(RadioError.busy)", "stopped: \(RadioError.noAdapter("x"))"]
            )
            #expect(bench.radio.sets.count == 2)
            #expect(await !bench.manager.isAdvertising)
        }
    }

    @Test(arguments: [false, true]) func theApplicationEndsTheResumption(starts: Bool) async throws
    {
        let bench = Bench(resumes: true)
        try await bench.clock.run {
            try await bench.manager.startAdvertising(parameters)
            bench.radio.sets[0].ending.complete(.poweredOff)
            await bench.wait()
            if starts {
                try await bench.manager.startAdvertising(AdvertisingParameters(data: [9]))
            } else {
                try await bench.manager.stopAdvertising()
            }
            await bench.wait(.seconds(10))
            #expect(bench.radio.sets.count == (starts ? 2 : 1))
            #expect(bench.log.entries == ["stopped: \(RadioError.poweredOff)"])
            let saved = await bench.saved()
            #expect(saved?.data == (starts ? [9] : nil))
        }
    }

    @Test func dataAreUpdated() async throws {
        let bench = Bench()
        try await bench.clock.run {
            try await bench.manager.updateAdvertising(data: [1])
            try await bench.manager.startAdvertising(
                AdvertisingParameters(data: [2, 1, 6]) { $0.isConnectable = false }
            )
            try await bench.manager.updateAdvertising(data: [1], scanResponse: [2])
            #expect(bench.radio.sets[0].log.entries == ["update [1] [2]"])
            let saved = try #require(await bench.saved())
            #expect(saved.data == [1] && saved.scanResponse == [2] && !saved.isConnectable)
            bench.radio.sets[0].updateError.withLock { $0 = .busy }
            await #expect(throws: PeripheralManagerError.radio(.busy)) {
                try await bench.manager.updateAdvertising(data: [3])
            }
            #expect(await bench.saved()?.data == [1])
            try await bench.manager.stopAdvertising()
            #expect(await bench.saved() == nil)
        }
    }

    @Test func aFailedStartCanBeRepeated() async throws {
        let bench = Bench()
        try await bench.clock.run {
            bench.radio.state.withLock { $0.errors = [.busy] }
            await #expect(throws: PeripheralManagerError.radio(.busy)) {
                try await bench.manager.startAdvertising(parameters)
            }
            #expect(await !bench.manager.isAdvertising)
            #expect(await bench.saved() == nil)
            try await bench.manager.startAdvertising(parameters)
            // it accepts connections since the first attempt
            #expect(bench.radio.state.withLock { $0.accepts.count } == 1)
            try await bench.manager.stopAdvertising()
            bench.radio.state.withLock { $0.accepts[0] }.finish(throwing: RadioError.poweredOff)
            await bench.wait()
            bench.radio.state.withLock { $0.acceptError = .blocked }
            for _ in 0..<2 {
                await #expect(throws: PeripheralManagerError.radio(.blocked)) {
                    try await bench.manager.startAdvertising(parameters)
                }
            }
            #expect(bench.radio.sets.count == 1)
            // nothing to accept
            let quiet = AdvertisingParameters(data: []) { $0.isConnectable = false }
            try await bench.manager.startAdvertising(quiet)
            #expect(bench.radio.sets.count == 2)
        }
    }

    @Test func acceptingStartsAgainAfterItsEnd() async throws {
        let bench = Bench()
        try await bench.clock.run {
            func count() -> Int { bench.radio.state.withLock { $0.accepts.count } }
            try await bench.manager.acceptConnections()
            try await bench.manager.acceptConnections()
            #expect(count() == 1)
            bench.radio.state.withLock { $0.accepts[0] }.finish()
            await bench.wait()
            try await bench.manager.acceptConnections()
            #expect(count() == 2)
            await bench.manager.stopAccepting()
            await bench.wait()
            try await bench.manager.acceptConnections()
            try await bench.manager.acceptConnections()
            #expect(count() == 3)
        }
    }

    @Test func recordsOfRemovedBondsAreDropped() async throws {
        let bench = Bench()
        try await bench.clock.run {
            let addresses = (1...3).map { BluetoothAddress(value: $0) }
            let server = await bench.manager.server
            server.state.withLock { state in
                for address in addresses { state.bonds[address] = BondRecord() }
            }
            bench.radio.state.withLock { $0.bonds = [addresses[0], addresses[2]] }
            try await bench.manager.acceptConnections()
            #expect(server.state.withLock { $0.bonds.keys.map(\.value).sorted() } == [1, 3])
            #expect(server.savedState.bonds.map(\.address.last) == ["1", "3"])
        }
    }

    @Test func stoppingWaitsForAPendingStart() async throws {
        let radio = HeldRadio()
        let manager = PeripheralManager(radio: radio)
        let start = Task {
            try await manager.startAdvertising(
                AdvertisingParameters(data: []) { $0.isConnectable = false }
            )
        }
        await radio.asked.first { _ in true }
        let stop = Task { try await manager.stopAdvertising(timeout: .zero) }
        radio.release()
        try await start.value
        // the held radio's sets do not stop
        await #expect(throws: PeripheralManagerError.stopAdvertisingTimeout) {
            try await stop.value
        }
    }
}
