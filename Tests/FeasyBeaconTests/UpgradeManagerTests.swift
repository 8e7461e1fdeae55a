import AccessoryConcurrency
import AccessorySimulators
import BluetoothLE
import FirmwareUpdate
import Foundation
import Synchronization
import Testing

@testable import FeasyBeacon

/// Records the reports of an upgrade.
private final class Witness: Sendable {
    private let state = Mutex((infos: [UpgradeInfo](), fractions: [Double]()))

    var infos: [UpgradeInfo] { state.withLock { $0.infos } }
    var fractions: [Double] { state.withLock { $0.fractions } }

    func info(_ info: UpgradeInfo) {
        state.withLock { state in
            #expect(state.fractions.isEmpty)
            state.infos.append(info)
        }
    }

    func progress(_ fraction: Double) { state.withLock { $0.fractions.append(fraction) } }
}

extension UpgradeManager {
    fileprivate func upgrade(
        to firmware: ModuleFirmware,
        restoresFactory: Bool = false,
        force: Bool = false,
        _ witness: Witness
    ) async throws {
        try await upgrade(
            to: firmware,
            restoresFactory: restoresFactory,
            force: force,
            onInfo: { witness.info($0) },
            onProgress: { witness.progress($0) }
        )
    }
}

private func firmware(
    count: Int = 5000,
    bootloader: UInt16 = 651,
    model: UInt16 = 0x15,
    versions: ClosedRange<UInt16> = 800...830
) throws -> ModuleFirmware {
    let program = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let bytes = DFUFile.make(
        program: program,
        programCRC: 0x688B,
        bootloader: bootloader,
        versions: versions,
        model: model
    )
    return try ModuleFirmware(name: "module.dfu", bytes: bytes)
}

extension ModuleFirmware {
    fileprivate var dfu: DFUFile? {
        if case .dfu(let file) = self { file } else { nil }
    }
}

