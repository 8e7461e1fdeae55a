import Foundation
import Testing

/// `accessory convert`: every option, batches, pipes, pictures and refusals.
@Suite struct ConvertTests {
    /// The checked members of the output of `--json`.
    struct Record: Decodable {
        struct Place: Decodable {
            let offset, bytes, framesLost: Int
            let seconds: Double
            let atEnd: Bool
        }

        let source, target: String
        let sourceRate, sourceChannels, frames, bytes, damageCount, clippedSamples: Int
        let gapless: Bool
        let damage: [Place]
    }

    /// Silent MP3 frames: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, stereo.
    static func silence(_ frames: Int) -> Data {
        let frame = Data([0xFF, 0xFB, 0x90, 0x04]) + Data(count: 413)
        return (0..<frames).reduce(into: Data()) { data, _ in data += frame }
    }

    /// Frames at 16 kHz for MP3 frames at 44.1.
    private static func length(_ frames: Int, at rate: Int = 16_000) -> Int {
        Int((Double(frames * 1152 * rate) / 44_100).rounded())
    }

    private static func convert(_ arguments: String..., input: Data = Data()) throws
        -> CommandLineTool.Result
    {
        try CommandLineTool.run(["convert"] + arguments, input: input)
    }

    private static func record(_ text: String) throws -> Record {
        try JSONDecoder().decode(Record.self, from: Data(text.utf8))
    }

