import AccessoryBase
import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Synchronization
import Testing

@testable import FirmwareUpdate

/// Each call reports its end in the events once.
@Suite struct TerminalEventTests {
    private final class Record: Sendable {
        let ends = Mutex<[SuotaEvent]>([])
    }

    /// The error or result of a call of `start`, and the terminal events it reported.
    private func update(
        _ bench: UpdateBench,
        _ manager: SuotaManager,
        _ file: SuotaFile
    ) async throws -> (result: Result<SuotaManager.Outcome, any Error>, ends: [SuotaEvent]) {
        let record = Record()
        let events = manager.events
        let result = try await bench.run {
            let listener = manager.time.task {
                for await event in events {
                    switch event {
                    case .success, .failure: record.ends.withLock { $0.append(event) }
                    default: break
                    }
                }
            }
            let result = await Result { try await manager.start(file) }
            try await bench.clock.sleep(for: .seconds(2))
            listener.cancel()
            return result
        }
        return (result, record.ends.withLock { $0 })
    }

    private func file(_ version: String = "1.1.0") throws -> SuotaFile {
        try makeFile(.da1458x, code: 2000, version: version)
    }

    private struct Locked: Error {}

    @Test("a refusal before the first byte ends with one failure")
    func refusals() async throws {
        var damaged = try file().bytes
        damaged[100] ^= 1
        var bank = SuotaConfiguration()
        bank.imageBank = 3
        var pins = SuotaConfiguration()
        pins.memory = .i2c(address: 0x50, scl: "P0_16", sda: "P0_3")
        let bench = try UpdateBench()
        let rows: [(SuotaManager, SuotaFile, SuotaError)] = [
            (bench.manager(), SuotaFile(name: "x", bytes: damaged), .invalidFirmwareCRC),
            (bench.manager(), SuotaFile(name: "x", bytes: []), .firmwareLoadFailed("x is empty")),
            (bench.manager(), try file("1.0.0"), .refused([.sameVersion("1.0.0")])),
            (bench.manager(bank), try file(), .badParameter("a bank is 0, 1 or 2")),
            (
                bench.manager(pins), try file(),
                .badParameter(
                    FailureReason("'P0_16' is no pin", nextStep: "use P0_0 to P15_15")
                )
            ),
            (
                bench.manager { $0.prepare = { _ in throw Locked() } }, try file(),
                .preparationFailed("Locked()")
            ),
        ]
        for (manager, file, error) in rows {
            let (result, ends) = try await update(bench, manager, file)
            #expect(ends == [.failure(error)])
            #expect(throws: (any Error).self) { try result.get() }
        }
        let nobody = SuotaManager(bench.central.peripheral(BluetoothAddress(value: 7)))
        #expect(try await update(bench, nobody, file()).ends == [.failure(.notConnected)])
    }

    @Test("with restarts, a call ends once: in success if an attempt succeeds, else in failure")
    func restarts() async throws {
        for number in stride(from: 20, to: 200, by: 3) {
            let bench = try UpdateBench(seed: UInt64(number))
            bench.air.setTap {
                $0.number == number ? .disconnected(.connectionTimeout) : .delivered
            }
            let manager = bench.manager { $0.restarts = 3 }
            let (result, ends) = try await update(bench, manager, file())
            let outcome = try result.get()
            let upload = outcome.upload ?? SuotaEvent.unknownTime
            #expect(ends == [.success(total: outcome.total, upload: upload)], "packet \(number)")
        }
        let bench = try UpdateBench(target: .init { $0.fault = .silent(from: 2) })
        let (_, ends) = try await update(bench, bench.manager { $0.restarts = 2 }, file())
        // the second attempt and later ones get no status at all
        #expect(ends == [.failure(.timedOut(.memoryDevice))])
    }

    @Test("a cancelled or aborted call ends once")
    func cancelled() async throws {
        for aborts in [false, true] {
            let bench = try UpdateBench()
            let manager = bench.manager()
            let record = Record()
            let events = manager.events
            let file = try makeFile(.da1458x, code: 6000, version: "1.1.0")
            try await bench.run {
                let listener = manager.time.task {
                    for await case .failure(let error) in events {
                        record.ends.withLock { $0.append(.failure(error)) }
                    }
                }
                try await manager.connect()
                let update = manager.time.task { await Result { try await manager.start(file) } }
                try await bench.clock.sleep(for: .milliseconds(100))
                if aborts { await manager.abort() } else { update.cancel() }
                _ = await update.value
                try await bench.clock.sleep(for: .seconds(1))
                listener.cancel()
            }
            #expect(record.ends.withLock { $0 } == [.failure(.aborted)])
        }
    }

