import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// `accessory peripheral` and `accessory gatt` on one air, in the process of the tests.
@Suite(.timeLimit(.minutes(20))) struct OfferedServicesTests {
    private let air = VirtualAir()
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try Data(
            """
            {"name": "Door", "services": [
              {"uuid": "180F", "characteristics": [
                {"uuid": "2A19", "properties": ["read", "notify"], "value": "64"}]},
              {"uuid": "FFF0", "characteristics": [
                {"uuid": "FFF1", "properties": ["read", "write", "write-without-response"],
                 "text": "", "descriptors": [{"uuid": "2901", "text": "Word", "permissions": ["read", "write"]}]},
                {"uuid": "FFF2", "properties": ["write"]}, {"uuid": "FFF2", "properties": ["read"]}]}]}
            """.utf8
        ).write(to: scratch.url("f.json"))
    }

    private func peripheral(_ options: String...) async -> (LocalTool, String) {
        let words = ["peripheral", scratch.url("f.json").path, "--adapter", "virtual"]
        let tool = LocalTool(words + options, on: air)
        return (tool, await tool.line(with: "advertising") ?? "")
    }

    private func gatt(_ words: String...) async -> LocalTool.End {
        await run(["gatt", "Door"] + words)
    }

    /// Runs a command; its output is without the peripheral's lines for reads, which the reader's task prints.
    private func run(_ words: [String]) async -> LocalTool.End {
        let end = await LocalTool.run(words + ["--adapter", "virtual"], on: air)
        let output = end.output.filter {
            !$0.hasPrefix("read ") && !$0.contains(#""event":"read""#)
        }
        return LocalTool.End(output: output, errors: end.errors, failure: end.failure)
    }

    /// The lines without addresses.
    private func plain(_ lines: [String]) -> [String] {
        lines.map { line in
            line.split(separator: " ").map { word in
                guard word.hasPrefix("C0:DE:") else { return String(word) }
                return word.hasSuffix(":") ? "A:" : "A"
            }.joined(separator: " ")
        }
    }

    @Test func everyActionHasALine() async throws {
        let (tool, first) = await peripheral()
        #expect(
            first.hasPrefix("advertising Door as C0:DE:")
                || first.hasPrefix("advertising as C0:DE:")
        )
        let read = await gatt("read", "battery level")
        #expect(read.output == ["64  100 %"] && read.failure == nil && read.errors.isEmpty)
        let write = await gatt("write", "FFF1", "hello", "--text")
        #expect(write.output.isEmpty && write.failure == nil)
        #expect(await gatt("read", "FFF1", "--text").output == ["hello"])
        #expect(await gatt("write", "FFF1", "00ff", "--without-response").failure == nil)
        let json = await gatt("read", "FFF1", "--json").output.first ?? ""
        #expect(
            json.hasPrefix(#"{"handle":"#) && json.hasSuffix(#","uuid":"FFF1","value":"00ff"}"#)
        )
        let word = await gatt("read", "2901", "--json").output.first ?? ""
        #expect(
            word.contains(#""name":"Characteristic User Description","text":"Word","uuid":"2901""#)
        )
        let written = await gatt("write", "2901", "Other", "--text", "--json").output.first ?? ""
        #expect(written.contains(#""text":"Other","uuid":"2901","value":"4f74686572""#))
        tool.cancel()
        let end = await tool.finish()
        #expect(end.failure == Failure(CancellationError()))
        let lines = plain(end.output)
        #expect(lines.count { $0 == "connected by A" } == 7)
        #expect(lines.contains(#"write FFF1 by A: 68656c6c6f "hello""#), "\(lines)")
        #expect(lines.contains("write FFF1 by A: 00ff"))
        #expect(lines.contains { $0.hasPrefix("disconnected by A") })
    }

    @Test func everyActionHasAnObject() async throws {
        let (tool, first) = await peripheral("--json")
        #expect(first.contains(#""event":"advertising""#) && first.contains(#""adapter":"virtual"#))
        #expect(await gatt("write", "FFF1", "41 42").failure == nil)
        #expect(await gatt("write", "FFF1", "43", "--without-response").failure == nil)
        let values = LocalTool(
            ["gatt", "Door", "notify", "2A19", "--count", "1", "--json", "--adapter", "virtual"],
            on: air
        )
        #expect(await tool.line(with: #""subscription":"notify""#) != nil)
        values.cancel()
        #expect(await values.finish().failure == Failure(CancellationError()))
        tool.cancel()
        let lines = await tool.finish().output
        #expect(
            lines.contains {
                $0.hasSuffix(
                    #""event":"write","text":"AB","uuid":"FFF1","value":"4142","withResponse":true}"#
                )
            }
        )
        #expect(
            lines.contains { $0.hasSuffix(#""uuid":"FFF1","value":"43","withResponse":false}"#) }
        )
        #expect(
            lines.contains {
                $0.contains(#""event":"subscribed","name":"Battery Level","subscription":"notify""#)
            }
        )
    }

    @Test func notificationsEndInTime() async throws {
        let (tool, _) = await peripheral()
        let some = await gatt("notify", "2A19", "--duration", "50ms")
        #expect(some.failure == nil && some.output.isEmpty)
        let few = await gatt("notify", "2A19", "--count", "1", "--duration", "50ms")
        #expect(
            few.failure
                == Failure(
                    .timeout,
                    "fewer notifications arrived than --count",
                    nextStep: "increase --duration"
                )
        )
        tool.cancel()
        let lines = plain(await tool.finish().output)
        #expect(lines.contains("subscribed 2A19 Battery Level by A: notify"), "\(lines)")
    }

    @Test func attributesThatAreNotFound() async throws {
        let (tool, _) = await peripheral()
        let tree = "list its attributes: accessory gatt ADDRESS tree"
        let two = await gatt("read", "FFF2")
        #expect(two.failure?.status == .usage)
        #expect(two.failure?.cause == "the device has 2 attributes FFF2")
        #expect(two.failure?.nextStep?.hasPrefix("name one by its handle: 0x00") == true)
        for (name, text, nextStep) in [
            ("ABCD", "ABCD", tree), ("Batery Level", "Batery Level", "did you mean Battery Level?"),
            ("0xFFFF", "0xffff", tree), ("nothing at all", "nothing at all", tree),
        ] {
            #expect(
                await gatt("read", name).failure
                    == Failure(
                        .deviceError,
                        "the device has no characteristic or descriptor \(text)",
                        nextStep: nextStep
                    )
            )
        }
        let response = await gatt("write", "2901", "41", "--without-response")
        #expect(
            response.failure
                == Failure(
                    .usage,
                    "descriptors cannot be written without a response",
                    nextStep: "omit --without-response"
                )
        )
        let notify = await gatt("notify", "2901")
        #expect(notify.failure == Failure(CentralError.notifyNotSupported))
        let digits = await gatt("write", "FFF1", "4")
        #expect(digits.failure?.cause == "the value has an odd number of hexadecimal digits (1)")
        tool.cancel()
    }

    @Test func aTreeIsShown() async throws {
        let (tool, first) = await peripheral()
        let tree = await gatt()
        #expect(tree.failure == nil && tree.errors.isEmpty)
        let lines = tree.output
        #expect(lines.contains("Service 180F Battery, handles 0x000c-0x000f"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("Service FFF0, handles ") })
        #expect(lines.contains("    Value 64  100 %") && lines.contains("    Value (empty)"))
        let address = first.split(separator: " ").first { $0.hasPrefix("C0:DE:") }.map(String.init)
        let json = await LocalTool.run(
            ["gatt", try #require(address), "--address-type", "public", "--no-values", "--json"]
                + ["--adapter", "virtual"],
            on: air
        )
        #expect(
            json.failure == nil && json.output.count == lines.count { $0.hasPrefix("Service ") }
        )
        #expect(json.output.allSatisfy { !$0.contains("\"value\"") })
        // the type of an address counts if it is stated
        let other = await LocalTool.run(
            ["gatt", "\(address ?? "")/random", "--timeout", "100ms", "--adapter", "virtual"],
            on: air
        )
        #expect(other.failure?.status == .noDevice)
        for name in [address ?? "", "dOOr"] {
            let found = await run(["gatt", name, "read", "2A19"])
            #expect(found.output == ["64  100 %"], "\(name)")
        }
        let nobody = await LocalTool.run(
            ["gatt", "Nobody", "--timeout", "100ms", "--adapter", "virtual"],
            on: air
        )
        #expect(nobody.failure?.cause == "no connectable device matches Nobody")
        tool.cancel()
    }

    /// Several devices of a name are refused; the same case takes precedence.
    @Test func namesOfSeveralDevices() async throws {
        let first = (await peripheral(), await peripheral())
        let two = await gatt("read", "2A19")
        #expect(two.failure?.status == .usage)
        #expect(two.failure?.cause == "2 devices are named Door")
        #expect(two.failure?.nextStep?.hasPrefix("use an address: C0:DE:") == true)
        try Data(#"{"name": "DOOR", "services": []}"#.utf8).write(to: scratch.url("f.json"))
        first.0.0.cancel()
        _ = await first.0.0.finish()
        let other = await peripheral()
        #expect(await gatt("read", "2A19").output == ["64  100 %"])
        var advice: String?
        // a busy machine may need longer
        for time in ["300ms", "3s", "30s"] where advice?.lowercased() != "did you mean door?" {
            let words = ["gatt", "Dor", "--timeout", time, "--adapter", "virtual"]
            advice = await LocalTool.run(words, on: air).failure?.nextStep
        }
        #expect(advice?.lowercased() == "did you mean door?")
        first.1.0.cancel()
        other.0.cancel()
    }

    @Test func updatesOfFirmware() async throws {
        let code = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try code.write(to: scratch.url("code"))
        let image = scratch.url("a.img").path
        let made = await LocalTool.run(
            [
                "suota", "make", "--version", "1.2.0", "--time", "1700000000",
                scratch.url("code").path, image,
            ]
        )
        let line = "\(image)  DA1458x 1.2.0, 2023-11-14T22:13:20Z, 3064 bytes"
        #expect(made.errors == [line] && made.failure == nil && made.output.isEmpty)
        let listed = await LocalTool.run(["suota", "list", scratch.folder.path])
        #expect(
            listed.output.count == 1
                && listed.output[0].hasSuffix("DA1458x 1.2.0, 2023-11-14T22:13:20Z, 3064 bytes")
        )
        let inspected = await LocalTool.run(["suota", "inspect", image])
        #expect(
            inspected.output.prefix(4) == [
                "chips      DA1458x", "version    1.2.0", "made       2023-11-14T22:13:20Z",
                "code       3000 bytes from byte 64",
            ]
        )
        #expect(inspected.output.count == 6 && inspected.failure == nil)
        let target = LocalTool(["simulate", "suota-target", "--adapter", "virtual"], on: air)
        #expect(await target.line(with: "ready ") != nil)
        let words = ["suota", "update", "suota", image, "--adapter", "virtual"]
        let end = await LocalTool.run(words + ["--json"], on: air)
        #expect(end.failure == nil && end.errors.isEmpty)
        let events = end.output
        #expect(events.first == #"{"event":"connected"}"#, "\(events)")
        #expect(events.contains(#"{"event":"ready"}"#) && events.contains(#"{"event":"reboot"}"#))
        // 3065 bytes in blocks of 240
        for block in 1...13 {
            #expect(events.contains(#"{"block":\#(block),"blocks":13,"event":"block"}"#))
        }
        #expect(events.contains(#"{"event":"progress","percent":100}"#))
        let updated = events.first { $0.hasPrefix(#"{"attempts":1,"event":"updated","seconds":"#) }
        #expect(updated?.contains(#""version":"1.2.0""#) == true)
        #expect(await target.line(with: "booted 1") == "booted 1.2.0")
        let again = await LocalTool.run(words, on: air)
        #expect(again.failure?.status == .badInput && again.output.isEmpty)
        let forced = await LocalTool.run(words + ["--force"], on: air)
        #expect(forced.failure == nil && forced.output.first?.hasPrefix("updated in ") == true)
        let model = await LocalTool.run(words + ["--model", "x"], on: air)
        #expect(model.failure != nil)
        target.cancel()
        #expect(await target.finish().output.contains { $0.hasPrefix("written ") })
    }

    @Test func textDevices() async throws {
        let device = LocalTool(
            ["simulate", "txrx", "--adapter", "virtual", "--name", "Lamp", "--profile", "zhaga"]
                + ["--event", "I on"],
            on: air
        )
        #expect(await device.line(with: "ready") == "ready")
        func txrx(_ words: String...) async -> LocalTool.End {
            await LocalTool.run(["txrx"] + words + ["--adapter", "virtual"], on: air)
        }
        let sent = await txrx("send", "lamp", "one")
        #expect(sent.output == ["one"] && sent.failure == nil)
        let hex = await txrx("send", "Lamp", "41 42", "--hex")
        #expect(hex.output.first?.hasPrefix("4142") == true)
        let connected = await txrx("connect", "Lamp", "--json").output
        #expect(connected.last?.contains(#""profile":"Zhaga""#) == true, "\(connected)")
        let mode = await txrx("connect", "Lamp", "--mode", "stream")
        #expect(mode.failure?.status == .noDevice)
        let json = await txrx("send", "Lamp", "x", "--json")
        #expect(json.output.first?.contains(#""data":"x"#) == true && json.failure == nil)
        device.cancel()
        let end = await device.finish()
        #expect(end.failure == Failure(CancellationError()))
        #expect(
            end.output.filter { $0.hasPrefix("command: ") } == [
                "command: one", "command: AB", "command: x",
            ]
        )
        #expect(end.output.filter { $0.hasPrefix("answered: ") }.count == 3)
        let nobody = await txrx("send", "Lamp", "x", "--scan", "100ms")
        #expect(nobody.failure?.status == .noDevice && nobody.failure?.code != nil)
    }

    @Test func advertisements() async throws {
        let words = [
            "advertise", "raw", "020106", "--scan-response", "0509446f6f72", "--adapter", "virtual",
        ]
        let tool = LocalTool(words, on: air)
        let first = await tool.line(with: "advertising")
        #expect(first?.hasPrefix("advertising data as C0:DE:") == true)
        #expect(first?.hasSuffix(" on virtual0: 020106") == true, "\(first ?? "")")
        let scanned = LocalTool(["scan", "--adapter", "virtual", "--json"], on: air)
        #expect(await scanned.line(with: #""data":"020106""#) != nil)
        #expect(await scanned.line(with: #""name":"Door""#) != nil)
        scanned.cancel()
        #expect(await scanned.finish().failure == Failure(CancellationError()))
        tool.cancel()
        #expect(await tool.finish().failure == Failure(CancellationError()))
        let json = LocalTool(words + ["--json"], on: air)
        let object = await json.line(with: "advertising")
        #expect(object?.hasSuffix(#""data":"020106","event":"advertising","kind":"none"}"#) == true)
        json.cancel()
        let cut = await LocalTool.run(
            ["advertise", "raw", "0201", "--adapter", "virtual"],
            on: air
        )
        #expect(
            cut.failure
                == Failure(
                    .usage,
                    "the advertising data ends inside a structure",
                    nextStep: "start each structure with its length in bytes"
                )
        )
        let beacon = LocalTool(
            ["simulate", "beacon", "--adapter", "virtual", "--turn", "20ms", "--interval", "20ms"],
            on: air
        )
        for kind in [
            "ibeacon", "eddystone-uid", "eddystone-url", "eddystone-tlm", "altbeacon", "ibeacon",
        ] {
            #expect(
                await beacon.line(with: "advertising")?.hasPrefix("advertising \(kind) as ") == true
            )
        }
        beacon.cancel()
    }
}
