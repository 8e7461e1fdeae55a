import Foundation
import Testing

/// `jack sounding`, `jack report`, and bursts for a report, with files.
@Suite struct CableTwoWayTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    func path(_ name: String) -> String { scratch.url(name).path }

    func run(_ arguments: String...) throws -> CommandLineTool.Result {
        try CommandLineTool.run(["jack"] + arguments + ["--quiet"])
    }

    /// A report of a perfect line.
    func measure() throws {
        #expect(try run("sounding", path("sounding.wav")).status == 0)
        let report = try run("report", path("sounding.wav"), path("report"))
        #expect(report.status == 0, "\(report.errors)")
        #expect(try Data(contentsOf: scratch.url("report")).count == 65)
    }

    func decode() throws -> CommandLineTool.Result {
        try run(
            "decode",
            "--report",
            path("report"),
            "--missing",
            path("missing"),
            "--state",
            path("state"),
            path("sound.wav"),
            path("out")
        )
    }

    @Test("a loaded burst decodes exactly and leaves no state file")
    func whole() throws {
        try measure()
        let payload = JackCodecTests.payload(20_000)
        try payload.write(to: scratch.url("in"))
        let encode = try run("encode", "--report", path("report"), path("in"), path("sound.wav"))
        #expect(encode.status == 0, "\(encode.errors)")
        #expect(try decode().status == 0)
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
        #expect(
            try scratch.contents.sorted() == ["in", "out", "report", "sound.wav", "sounding.wav"]
        )
    }

    @Test("only lost blocks are sent again")
    func repeats() throws {
        try measure()
        let payload = JackCodecTests.payload(100_000)
        try payload.write(to: scratch.url("in"))
        var encode = try run("encode", "--report", path("report"), path("in"), path("sound.wav"))
        #expect(encode.status == 0, "\(encode.errors)")
        let sound = try Data(contentsOf: scratch.url("sound.wav"))
        var samples = WAVBytes.samples(sound)
        for index in samples.count / 2..<samples.count / 2 + 4800 { samples[index] = 0 }
        try WAVBytes.make(samples).write(to: scratch.url("sound.wav"))
        let first = try decode()
        #expect(first.status == 65)
        #expect(first.errors.contains(" blocks are missing; send them with encode --missing"))
        #expect(try !scratch.contents.contains("out"))
        encode = try run(
            "encode",
            "--report",
            path("report"),
            "--missing",
            path("missing"),
            path("in"),
            path("sound.wav")
        )
        #expect(encode.status == 0, "\(encode.errors)")
        let again = try Data(contentsOf: scratch.url("sound.wav"))
        #expect(again.count < sound.count / 2)
        let second = try decode()
        #expect(second.status == 0, "\(second.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
        #expect(try !scratch.contents.contains { ["missing", "state"].contains($0) })
    }

    @Test("a state of another report is refused and kept")
    func otherState() throws {
        try measure()
        try Data("ACP1 and more".utf8).write(to: scratch.url("state"))
        try WAVBytes.make([0, 0, 0]).write(to: scratch.url("sound.wav"))
        let result = try decode()
        #expect(result.status == 65)
        #expect(result.errors.contains("is not a state of this report; "), "\(result.errors)")
        #expect(try scratch.contents.contains("state"))
    }

    @Test("report prints bands and bit rate")
    func figures() throws {
        struct Figures: Decodable {
            let symbol, prefix: Int
            let bandHigh, bandWidth, bitsPerSecond: Double
            let snrDecibels: [Double?]
        }
        #expect(try run("sounding", "--id", "7", path("s.wav")).status == 0)
        let result = try CommandLineTool.run(
            ["jack", "report", "--json", path("s.wav"), path("report")])
        let figures = try JSONDecoder().decode(Figures.self, from: result.data)
        #expect(figures.snrDecibels.count == 63 && figures.bandWidth == 375)
        #expect(figures.bitsPerSecond > 300_000, "\(figures.bitsPerSecond)")
        #expect(figures.bandHigh > 20_000)
    }

    @Test("unusable recordings and reports are refused with the reason")
    func refusals() throws {
        try Data([1, 2, 3]).write(to: scratch.url("in"))
        try WAVBytes.make([Int16](repeating: 0, count: 4800)).write(to: scratch.url("sound.wav"))
        let none = try run("report", path("sound.wav"), path("report"))
        #expect(none.status == 65 && none.errors.contains("no sounding in "), "\(none.errors)")
        let bad = try run("encode", "--report", path("in"), path("in"), path("a.wav"))
        #expect(bad.status == 65 && bad.errors.contains("is not a report of a line; make one"))
        try measure()
        let noBurst = try decode()
        #expect(noBurst.status == 65)
        #expect(noBurst.errors.contains("that both ends have the same report"))
        try Data([0, 0]).write(to: scratch.url("missing"))
        let missing = try run(
            "encode",
            "--report",
            path("report"),
            "--missing",
            path("missing"),
            path("in"),
            path("a.wav")
        )
        #expect(missing.status == 65, "\(missing.errors)")
        for arguments in [
            ["encode", "--missing", "a"], ["encode", "--report", "r", "--band", "9000"],
            ["encode", "--report", "r", "--profile", "cable:200000"],
            ["encode", "--report", "r", "--profile", "reader"],
            ["decode", "--report", "r", "--missing", "a"],
        ] {
            let profile = arguments.contains("--report") ? [] : ["--profile", "cable"]
            let result = try CommandLineTool.run(["jack"] + arguments + profile + ["in", "out"])
            #expect(result.status == 64, "\(arguments)")
        }
    }
}
