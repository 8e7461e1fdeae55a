import AccessoryConcurrency
import AccessorySimulators
import Beacons
import BluetoothLE
import FirmwareUpdate
import Testing

@testable import FeasyBeacon

/// Behaviour that the simulated module shares with a real one.
@Suite struct SimulatedModuleTests {
    private func slot(_ number: Int, minor: UInt16, isEnabled: Bool = true) throws -> BeaconSlot {
        let beacon = Beacon.iBeacon(IBeacon(uuid: 0x1234, major: 1, minor: minor))
        return try #require(try BeaconSlot(number: number, beacon: beacon, isEnabled: isEnabled))
    }

    /// The beacons and frames received from a module within some seconds.
    private func heard(
        _ bench: AirBench,
        within limit: Duration = .seconds(5)
    ) async throws -> (minors: Set<UInt16>, hasGeneralFrame: Bool) {
        let end = bench.now() + limit
        var minors: Set<UInt16> = []
        var hasGeneralFrame = false
        for try await report in try await bench.central.scan() {
            if case .iBeacon(let beacon)? = Beacon(report.advertisement) {
                minors.insert(beacon.minor)
            }
            if report.advertisement.serviceData[BeaconModuleSession.service] != nil {
                hasGeneralFrame = true
            }
            if bench.now() >= end { break }
        }
        return (minors, hasGeneralFrame)
    }

    @Test("sends the configured advertisements and its general frame")
    func advertisesItsSlots() async throws {
        let bench = AirBench()
        let configurator = BeaconConfigurator(bench.session())
        try await bench.run {
            var now = try await heard(bench)
            #expect(now.minors.isEmpty && now.hasGeneralFrame)
            try await configurator.loadParameters()
            try await configurator.setBeacons([
                slot(0, minor: 10), slot(3, minor: 13), slot(4, minor: 14, isEnabled: false),
            ])
            try await configurator.saveParameters()
            await configurator.close()
            now = try await heard(bench)
            #expect(now.minors == [10, 13] && now.hasGeneralFrame)

            try await configurator.setBeacons([slot(3, minor: 23)])
            try await configurator.saveParameters()
            await configurator.close()
            try await bench.module.reset()
            now = try await heard(bench)
            #expect(now.minors == [23] && now.hasGeneralFrame)

            try await configurator.restore()
            await configurator.close()
            now = try await heard(bench)
            #expect(now.minors.isEmpty && now.hasGeneralFrame)
        }
    }

    @Test("with late ACKs and lost bytes, a successful upgrade is installed", arguments: 1...8)
    func badLine(seed: Int) async throws {
        let bench = AirBench(seed: UInt64(seed)) {
            $0.fault = .badLine(late: .seconds(1), lossOneIn: 4000, seed: UInt64(seed))
        }
        let bytes = DFUFile.make(
            program: (0..<6000).map { UInt8(truncatingIfNeeded: $0 &* 13) },
            programCRC: 1,
            bootloader: 651,
            versions: 800...830,
            model: 0x15
        )
        let manager = UpgradeManager(bench.session())
        try await bench.run {
            let error: ModuleUpgradeError? = try await failure {
                try await manager.upgrade(to: ModuleFirmware(name: "a.dfu", bytes: bytes))
            }
            let isInstalled = bench.module.core.firmware?.bytes == bytes
            // the lost packet may be the ACK of the end
            #expect(
                isInstalled == (error == nil)
                    || error == .upgrade(.transfer(.endNotAcknowledged))
            )
        }
    }

    @Test("AT engine and SUOTA in one module: one PIN for both, settings and image by one session")
    func atAndSUOTA() async throws {
        let flash = SuotaFlash(family: .da1458x)
        let old = try image("1.0.0")
        flash.put(old.bytes, inBank: 1)
        let bench = AirBench { ($0.pin, $0.suota) = ("123456", flash) }
        let configurator = BeaconConfigurator(bench.session(pin: "123456"))
        let upgrader = UpgradeManager(bench.session(pin: "123456"))
        let bare = SuotaManager(bench.peripheral)
        let new = ModuleFirmware.image(try image("1.1.0"))
        try await bench.run {
            #expect(try await upgrader.transports() == [.suota, .xmodem])
            await bench.peripheral.disconnect()
            try await configurator.loadParameters()
            try await configurator.set(.text("Door 4"), for: "name")
            try await configurator.saveParameters()
            await configurator.close()
            // without a login, the module accepts no update
            await #expect(throws: SuotaError.self) { try await bare.start(image("1.1.0")) }
            await bare.disconnect()
            #expect(flash.bootVersion == "1.0.0")
            try await upgrader.upgrade(to: new)
            try await bench.clock.sleep(for: .seconds(5))
            #expect(flash.bootVersion == "1.1.0")
            // the module has restarted with its old settings
            try await configurator.loadParameters()
            #expect(await configurator.value(for: "name") == .text("Door 4"))
            await configurator.close()
            let device = try await SuotaManager(bench.peripheral) {
                $0.logIn(with: bench.session(pin: "123456"))
            }.connect()
            #expect(device.softwareRevision == "1.1.0")
        }
    }

    private func image(_ version: String) throws -> SuotaFile {
        let bytes = try SuotaImage.file(
            family: .da1458x,
            version: version,
            time: version == "1.0.0" ? 1 : 2,
            code: (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        )
        return SuotaFile(name: version, bytes: bytes)
    }
}
