import AccessoryConcurrency
import AccessorySimulators
import Beacons
import BluetoothLE
import FeasyBeacon
import Testing

/// The examples of the documentation, verbatim and run.
@Suite struct DocumentationTests {
    @Test func exampleOfFeasyBeacon() throws {
        let configuration = BeaconConfiguration(model: 0x15, features: [.gSensor, .led])
        try configuration.check(["name": .text("Door 4"), "interval": .number(500)])
        let power = try configuration.wire(.decibels(-3), for: "power")

        // the module's answers to the three lines of a `set`
        var answers = ["+TXPOWER=4\r\nOK\r\n", "OK\r\n", "+TXPOWER=\(power)\r\nOK\r\n"]
        var engine = ATEngine()
        engine.start(.set("TXPOWER", power), at: .zero)
        var lines: [String] = []
        var outcome: ATOutcome?
        while let action = engine.nextAction(at: .zero) {
            switch action {
            case .send(let bytes):
                lines.append(String(decoding: bytes, as: UTF8.self))
                engine.receive(Array(answers.removeFirst().utf8), at: .zero)
            case .done(_, let result): outcome = result
            }
        }

        #expect(lines == ["AT+TXPOWER\r\n", "AT+TXPOWER=6\r\n", "AT+TXPOWER\r\n"])
        #expect(outcome == .ok(["6"]))
    }

    private let options = BeaconModuleSession.Options { $0.login = PlainLogin() }
    private let pin = "123456"

    /// Runs `work` with a module and a browser's item of it.
    private func run(
        _ work: @escaping @Sendable (AirBench, PeripheralItem, Central) async throws -> Void
    ) async throws {
        let bench = AirBench { $0.pin = pin }
        try await bench.run {
            let browser = BeaconBrowser(kind: .setting)
            for try await report in try await bench.central.scan() {
                await browser.process(report)
                guard let item = await browser.peripheralItems.first else { continue }
                return try await work(bench, item, bench.central)
            }
        }
    }

    @Test func exampleOfTheConfigurator() async throws {
        let uuid = BluetoothUUID("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0")!
        let beacon = Beacon.iBeacon(IBeacon(uuid: uuid, major: 1, minor: 2, measuredPower: -59))
        try await run { [pin, options] bench, item, central in
            let configurator = BeaconConfigurator(
                item,
                central: central,
                pin: pin,
                options: options
            )
            await configurator.setCloseHandler { reason in print("closed:", reason as Any) }
            try await configurator.loadParameters()
            try await configurator.set(.text("Door 4"), for: "name")
            try await configurator.set(.decibels(-3), for: "power")
            if let slot = try BeaconSlot(number: 0, beacon: beacon) {
                await configurator.setBeacon(slot)
            }
            let report = try await configurator.saveParameters()
            print("saved:", report.saved)
            await configurator.close()
            #expect(report.saved == ["name", "power", "beacon 0"])
            #expect(bench.module.slots[0]?.beacon == beacon)
            #expect(bench.module.parameters["NAME"] == "Door 4")
        }
    }

    @Test func exampleOfTheUpgradeManager() async throws {
        let file = DFUFile.make(
            program: [UInt8](repeating: 7, count: 3000),
            programCRC: 1,
            bootloader: 651,
            versions: 830...830,
            model: 0x15
        )
        try await run { [pin, options] bench, item, central in
            let manager = UpgradeManager(item, central: central, pin: pin, options: options)
            let firmware = try ModuleFirmware(name: "BP102.dfu", bytes: file)
            try await manager.upgrade(to: firmware) { info in
                print("it has firmware \(info.firmwareVersion)")
            } onProgress: { fraction in
                print("\(Int(fraction * 100)) %")
            }
            #expect(bench.module.firmware?.bytes == file)
        }
    }

    @Test func exampleOfOwnUse() async throws {
        try await run { [pin, options] bench, item, central in
            let session = BeaconModuleSession(item, central: central, pin: pin, options: options)
            let client = ATClient(session)
            try await session.open()
            print("firmware", try await client.openEngine())
            print(try await client.query("VERSION"))
            try await session.write(Array("AT+NAME\r\n".utf8))
            switch try await client.perform(.set("QOS", "1")) {
            case .ok, .notNeeded: Issue.record("set")
            case .failed(.refused): print("this module has no QOS")
            case let outcome: Issue.record("\(outcome)")
            }
            await session.close()

            let configurator = BeaconConfigurator(
                item,
                central: central,
                pin: pin,
                options: options
            )
            try await configurator.loadConfiguration()
            let asking = bench.peripheral.time.task {
                // when the loop below listens
                try? await bench.clock.sleep(for: .seconds(1))
                try? await configurator.session.write(Array("AT+NAME\r\n".utf8))
            }
            for await case .received(let bytes) in try await configurator.handOver() {
                print(bytes)
                break
            }
            await configurator.reclaim()
            await asking.value
        }
    }
}