    @Test func makesAWAVFileWhateverItsName() throws {
        let scratch = try Scratch()
        let source = scratch.url("in.mp3")
        try Self.silence(50).write(to: source)
        let target = scratch.url("out.pcm")
        let result = try Self.convert(source.path, target.path)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("\(target.path): \(Self.length(50)) frames, 1.31 s"))
        let data = try Data(contentsOf: target)
        #expect(data.count == 44 + 2 * Self.length(50))
        // integers, one channel, 16 kHz, 16 bit
        #expect(data[20..<24] == Data([1, 0, 1, 0]))
        #expect(data[24..<28] == Data([0x80, 0x3E, 0, 0]) && data[34..<36] == Data([16, 0]))
        #expect(try scratch.contents == ["in.mp3", "out.pcm"])
    }

    /// Options, bytes of a frame, the byte of silence.
    @Test(arguments: [
        (["--bits", "8"], 1, 128), (["--bits", "8", "--signed"], 1, 0),
        (["--bits", "16", "--channels", "2"], 4, 0), (["--bits", "24"], 3, 0),
        (["--bits", "24", "--padded"], 4, 0), (["--bits", "32", "--channels", "2"], 8, 0),
        (["--bits", "16", "--rate", "44100", "--jobs", "1"], 2, 0),
    ])
    func writesEveryFormat(options: [String], size: Int, silence: UInt8) throws {
        let scratch = try Scratch()
        let source = scratch.url("in.mp3")
        try Self.silence(20).write(to: source)
        let target = scratch.url("out.wav")
        let form = options + ["--container", "raw", "--dither", "none"]
        let result = try CommandLineTool.run(["convert"] + form + [source.path, target.path])
        #expect(result.status == 0)
        let rate = options.contains("--rate") ? 44_100 : 16_000
        let expected = Data(repeating: silence, count: size * Self.length(20, at: rate))
        #expect(try Data(contentsOf: target) == expected)
    }

    @Test func dithersByDefaultAndRepeatably() throws {
        let scratch = try Scratch()
        let source = scratch.url("in.mp3")
        try Self.silence(20).write(to: source)
        let outputs = try ["a", "b"].map { name in
            let target = scratch.url(name)
            #expect(try Self.convert("--dither", "tpdf", source.path, target.path).status == 0)
            return try Data(contentsOf: target)
        }
        #expect(outputs[0] == outputs[1])
        #expect(Set(WAVBytes.samples(outputs[0])) == [-1, 0, 1])
        let target = scratch.url("c")
        #expect(try Self.convert(source.path, target.path).status == 0)
        #expect(try Data(contentsOf: target) == outputs[0])
    }

    @Test func reportsDamageInJSON() throws {
        let scratch = try Scratch()
        let source = scratch.url("in.mp3")
        try (Self.silence(20) + Data(repeating: 0x55, count: 999) + Self.silence(20))
            .write(to: source)
        let target = scratch.url("out.wav")
        let result = try Self.convert("--json", source.path, target.path)
        #expect(result.status == 0 && result.errors.isEmpty)
        let record = try Self.record(result.output)
        #expect(record.source == source.path && record.target == target.path)
        #expect(record.sourceRate == 44_100 && record.sourceChannels == 2 && !record.gapless)
        #expect(record.frames == Self.length(40) && record.bytes == 44 + 2 * record.frames)
        let place = try #require(record.damage.first)
        #expect(record.damageCount == 1 && place.bytes == 999 && place.framesLost == 3)
        #expect(!place.atEnd && abs(place.seconds - 0.5) < 0.03)
        let line = try Self.convert(source.path, target.path).output
        #expect(line.contains("1 damaged, first at 0.50 s"), "\(line)")
        let timed = try Self.convert("--keep-timeline", source.path, target.path).output
        #expect(
            timed.contains("\(Self.length(42)) frames") && timed.contains("2 replaced by silence")
        )
    }

    @Test func cutFilesAreConvertedAndReported() throws {
        let scratch = try Scratch()
        let source = scratch.url("in.mp3")
        try Self.silence(20).dropLast(100).write(to: source)
        try Self.silence(10).write(to: scratch.url("whole.mp3"))
        let target = scratch.url("out.wav")
        let result = try Self.convert(source.path, target.path)
        #expect(result.status == 65 && result.errors.contains("in.mp3 is truncated"))
        #expect(try Data(contentsOf: target).count == 44 + 2 * Self.length(19))
        let json = try Self.convert("--json", source.path, "-", input: Data())
        #expect(json.status == 65 && json.data.count == 44 + 2 * Self.length(19))
        let batch = try Self.convert(
            scratch.url("whole.mp3").path,
            source.path,
            scratch.url("out").path
        )
        #expect(batch.status == 65 && batch.errors.contains("1 of 2 files were not converted"))
        #expect(batch.output.split(separator: "\n").count == 2)
    }

    @Test func convertsABatchIntoANewFolder() throws {
        let scratch = try Scratch()
        let names = ["a", "b", "c"]
        for (i, name) in names.enumerated() {
            try Self.silence(10 + i).write(to: scratch.url(name + ".mp3"))
        }
        let sources = names.map { scratch.url($0 + ".mp3").path }
        let folder = scratch.url("out")
        let result = try CommandLineTool.run(["convert", "--jobs", "2"] + sources + [folder.path])
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 3)
        for (i, name) in names.enumerated() {
            let data = try Data(contentsOf: folder.appending(path: name + ".wav"))
            #expect(data.count == 44 + 2 * Self.length(10 + i))
        }
        let one = try Self.convert("--container", "raw", sources[0], folder.path)
        #expect(one.status == 0)
        let path = folder.appending(path: "a.pcm")
        #expect(try Data(contentsOf: path).count == 2 * Self.length(10))
    }

    @Test func batchGoesOnAfterAFailure() throws {
        let scratch = try Scratch()
        try Self.silence(10).write(to: scratch.url("good.mp3"))
        try Data("words".utf8).write(to: scratch.url("bad.mp3"))
        let sources = ["bad.mp3", "good.mp3"].map { scratch.url($0).path }
        let result = try CommandLineTool.run(["convert"] + sources + [scratch.url("out").path])
        #expect(result.status == 65)
        #expect(result.errors.contains("bad.mp3 has no MP3 audio"))
        #expect(result.errors.contains("1 of 2 files were not converted"))
        let folder = scratch.url("out").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["good.wav"])
        let json = try CommandLineTool.run(["convert", "--json"] + sources + [folder])
        let errors = json.errors.split(separator: "\n")
        #expect(json.status == 65 && errors.count == 2)
        #expect(errors.allSatisfy { $0.hasPrefix(#"{"error":{"cause":""#) })
        #expect(try Self.record(json.output).source == sources[1])
    }

    @Test func pipesBothWays() throws {
        let scratch = try Scratch()
        let input = Self.silence(30)
        let raw = try Self.convert("--container", "raw", "-", "-", input: input)
        #expect(raw.status == 0 && raw.data.count == 2 * Self.length(30) && raw.errors.isEmpty)
        let json = try Self.convert("--json", "-", "-", input: input)
        // a pipe cannot seek back, so the size stays unset; the report is separate from the data
        #expect(json.data.count == 44 + 2 * Self.length(30))
        #expect(try Self.record(json.errors).frames == Self.length(30))
        let target = scratch.url("out.wav")
        #expect(try Self.convert("-", target.path, input: input).status == 0)
        let stated = try Data(contentsOf: target)[40..<44].reversed().reduce(0) {
            $0 << 8 | Int($1)
        }
        #expect(stated == 2 * Self.length(30))
        let source = scratch.url("in.mp3")
        try input.write(to: source)
        let file = try Self.convert("--container", "raw", source.path, "-")
        #expect(file.data == raw.data)
    }

    @Test func drawsBeforeAndAfter() throws {
        let scratch = try Scratch()
        let source = scratch.url("a & b.mp3")
        try (Self.silence(20) + Data(repeating: 0x55, count: 999) + Self.silence(20))
            .write(to: source)
        let picture = scratch.url("report.svg")
        let result = try Self.convert(
            "--channels",
            "2",
            "--plot",
            picture.path,
            source.path,
            scratch.url("out").path
        )
        #expect(result.status == 0)
        let text = try String(contentsOf: picture, encoding: .utf8)
        #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
        for words in [
            "a &amp; b.mp3", ">level<", "spectrum, in bands of 10 Hz", "before: 44100 Hz, stereo",
            "after: 16000 Hz, stereo, 16 bit, 1.04 s", "1 places damaged", "0 samples clipped",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        // two curves, two spectra, the place of the damage, and the grid
        #expect(text.components(separatedBy: "stroke=\"#e07a1f\"").count == 3)
        #expect(text.components(separatedBy: "stroke=\"#2a6f97\"").count == 3)
        #expect(text.components(separatedBy: "stroke=\"#c1121f\"").count == 2)
        #expect(try scratch.contents == ["a & b.mp3", "out", "report.svg"])
    }

    /// Arguments, exit code, words of the error. `{in}` is a good file, `{out}` a path in the folder.
    static let refused: [([String], Int32, String)] = [
        (["{in}"], 64, "name a source and a target"),
        (["--rate", "7999", "{in}", "{out}"], 64, "--rate must be 8000 to 192000"),
        (["--rate", "192001", "{in}", "{out}"], 64, "--rate must be 8000 to 192000"),
        (["--bits", "12", "{in}", "{out}"], 64, "--bits must be 8, 16, 24 or 32"),
        (["--channels", "3", "{in}", "{out}"], 64, "--channels must be 1 or 2"),
        (["--container", "flac", "{in}", "{out}"], 64, "--container"),
        (["--dither", "shaped", "{in}", "{out}"], 64, "--dither"),
        (["--signed", "{in}", "{out}"], 64, "--signed needs --bits 8"),
        (["--signed", "--bits", "8", "{in}", "{out}"], 64, "--container raw"),
        (["--padded", "{in}", "{out}"], 64, "--padded needs --bits 24"),
        (["--jobs", "0", "{in}", "{out}"], 64, "--jobs must be at least 1"),
        (["{in}", "{in}", "{out}"], 64, "two sources would become"),
        (["{in}", "-", "{out}"], 64, "- needs exactly one source"),
        (["{in}", "{in}2", "-"], 64, "- needs exactly one source"),
        (["--plot", "{out}.jpg", "{in}", "{out}"], 64, "--plot must end in .svg or .png"),
        (["--plot", "{out}.svg", "-", "{out}"], 64, "--plot needs one source file"),
        (["--plot", "{out}.svg", "{in}", "{in}2", "{out}"], 64, "--plot needs one source file"),
        (["--plot", "{out}/none/a.svg", "{in}", "{out}"], 73, "cannot write"),
        (["{in}", "{in}"], 64, "is both source and target"),
        (["{out}/none", "{out}"], 66, "cannot be read: no such file"),
        (["/", "{out}"], 66, "is a directory"),
        (["{in}", "{out}/none/a.wav"], 73, "cannot be created: no such file"),
        (["{in}", "/dev/full"], 73, "no space left"),
        (["{text}", "{out}"], 65, "has no MP3 audio"),
        (["{empty}", "{out}"], 65, "is empty"),
        (["{wav}", "{out}"], 65, "is not an MP3 file but WAV"),
        (["--plot", "{out}.svg", "{text}", "{out}"], 65, "has no MP3 audio"),
        (["{text}", "{empty}", "{out}"], 65, "2 of 2 files"),
    ]

    @Test("a refusal leaves no file", arguments: refused)
    func refuses(arguments: [String], status: Int32, words: String) throws {
        let scratch = try Scratch()
        let files = [
            "in": Self.silence(10), "text": Data("words and words".utf8), "empty": Data(),
            "wav": WAVBytes.make([1, 2, 3]),
        ]
        for (name, data) in files { try data.write(to: scratch.url(name)) }
        let result = try CommandLineTool.run(
            ["convert"]
                + arguments.map { word in
                    (files.keys + ["out"]).reduce(word) {
                        $0.replacing("{\($1)}", with: scratch.url($1).path)
                    }
                }
        )
        #expect(result.status == status)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.data.isEmpty)
        #expect(try scratch.contents == files.keys.sorted())
        #expect(try Data(contentsOf: scratch.url("in")) == files["in"])
    }

    /// An input is not overwritten, under any of its names.
    @Test func sourceIsNotItsOwnTarget() throws {
        let scratch = try Scratch()
        let source = scratch.url("in.mp3")
        let input = Self.silence(10)
        try input.write(to: source)
        #expect(symlink("in.mp3", scratch.url("link.svg").path) == 0)
        let (path, folder) = (source.path, scratch.folder.path)
        for script in [
            #"exec "$0" convert - "$1" <"$1""#, #"exec "$0" convert "$1" - >>"$1""#,
            #"exec "$0" convert "$1" /dev/stdout >>"$1""#,
            #"exec "$0" convert --plot "$2/link.svg" "$1" "$2/out.wav""#,
            #"exec "$0" convert --plot "$2/out.svg" "$1" "$2/./out.svg""#,
            #"cd "$2" && ln in.mp3 b.wav && mkdir other && ln in.mp3 other/b.mp3 && exec "$0" convert in.mp3 other/b.mp3 ."#,
        ] {
            let result = try CommandLineTool.run(
                URL(filePath: "/bin/sh"),
                ["-c", script, CommandLineTool.program.path, path, folder]
            )
            #expect(result.status == 64, "\(script): \(result.errors)")
            #expect(try Data(contentsOf: source) == input)
        }
        #expect(try scratch.contents == ["b.wav", "in.mp3", "link.svg", "other"])
    }

    /// Standard output, under any of its names, contains only the sound.
    @Test func standardOutputByItsOtherName() throws {
        let scratch = try Scratch()
        let source = scratch.url("in.mp3")
        try Self.silence(30).write(to: source)
        let file = scratch.url("out.wav")
        #expect(try Self.convert(source.path, file.path).status == 0)
        #expect(symlink("/proc/self/fd/1", scratch.url("link").path) == 0)
        for name in ["-", scratch.url("link").path] {
            let script = #""$0" convert "$1" "$2" >"$3"; "$0" convert "$1" "$2" | cat >>"$3""#
            let both = scratch.url("both")
            let result = try CommandLineTool.run(
                URL(filePath: "/bin/sh"),
                ["-c", script, CommandLineTool.program.path, source.path, name, both.path]
            )
            #expect(result.status == 0 && result.data.isEmpty && result.errors.isEmpty)
            let (data, whole) = (try Data(contentsOf: both), try Data(contentsOf: file))
            // the file states its size, the pipe cannot
            #expect(data.count == 2 * whole.count && data.prefix(whole.count) == whole)
            #expect(data.suffix(2 * Self.length(30)) == whole.suffix(2 * Self.length(30)))
        }
        let link = scratch.url("link").path
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/proc/self/fd/1"
        )
    }

    @Test func folderByItsSlash() throws {
        let scratch = try Scratch()
        try Self.silence(10).write(to: scratch.url("in.mp3"))
        let folder = scratch.url("out").path
        let result = try Self.convert(scratch.url("in.mp3").path, folder + "/")
        #expect(result.status == 0 && result.output.hasPrefix(folder + "/in.wav: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["in.wav"])
    }

    @Test func drawsPNG() throws {
        let scratch = try Scratch()
        try Self.silence(10).write(to: scratch.url("in.mp3"))
        let picture = scratch.url("a.png")
        let result = try Self.convert(
            "--plot",
            picture.path,
            scratch.url("in.mp3").path,
            scratch.url("out").path
        )
        if access("/usr/bin/rsvg-convert", X_OK) == 0 {
            #expect(result.status == 0)
            #expect(try Data(contentsOf: picture).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
        } else {
            #expect(result.status == 70 && result.errors.contains("apt install librsvg2-bin"))
            #expect(try scratch.contents == ["in.mp3"])
        }
    }

    @Test func emptyInputOnAPipe() throws {
        let result = try Self.convert("-", "-")
        #expect(result.status == 65 && result.errors.contains("standard input is empty"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func interruptionLeavesNoFile(signal: Int32) throws {
        let scratch = try Scratch()
        // a pipe without a writer: the work waits until it is interrupted
        let source = scratch.url("in.mp3")
        #expect(mkfifo(source.path, 0o600) == 0)
        let writer = open(source.path, O_RDWR)
        defer { close(writer) }
        let frames = [UInt8](Self.silence(100))
        #expect(write(writer, frames, frames.count) == frames.count)
        // under nohup the tests ignore SIGHUP, and the program would inherit that
        let disposition = Glibc.signal(signal, SIG_DFL)
        defer { _ = Glibc.signal(signal, disposition) }
        let convert = try RunningTool(["convert", source.path, scratch.url("out.wav").path])
        try convert.waitForFile("out.wav.partial", in: scratch.folder)
        convert.interrupt(by: signal)
        #expect(try convert.finish().status == 130)
        #expect(try scratch.contents == ["in.mp3"])
    }
}
