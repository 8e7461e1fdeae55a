import Foundation
import Testing

@Suite struct SuotaCommandTests {
    private struct Record: Decodable {
        let file: String
        let family: String
        let version: String
        let time: String
        let codeBytes: Int
        let codeOffset: Int
        let checkByte: String
        let problem: String?
    }

    private func make(_ chip: String, _ payload: URL, _ image: URL) throws -> CommandLineTool.Result
    {
        try CommandLineTool.run([
            "suota", "make", "--version", "1.4", "--chip", chip, "--time", "1700000000",
            payload.path, image.path,
        ])
    }

    @Test(
        "a created image can be inspected",
        arguments: [
            ("DA14531", "DA1458x", 64), ("da1468x", "DA1468x", 36), ("DA14695", "DA1469x", 1024),
        ]
    )
    func roundTrip(chip: String, family: String, offset: Int) throws {
        let scratch = try Scratch()
        let code = Data((0..<500).map { UInt8(truncatingIfNeeded: $0) })
        try code.write(to: scratch.url("code.bin"))
        let made = try make(chip, scratch.url("code.bin"), scratch.url("x.img"))
        #expect(made.status == 0, "\(made.errors)")
        let image = try Data(contentsOf: scratch.url("x.img"))
        #expect(image.count == offset + 500 && image.suffix(500) == code)
        let inspected = try CommandLineTool.run(
            ["suota", "inspect", "--json", scratch.url("x.img").path])
        #expect(inspected.status == 0)
        let record = try JSONDecoder().decode(Record.self, from: inspected.data)
        #expect(record.family == family && record.version == "1.4" && record.problem == nil)
        #expect(record.codeBytes == 500 && record.codeOffset == offset)
        #expect(record.time == "2023-11-14T22:13:20Z")
        #expect(record.checkByte == String(format: "%02x", image.reduce(0, ^)))
    }

    @Test("a damaged image is shown and refused")
    func damaged() throws {
        let scratch = try Scratch()
        try Data([1, 2, 3]).write(to: scratch.url("code.bin"))
        _ = try make("DA14585", scratch.url("code.bin"), scratch.url("x.img"))
        var image = try Data(contentsOf: scratch.url("x.img"))
        image[image.count - 1] ^= 1
        try image.write(to: scratch.url("x.img"))
        let result = try CommandLineTool.run(["suota", "inspect", scratch.url("x.img").path])
        #expect(result.status == 65)
        #expect(result.output.contains("version    1.4"))
        #expect(result.errors == "accessory: the image's checksum is wrong; get the file again\n")
    }

    @Test("a folder's images are listed by name")
    func list() throws {
        let scratch = try Scratch()
        try Data([1, 2, 3]).write(to: scratch.url("code.bin"))
        for name in ["b.img", "A.img"] {
            _ = try make("DA14585", scratch.url("code.bin"), scratch.url(name))
        }
        let result = try CommandLineTool.run(["suota", "list", scratch.folder.path])
        let names = result.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(result.status == 0 && names == ["A.img", "b.img"])
        let all = try CommandLineTool.run(["suota", "list", "--all", scratch.folder.path])
        #expect(all.output.contains("code.bin  3 bytes, no image"))
    }

    @Test(
        "an error prints one line and sets its exit code",
        arguments: [
            (["suota", "inspect", "/dev/null"], Int32(65), "is empty"),
            (["suota", "inspect", "-"], 65, "standard input"),
            (["suota", "inspect", "/none"], 66, "cannot read"),
            (["suota", "list", "/none"], 66, "cannot be read"),
            (["suota", "make", "--version", "1", "/dev/null", "/tmp/none/x"], 65, "is empty"),
        ]
    )
    func failures(arguments: [String], status: Int32, says: String) throws {
        let result = try CommandLineTool.run(arguments)
        #expect(result.status == status)
        #expect(result.errors.hasPrefix("accessory: ") && result.errors.contains(says))
        #expect(result.errors.count(where: \.isNewline) == 1)
    }

    @Test("--version is in the help once: the image's version here, the program's at the top")
    func versionInHelp() throws {
        for (command, says) in [(["suota", "make"], "of the firmware"), ([], "Show the version")] {
            let help = try CommandLineTool.run(command + ["--help"]).output
            let lines = help.split(separator: "\n").filter { $0.hasPrefix("  --version") }
            #expect(lines.count == 1 && lines[0].contains(says), "\(help)")
        }
        let help = try CommandLineTool.run(["suota", "inspect", "--help"]).output
        #expect(!help.contains("--version"))
    }

    @Test("a version that is too long, and an unknown chip")
    func usage() throws {
        let long = try CommandLineTool.run(
            ["suota", "make", "--version", "1234567890123456", "-", "-"],
            input: Data([1])
        )
        #expect(long.status == 64 && long.data.isEmpty)
        let chip = try CommandLineTool.run(
            ["suota", "make", "--version", "1", "--chip", "ESP32", "-", "-"],
            input: Data([1])
        )
        #expect(chip.status == 64)
    }
}
