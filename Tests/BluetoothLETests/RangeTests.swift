import AccessoryConcurrency
import BluetoothLE
import Testing

/// Public calls with numbers at the ends of their ranges: they limit the number or throw, and never trap or spin.
@Suite(.timeLimit(.minutes(20))) struct RangeTests {
    private static let integers = [Int.min, -1, 0, 1, 300, 65_537, .max]
    private static let durations: [Duration] = [
        .seconds(Int64.min), .seconds(-1), .zero, .nanoseconds(1), .seconds(1), .seconds(Int64.max),
    ]

    /// A central, and a device that advertises and offers a value, on an air.
    private struct Bench: Sendable {
        let clock = VirtualClock()
        let air: VirtualAir
        let phone, board: VirtualRadio
        let central: Central
        let device: PeripheralManager

        init(_ change: (inout AirConditions) -> Void = { _ in }) {
            air = VirtualAir(clock: clock, seed: .max, conditions: AirConditions(change))
            phone = air.addAdapter()
            board = air.addAdapter()
            central = Central(radio: phone, clock: clock)
            device = PeripheralManager(radio: board, clock: clock)
        }

        func run<Success: Sendable>(
            _ work: @escaping @Sendable () async throws -> Success
        ) async throws -> Success {
            try await clock.run {
                let value = MutableCharacteristic(uuid: 0x2A37, value: [1, 2, 3])
                try await device.add(MutableService(uuid: 0x180D, characteristics: [value]))
                try await device.startAdvertising(name: "x", uuids: [0x180D])
                return try await work()
            }
        }

        /// The value, read on a connection with these options.
        func read(_ change: (inout ConnectOptions) -> Void = { _ in }) async throws -> [UInt8] {
            let options = ConnectOptions(change)
            return try await run {
                let peripheral = try await central.connect(to: board.address!, options: options)
                let value = try await peripheral.characteristic(0x2A37, in: 0x180D).read()
                await peripheral.disconnect()
                return value
            }
        }

        /// The RSSI of the reports of 2 s.
        func reports(
            _ parameters: ScanParameters = ScanParameters(),
            capacity: Int = 4096
        ) async throws -> [Int?] {
            try await run {
                let batches = try await central.scanBatches(
                    .all,
                    parameters,
                    timeout: .seconds(2),
                    capacity: capacity
                )
                var found: [Int?] = []
                do {
                    for try await batch in batches { found += batch.map(\.rssi) }
                } catch CentralError.serviceScanTimeout {}
                return found
            }
        }
    }

    @Test("a scan's capacity", arguments: integers)
    func capacities(_ capacity: Int) async throws {
        #expect(try await !Bench().reports(capacity: capacity).isEmpty)
    }

    @Test("a scan's timeout, interval and window", arguments: durations)
    func scans(_ duration: Duration) async throws {
        let bench = Bench()
        let found = try await bench.run {
            let reports = try await bench.central.scan(timeout: duration)
            do {
                return try await reports.first { _ in true }
            } catch CentralError.serviceScanTimeout {
                return nil
            }
        }
        #expect((found != nil) == (duration >= .seconds(1)))
        let parameters = ScanParameters { ($0.interval, $0.window) = (duration, duration) }
        let isValid = duration == .seconds(1)
        do {
            #expect(try await !Bench().reports(parameters).isEmpty && isValid)
        } catch is CentralError {
            #expect(!isValid)
        }
    }

    @Test("a connection's MTU", arguments: integers)
    func mtus(_ mtu: Int) async throws {
        #expect(try await Bench().read { $0.mtu = mtu } == [1, 2, 3])
    }

    @Test("a connection's timeouts", arguments: durations)
    func timeouts(_ timeout: Duration) async throws {
        let value = try? await Bench().read { $0.requestTimeout = timeout }
        #expect((value == [1, 2, 3]) == (timeout >= .seconds(1)))
    }

    @Test("the RSSI is polled at most each 10 ms", arguments: durations)
    func polls(_ interval: Duration) async throws {
        let bench = Bench()
        let count = try await bench.run {
            let peripheral = try await bench.central.connect(to: bench.board.address!)
            let values = peripheral.pollRSSI(every: interval)
            _ = try await values.first { _ in true }
            let began = bench.clock.now
            async let end: Void = {
                try? await bench.clock.sleep(until: began.advanced(by: .seconds(1)))
                await peripheral.disconnect()
            }()
            let count = try? await values.reduce(into: 0) { count, _ in count += 1 }
            await end
            return count ?? 0
        }
        #expect(count <= 100)
    }

    @Test("an air's conditions", arguments: integers)
    func conditions(_ number: Int) async throws {
        let faint = number >= 127
        #expect(
            try await Bench { $0.pathLoss = number }.reports().allSatisfy { ($0 == -127) == faint }
        )
        #expect(try await !Bench { $0.fading = number }.reports().isEmpty)
        let bench = Bench()
        bench.air.setPathLoss(number, between: bench.phone, and: bench.board)
        #expect(try await bench.reports().allSatisfy { ($0 == -127) == faint })
    }

    @Test("an air's probabilities", arguments: [Double.nan, -Double.infinity, -1, 0])
    func probabilities(_ chance: Double) async throws {
        let bench = Bench {
            ($0.loss, $0.duplication, $0.disconnects) = (chance, chance, chance)
        }
        #expect(try await bench.read() == [1, 2, 3])
    }

    @Test("advertising data of any length", arguments: [0, 1, 65_535, 65_536, 70_000])
    func views(_ count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        let view = AdvertisementView(bytes.span)
        #expect(view.bytes.count == min(count, 65_535))
        #expect(view.isTruncated == (view.bytes.count % 2 == 1))
    }
}
