import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Foundation
import Testing

@testable import FirmwareUpdate

/// Failing updates: a clear error, and a device that still boots.
@Suite struct InterruptionTests {
    private func file() throws -> SuotaFile { try makeFile(.da1458x, code: 2000, version: "1.1.0") }

    /// The link is lost before each packet in turn; after the last packet, the update succeeds.
    @Test func survivesLossOfTheLinkAtEachPacket() async throws {
        for number in stride(from: 1, to: 400, by: 7) {
            let bench = try UpdateBench(seed: UInt64(number))
            bench.air.setTap {
                $0.number == number ? .disconnected(.connectionTimeout) : .delivered
            }
            let error = try await bench.failure(of: bench.manager(), file())
            #expect(error == nil || error == .notConnected, "packet \(number)")
            let version = try #require(bench.flash.bootVersion, "packet \(number)")
            // the lost packet may be the last status
            #expect(error != nil || version == "1.1.0", "packet \(number)")
        }
    }

    @Test func restartsAutomatically() async throws {
        for number in stride(from: 20, to: 200, by: 9) {
            let bench = try UpdateBench(seed: UInt64(number))
            bench.air.setTap {
                $0.number == number ? .disconnected(.connectionTimeout) : .delivered
            }
            let manager = bench.manager { $0.restarts = 3 }
            let outcome = try await bench.run { [file = try file()] in
                try await manager.start(file)
            }
            #expect(outcome.attempts <= 2)
            #expect(bench.flash.bootVersion == "1.1.0", "packet \(number)")
        }
    }

    @Test(arguments: [0, 240, 960, 1920])
    func survivesAReset(after count: Int) async throws {
        let bench = try UpdateBench(target: .init { $0.fault = .reset(after: count) })
        #expect(try await bench.failure(of: bench.manager(), file()) == .notConnected)
        #expect(bench.flash.bootVersion == "1.0.0")
        let again = try UpdateBench(target: .init { $0.fault = .reset(after: count) })
        let manager = again.manager { $0.restarts = 1 }
        #expect(try await again.failure(of: manager, file()) == nil)
        #expect(again.flash.bootVersion == "1.1.0")
    }

    /// Power is lost inside the erasure, a block, the header and its magic. In another bank than the
    /// running one, the old image remains; the bank that runs is overwritten only if forced.
    @Test(arguments: [0, 1, 100, 2000, 2001, 2062, 2063, 2064])
    func survivesTornWrites(after count: Int) async throws {
        for bank in 0...2 {
            let bench = try UpdateBench(target: .init { $0.fault = .powerLoss(after: count) })
            let running = try #require(bench.flash.bootBank)
            var configuration = SuotaConfiguration()
            configuration.imageBank = bank
            let manager = bench.manager(configuration) { $0.force = true }
            #expect(try await bench.failure(of: manager, file()) == .notConnected)
            let boots = bank != running || count == 0 ? "1.0.0" : nil
            #expect(bench.flash.bootVersion == boots, "bank \(bank)")
            let again = bench.manager()
            #expect(try await bench.failure(of: again, file()) == nil)
            #expect(bench.flash.bootVersion == "1.1.0", "bank \(bank)")
        }
    }

    /// The service does not report which bank runs.
    @Test func aBankThatMayRunIsRefused() async throws {
        let rows: [(bank: Int, running: Int?, force: Bool, refusal: SuotaRefusal?)] = [
            (0, nil, false, nil), (0, 1, false, nil), (0, 2, false, nil),
            (1, nil, false, .bankMayRun(1)), (2, nil, false, .bankMayRun(2)),
            (1, 1, false, .bankRuns(1)), (2, 2, false, .bankRuns(2)), (2, 1, false, nil),
            (2, nil, true, nil), (1, 1, true, nil),
        ]
        for row in rows {
            let bench = try UpdateBench()
            var configuration = SuotaConfiguration()
            (configuration.imageBank, configuration.runningBank) = (row.bank, row.running)
            let manager = bench.manager(configuration) { $0.force = row.force }
            let error = try await bench.failure(of: manager, file())
            #expect(error == row.refusal.map { .refused([$0]) }, "\(row)")
            #expect(bench.flash.bootVersion == (error == nil ? "1.1.0" : "1.0.0"), "\(row)")
        }
    }

