import Foundation
import TestSupport
import Testing

/// Without `--force`, no command overwrites an input or a file of a type that it reads.
@Suite struct OverwriteTests {
    let scratch: Scratch
    let payload = JackCodecTests.payload(100)

    init() throws {
        scratch = try Scratch()
    }

    private func path(_ name: String) -> String { scratch.url(name).path }

    private func run(_ arguments: String..., input: Data = Data()) throws -> CommandLineTool.Result
    {
        try CommandLineTool.run(
            arguments.map { $0.replacing("{}", with: scratch.folder.path) },
            input: input
        )
    }

    @discardableResult
    private func makeSound(_ name: String) throws -> Data {
        let result = try run(
            "jack",
            "encode",
            "--profile",
            "reader",
            "-",
            path(name),
            input: payload
        )
        #expect(result.status == 0, "\(result.errors)")
        return try Data(contentsOf: scratch.url(name))
    }

    private func expectRefusal(
        _ result: CommandLineTool.Result,
        _ words: String,
        location: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status == 64, "\(result.errors)", sourceLocation: location)
        #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: location)
        #expect(result.errors.hasSuffix("or add --force\n"), sourceLocation: location)
    }

    @Test(
        "decode does not overwrite its input under any name",
        arguments: ["r.wav", "link", "twin"]
    )
    func decodeOntoInput(name: String) throws {
        let sound = try makeSound("r.wav")
        try FileManager.default.createSymbolicLink(
            atPath: path("link"),
            withDestinationPath: "r.wav"
        )
        try FileManager.default.linkItem(atPath: path("r.wav"), toPath: path("twin"))
        let decode = ["jack", "decode", "--profile", "reader", path("r.wav"), path(name)]
        expectRefusal(try CommandLineTool.run(decode), "is the input")
        #expect(try Data(contentsOf: scratch.url("r.wav")) == sound)
        #expect(try CommandLineTool.run(decode + ["--force"]).status == 0)
        #expect(try Data(contentsOf: scratch.url(name)) == payload)
    }

    @Test("decode does not overwrite its standard input")
    func decodeStandardInput() throws {
        let sound = try makeSound("r.wav")
        let line = "'\(CommandLineTool.program.path)' jack decode --profile reader - r.wav < r.wav"
        let result = try CommandLineTool.run(
            URL(filePath: "/bin/sh"),
            ["-c", "cd '\(scratch.folder.path)' && \(line)"]
        )
        expectRefusal(result, "is the input")
        #expect(try Data(contentsOf: scratch.url("r.wav")) == sound)
    }

    @Test("decode does not overwrite another WAV file, but replaces its own output")
    func decodeOntoSound() throws {
        try makeSound("a.wav")
        let other = try makeSound("b.wav")
        expectRefusal(
            try run("jack", "decode", "--profile", "reader", "{}/a.wav", "{}/b.wav"),
            "b.wav is a WAV file, like an input"
        )
        #expect(try Data(contentsOf: scratch.url("b.wav")) == other)
        for start in ["fLaC", "OggS", "caff", ".snd", "FORM    AIFF", "FORM    AIFC"] {
            try Data(start.utf8).write(to: scratch.url("c"))
            expectRefusal(
                try run("jack", "decode", "--profile", "reader", "{}/a.wav", "{}/c"),
                "c is a sound file, like an input"
            )
        }
        for _ in 0..<2 {
            let result = try run("jack", "decode", "--profile", "reader", "{}/a.wav", "{}/out")
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test("encode does not overwrite its input or a file that is not WAV")
    func encode() throws {
        try payload.write(to: scratch.url("a"))
        try payload.write(to: scratch.url("b"))
        let encode = ["jack", "encode", "--profile", "reader", path("a")]
        expectRefusal(try CommandLineTool.run(encode + [path("a")]), "a is the input")
        expectRefusal(try CommandLineTool.run(encode + [path("b")]), "b exists and is not a WAV")
        #expect(try Data(contentsOf: scratch.url("a")) == payload)
        #expect(try Data(contentsOf: scratch.url("b")) == payload)
        for _ in 0..<2 { #expect(try CommandLineTool.run(encode + [path("s.wav")]).status == 0) }
        let sound = try Data(contentsOf: scratch.url("s.wav"))
        expectRefusal(
            try run("jack", "encode", "--profile", "reader", "{}/s.wav", "{}/s.wav"),
            "is the input"
        )
        try sound.write(to: scratch.url("t.wav"))
        expectRefusal(
            try run("jack", "encode", "--profile", "reader", "{}/s.wav", "{}/t.wav"),
            "t.wav is a WAV file, like the input"
        )
        #expect(try CommandLineTool.run(encode + [path("b"), "--force"]).status == 0)
        #expect(try Data(contentsOf: scratch.url("b")) == sound)
        // an empty file is overwritten
        try Data().write(to: scratch.url("empty"))
        #expect(try CommandLineTool.run(encode + [path("empty")]).status == 0)
    }

    @Test("scope does not overwrite its input")
    func scope() throws {
        let sound = try makeSound("r.wav")
        try FileManager.default.linkItem(atPath: path("r.wav"), toPath: path("r.svg"))
        try sound.write(to: scratch.url("s.svg"))
        expectRefusal(
            try run("jack", "scope", "{}/r.wav", "--out", "{}/r.svg"),
            "is the input"
        )
        expectRefusal(
            try run("jack", "scope", "{}/r.wav", "--out", "{}/s.svg"),
            "s.svg is a WAV file"
        )
        for name in ["r.wav", "r.svg", "s.svg"] {
            #expect(try Data(contentsOf: scratch.url(name)) == sound)
        }
    }

    @Test("an exchange keeps its request", arguments: ["jack", "reader"])
    func exchange(command: String) throws {
        try payload.write(to: scratch.url("request"))
        let device = command == "jack" ? ["--device", "virtual"] : []
        let files = ["--in", path("request"), "--out", path("request")]
        let result = try CommandLineTool.run([command, "exchange"] + device + files)
        expectRefusal(result, "request is the input")
        #expect(try Data(contentsOf: scratch.url("request")) == payload)
    }

    @Test("suota make does not overwrite an image, its own or another")
    func suotaMake() throws {
        let make = ["suota", "make", "--version", "1", path("a.bin")]
        try payload.write(to: scratch.url("a.bin"))
        try payload.write(to: scratch.url("b.bin"))
        expectRefusal(try CommandLineTool.run(make + [path("a.bin")]), "a.bin is the input")
        expectRefusal(
            try CommandLineTool.run(make + [path("b.bin")]),
            "b.bin exists and is not a SUOTA image"
        )
        #expect(try Data(contentsOf: scratch.url("b.bin")) == payload)
        for _ in 0..<2 { #expect(try CommandLineTool.run(make + [path("a.img")]).status == 0) }
    }

    @Test("a simulated target does not overwrite its image")
    func suotaTarget() throws {
        try payload.write(to: scratch.url("bank1.bin"))
        let result = try run(
            "simulate",
            "suota-target",
            "--adapter",
            "none",
            "--flash",
            "{}",
            "--image",
            "{}/bank1.bin"
        )
        #expect(result.status == 64)
        #expect(try Data(contentsOf: scratch.url("bank1.bin")) == payload)
    }

    @Test("air does not replace a file")
    func air() throws {
        try payload.write(to: scratch.url("notes"))
        let result = try run("air", "--socket", "{}/notes")
        #expect(result.status != 0)
        #expect(try Data(contentsOf: scratch.url("notes")) == payload)
    }

    static let lame = URL(filePath: "/usr/bin/lame")
    static let hasLame = FileManager.default.isExecutableFile(atPath: lame.path)

    @Test("convert does not overwrite MP3 files", .enabled(if: hasLame, "lame is not installed"))
    func convert() throws {
        try WAVBytes.make((0..<48_000).map { Int16(truncatingIfNeeded: $0 * 37 % 9000) })
            .write(to: scratch.url("sound"))
        for name in ["a.mp3", "b.mp3"] {
            let made = try CommandLineTool.run(Self.lame, ["--quiet", path("sound"), path(name)])
            #expect(made.status == 0)
        }
        let music = try Data(contentsOf: scratch.url("b.mp3"))
        expectRefusal(
            try run("convert", "{}/a.mp3", "{}/b.mp3"),
            "b.mp3 is an MP3 file, like an input"
        )
        expectRefusal(try run("convert", "-", "{}/b.mp3", input: music), "b.mp3 is an MP3 file")
        try FileManager.default.createDirectory(
            at: scratch.url("out"),
            withIntermediateDirectories: true
        )
        try music.write(to: scratch.url("out/a.wav"))
        expectRefusal(
            try run("convert", "{}/a.mp3", "{}/b.mp3", "{}/out"),
            "out/a.wav is an MP3 file"
        )
        try music.write(to: scratch.url("p.svg"))
        expectRefusal(
            try run("convert", "{}/a.mp3", "{}/c.wav", "--plot", "{}/p.svg"),
            "p.svg is an MP3 file"
        )
        for name in ["b.mp3", "out/a.wav", "p.svg"] {
            #expect(try Data(contentsOf: scratch.url(name)) == music)
        }
        // its own earlier output is replaced
        for _ in 0..<2 { #expect(try run("convert", "{}/a.mp3", "{}/c.wav").status == 0) }
        for _ in 0..<2 {
            #expect(try run("convert", "--container", "raw", "{}/a.mp3", "{}/c.pcm").status == 0)
        }
        // and so are samples with a header's bytes before silence
        try Data([1, 2, 3, 4, 0xFF, 0xFB, 0x90, 0x44] + [UInt8](repeating: 0, count: 5000))
            .write(to: scratch.url("c.pcm"))
        #expect(try run("convert", "--container", "raw", "{}/a.mp3", "{}/c.pcm").status == 0)
        #expect(try run("convert", "--force", "{}/a.mp3", "{}/b.mp3").status == 0)
        #expect(try Data(contentsOf: scratch.url("b.mp3")).starts(with: Data("RIFF".utf8)))
    }
}