    @Test("a call refused as busy does not end the running call")
    func busy() async throws {
        let bench = try UpdateBench()
        let manager = bench.manager()
        let file = try file()
        let record = Record()
        let events = manager.events
        try await bench.run {
            let listener = manager.time.task {
                for await event in events {
                    switch event {
                    case .success, .failure: record.ends.withLock { $0.append(event) }
                    default: break
                    }
                }
            }
            try await manager.connect()
            let first = manager.time.task { await Result { try await manager.start(file) } }
            try await bench.clock.sleep(for: .milliseconds(50))
            await #expect(throws: SuotaError.self) { try await manager.start(file) }
            _ = try await first.value.get()
            try await bench.clock.sleep(for: .seconds(1))
            listener.cancel()
        }
        let ends = record.ends.withLock { $0 }
        guard ends.count == 1, case .success = ends[0] else {
            Issue.record("\(ends)")
            return
        }
    }

    /// The device is off: each attempt searches for it for 10 s.
    @Test("restarts wait 1, 2, 4 … 30 s", arguments: 0...7)
    func backoff(restarts: Int) async throws {
        let bench = try UpdateBench()
        let manager = SuotaManager(bench.central.peripheral(BluetoothAddress(value: 7))) {
            $0.restarts = restarts
        }
        let file = try file()
        let took = await bench.clock.run {
            let began = bench.clock.now
            await #expect(throws: SuotaError.notConnected) { try await manager.start(file) }
            return began.duration(to: bench.clock.now)
        }
        let delays = [1, 2, 4, 8, 16, 30, 30].prefix(restarts).reduce(0, +)
        #expect(took == .seconds(10 * (restarts + 1) + delays))
    }

    @Test(
        "the call ends at once if aborted or disconnected while it waits for a restart",
        arguments: [true, false]
    )
    func endedInThePause(aborts: Bool) async throws {
        let bench = try UpdateBench()
        let manager = SuotaManager(bench.central.peripheral(BluetoothAddress(value: 7))) {
            ($0.restarts, $0.restartDelay) = (5, .seconds(20))
        }
        let file = try file()
        let took = try await bench.clock.run {
            let began = bench.clock.now
            let update = manager.time.task { await Result { try await manager.start(file) } }
            try await bench.clock.sleep(for: .seconds(15))
            if aborts { await manager.abort() } else { await manager.disconnect() }
            let error = aborts ? SuotaError.aborted : .notConnected
            let result = await update.value
            #expect(throws: error) { try result.get() }
            return began.duration(to: bench.clock.now)
        }
        #expect(took == .seconds(15))
    }

    @Test("a device that requires a login: the error contains its answer, and no restart follows")
    func missingPIN() async throws {
        let bench = try UpdateBench(target: .init { $0.pin = "123456" })
        let manager = bench.manager { $0.restarts = 5 }
        let connections = bench.central.peripheral(bench.radio.address!)
        let error = try await bench.failure(of: manager, file())
        #expect(error == .gattOperationFailed(.memoryDevice, .insufficientAuthorization))
        #expect(error?.code == 0xFFFD)
        #expect(error?.description.contains("insufficient authorization") == true)
        #expect(error?.nextStep?.contains("PIN") == true)
        #expect(connections.counters.connections == 1)
    }

    /// A device that accepts a link but answers nothing.
    private func mute(
        _ radio: any Radio,
        _ clock: VirtualClock,
        answering answer: [UInt8]?
    ) async throws -> Task<Void, Never> {
        let set = try await radio.advertise(AdvertisingParameters(data: [2, 1, 6]))
        let connections = try await radio.incomingConnections()
        return TimeSource(clock).task {
            do {
                var links: [any RadioConnection] = []
                for try await link in connections {
                    links.append(link)
                    link.attributes.start(
                        onPacket: { _ in
                            if let answer { link.attributes.send(answer) }
                        },
                        onEnd: {}
                    )
                }
            } catch {}
            withExtendedLifetime(set) {}
        }
    }

    @Test(
        "no answer, or an invalid one, to the request for larger packets",
        arguments: [nil, [0x03, 0x01], [0x0B, 0x00]] as [[UInt8]?]
    )
    func noMTU(answer: [UInt8]?) async throws {
        let bench = try UpdateBench()
        let other = bench.air.addAdapter()
        let manager = SuotaManager(bench.central.peripheral(other.address!))
        let file = try file()
        try await bench.clock.run {
            let device = try await mute(other, bench.clock, answering: answer)
            await #expect(throws: SuotaError.mtuRequestFailed) { try await manager.start(file) }
            device.cancel()
        }
        #expect(SuotaError.mtuRequestFailed.code == 0xFFFC)
    }
}
