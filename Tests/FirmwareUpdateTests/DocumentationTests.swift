import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import FirmwareUpdate
import TestSupport
import Testing

/// The examples of the documentation, verbatim and run.
@Suite struct DocumentationTests {
    @Test func exampleOfFirmwareUpdate() throws {
        let code = [UInt8](repeating: 0x5A, count: 4000)
        let image = try SuotaImage.file(
            family: .da1458x,
            version: "1.1.0",
            time: 1_700_000_000,
            code: code
        )
        let file = SuotaFile(name: "blinky.img", bytes: image)
        try file.check()

        var device = SuotaDeviceInfo()
        device.store(.modelNumber, Array("DA14531".utf8))
        device.store(.softwareRevision, Array("1.0.4".utf8))
        try file.image?.admit(on: device)

        var configuration = SuotaConfiguration.feasycom
        configuration.usesLargestBlock = true
        var session = SuotaSession(configuration: configuration)
        session.handle(.connected, at: .zero)
        session.handle(.discovered(SuotaCharacteristic.required), at: .zero)
        while let action = session.nextAction(at: .zero) {
            print(action)
        }
        try session.start(file, at: .zero)

        #expect(session.isUpdating && session.deadline == .seconds(30))
    }

    @Test func theSpecificationNamesTheCharacteristics() throws {
        let uuids = try Repository.text("docs/suota.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .compactMap { row in
                row.split(separator: "`").dropFirst().first.flatMap { BluetoothUUID(String($0)) }
            }
        let characteristics = SuotaCharacteristic.allCases.filter { $0.group == .suotaInfo }
        #expect(uuids == characteristics.map(\.uuid))
    }

    @Test func exampleOfSuotaManager() async throws {
        let clock = VirtualClock()
        let air = VirtualAir(clock: clock)
        let (radio, deviceRadio) = (air.addAdapter(), air.addAdapter())
        let address = deviceRadio.address!
        let central = Central(radio: radio, clock: clock)
        let bytes = try SuotaImage.file(
            family: .da1458x,
            version: "1.1.0",
            time: 1_700_000_000,
            code: [UInt8](repeating: 0x5A, count: 4000)
        )
        let file = SuotaFile(name: "blinky.img", bytes: bytes)
        try await clock.run {
            let flash = SuotaFlash(family: .da1458x)
            let target = SuotaTargetSimulator(radio: deviceRadio, flash: flash, clock: clock)
            try await target.start()

            let manager = SuotaManager(central.peripheral(address)) { options in
                options.restarts = 3
            }
            let device = try await manager.connect()
            print(device.softwareRevision ?? "no version")
            let outcome = try await manager.start(file)
            print("updated in \(outcome.total)")

            await target.stop()
            #expect(outcome.attempts == 1 && flash.bootVersion == "1.1.0")
        }
    }
}
