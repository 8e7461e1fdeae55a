import AccessoryLink
import AccessorySimulators
import BluetoothLE
import FirmwareUpdate
import Testing

@testable import accessory

/// What the options of updates, simulators and pairing mean.
@Suite struct UpdateOptionsTests {
    private func update(_ options: String) throws -> SuotaConfiguration {
        try SuotaUpdate.parse(["d", "f"] + options.split(separator: " ").map(String.init)).suota()
    }

    @Test func updates() throws {
        let none = try update("")
        #expect(none.imageBank == 0 && none.blockSize == 240 && none.memory == .dialogSPI)
        #expect(!none.usesLargestBlock && !none.usesChannel && none.checksHeaderCRC)
        #expect(none.rebootsAutomatically && !none.reportsLog)
        #expect(
            try update("--bank 2 --running-bank 1").imageBank == 2
                && update("--block 1000").blockSize == 1000
        )
        #expect(try update("--largest-block").usesLargestBlock && update("--channel").usesChannel)
        #expect(try !update("--force").checksHeaderCRC)
        #expect(try !update("--no-reboot").rebootsAutomatically && update("--json").reportsLog)
        #expect(
            try update("--memory i2c:0x51").memory == .i2c(address: 0x51, scl: "P0_2", sda: "P0_3")
        )
        let feasycom = try update("--feasycom")
        #expect(feasycom.memory == .feasycomSPI && feasycom.imageBank == 0)
        #expect(try none.runningBank == nil && update("--running-bank 1").runningBank == 1)
        #expect(try update("--feasycom --bank 1 --force").imageBank == 1)
        #expect(
            try update("--pins P0_1,P0_2,P0_3,P0_4").memory
                == .spi(
                    miso: "P0_1",
                    mosi: "P0_2",
                    cs: "P0_3",
                    sck: "P0_4"
                )
        )
    }

    @Test func faultsOfModules() throws {
        func fault(_ options: String) throws -> BeaconModuleFault? {
            try SimulateBeaconModule.parse(options.split(separator: " ").map(String.init)).fault
        }
        #expect(try fault("") == nil && fault("--silent-from 3") == .silent(from: 3))
        #expect(try fault("--late 1s") == .badLine(late: .seconds(1), lossOneIn: 0))
        #expect(try fault("--loss 100") == .badLine(late: .zero, lossOneIn: 100))
        #expect(try fault("--late 2s --loss 7") == .badLine(late: .seconds(2), lossOneIn: 7))
    }

    @Test func faultsOfTargets() throws {
        func fault(_ options: String) throws -> SuotaTargetSimulator.Fault? {
            try SimulateSuotaTarget.parse(options.split(separator: " ").map(String.init)).fault
        }
        #expect(try fault("") == nil && fault("--silent-from 3") == .silent(from: 3))
        #expect(try fault("--power-loss 0") == .powerLoss(after: 0))
        for wrong in ["--power-loss=-1", "--power-loss 1 --silent-from 2"] {
            #expect(throws: (any Error).self) { try fault(wrong) }
        }
    }

    @Test func faultsOfDevices() throws {
        func fault(_ options: String) throws -> TxRxFault? {
            try SimulateTxRx.parse(options.split(separator: " ").map(String.init)).misbehaviour
        }
        #expect(try fault("") == nil && fault("--fault silent") == .silent)
        #expect(try fault("--fault late") == .late(.milliseconds(100)))
        #expect(try fault("--fault late --delay 2s") == .late(.seconds(2)))
        #expect(try fault("--fault split --delay 3s") == .split(size: 4, gap: .seconds(3)))
        #expect(try fault("--fault unacknowledged") == .unacknowledged)
        #expect(try fault("--fault refusing") == .refusing)
    }

    @Test func linesOfTargets() {
        let peer = BluetoothAddress(value: 0xC000_0000_0001, kind: .random)
        let rows: [(SuotaTargetSimulator.Event, String)] = [
            (.connected(peer), "connected \(peer)"), (.disconnected(peer), "disconnected \(peer)"),
            (.notified(0x1A), "status 0x1A"), (.written(240), "written 240 bytes"),
            (.booted(version: "1.2"), "booted 1.2"), (.booted(version: nil), "booted nothing"),
        ]
        for (event, line) in rows { #expect(TargetRecord(event).line == line) }
        #expect(TargetRecord(event: "ready", address: nil).line == "ready")
        #expect(TargetRecord(event: "ready", address: "a").line == "ready a")
    }

    @Test func linesOfModules() {
        let peer = BluetoothAddress(value: 0xC000_0000_0001, kind: .random)
        let rows: [(BeaconModuleSimulator.Event, String)] = [
            (.connected(peer), "connected \(peer)"), (.disconnected(peer), "disconnected \(peer)"),
            (.command("AT\u{7}"), "command AT?"), (.restarted, "restarted"),
        ]
        for (event, line) in rows { #expect(ModuleEventRecord(event).line == line) }
        #expect(ModuleEventRecord(event: "ready", address: "a").line == "ready a")
    }

    @Test func eventsOfReaders() throws {
        let rows: [(LinkEvent, String?, Int?)] = [
            (.opened(resumed: true), "resumed", nil), (.opened(resumed: false), "opened", nil),
            (.received([1, 2]), "request", 2), (.sent, "answered", nil),
            (.failed(.timedOut), "failed: \(LinkError.timedOut)", nil),
            (.fault(.unplugged), "host lost", nil), (.fault(.disconnected), "host lost", nil),
            (.fault(.byteFormat), "disturbed: \(LinkError.byteFormat)", nil),
            (.closed(.agreed), "closed", nil), (.asleep, "asleep", nil), (.progress([1]), nil, nil),
            (.timedOut, nil, nil), (.dropped, nil, nil),
        ]
        for (event, name, bytes) in rows {
            #expect(event.summary?.0 == name && event.summary?.1 == bytes, "\(event)")
        }
    }

    /// The beacon of each turn; telemetry counts the advertisements.
    @Test func turnsOfBeacons() throws {
        let simulator = try SimulateBeacon.parse(["--interval", "200ms"])
        let kinds = (0..<11).map { turn in
            "\(BeaconRecord(simulator.beacon(turn, after: .seconds(3))).type)"
        }
        let five = ["ibeacon", "eddystone-uid", "eddystone-url", "eddystone-tlm", "altbeacon"]
        #expect(kinds == five + five + ["ibeacon"])
        let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"
        let lines = (0..<5).map { BeaconRecord(simulator.beacon($0, after: .seconds(3))).text }
        #expect(
            lines == [
                "ibeacon  uuid \(uuid)  major 1  minor 2  power -59 dBm at 1 m",
                "eddystone-uid  namespace e2c56db5dffb48d2b060  instance 000000000001  power -18 dBm at 0 m",
                "eddystone-url  url https://example.com  power -18 dBm at 0 m",
                "eddystone-tlm  battery 3000 mV  temperature 21.5 °C  count 15  uptime 3.0 s",
                "altbeacon  company 280  id e2c56db5dffb48d2b060d0f5a71096e000010002  power -59 dBm at 1 m",
            ]
        )
        guard case .altBeacon(let last) = simulator.beacon(4, after: .zero) else {
            Issue.record("no AltBeacon")
            return
        }
        #expect(last.reserved == 0)
    }

    @Test func advertising() throws {
        func parameters(_ options: String) throws -> AdvertisingParameters {
            try AdvertisingOptions.parse(options.split(separator: " ").map(String.init))
                .parameters([1], [2])
        }
        let none = try parameters("")
        #expect(none.data == [1] && none.scanResponse == [2] && !none.isConnectable)
        #expect(none.interval == .milliseconds(100)...(.milliseconds(100)) && !none.isExtended)
        #expect(none.primaryPHY == .le1M && none.secondaryPHY == .le1M)
        #expect(try parameters("--interval 1s").interval == .seconds(1)...(.seconds(1)))
        #expect(try parameters("--extended").isExtended)
        #expect(try !parameters("--phy 1M").isExtended)
        let two = try parameters("--phy 2M")
        #expect(two.isExtended && two.primaryPHY == .le1M && two.secondaryPHY == .le2M)
        let coded = try parameters("--phy coded")
        #expect(coded.isExtended && coded.primaryPHY == .coded && coded.secondaryPHY == .coded)
    }

    /// Without a terminal, only what the options state is answered.
    @Test func pairing() async throws {
        let peer = BluetoothAddress(value: 0xC000_0000_0001, kind: .random)
        func answers(_ options: String) async throws -> ([PairingAgent.Answer], UInt8?) {
            let pairing = try PairingOptions.parse(options.split(separator: " ").map(String.init))
            guard let agent = pairing.agent(nil) else { return ([], nil) }
            var answers: [PairingAgent.Answer] = []
            for question in [
                PairingAgent.Question.consent, .compare(7), .enterPasskey, .showPasskey(7),
            ] {
                answers.append(await agent.answer(question, peer))
            }
            return (answers, agent.capability.rawValue)
        }
        // displayYesNo, keyboardOnly, keyboardDisplay
        let none = try await answers("")
        #expect(none.0.isEmpty && none.1 == nil)
        let yes = try await answers("--yes")
        #expect(yes.0 == [.accept, .accept, .reject, .accept] && yes.1 == 1)
        let key = try await answers("--passkey 7")
        #expect(key.0 == [.accept, .reject, .passkey(7), .accept] && key.1 == 2)
        let both = try await answers("--yes --passkey 7")
        #expect(both.0 == [.accept, .accept, .passkey(7), .accept] && both.1 == 4)
    }

    @Test func numbersToEnterHaveSixDigits() async throws {
        let peer = BluetoothAddress(value: 0xC000_0000_0001, kind: .random)
        for (number, digits) in [(7, "000007"), (123_456, "123456"), (0, "000000")]
            as [(UInt32, String)]
        {
            let agent = try #require(try PairingOptions.parse(["--yes"]).agent(nil))
            let lines = await LocalTool.lines {
                _ = await agent.answer(.showPasskey(number), peer)
            }
            #expect(lines.errors == ["enter \(digits) on \(peer)"])
        }
    }

    @Test func transports() throws {
        #expect(TransportOptions.names == ["jack", "bluetooth", "rfcomm", "serial"])
        let none = try TransportOptions.parse([])
        #expect(none.name == "jack")
        #expect(try TransportOptions.parse(["--transport", "serial"]).name == "serial")
        #expect(none.arguments(of: "rfcomm") is BluetoothArguments)
        #expect(none.arguments(of: "serial") is SerialPortArguments)
        #expect(none.arguments(of: "jack") is DeviceOptions)
        let bluetooth = try BluetoothArguments.parse([])
        for (name, reader, isClassic) in [
            ("rfcomm", nil, true), ("bluetooth", nil, false), ("bluetooth", "Till", false),
            ("bluetooth", "C0:DE:00:00:00:01/classic", true), ("rfcomm", "Till", true),
        ] as [(String, String?, Bool)] {
            let choice = TransportChoice(name: name, reader: reader, mode: .masterSlave)
            #expect(bluetooth.isClassic(choice) == isClassic, "\(name)")
            #expect(choice.search == .seconds(10))
        }
        #expect(bluetooth.stated.isEmpty)
        let stated = try BluetoothArguments.parse(["--serial-profile", "fff0", "--adapter", "hci1"])
        #expect(stated.stated == ["--serial-profile", "--adapter"])
        let serial = try SerialPortArguments.parse(
            ["--baud", "9600", "--flow", "hardware", "--serial-folder", "a"]
        )
        #expect(serial.stated == ["--baud", "--flow", "--serial-folder"])
        #expect(try SerialPortArguments.parse(["--flow", "none"]).stated == ["--flow"])
    }
}
