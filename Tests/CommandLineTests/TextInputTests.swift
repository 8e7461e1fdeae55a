import AccessoryBase
import Foundation
import Testing

@testable import accessory

/// Text input of commands: line ends of all systems, and a byte order mark.
@Suite struct TextInputTests {
    @Test("no advertisement is lost", arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
    func advertisements(end: String, mark: String) async throws {
        let scratch = try Scratch()
        let lines = ["020106", "# a comment", "0302aafe", "", "020105 # another", "0303aafe"]
        let file = scratch.url("adverts")
        try Data((mark + lines.joined(separator: end)).utf8).write(to: file)
        let decoded = await LocalTool.run(["advert", "decode", "--json", "--file", file.path])
        #expect(decoded.failure == nil && decoded.output.count == 4)
        let wrong = scratch.url("wrong")
        try Data((mark + (lines + ["xyz"]).joined(separator: end)).utf8).write(to: wrong)
        let failure = await LocalTool.run(["advert", "decode", "--file", wrong.path]).failure
        #expect(failure?.cause.contains("line 7, is not hexadecimal: 'xyz'") == true)
    }

    @Test(
        "errors in JSON are counted in lines",
        arguments: ["\n", "\r\n", "\r"],
        ["", "\u{FEFF}"]
    )
    func positions(end: String, mark: String) async throws {
        let scratch = try Scratch()
        let file = scratch.url("peripheral.json")
        let text = ["{", "  \"services\": [", "    x]}"].joined(separator: end)
        try Data((mark + text).utf8).write(to: file)
        let run = await LocalTool.run(["peripheral", file.path, "--adapter", "virtual"])
        #expect(run.failure?.cause.contains("not valid JSON at line 3, column 5") == true)
        #expect(JSONSyntax.fault(in: Array((mark + "[1]" + end).utf8)) == nil)
        #expect(JSONSyntax.fault(in: Array((mark + "x").utf8)) == "line 1, column 1")
    }

    @Test("each line of a file is a message", arguments: ["\n", "\r\n", "\r"], ["", "\u{FEFF}"])
    func messages(end: String, mark: String) async throws {
        let scratch = try Scratch()
        let lines = ["ZCZC-WXR-TOR-029095+0030-1051700-KEAX/NWS-", "", "NNNN"]
        let (file, sound) = (scratch.url("alerts").path, scratch.url("alerts.wav").path)
        try Data((mark + lines.joined(separator: end)).utf8).write(to: URL(filePath: file))
        let encoded = await LocalTool.run(["jack", "encode", "--profile", "same", file, sound])
        #expect(encoded.failure == nil)
        let text = scratch.url("text").path
        let decoded = await LocalTool.run(["jack", "decode", "--profile", "same", sound, text])
        #expect(decoded.failure == nil)
        let found = try String(contentsOfFile: text, encoding: .utf8).split(separator: "\n")
        #expect(found.count == 2 && found[0].hasPrefix("event TOR by WXR"))
        #expect(found.last == "end of the alert")
        // wrong ones are counted in lines
        try Data((mark + (lines + ["x"]).joined(separator: end)).utf8).write(
            to: URL(filePath: file)
        )
        let wrong = ["jack", "encode", "--profile", "same", file, sound, "--force"]
        let failure = await LocalTool.run(wrong).failure
        #expect(failure?.cause.hasPrefix("line 4 of ") == true)
    }

    @Test func standardInputIsDecodedLineByLine() throws {
        let tool = try RunningTool(["gatt", "decode", "-"], input: true)
        // its answer comes before the next line
        try tool.type("\u{FEFF}2A19 32\r\n2A19 33\r2A19 34")
        #expect(tool.line() == "2A19 Battery Level: 50 %")
        #expect(tool.line() == "2A19 Battery Level: 51 %")
        #expect(tool.line() == "2A19 Battery Level: 52 %")
        try tool.type("2A19 35")
        #expect(tool.line() == "2A19 Battery Level: 53 %")
        tool.kill()
    }
}
