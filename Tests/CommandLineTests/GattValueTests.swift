import BluetoothLE
import Foundation
import Testing

@testable import accessory

/// `accessory gatt decode` and `encode`, and values in words to and from a device.
@Suite(.timeLimit(.minutes(20))) struct GattValueTests {
    private func run(_ words: String...) async -> LocalTool.End { await LocalTool.run(words) }

    @Test func valuesAreDecoded() async {
        let line =
            "2A37 Heart Rate Measurement: Sensor Contact Status Detected, "
            + "Heart Rate Measurement Value 72 bpm"
        #expect(await run("gatt", "decode", "2A37", "0648").output == [line])
        #expect(await run("gatt", "decode", "heart rate measurement", "06", "48").output == [line])
        #expect(await run("gatt", "decode", "2A00", "-").output == ["2A00 Device Name: \"\""])
        #expect(
            await run("gatt", "decode", "2A37", "1648f003", "--json").output == [
                #"{"fields":[{"name":"Flags","value":22,"words":["RR-Interval Present"]},"#
                    + #"{"name":"Sensor Contact Status","text":"Detected","value":3},"#
                    + #"{"name":"Heart Rate Measurement Value","unit":"bpm","value":72},"#
                    + #"{"name":"RR-Interval","unit":"s","value":0.984375}],"#
                    + #""name":"Heart Rate Measurement","uuid":"2A37"}"#
            ]
        )
        #expect(
            await run("gatt", "decode", "2A2B", "ea070b1b0514").failure?.cause
                == "the value of Current Time ends inside its first field"
        )
        let partial = await run("gatt", "decode", "2A18", "0015", "--json")
        #expect(partial.output.first?.hasPrefix(#"{"fields":[{"name":"Flags""#) == true)
        #expect(partial.output.first?.contains(#""incomplete":true"#) == true)
        let zone = await run("gatt", "decode", "2A0E", "ee", "--json").output.first
        #expect(zone?.contains(#""text":"UTC-04:30","value":-18"#) == true)
        let uuids = await run("gatt", "decode", "2A7D", "0100192a05", "--json").output.first
        #expect(
            uuids?.contains(
                #"{"name":"Characteristic UUID","number":10777,"text":"Battery Level","value":"2A19"}"#
            ) == true
        )
        let bytes = "00112233445566778899aabbccddeeff"
        let vendors = await run("gatt", "decode", "2ABF", bytes, "--json").output.first
        #expect(
            vendors?.contains(
                #"{"name":"Object Type","value":"FFEEDDCC-BBAA-9988-7766-554433221100"}"#
            ) == true
        )
        let unknown = await run("gatt", "decode", "2A6E", "0080", "--json").output.first
        #expect(
            unknown?.contains(#"[{"name":"Temperature","state":"unknown","unit":"°C"}]"#) == true
        )
    }

    @Test func valuesAreEncoded() async {
        for (words, digits) in [
            (["Alert Level", "high"], "02"), (["2A19", "50"], "32"), (["2A19", "50 %"], "32"),
            (["2A9D", "Weight=154 lb", "user id=3"], "05283c03"),
            (
                ["2A2B", "Date Time=2026-11-27T05:20:00", "Day of Week=Friday", "Fractions256=0"],
                "ea070b1b051400050000"
            ),
            (["2A00", "a=b"], "613d62"),
        ] {
            #expect(await LocalTool.run(["gatt", "encode"] + words).output == [digits], "\(words)")
        }
        #expect(await run("gatt", "encode", "2A19", "50", "--json").output == [#"{"value":"32"}"#])
        let now = await run("gatt", "encode", "2A2B", "now").output.first ?? ""
        // the year 2000 to 2255, then flags without a reason
        #expect(now.count == 20 && now.dropFirst(2).hasPrefix("0") && now.hasSuffix("00"), "\(now)")
        let time = await run("gatt", "encode", "2A08", "now").output.first ?? ""
        #expect(time.count == 14 && time.prefix(8) == now.prefix(8), "\(time)")
    }

    @Test func errorsHaveANextStep() async {
        for (words, cause, nextStep) in [
            (
                ["decode", "Batery Level", "00"], "'Batery Level' is no characteristic",
                "did you mean Battery Level?"
            ),
            (
                ["decode", "2A19", "0"], "the value has an odd number of hexadecimal digits (1)",
                "give two digits for each byte"
            ),
            (
                ["decode", "FFF1", "00"], "the fields of characteristic FFF1 are not known",
                "use bytes"
            ),
            (["encode", "2A19", "x"], "'x' is no value of 'Battery Level'", "give a number in %"),
            (["encode", "2A9D", "Weight=5", "6"], "'6' has no =", "give NAME=VALUE"),
            (
                ["encode", "FFF1", "up"], "the value is not hexadecimal: 'up'",
                "the fields of FFF1 are not known; give hexadecimal digits, or use --text"
            ),
        ] {
            let failure = await LocalTool.run(["gatt"] + words).failure
            #expect(
                failure?.cause == cause && failure?.nextStep == nextStep,
                "\(String(describing: failure))"
            )
        }
        #expect(await run("gatt", "decode", "2A19").failure?.status == .usage)
    }

    @Test func linesOfStandardInput() throws {
        let lines = "2A19 64\n\n2A00 -\n2A6E\nnothing 00\n2A06 2\n"
        let text = try CommandLineTool.run(["gatt", "decode", "-"], input: Data(lines.utf8))
        #expect(
            text.output.split(separator: "\n") == [
                "2A19 Battery Level: 100 %", "2A00 Device Name: \"\"",
                "(the value of Temperature ends inside its first field)",
                "('nothing' is no characteristic)",
                "(the value has an odd number of hexadecimal digits (1))",
            ]
        )
        #expect(text.status == 65 && text.errors.contains("3 of 5 values could not be decoded"))
        let json = try CommandLineTool.run(
            ["gatt", "decode", "-", "--json"],
            input: Data("2A19 64\nFFF1 00\n".utf8)
        )
        let answers = json.output.split(separator: "\n")
        #expect(answers.count == 2)
        #expect(answers.last == #"{"error":"the fields of characteristic FFF1 are not known"}"#)
    }

    @Test func wordsAreWrittenToADevice() async throws {
        let (air, scratch) = (VirtualAir(), try Scratch())
        try Data(
            """
            {"name": "Tag", "services": [
              {"uuid": "1802", "characteristics": [
                {"uuid": "2A06", "properties": ["read", "write"], "value": "00"},
                {"uuid": "2A2B", "properties": ["read", "write"], "value": "00"}]},
              {"uuid": "FFF0", "characteristics": [
                {"uuid": "FFF1", "properties": ["read", "write", "notify"], "value": "d700", "descriptors": [
                  {"uuid": "2901", "text": "Cellar"}, {"uuid": "2904", "value": "0eff2f27010000"}]}]}]}
            """.utf8
        ).write(to: scratch.url("f.json"))
        let tool = LocalTool(
            ["peripheral", scratch.url("f.json").path, "--adapter", "virtual"],
            on: air
        )
        _ = await tool.line(with: "advertising")
        func gatt(_ words: String...) async -> LocalTool.End {
            let end = await LocalTool.run(
                ["gatt", "Tag"] + words + ["--adapter", "virtual"],
                on: air
            )
            let output = end.output.filter { !$0.hasPrefix("read ") }
            return LocalTool.End(output: output, errors: end.errors, failure: end.failure)
        }
        #expect(await gatt("write", "Alert Level", "high").failure == nil)
        #expect(await gatt("read", "Alert Level").output == ["02  High Alert"])
        #expect(await gatt("write", "2A06", "01").failure == nil)
        #expect(await gatt("read", "2A06").output == ["01  Mild Alert"])
        #expect(await gatt("write", "Current Time", "now").failure == nil)
        #expect(await gatt("read", "2A2B").output.first?.contains("  Date Time 20") == true)
        #expect(await gatt("read", "FFF1").output == ["d700  21.5 °C"])
        #expect(await gatt("write", "FFF1", "cellar=-5 °C").failure == nil)
        let json = await gatt("read", "FFF1", "--json").output.first
        #expect(json?.contains(#""fields":[{"name":"Cellar","unit":"°C","value":-5}]"#) == true)
        let tree = await gatt("tree").output
        #expect(tree.contains("    Value ceff  -5 °C"))
        #expect(tree.contains { $0.hasPrefix("  Characteristic FFF1 Cellar, handle 0x") })
        #expect(
            await gatt("write", "2A06", "loud").failure?.cause
                == "'loud' is no value of 'Alert Level'"
        )
        tool.cancel()
    }
}
