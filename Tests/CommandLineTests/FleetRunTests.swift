import BluetoothLE
import FeasyBeacon
import Foundation
import Testing

@testable import accessory

/// Beacon modules and their tools on one air, in the process of the tests.
@Suite(.timeLimit(.minutes(20))) struct FleetRunTests {
    private let air = VirtualAir()
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func module(_ options: String...) async -> LocalTool {
        let module = LocalTool(
            ["simulate", "beacon-module", "--adapter", "virtual"] + options,
            on: air
        )
        #expect(await module.line(with: "ready ")?.hasPrefix("ready C0:DE:") == true)
        return module
    }

    private func beacon(_ words: String...) async -> LocalTool.End {
        await LocalTool.run(["beacon"] + words + ["--adapter", "virtual"], on: air)
    }

    private func write(_ text: String) throws -> String {
        try Data(text.utf8).write(to: scratch.url("f.json"))
        return scratch.url("f.json").path
    }

    @Test func resultsOfAFleet() async throws {
        let module = await module("--name", "One", "--mac", "DC0D30000001")
        let one = "dc:0d:30:00:00:01"
        let fleet = try write(
            #"{"settings": {"interval": 700}, "modules": [{"address": "\#(one)"}]}"#
        )
        let first = await beacon("apply", fleet)
        #expect(first.failure == nil)
        #expect(first.output == ["\(one)  saved interval", "1 modules: 1 saved"])
        // the journal is removed at the end, so it is applied again
        #expect(try scratch.contents == ["f.json"])
        let again = await beacon("apply", fleet)
        #expect(
            again.output == ["\(one)  unchanged, no setting differs", "1 modules: 1 unchanged"]
        )
        let json = await beacon("apply", fleet, "--json")
        #expect(
            json.output == [
                #"{"address":"\#(one)","result":"unchanged","saved":[],"tries":1,"unchanged":["interval"]}"#,
                #"{"failed":0,"modules":1,"saved":0,"skipped":0,"unchanged":1}"#,
            ]
        )
        #expect(await beacon("apply", fleet, "--quiet").output.isEmpty)

        _ = try write(
            #"{"settings": {"interval": 700}, "modules": [{"address": "\#(one)"}, {"address": "Two"}]}"#
        )
        let done = try InputFile(fleet).decode(FleetFile.self, .fleet).modules[0]
        func finished(_ path: String) throws {
            var journal = try FleetJournal(path, again: true)
            try journal.add(done)
        }
        try finished(fleet + ".done")
        let nobody = "there is no beacon module Two"
        let nextStep = "list the devices: accessory scan --kind setting --adapter virtual"
        let failed = await beacon("apply", fleet, "--timeout", "100ms", "--tries", "1")
        #expect(
            failed.output == [
                "\(one)  skipped, finished before", "Two  failed: \(nobody); \(nextStep)",
                "2 modules: 1 skipped, 1 failed",
            ]
        )
        #expect(
            failed.failure
                == Failure(
                    .noDevice,
                    "1 of 2 modules failed",
                    nextStep: "run it again; finished modules are skipped"
                )
        )
        #expect(try scratch.contents == ["f.json", "f.json.done"])
        let resumed = await beacon("apply", fleet, "--timeout", "100ms", "--json")
        #expect(
            resumed.output == [
                #"{"address":"\#(one)","result":"skipped"}"#,
                #"{"address":"Two","cause":"\#(nobody)","nextStep":"\#(nextStep)","result":"failed","tries":2}"#,
                #"{"failed":1,"modules":2,"saved":0,"skipped":1,"unchanged":0}"#,
            ]
        )
        _ = try write(#"{"settings": {"interval": 700}, "modules": [{"address": "\#(one)"}]}"#)
        try finished(scratch.url("journal").path)
        let journal = scratch.url("journal").path
        let skipped = await beacon("apply", fleet, "--journal", journal)
        #expect(skipped.output == ["\(one)  skipped, finished before", "1 modules: 1 skipped"])
        try finished(journal)
        let restarted = await beacon("apply", fleet, "--again", "--journal", journal)
        #expect(restarted.output.first == "\(one)  unchanged, no setting differs")
        module.cancel()
        let end = await module.finish()
        #expect(end.failure == Failure(CancellationError()))
        #expect(end.output.filter { $0.hasPrefix("connected ") }.count > 3)
        #expect(end.output.contains { $0.hasPrefix("command AT+") })
    }

    /// A refused PIN is final; a module that has the new PIN already is configured with it.
    @Test func newPINs() async throws {
        let module = await module("--name", "One", "--pin", "654321")
        let fleet = try write(
            #"{"modules": [{"address": "One", "pin": "123456", "settings": {"pin": "654321"}}]}"#
        )
        let end = await beacon("apply", fleet)
        #expect(end.failure == nil, "\(end)")
        _ = try write(
            #"{"modules": [{"address": "One", "pin": "123456", "settings": {"interval": 500}}]}"#
        )
        let refused = await beacon("apply", fleet, "--json", "--tries", "3")
        #expect(refused.failure?.status == .noPermission)
        #expect(refused.output.first?.contains(#""result":"failed","tries":1"#) == true)
        module.cancel()
    }

    /// The checks before the first connection name the module.
    @Test func fleetsWithFaults() async throws {
        for (settings, cause) in [
            (#""settings": {"interval": 5}"#, "line 1, column 58: One: interval=5 is out of range"),
            (#""settings": {"x": 5}"#, "line 1, column 51: One: this model has no parameter x"),
            (#""beacons": {"10": "off"}"#, "line 1, column 51: One: beacon 10 is out of range"),
        ] {
            let fleet = try write(#"{"modules": [{"address": "One", \#(settings)}]}"#)
            let end = await beacon("apply", fleet)
            #expect(end.failure?.status == .badInput, "\(end)")
            #expect(end.failure?.cause == "\(fleet): \(cause)")
            #expect(end.output.isEmpty)
        }
        // the range of the power depends on the model
        let fleet = try write(#"{"modules": [{"address": "One", "settings": {"power": 99}}]}"#)
        let end = await beacon("apply", fleet, "--timeout", "100ms", "--tries", "1")
        #expect(end.failure?.status == .noDevice)
    }

    @Test func aModuleIsShown() async throws {
        let module = await module("--name", "One", "--mac", "DC0D30000001", "--model", "20")
        let shown = await beacon("show", "dc:0d:30:00:00:01")
        #expect(shown.failure == nil && shown.errors.isEmpty)
        let names = shown.output.map { $0.prefix { $0 != " " } }
        #expect(names.contains("interval") && names.contains("firmware") && names.contains("name"))
        // a read-only parameter has no range
        let firmware = try #require(shown.output.first { $0.hasPrefix("firmware ") })
        #expect(!firmware.contains("("))
        let interval = try #require(shown.output.first { $0.hasPrefix("interval ") })
        let name = try #require(shown.output.first { $0.hasPrefix("name ") })
        // the ranges are in a column
        #expect(interval.firstIndex(of: "(") != nil)
        #expect(interval.prefix { $0 != "(" }.count == name.prefix { $0 != "(" }.count)
        let set = await beacon("set", "One", "--beacon", "2=020106", "--beacon", "3=off 020106")
        #expect(set.output == ["saved beacon 2, beacon 3"])
        let slots = await beacon("show", "One").output.filter { $0.hasPrefix("beacon ") }
        #expect(slots.contains("beacon 2  none  020106") && slots.contains("beacon 3  off  020106"))
        // switching a slot off keeps its data; an empty one stays as it is
        let off = await beacon("set", "One", "--beacon", "2=off", "--beacon", "5=off")
        #expect(off.output == ["saved beacon 2", "unchanged: beacon 5"], "\(off)")
        #expect(await beacon("show", "One").output.contains("beacon 2  off  020106"))
        let same = await beacon("set", "One", "--beacon", "2=off 020106", "--json")
        #expect(
            same.output.first?.hasSuffix(
                #""result":"unchanged","saved":[],"unchanged":["beacon 2"]}"#
            )
                == true
        )
        let json = await beacon("show", "One", "--json").output.first ?? ""
        #expect(json.hasPrefix(#"{"address":"C0:DE:"#))
        #expect(json.contains(#""mac":"DC:0D:30:00:00:01","#))
        #expect(json.contains(#""model":"BT909","name":"One"},"settings":{"#))
        #expect(json.contains(#""2":"off 020106""#))
        // what save writes is what show prints, and another module takes it
        let file = scratch.url("saved").path
        #expect(await beacon("save", "One", file).output == ["saved 11 settings and 2 beacons"])
        let saved = try JSONSerialization.jsonObject(with: Data(contentsOf: scratch.url("saved")))
        let printed = try JSONSerialization.jsonObject(with: Data(json.utf8))
        #expect(saved as? NSDictionary == printed as? NSDictionary)
        #expect(await beacon("set", "One", "interval=700", "--quiet").failure == nil)
        #expect(await beacon("write", "One", file).output.first == "saved interval")
        let counts = await beacon("save", "One", file, "--json").output
        #expect(counts == [#"{"beacons":2,"settings":11}"#])
        #expect(await beacon("save", "One", file, "--quiet").output.isEmpty)
        let restored = await beacon("factory-reset", "One", "--yes", "--json").output.first ?? ""
        #expect(
            restored.hasPrefix(#"{"address":"C0:DE:"#)
                && restored.hasSuffix(#","result":"reset"}"#)
        )
        module.cancel()
    }

    @Test func anUpgrade() async throws {
        let bytes = DFUFile.make(
            program: [UInt8](repeating: 7, count: 3000),
            programCRC: 0x0ABC,
            bootloader: 651,
            versions: 800...830,
            model: 0x15
        )
        try Data(bytes).write(to: scratch.url("a.dfu"))
        let module = await module()
        let end = await beacon("upgrade", "Feasycom", scratch.url("a.dfu").path, "--json")
        #expect(end.failure == nil && end.errors.isEmpty)
        #expect(
            end.output.first?.hasPrefix(#"{"bluetooth":"5.1","event":"module","firmware":"#) == true
        )
        #expect(end.output.contains(#"{"event":"progress","percent":100}"#))
        #expect(end.output.last == #"{"bytes":\#(bytes.count),"event":"upgraded"}"#)
        #expect(await module.line(with: "installed") == "installed 3000 bytes")
        module.cancel()
    }
}
