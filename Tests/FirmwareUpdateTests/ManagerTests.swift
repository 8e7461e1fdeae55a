import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import Foundation
import Testing

@testable import FirmwareUpdate

/// Updates over the virtual air.
@Suite(.timeLimit(.minutes(20))) struct ManagerTests {
    @Test(arguments: SuotaFlash.Family.allCases)
    func updatesEachFamily(_ family: SuotaFlash.Family) async throws {
        let bench = try UpdateBench(family)
        let file = try makeFile(.init(rawValue: family.rawValue)!, version: "1.1.0")
        let manager = bench.manager()
        let events = manager.events
        try await bench.run {
            let outcome = try await manager.start(file)
            #expect(outcome.attempts == 1)
            #expect(try #require(outcome.upload) < outcome.total)
            await manager.disconnect()
            try await bench.clock.sleep(for: .seconds(2))
            let device = try await manager.connect()
            #expect(device.softwareRevision == "1.1.0")
            #expect(bench.flash.bootBank == 2)
            await manager.disconnect()
        }
        #expect(bench.flash.bootVersion == "1.1.0")
        #expect(bench.flash.bootImage?.dropFirst(64) == file.bytes.dropFirst(64))
        let told = await collect(events, until: .rebootSent)
        #expect(told.first == .connectionChanged(.connected))
        #expect(told.contains(.servicesDiscovered))
        #expect(told.contains(.deviceInfoReadCompleted(.success)))
        #expect(told.contains(.deviceReady))
        #expect(told.contains(.progress(100)))
        #expect(told.contains { if case .chunkSent = $0 { true } else { false } })
        #expect(told.contains { if case .success = $0 { true } else { false } })
    }

    @Test func updatesByChannel() async throws {
        let bench = try UpdateBench(target: .init { $0.psm = 0x81 })
        var configuration = SuotaConfiguration()
        configuration.usesChannel = true
        let manager = bench.manager(configuration)
        let file = try makeFile(.da1458x, code: 9000, version: "1.1.0")
        #expect(try await bench.failure(of: manager, file) == nil)
        #expect(bench.flash.bootVersion == "1.1.0")
    }

    @Test func updatesAnOldDeviceBy20Bytes() async throws {
        let bench = try UpdateBench(target: .init { $0.isOld = true })
        let manager = bench.manager()
        let file = try makeFile(.da1458x, version: "1.1.0")
        #expect(try await bench.failure(of: manager, file) == nil)
        #expect(await manager.chunkSize == 20)
        #expect(bench.flash.bootVersion == "1.1.0")
    }

    @Test func waitsForSlowFlashAndSelectsTheLargestBlock() async throws {
        let bench = try UpdateBench(
            target: .init { ($0.writeTime, $0.eraseTime) = (.milliseconds(80), .seconds(5)) }
        )
        var configuration = SuotaConfiguration()
        configuration.usesLargestBlock = true
        let manager = bench.manager(configuration)
        let file = try makeFile(.da1458x, version: "1.1.0")
        #expect(try await bench.failure(of: manager, file) == nil)
        #expect(bench.flash.bootVersion == "1.1.0")
    }

    @Test func refusesAWrongImageBeforeTheFirstByte() async throws {
        let bench = try UpdateBench()
        let statuses = bench.target.events
        var damaged = try makeFile(.da1458x).bytes
        damaged[100] ^= 1
        let cases: [(SuotaFile, SuotaError)] = [
            (SuotaFile(name: "damaged", bytes: damaged), .invalidFirmwareCRC),
            (
                try makeFile(.da1458x, version: "1.0.0"), .refused([.sameVersion("1.0.0")])
            ),
            (
                try makeFile(.da1469x, version: "1.1.0"),
                .refused([.otherFamily(image: .da1469x, device: "DA14531")])
            ),
        ]
        for (file, error) in cases {
            #expect(try await bench.failure(of: bench.manager(), file) == error)
        }
        // with force, the device decides
        let forced = bench.manager { $0.force = true }
        let error = try await bench.failure(of: forced, cases[2].0)
        #expect(error == .device(.invalidImageHeader))
        let codes = await collect(statuses, until: .notified(0x12)).filter {
            if case .notified = $0 { true } else { false }
        }
        #expect(codes == [.notified(0x10), .notified(0x12)])
    }

    @Test func runsTheHookFirst() async throws {
        struct Locked: Error {}
        let bench = try UpdateBench()
        let manager = bench.manager { options in
            options.prepare = { peripheral in
                #expect(peripheral.connectionState == .connected)
                throw Locked()
            }
        }
        let file = try makeFile(.da1458x, version: "1.1.0")
        await #expect(throws: Locked.self) {
            try await bench.run { try await manager.start(file) }
        }
        #expect(bench.flash.bootVersion == "1.0.0")
    }

    @Test func rebootsOnDemand() async throws {
        let bench = try UpdateBench()
        var configuration = SuotaConfiguration()
        configuration.rebootsAutomatically = false
        let manager = bench.manager(configuration)
        let file = try makeFile(.da1458x, version: "1.1.0")
        try await bench.run {
            await #expect(throws: SuotaError.notConnected) { try await manager.reboot() }
            try await manager.start(file)
            #expect(await manager.isReady)
            try await manager.reboot()
            try await bench.clock.sleep(for: .seconds(2))
            #expect(await !manager.isReady)
            let device = try await manager.connect()
            #expect(device.softwareRevision == "1.1.0")
        }
    }

    @Test func keepsBanksInFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let image = try makeFile(.da1469x, version: "2.0.1")
        do {
            let flash = try SuotaFlash(family: .da1469x, folder: folder)
            #expect(flash.bootVersion == nil)
            #expect(flash.put(image.bytes, inBank: 2))
            #expect(!flash.put([UInt8](repeating: 0, count: flash.slotSize + 1), inBank: 1))
        }
        let flash = try SuotaFlash(family: .da1469x, folder: folder)
        #expect(flash.bootImage == image.bytes && flash.bootVersion == "2.0.1")
        #expect(throws: SuotaFlash.FileError.self) {
            try SuotaFlash(family: .da1469x, folder: "/proc/none")
        }
    }

    private func collect<Element: Equatable>(
        _ events: AsyncStream<Element>,
        until last: Element
    ) async -> [Element] {
        var all: [Element] = []
        for await event in events {
            all.append(event)
            if event == last { break }
        }
        return all
    }
}