@Suite struct XModemUpgradeTests {
    @Test(arguments: [false, true])
    func upgrades(restoring: Bool) async throws {
        let bench = AirBench { $0.pin = "123123" }
        let session = bench.session(pin: "123123")
        let manager = UpgradeManager(session)
        let firmware = try firmware()
        let (witness, heard) = (Witness(), bench.module.events)
        try await bench.run {
            try await session.open()
            _ = try await ATClient(session).perform(.set("NAME", "Door 4"))
            try await manager.upgrade(to: firmware, restoresFactory: restoring, witness)
            #expect(await session.isOpen == false)
            #expect(await manager.isBusy == false)
            for await event in heard {
                guard case .installed(let file, let restored) = event else { continue }
                #expect(file == firmware.dfu && restored == restoring)
                break
            }
            #expect(bench.module.core.firmware == firmware.dfu)
            #expect(bench.module.core.info.bootloader == 651)
            #expect(bench.module.core.values["NAME"] == (restoring ? "Feasycom" : "Door 4"))
            // restarted, with its old PIN or the factory PIN
            let again = bench.session(pin: restoring ? "000000" : "123123")
            try await bench.clock.sleep(for: .seconds(1))
            try await again.open()
            #expect(try await ATClient(again).query("VER") == ["830"])
        }
        #expect(
            witness.infos == [
                UpgradeInfo(
                    model: "21",
                    firmwareVersion: "830",
                    bluetoothVersion: "5.1",
                    transport: .xmodem
                )
            ]
        )
        let fractions = witness.fractions
        #expect(fractions.first == 0 && fractions.last == 1 && fractions == fractions.sorted())
        #expect(fractions.count == 7)
    }

    /// On a slow link, packets are not resent.
    @Test(arguments: [10, 70, 200])
    func aSlowLinkNeedsNoResends(milliseconds: Int) async throws {
        let bench = AirBench()
        let session = bench.session { $0.writeInterval = .milliseconds(milliseconds) }
        let firmware = try firmware(count: 2000)
        try await bench.run {
            let began = bench.now()
            try await UpgradeManager(session).upgrade(to: firmware, Witness())
            // two packets of 1029 bytes
            let pieces = Duration.milliseconds(milliseconds * 104)
            #expect(pieces..<(pieces + .seconds(4)) ~= bench.now() - began)
        }
        #expect(bench.module.core.firmware == firmware.dfu)
    }

    @Test func refusesBeforeAnythingIsSent() async throws {
        let files: [(ModuleFirmware, DFUError)] = try [
            (firmware(model: 0x14), .otherModel(file: 0x14, module: 0x15)),
            (firmware(versions: 100...200), .versionOutside(100...200, module: 830)),
            (firmware(bootloader: 599), .olderBootloader(file: 599, module: 600)),
        ]
        for (file, reason) in files {
            let bench = AirBench()
            let witness = Witness()
            try await bench.run {
                let error: ModuleUpgradeError? = try await failure {
                    try await UpgradeManager(bench.session()).upgrade(to: file, witness)
                }
                #expect(error == .upgrade(.refused(reason)))
                #expect(witness.infos.count == 1 && witness.fractions.isEmpty)
                let client = ATClient(bench.session())
                try await client.session.open()
                #expect(try await client.openEngine() == "830")
            }
            #expect(bench.module.core.firmware == nil)
        }
        // the module refuses a forced file
        let bench = AirBench()
        let file = files[0].0
        try await bench.run {
            try await UpgradeManager(bench.session()).upgrade(to: file, force: true, Witness())
        }
        #expect(bench.module.core.firmware == nil)
    }

    @Test func oneUpgradeAtATime() async throws {
        let bench = AirBench()
        let manager = UpgradeManager(bench.session())
        let firmware = try firmware()
        try await bench.run {
            let first = bench.peripheral.time.task {
                await Result { try await manager.upgrade(to: firmware, Witness()) }
            }
            try await bench.clock.sleep(for: .milliseconds(300))
            #expect(await manager.isBusy)
            let error: ModuleUpgradeError? = try await failure {
                try await manager.upgrade(to: firmware, Witness())
            }
            #expect(error == .busy)
            try await first.value.get()
        }
    }

    // MARK: Interruptions

    /// The module answers, with its old firmware or the complete new one.
    private func checkModule(
        _ bench: AirBench,
        _ firmware: ModuleFirmware,
        _ note: Comment
    ) async throws {
        bench.air.setTap(nil)
        bench.air.conditions = AirConditions()
        bench.module.misbehave(nil)
        try await bench.clock.sleep(for: .seconds(5))
        let session = bench.session()
        try await session.open()
        let client = ATClient(session)
        #expect(try await client.openEngine() == "830", note)
        let core = bench.module.core
        #expect(core.firmware == nil || core.firmware == firmware.dfu, note)
        #expect(core.info.bootloader == (core.firmware == nil ? 600 : 651), note)
        await session.close()
        // a second upgrade with the same file succeeds
        try await UpgradeManager(bench.session()).upgrade(to: firmware, Witness())
        #expect(bench.module.core.firmware == firmware.dfu, note)
    }

    @Test func theLinkIsLostAtEachPacket() async throws {
        let firmware = try firmware(count: 1500)
        var (whole, failed) = (0, 0)
        for number in stride(from: 1, to: 220, by: 5) {
            let bench = AirBench(seed: UInt64(number))
            bench.air.setTap {
                $0.number == number ? .disconnected(.connectionTimeout) : .delivered
            }
            let isWhole = try await bench.run {
                let error: ModuleUpgradeError? = try await failure {
                    try await UpgradeManager(bench.session()).upgrade(to: firmware, Witness())
                }
                switch error {
                case nil, .session(.lost), .upgrade(.disconnected): break
                case .command(let error): #expect(error.outcome == .failed(.disconnected))
                case let other?: Issue.record("packet \(number): \(other)")
                }
                if error == nil { #expect(bench.module.core.firmware == firmware.dfu) }
                try await checkModule(bench, firmware, "packet \(number)")
                return error == nil
            }
            if isWhole { whole += 1 } else { failed += 1 }
        }
        #expect(whole > 0 && failed > 20)
    }

    @Test(arguments: [1, 500, 1500, 3000])
    func theModuleResets(after count: Int) async throws {
        let bench = AirBench { $0.fault = .reset(afterUpgradeBytes: count) }
        let firmware = try firmware()
        try await bench.run {
            let error: ModuleUpgradeError? = try await failure {
                try await UpgradeManager(bench.session()).upgrade(to: firmware, Witness())
            }
            #expect(error == .upgrade(.disconnected))
            #expect(bench.module.core.firmware == nil)
            try await checkModule(bench, firmware, "\(count)")
        }
    }

    @Test func cancelled() async throws {
        let firmware = try firmware()
        for milliseconds in stride(from: 1, to: 3000, by: 170) {
            let bench = AirBench()
            let manager = UpgradeManager(bench.session())
            try await bench.run {
                let upgrade = bench.peripheral.time.task {
                    await Result { try await manager.upgrade(to: firmware, Witness()) }
                }
                try await bench.clock.sleep(for: .milliseconds(milliseconds))
                upgrade.cancel()
                let result = await upgrade.value
                #expect(throws: CancellationError.self, "\(milliseconds) ms") { try result.get() }
                #expect(bench.module.core.firmware == nil)
                try await checkModule(bench, firmware, "\(milliseconds) ms")
            }
        }
    }

    /// A module that stops answering at one of the commands before the transfer.
    @Test func aSilentModule() async throws {
        let firmware = try firmware()
        for number in 1...5 {
            let bench = AirBench { $0.fault = .silent(from: number) }
            try await bench.run {
                let error: ModuleUpgradeError? = try await failure {
                    try await UpgradeManager(bench.session()).upgrade(to: firmware, Witness())
                }
                switch (number, error) {
                case (1...3, .command(let error)): #expect(error.outcome == .timedOut)
                case (4, .upgrade(.noInfo)), (5, .upgrade(.noInfo)): break
                default: Issue.record("\(number): \(String(describing: error))")
                }
                try await checkModule(bench, firmware, "\(number)")
            }
        }
    }

    /// A tenth of the packets is lost and the link breaks at random.
    @Test func survivesABadAir() async throws {
        var (whole, failed) = (0, 0)
        for seed in 1...UInt64(40) {
            var random = SeededRandom(seed: seed)
            let bench = AirBench(seed: seed)
            bench.air.conditions.loss = 0.1
            bench.air.conditions.disconnects = random.unit() * 0.02
            let firmware = try firmware(count: 1 + Int(random.next() % 4000))
            let isWhole = try await bench.run {
                let error: ModuleUpgradeError? = try await failure {
                    try await UpgradeManager(bench.session()).upgrade(to: firmware, Witness())
                }
                switch error {
                case nil, .session, .upgrade(.disconnected), .command: break
                case let other?: Issue.record("seed \(seed): \(other)")
                }
                try await checkModule(bench, firmware, "seed \(seed)")
                return error == nil
            }
            if isWhole { whole += 1 } else { failed += 1 }
        }
        #expect(whole > 0 && failed > 0)
    }
}

