import FeasyBeacon
import Foundation
import Testing

/// Beacon modules and a technician, each in its own process, on one air.
@Suite(.timeLimit(.minutes(20))) struct BeaconCommandTests {
    private let air: TestAir
    private let scratch: Scratch

    init() throws {
        air = try TestAir()
        scratch = try Scratch()
    }

    /// A module that is on the air when this returns.
    private func module(_ arguments: [String] = []) throws -> RunningTool {
        let module = try air.start(["simulate", "beacon-module"] + arguments)
        #expect(module.line(with: "ready") != nil)
        return module
    }

    private func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: scratch.url(name))
        return scratch.url(name).path
    }

    @Test func aModuleIsShownSetSavedAndRestored() throws {
        let module = try module()
        let shown = try air.run(["beacon", "show", "Feasycom"])
        #expect(shown.status == 0, "\(shown.errors)")
        #expect(shown.lines.contains { $0.hasPrefix("interval     152  ") })
        #expect(shown.lines.contains { $0.hasSuffix("(100 to 10000 ms or 0)") })
        let original = try air.run(["beacon", "show", "Feasycom", "--json"]).lines
        #expect(try air.run(["beacon", "show", "DC:0D:30:11:22:33", "--quiet"]).status == 0)

        let beacon = "0=ibeacon --uuid 0112233445566778899AABBCCDDEEFF0 --major 1 --minor 2"
        let set = try air.run([
            "beacon", "set", "Feasycom", "interval=500", "power=-3", "led=off", "--beacon", beacon,
        ])
        #expect(set.lines == ["saved interval, power, beacon 0", "unchanged: led"])
        let now = try air.run(["beacon", "show", "Feasycom", "--json"]).lines.joined()
        #expect(now.contains(#""interval":500"#) && now.contains(#""power":-3"#))
        #expect(now.contains(#""beacons":{"0":"0201061aff4c000215"#))

        // restored from the file
        let path = try write(original.joined(), to: "module.json")
        let saved = try air.run(["beacon", "write", "Feasycom", path, "--json"])
        #expect(saved.lines.joined().contains(#""result":"saved","saved":["interval","power"]"#))
        let again = try air.run(["beacon", "write", "Feasycom", path])
        #expect(again.status == 0 && again.lines.first?.hasPrefix("unchanged: ") == true)

        let off = try air.run(["beacon", "set", "Feasycom", "--beacon", "0=off"])
        #expect(off.lines == ["saved beacon 0"])
        let refused = try air.run(["beacon", "factory-reset", "Feasycom"])
        #expect(
            refused.status == 64
                && refused.errors.hasSuffix("; add --yes to reset it without a question\n")
        )
        let restored = try air.run(["beacon", "factory-reset", "Feasycom", "--yes"])
        #expect(restored.lines == ["reset"] && restored.status == 0)
        #expect(module.line(with: "command AT+RESTORE") != nil)
        #expect(try air.run(["beacon", "show", "Feasycom", "--json"]).lines == original)
    }

    @Test func refusalsNameParameterValueAndRange() throws {
        let module = try module(["--pin", "123456"])
        let set = ["beacon", "set", "Feasycom", "--pin", "123456"]
        let interval = try air.run(set + ["name=Door", "interval=50"])
        #expect(interval.status == 64 && interval.lines.isEmpty)
        #expect(
            interval.errors
                == "accessory: interval=50 is out of range; interval accepts 100 to 10000 ms or 0\n"
        )
        let unknown = try air.run(set + ["longRange=on", "--json"])
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("this model has no parameter longRange"))
        let never = try air.run(set + ["interval=0", "gSensor=0,100", "key=0,100"])
        #expect(never.status == 65 && never.errors.contains("would never advertise"))

        let without = try air.run(["beacon", "show", "Feasycom"])
        #expect(without.status == 64 && without.errors.contains("asks for a PIN"))
        let wrong = try air.run(["beacon", "show", "Feasycom", "--pin", "111111"])
        #expect(wrong.status == 77 && wrong.errors.contains("refused the PIN"))
        let nobody = try air.run(["beacon", "show", "Nobody", "--timeout", "300ms"])
        #expect(nobody.status == 69 && nobody.errors.contains("no beacon module Nobody"))
        for arguments in [
            ["beacon", "set", "Feasycom"], ["beacon", "set", "Feasycom", "interval"],
            ["beacon", "set", "Feasycom", "led=on", "led=off"],
            ["beacon", "show", "Feasycom", "--pin", "12345"],
        ] {
            #expect(try air.run(arguments).status == 64, "\(arguments)")
        }
        module.interrupt()
        let commands = try module.finish().lines.filter { $0.hasPrefix("command ") }
        #expect(!commands.contains { $0.contains("=") }, "nothing was set")
    }

    @Test func aSilentModuleEndsInATimeout() throws {
        let module = try module(["--silent-from", "5"])
        let shown = try air.run(["beacon", "show", "Feasycom"])
        #expect(shown.status == 124 && shown.errors.contains("did not answer in time"))
        module.interrupt()
        #expect(try module.finish().status == 130)
    }

    @Test func aFleetIsSetAndResumesAfterAKill() throws {
        let first = try module(["--name", "One", "--mac", "DC:0D:30:00:00:01"])
        let fleet = try write(
            """
            {"settings": {"interval": 700}, "beacons": {"1": "020106"},
             "modules": [{"address": "dc:0d:30:00:00:01", "settings": {"name": "Door 1"}},
                         {"address": "Two", "pin": "123456", "settings": {"pin": "654321"}}]}
            """,
            to: "fleet.json"
        )
        let journal = scratch.url("fleet.json.done")
        // the second module is still absent
        let killed = try air.start(["beacon", "apply", fleet, "--timeout", "60s", "--json"])
        #expect(killed.line()?.contains(#""result":"saved""#) == true)
        killed.kill()
        _ = try killed.finish()
        #expect(FileManager.default.fileExists(atPath: journal.path))

        let failed = try air.run([
            "beacon", "apply", fleet, "--timeout", "300ms", "--tries", "1", "--json",
        ])
        #expect(failed.status == 69)
        #expect(
            failed.lines.first == #"{"address":"dc:0d:30:00:00:01","result":"skipped"}"#
        )
        #expect(failed.lines.dropFirst().first?.contains(#""result":"failed","tries":1"#) == true)
        #expect(failed.errors.contains("1 of 2 modules failed"))

        let second = try module([
            "--name", "Two", "--mac", "DC:0D:30:00:00:02", "--pin", "123456",
        ])
        let whole = try air.run(["beacon", "apply", fleet])
        #expect(whole.status == 0, "\(whole.errors)")
        #expect(
            whole.lines == [
                "dc:0d:30:00:00:01  skipped, finished before",
                "Two  saved interval, beacon 1, pin",
                "2 modules: 1 saved, 1 skipped",
            ]
        )
        #expect(!FileManager.default.fileExists(atPath: journal.path))

        // applied again: all modules have their settings, and the second has its new PIN
        let anew = try air.run(["beacon", "apply", fleet, "--json"])
        #expect(anew.status == 0, "\(anew.errors)")
        #expect(
            anew.lines.last
                == #"{"failed":0,"modules":2,"saved":0,"skipped":0,"unchanged":2}"#
        )
        for module in [first, second] { module.interrupt() }
    }

    @Test func aFleetFileWithAFaultChangesNoModule() throws {
        let cases = [
            (#"{"modules": [{"address": "a", "settings": {"interval": 5}}]}"#, "a: interval=5"),
            (#"{"modules": [{"address": "a", "beacons": {"10": "off"}}]}"#, "a: beacon 10"),
            (#"{"modules": [{"address": "a", "setting": {}}]}"#, "'setting' is none of"),
        ]
        for (json, text) in cases {
            let fleet = try write(json, to: "fleet.json")
            let result = try air.run(["beacon", "apply", fleet])
            #expect(result.status == 65 && result.errors.contains(text), "\(result.errors)")
        }
        #expect(try air.run(["beacon", "apply", "/nowhere"]).status == 66)
        #expect(try air.run(["beacon", "apply", "-"]).status == 64)
        #expect(try scratch.contents == ["fleet.json"])
    }

    private func firmware(model: UInt16 = 0x15, to name: String) throws -> String {
        let bytes = DFUFile.make(
            program: (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
            programCRC: 0x1234,
            bootloader: 651,
            versions: 800...830,
            model: model
        )
        try Data(bytes).write(to: scratch.url(name))
        return scratch.url(name).path
    }

    @Test func aModuleIsUpgradedWithTheRightFile() throws {
        let module = try module(["--pin", "123456"])
        let upgrade = ["beacon", "upgrade", "Feasycom", "--pin", "123456"]
        let other = try air.run(upgrade + [firmware(model: 0x14, to: "other.dfu")])
        #expect(other.status == 65 && other.errors.contains("the file is for model 20"))
        let image = try air.run(upgrade + [write("no firmware", to: "file")])
        #expect(image.status == 65 && image.errors.contains("is not a module's firmware"))

        let path = try firmware(to: "right.dfu")
        let result = try air.run(upgrade + [path, "--json"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.first?.contains(#""firmware":"830""#) == true)
        #expect(result.lines.contains(#"{"event":"progress","percent":100}"#))
        #expect(result.lines.last == #"{"bytes":3032,"event":"upgraded"}"#)
        #expect(module.line(with: "installed") == "installed 3000 bytes")
        // the other file started no work
        module.interrupt()
        #expect(try !module.finish().lines.contains { $0.hasPrefix("upgrade failed") })
    }

    @Test func aForcedTransferIsNotCalledAnUpgrade() throws {
        let module = try module()
        let upgrade = ["beacon", "upgrade", "Feasycom", "--force", "--json"]
        let result = try air.run(upgrade + [firmware(model: 0x14, to: "other.dfu")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.last == #"{"bytes":3032,"event":"sent"}"#)
        #expect(module.line(with: "upgrade failed") != nil)
    }

    @Test func ctrlCKeepsTheOldFirmware() throws {
        let module = try module()
        let upgrade = try air.start([
            "beacon", "upgrade", "Feasycom", firmware(to: "right.dfu"), "--json",
        ])
        #expect(upgrade.line(with: "progress") != nil)
        upgrade.interrupt()
        #expect(try upgrade.finish().status == 130)
        #expect(module.line(with: "upgrade failed") != nil)
    }
}