    @Test(arguments: [5, 60, 150, 300])
    func survivesPowerOffAndCancellation(after milliseconds: Int) async throws {
        for cancels in [false, true] {
            let bench = try UpdateBench()
            let manager = bench.manager()
            let file = try makeFile(.da1458x, code: 6000, version: "1.1.0")
            try await bench.run {
                try await manager.connect()
                let start = bench.clock.now
                let update = manager.time.task { await Result { try await manager.start(file) } }
                try await bench.clock.sleep(
                    until: start.advanced(by: .milliseconds(milliseconds)),
                    tolerance: nil
                )
                if cancels { update.cancel() } else { try bench.radio.setPower(false) }
                let result = await update.value
                if cancels {
                    #expect(throws: CancellationError.self) { try result.get() }
                } else {
                    #expect(throws: SuotaError.notConnected) { try result.get() }
                }
            }
            #expect(bench.flash.bootVersion == "1.0.0")
        }
    }

    /// Replaces every status by every code.
    @Test func endsAtEveryStatus() async throws {
        for place in [1, 2, 5, 11] {
            for code in UInt8.min...0x1C {
                let bench = try UpdateBench(target: .init { $0.fault = .status(code, at: place) })
                let error = try await bench.failure(of: bench.manager(), file())
                let right: UInt8 = place == 1 ? 0x10 : 0x02
                if code == right {
                    #expect(error == nil)
                } else if [0, 2, 0x10].contains(code) {
                    guard case .protocolError(let status, _) = error else {
                        Issue.record("code \(code) at \(place): \(String(describing: error))")
                        continue
                    }
                    #expect(status.rawValue == code)
                } else {
                    #expect(error == .device(SuotaStatus(rawValue: code)), "at \(place)")
                }
                #expect(bench.flash.bootVersion != nil)
            }
        }
    }

    @Test(arguments: [(1, SuotaError.Step.memoryDevice), (2, .block), (11, .end)])
    func aSilentDeviceTimesOut(from place: Int, _ step: SuotaError.Step) async throws {
        let bench = try UpdateBench(target: .init { $0.fault = .silent(from: place) })
        #expect(try await bench.failure(of: bench.manager(), file()) == .timedOut(step))
        #expect(bench.flash.bootVersion != nil)
    }

    /// A tenth of the packets is lost and the link breaks at random. UPDATES sets the number of updates;
    /// `scripts/test --long` sets it too.
    @Test func survivesABadAir() async throws {
        let count = ProcessInfo.processInfo.environment["UPDATES"].flatMap { Int($0) } ?? 40
        var (whole, failed) = (0, 0)
        for seed in 1...UInt64(count) {
            var random = SeededRandom(seed: seed)
            let families = SuotaFlash.Family.allCases
            let family = families[Int(random.next() % UInt64(families.count))]
            let way = random.next() % 4
            let bench = try UpdateBench(
                family,
                seed: seed,
                target: .init { $0.psm = way == 0 ? 0x81 : nil }
            )
            bench.air.conditions.loss = 0.1
            bench.air.conditions.disconnects = random.unit() * 0.03
            var configuration = SuotaConfiguration()
            configuration.blockSize = 64 + Int(random.next() % 449)
            configuration.usesChannel = way == 0
            configuration.usesLargestBlock = way == 1
            let restarts = Int(random.next() % 4)
            let manager = bench.manager(configuration) { $0.restarts = restarts }
            let image = try makeFile(
                .init(rawValue: family.rawValue)!,
                code: 500 + Int(random.next() % 4000),
                version: "1.1.0"
            )
            let error = try await bench.failure(of: manager, image)
            let version = try #require(bench.flash.bootVersion, "seed \(seed)")
            #expect(version == "1.0.0" || version == "1.1.0", "seed \(seed)")
            if let error {
                failed += 1
                #expect(error == .notConnected || error.mayPass, "seed \(seed): \(error)")
            } else {
                whole += 1
                #expect(version == "1.1.0", "seed \(seed)")
                let body = bench.flash.bootImage?.dropFirst(64)
                #expect(body == image.bytes.dropFirst(64), "seed \(seed)")
            }
        }
        print("seeds 1 to \(count): \(whole) updates whole, \(failed) failed")
        #expect(whole > 0)
    }
}