@Suite struct SuotaUpgradeTests {
    /// A newer module: SUOTA, and a service for the login if it has a PIN.
    private struct Bench: Sendable {
        let clock = VirtualClock()
        let air: VirtualAir
        let flash = SuotaFlash(family: .da1458x)
        let target: SuotaTargetSimulator
        let peripheral: Peripheral
        let central: Central

        init() throws {
            air = VirtualAir(clock: clock, seed: 1)
            let (phone, radio) = (air.addAdapter(), air.addAdapter())
            target = SuotaTargetSimulator(radio: radio, flash: flash, clock: clock)
            central = Central(radio: phone, clock: clock)
            peripheral = central.peripheral(radio.address!)
            flash.put(try Self.image("1.0.0", time: 1), inBank: 1)
        }

        static func image(_ version: String, time: UInt32) throws -> [UInt8] {
            let code = (0..<2000).map { UInt8(truncatingIfNeeded: $0) }
            return try SuotaImage.file(family: .da1458x, version: version, time: time, code: code)
        }

        func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
            try await clock.run {
                try await target.start()
                let result = await Result { try await work() }
                await target.stop()
                try result.get()
            }
        }
    }

    @Test func upgradesANewerModule() async throws {
        let bench = try Bench()
        let firmware = try ModuleFirmware(name: "new.img", bytes: Bench.image("1.1.0", time: 2))
        let manager = UpgradeManager(BeaconModuleSession(bench.peripheral))
        let witness = Witness()
        try await bench.run {
            #expect(try await manager.transports() == [.suota])
            try await manager.upgrade(to: firmware, witness)
            #expect(bench.flash.bootVersion == "1.1.0")
            #expect(bench.peripheral.connectionState == .disconnected(.localHost))
        }
        #expect(
            witness.infos == [
                UpgradeInfo(
                    model: "DA14531",
                    firmwareVersion: "1.0.0",
                    bluetoothVersion: nil,
                    transport: .suota
                )
            ]
        )
        #expect(witness.fractions.last == 1)
    }

    /// The login happens on the update's own link.
    @Test func logsInFirst() async throws {
        for pin in ["123456", "000000"] {
            let bench = try Bench()
            let firmware = try ModuleFirmware(name: "n.img", bytes: Bench.image("1.1.0", time: 2))
            let options = BeaconModuleSession.Options { $0.login = PlainLogin() }
            let session = BeaconModuleSession(bench.peripheral, pin: pin, options: options)
            try await bench.run {
                let login = LoginService(pin: "123456", clock: bench.clock)
                try await login.start(on: bench.target.manager, session.time)
                let error: ModuleUpgradeError? = try await failure {
                    try await UpgradeManager(session).upgrade(to: firmware, Witness())
                }
                #expect(error == (pin == "123456" ? nil : .session(.pinRefused)))
                #expect(bench.flash.bootVersion == (error == nil ? "1.1.0" : "1.0.0"))
            }
        }
    }

    /// Service FFF0 with only the login.
    private final class LoginService: Sendable {
        let pin: String
        let input = MutableCharacteristic(
            uuid: BeaconModuleSession.usualOutput,
            properties: [.write, .writeWithoutResponse]
        )
        let output = MutableCharacteristic(uuid: BeaconModuleSession.notifying, properties: .notify)

        init(pin: String, clock: VirtualClock) { self.pin = pin }

        func start(on manager: PeripheralManager, _ time: TimeSource) async throws {
            try await manager.add(
                MutableService(uuid: BeaconModuleSession.service, characteristics: [input, output])
            )
            let requests = try input.startRespondingToWriteRequests()
            _ = time.task { [self] in
                var bytes: [UInt8] = []
                for await request in requests {
                    input.respond(to: request)
                    bytes += request.value
                    guard let (answer, _) = PlainLogin().answer(to: bytes, pin: pin, mac: []) else {
                        continue
                    }
                    bytes = []
                    try? await output.update(answer, to: request.central)
                }
            }
        }
    }

    @Test func choosesByFileAndModule() async throws {
        let image = try ModuleFirmware(name: "new.img", bytes: Bench.image("1.1.0", time: 2))
        let newer = try Bench()
        try await newer.run {
            let manager = UpgradeManager(BeaconModuleSession(newer.peripheral))
            let error: ModuleUpgradeError? = try await failure {
                try await manager.upgrade(to: firmware(), Witness())
            }
            #expect(error == .otherTransport(.suota))
            let restore: ModuleUpgradeError? = try await failure {
                try await manager.upgrade(to: image, restoresFactory: true, Witness())
            }
            #expect(restore == .cannotRestore)
        }
        let older = AirBench()
        try await older.run {
            let manager = UpgradeManager(older.session())
            #expect(try await manager.transports() == [.xmodem])
            let error: ModuleUpgradeError? = try await failure {
                try await manager.upgrade(to: image, Witness())
            }
            #expect(error == .otherTransport(.xmodem))
        }
    }

    @Test func readsFiles() throws {
        let dfu = try #require(try firmware().dfu)
        #expect(try UpgradeManager.info(from: Data(dfu.bytes)) == dfu)
        #expect(dfu.modelName == "BP102" && dfu.uploadModel == 1 && dfu.length == 5000)
        var damaged = dfu.bytes
        damaged[5] ^= 1
        #expect(throws: ModuleUpgradeError.file(.badCRC)) {
            try ModuleFirmware(name: "x", bytes: damaged)
        }
        #expect(throws: ModuleUpgradeError.notFirmware("x")) {
            try ModuleFirmware(name: "x", bytes: [1, 2, 3])
        }
        var image = try Bench.image("1", time: 1)
        image[100] ^= 1
        #expect(throws: ModuleUpgradeError.suota(.invalidFirmwareCRC)) {
            try ModuleFirmware(name: "x", bytes: image)
        }
        #expect(throws: ModuleUpgradeError.unreadable("none.dfu")) {
            try ModuleFirmware(contentsOf: URL(filePath: "/none.dfu"))
        }
    }
}
