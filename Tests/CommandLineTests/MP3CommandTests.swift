import Foundation
import Testing

@testable import AudioConversion
@testable import Modem
@testable import accessory

/// `accessory convert` in the process of the tests: results, batches and pictures.
@Suite struct MP3CommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func path(_ name: String) -> String { scratch.url(name).path }

    /// Silent MP3 frames: MPEG-1 layer III, 128 kbit/s, 44.1 kHz, stereo; of 1152 samples.
    private func write(_ frames: Int, to name: String) throws {
        let frame = Data([0xFF, 0xFB, 0x90, 0x04]) + Data(count: 413)
        let data = (0..<frames).reduce(into: Data()) { data, _ in data += frame }
        try data.write(to: scratch.url(name))
    }

    private func convert(_ words: String...) async -> LocalTool.End {
        await LocalTool.run(["convert"] + words)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    @Test func resultsOfFiles() async throws {
        try write(20, to: "a.mp3")
        try write(30, to: "b.mp3")
        // at 16 kHz
        let (few, many) = (8359, 12_539)
        let one = await convert(path("a.mp3"), path("a.wav"))
        #expect(one.output == ["\(path("a.wav")): \(few) frames, 0.52 s"] && one.failure == nil)
        #expect(one.errors.isEmpty)
        let two = await convert(path("a.mp3"), path("b.mp3"), path("out"))
        #expect(
            two.output == [
                "\(path("out"))/a.wav: \(few) frames, 0.52 s",
                "\(path("out"))/b.wav: \(many) frames, 0.78 s",
            ]
        )
        #expect(two.failure == nil && two.errors.isEmpty)
        // an existing folder, and one that its slash marks
        let raw = await convert("--container", "raw", path("a.mp3"), path("out"))
        #expect(raw.output == ["\(path("out"))/a.pcm: \(few) frames, 0.52 s"])
        let slash = await convert(path("a.mp3"), path("new") + "/")
        #expect(slash.output == ["\(path("new"))/a.wav: \(few) frames, 0.52 s"])
        let json = await convert("--json", path("a.mp3"), path("c.wav"))
        #expect(json.output.count == 1 && json.output[0].contains(#""frames":\#(few),"#))
        #expect(json.output[0].contains(#""seconds":0.52"#) && json.errors.isEmpty)
        let jobs = await convert("--jobs", "1", path("a.mp3"), path("b.mp3"), path("out"))
        #expect(jobs.output == two.output)
    }

    @Test func failuresOfBatches() async throws {
        try write(10, to: "a.mp3")
        try Data("words".utf8).write(to: scratch.url("b.mp3"))
        try Data().write(to: scratch.url("c.mp3"))
        let some = await convert(path("b.mp3"), path("a.mp3"), path("out"))
        #expect(some.failure?.status == .badInput)
        #expect(some.failure?.cause == "1 of 2 files were not converted in full")
        #expect(some.output.count == 1 && some.output[0].hasPrefix("\(path("out"))/a.wav: "))
        #expect(some.errors.count == 1 && some.errors[0].hasPrefix("accessory: \(path("b.mp3")) "))
        // a new folder without a file is removed
        let none = await convert(path("b.mp3"), path("c.mp3"), path("empty"))
        #expect(none.failure?.status == .badInput)
        #expect(none.failure?.cause == "2 of 2 files were not converted in full")
        #expect(none.errors.count == 2 && !exists("empty"))
        let single = await convert(path("b.mp3"), path("single") + "/")
        #expect(single.failure?.cause.hasPrefix("\(path("b.mp3")) has no MP3 audio") == true)
        #expect(single.errors.isEmpty && !exists("single"))
        // a folder that was there before is kept
        #expect(await convert(path("b.mp3"), path("c.mp3"), path("out")).failure != nil)
        #expect(exists("out"))
    }

    @Test func targetsThatAreRefused() async throws {
        for name in ["a.mp3", "a.wav", "b.mp3"] { try write(10, to: name) }
        try FileManager.default.createDirectory(
            at: scratch.url("x"),
            withIntermediateDirectories: true
        )
        try write(10, to: "x/a.mp3")
        let same = await convert(path("a.mp3"), path("x/a.mp3"), path("out"))
        #expect(
            same.failure
                == Failure(
                    .usage,
                    "two sources would become \(path("out"))/a.wav",
                    nextStep: "rename one"
                )
        )
        #expect(!exists("out"))
        let source = await convert(path("a.mp3"), path("a.wav"), scratch.folder.path)
        #expect(source.failure?.status == .usage)
        let own = await convert(path("b.mp3"), path("a.wav"), scratch.folder.path)
        #expect(
            own.failure
                == Failure(
                    .usage,
                    "\(path("a.wav")) is a source",
                    nextStep: "choose another folder"
                )
        )
        // an MP3 file by its content
        let mp3 = await convert(path("b.mp3"), path("a.wav"))
        let kind = Failure(
            .usage,
            "\(path("a.wav")) is an MP3 file, like an input",
            nextStep: "choose another output, or add --force"
        )
        #expect(mp3.failure == kind)
        #expect(await convert(path("a.mp3"), path("b.mp3"), scratch.folder.path).failure == kind)
        #expect(await convert("--force", path("b.mp3"), path("a.wav")).failure == nil)
        let itself = await convert("--force", path("a.mp3"), path("a.mp3"))
        #expect(
            itself.failure?.status == .usage
                && itself.failure?.cause.contains("both source") == true
        )
    }

    @Test func kindsOfFiles() throws {
        try write(2, to: "a.mp3")
        let mp3 = Array(try Data(contentsOf: scratch.url("a.mp3")))
        #expect(FileKind.mp3.begins(mp3) && FileKind.mp3.begins(Array("ID3".utf8) + [3]))
        #expect(!FileKind.mp3.begins(Array("words and words".utf8)) && !FileKind.mp3.begins([]))
    }

    /// The picture of silence without dither: levels and spectra lie at the bottom.
    @Test func pictures() async throws {
        try write(40, to: "a.mp3")
        var bytes = try Data(contentsOf: scratch.url("a.mp3"))
        bytes.insert(contentsOf: [UInt8](repeating: 0x55, count: 999), at: 417 * 20)
        try bytes.write(to: scratch.url("a.mp3"))
        let end = await convert(
            "--dither",
            "none",
            "--plot",
            path("a.svg"),
            path("a.mp3"),
            path("a.wav")
        )
        #expect(end.failure == nil && end.errors.isEmpty && end.output.count == 1)
        let text = String(decoding: try Data(contentsOf: scratch.url("a.svg")), as: UTF8.self)
        // the same page by its coordinates
        var page = SVGPage(width: 1200, height: 800)
        page.text(60, 34, "a.mp3", size: 20, weight: "bold")
        page.text(60, 62, "before: 44100 Hz, stereo, 1.04 s, peak silence")
        page.text(60, 82, "after: 16000 Hz, mono, 16 bit, 1.04 s, peak silence")
        page.text(560, 62, "0 samples clipped")
        page.text(560, 82, "delay and padding not stated")
        page.text(880, 62, "1 places damaged")
        page.text(880, 82, "3 MP3 frames lost")
        page.text(980, 34, "before", anchor: "end", weight: "bold", fill: "#e07a1f")
        page.text(1060, 34, "after", anchor: "end", weight: "bold", fill: "#2a6f97")
        let beginning = page.document.components(separatedBy: "</svg>")[0]
        #expect(text.hasPrefix(beginning), "\(text.prefix(2000))")
        func points(_ color: String) -> [[Double]] {
            text.components(separatedBy: "<polyline points=\"").dropFirst()
                .filter { $0.contains("stroke=\"\(color)\"") }
                .flatMap { line in
                    line.prefix { $0 != "\"" }.split(separator: " ").map {
                        $0.split(separator: ",").compactMap { Double($0) }
                    }
                }
        }
        let (before, after) = (points("#e07a1f"), points("#2a6f97"))
        // levels: 0.01 s each, at y 380; spectra of 2048 bands, at y 750
        for (points, rate) in [(before, 44_100.0), (after, 16_000.0)] {
            try #require(points.count > 2048)
            let levels = points.dropLast(2048)
            #expect(levels.count == 105 && levels.allSatisfy { $0[1] == 380 })
            let (first, last): (Double, Double) = (levels[0][0], levels[104][0])
            let (start, end): (Double, Double) = (60 + 5.55 / 1.045, 1170)
            #expect(abs(first - start) < 0.2 && abs(last - end) < 6)
            let spectrum = Array(points.suffix(2048))
            #expect(spectrum.allSatisfy { $0[1] == 750 })
            let (place, edge): (Double, Double) = (spectrum[2047][0], 60 + 1110 * rate / 44_100)
            #expect(abs(place - edge) < 0.5)
        }
        let damage = points("#c1121f")
        try #require(damage.count == 2)
        #expect(damage[0][1] == 130 && damage[1][1] == 380 && damage[0][0] == damage[1][0])
        // 20 of 40 frames
        let middle: Double = 60 + 555
        #expect(abs(damage[0][0] - middle) < 30)
        let over = await convert("--plot", path("a.svg"), path("none.mp3"), path("b.wav"))
        #expect(over.failure?.status == .noInput && !exists("b.wav"))
    }

    @Test func cutFiles() async throws {
        try write(20, to: "a.mp3")
        let bytes = try Data(contentsOf: scratch.url("a.mp3"))
        try bytes.dropLast(100).write(to: scratch.url("a.mp3"))
        let cut = Failure(
            .badInput,
            "\(path("a.mp3")) is truncated and was converted up to its end",
            nextStep: "get a complete copy"
        )
        let end = await convert(path("a.mp3"), path("a.wav"))
        #expect(end.failure == cut && end.output[0].hasSuffix(", the source is truncated"))
        #expect(end.errors.isEmpty)
        try write(10, to: "b.mp3")
        let batch = await convert(path("b.mp3"), path("a.mp3"), path("out"))
        #expect(batch.failure?.status == .badInput)
        #expect(batch.failure?.cause == "1 of 2 files were not converted in full")
        #expect(batch.errors == [cut.line] && batch.output.count == 2)
    }
}
