import CAccessory
import Foundation
import Testing

@testable import Modem
@testable import accessory

/// `jack sounding`, `report`, `probe` and `scope`, and payloads in several recordings.
@Suite struct LineMeasurementTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func path(_ name: String) -> String { scratch.url(name).path }

    private func data(_ name: String) throws -> Data { try Data(contentsOf: scratch.url(name)) }

    private func run(_ words: String...) async -> LocalTool.End {
        await LocalTool.run(["jack"] + words)
    }

    /// Writes `line.report`, as measured on a perfect line.
    private func measure() async throws {
        #expect(await run("sounding", "--quiet", path("s.wav")).failure == nil)
        #expect(await run("report", "--quiet", path("s.wav"), path("line.report")).failure == nil)
    }

    @Test func soundings() async throws {
        for (rate, id) in [(48_000, 1), (16_000, 200)] {
            let words = ["jack", "sounding", "--rate", "\(rate)", "--id", "\(id)"]
            let end = await LocalTool.run(words + [path("s.wav")])
            let seconds = Double(try data("s.wav").count - 44) / 2 / Double(rate)
            #expect(end.errors == ["wrote a sounding of \(seconds.formatted(2)) s"])
            #expect(end.failure == nil && end.output.isEmpty)
            let json = await LocalTool.run(words + ["--json", path("b.wav")])
            let decoded = try JSONDecoder().decode(
                [String: Double].self,
                from: Data((json.output.first ?? "").utf8)
            )
            #expect(decoded == ["seconds": seconds] && json.errors.isEmpty)
            #expect(try data("b.wav") == data("s.wav"))
            let report = await run("report", path("s.wav"), path("r"))
            #expect(report.failure == nil && report.output.isEmpty)
            let measured = try CableReport(file: path("r"))
            let figures = ReportFigures(measured, rate: rate, faults: [])
            #expect(report.errors == [figures.line] && Int(figures.id) == id)
            let quiet = await run("report", "--quiet", path("s.wav"), path("r2"))
            #expect(quiet.errors.isEmpty && quiet.output.isEmpty && quiet.failure == nil)
            #expect(try data("r2") == data("r") && data("r").count == 65)
            let object = await run("report", "--json", path("s.wav"), path("r"))
            let keys = try JSONDecoder().decode(
                [String: Value].self,
                from: Data((object.output.first ?? "").utf8)
            )
            #expect(object.errors.isEmpty && object.output.count == 1)
            #expect(keys["id"] == .number(Double(id)) && keys["faults"] == .other)
            #expect(keys["bandWidth"] == .number(Double(rate) / 128))
        }
        let samples = WAVBytes.samples(try data("s.wav"))
        let level = await run("sounding", "--level", "0.45", "--rate", "16000", path("h.wav"))
        #expect(level.failure == nil)
        let half = WAVBytes.samples(try data("h.wav"))
        let peaks = [samples, half].map { $0.map { abs(Int($0)) }.max() ?? 0 }
        #expect(abs(peaks[0] - 2 * peaks[1]) < 4)
        let rate = await run("sounding", "--rate", "7999", path("n.wav"))
        #expect(rate.failure?.cause == "cable does not fit 7999 samples a second")
    }

    private enum Value: Decodable, Equatable {
        case number(Double)
        case other

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            self = (try? value.decode(Double.self)).map(Self.number) ?? .other
        }
    }

    @Test func reportsInFiles() throws {
        #expect(throws: Failure.self) { try CableReport(file: path("none")) }
        let rows: [([UInt8], String, String)] = [
            ([], "is not a report of a line", "make one with accessory jack report"),
            ([UInt8](repeating: 0, count: 65), "is not a report", "make one with"),
        ]
        for (bytes, cause, nextStep) in rows {
            try Data(bytes).write(to: scratch.url("r"))
            do {
                _ = try CableReport(file: path("r"))
                Issue.record("\(bytes)")
            } catch {
                let failure = Failure(error)
                #expect(failure.status == .badInput)
                #expect(failure.cause.hasPrefix("\(path("r")) \(cause)"))
                #expect(failure.nextStep?.hasPrefix(nextStep) == true)
            }
        }
    }

    /// A list of missing blocks: the margin, then a bit for each block.
    @Test func listsOfMissingBlocks() async throws {
        try await measure()
        try JackCodecTests.payload(60_000).write(to: scratch.url("in"))
        let report = try CableReport(file: path("line.report"))
        let blocks = report.blocks(count: 60_000)
        try #require(blocks > 8)
        let size = blocks / 8 + 2
        let last = UInt8(truncatingIfNeeded: (1 << (blocks % 8)) - 1)
        func list(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: size)
            change(&bytes)
            return bytes
        }
        func encode(_ bytes: [UInt8]?) async throws -> LocalTool.End {
            if let bytes { try Data(bytes).write(to: scratch.url("m")) }
            return await run(
                "encode",
                "--report",
                path("line.report"),
                "--missing",
                path("m"),
                path("in"),
                path("a.wav")
            )
        }
        let whole = try await encode(nil)
        let all = try data("a.wav").count
        #expect(whole.failure == nil && whole.errors.count == 1)
        for bytes in [
            list { $0[1] = 1 }, list { ($0[0], $0[1]) = (63, 0x80) }, list { $0[blocks / 8] = 1 },
        ] {
            #expect(try await encode(bytes).failure == nil, "\(bytes)")
            #expect(try data("a.wav").count < all)
        }
        let refused = Failure(
            .badInput,
            "\(path("m")) is not a list of missing blocks of \(path("in"))",
            nextStep: "use the file that decode --missing wrote for this file and report"
        )
        var wrong = [
            list { _ in }, list { ($0[0], $0[1]) = (64, 1) }, list { $0[1] = 1 } + [0],
            Array(list { $0[1] = 1 }.dropLast()), [],
        ]
        // a bit after the last block
        if blocks % 8 != 0 { wrong.append(list { $0[size - 1] = ~last }) }
        for bytes in wrong where bytes.count > 0 {
            #expect(try await encode(bytes).failure == refused, "\(bytes)")
        }
        // every bit: as without a list
        let every = list { bytes in
            for block in 0..<blocks { bytes[1 + block / 8] |= 1 << (block % 8) }
        }
        #expect(try await encode(every).failure == nil)
        #expect(try abs(data("a.wav").count - all) < all / 20)
    }

    /// The first recording lacks blocks, the second one brings them.
    @Test func aPayloadInTwoRecordings() async throws {
        try await measure()
        try JackCodecTests.payload(60_000).write(to: scratch.url("in"))
        let report = path("line.report")
        func encode() async {
            let end = await run(
                "encode",
                "--quiet",
                "--report",
                report,
                "--missing",
                path("m"),
                path("in"),
                path("a.wav")
            )
            #expect(end.failure == nil && end.errors.isEmpty)
        }
        func decode(_ words: String...) async -> LocalTool.End {
            await LocalTool.run(
                [
                    "jack", "decode", "--report", report, "--missing", path("m"), "--state",
                    path("s"),
                ]
                    + words + [path("a.wav"), path("out")]
            )
        }
        await encode()
        var samples = WAVBytes.samples(try data("a.wav"))
        let middle = samples.count / 2
        for index in middle..<middle + 6000 { samples[index] = 0 }
        try WAVBytes.make(samples).write(to: scratch.url("a.wav"))
        let first = await decode()
        let blocks = try CableReport(file: report).blocks(count: 60_000)
        let state = try #require(
            PartialPayload(state: Array(try data("s")), of: try CableReport(file: report))
        )
        #expect(state.missingCount > 0 && state.missingCount < blocks)
        #expect(state.margin == (4 * state.missingCount <= blocks ? 32 : 6))
        #expect(try Array(data("m")) == state.request.bytes)
        #expect(
            first.failure
                == Failure(
                    .badInput,
                    "\(state.missingCount) of \(blocks) blocks are missing",
                    nextStep:
                        "send them with encode --missing \(path("m")), then decode the new recording"
                )
        )
        let good = blocks - state.missingCount
        #expect(first.errors.first?.contains("\(good) blocks good, ") == true, "\(first.errors)")
        #expect(try !scratch.contents.contains("out"))
        await encode()
        let second = await decode("--json")
        #expect(second.failure == nil && second.errors.isEmpty)
        #expect(second.output.first?.contains("\"blocksGood\":\(state.missingCount),") == true)
        #expect(try data("out") == data("in"))
        // the helpers are removed
        #expect(try !scratch.contents.contains("m") && !scratch.contents.contains("s"))
        try Data([1, 2]).write(to: scratch.url("s"))
        #expect(
            await decode().failure
                == Failure(
                    .badInput,
                    "\(path("s")) is not a state of this report",
                    nextStep: "use the state that decode wrote, or remove the file to start again"
                )
        )
        try FileManager.default.removeItem(at: scratch.url("s"))
        try WAVBytes.make([Int16](repeating: 0, count: 9600)).write(to: scratch.url("a.wav"))
        #expect(
            await decode().failure
                == Failure(
                    .badInput,
                    "no burst of profile cable in \(path("a.wav"))",
                    nextStep:
                        "check --channel and the sample rate, and that both ends have the same report"
                )
        )
    }

    /// A tone of full frames, and its figures in text, JSON and a picture.
    @Test func recordingsAreExamined() async throws {
        try JackCodecTests.payload(600).write(to: scratch.url("in"))
        let encoded = await run("encode", "--profile", "reader", path("in"), path("a.wav"))
        #expect(encoded.failure == nil)
        let sound = try Recording(path("a.wav"), channel: 1)
        let report = SignalReport(samples: sound.samples, rate: sound.rate)
        #expect(sound.rate == 48_000 && sound.loss == nil && report.found == 2)
        let probe = await run("probe", path("a.wav"))
        #expect(probe.failure == nil && probe.output == report.lines && probe.errors.isEmpty)
        let figures = SignalFigures(report)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(figures), as: UTF8.self)
        #expect(await run("probe", "--json", path("a.wav")).output == [json])
        let scope = await run("scope", path("a.wav"), "--out", path("a.svg"))
        let seconds = Double(sound.samples.count) / 48_000
        #expect(scope.errors == ["drew \(seconds.formatted(2)) s of \(path("a.wav"))"])
        #expect(scope.failure == nil && scope.output.isEmpty)
        let picture = String(decoding: try data("a.svg"), as: UTF8.self)
        #expect(picture.hasPrefix("<svg") && picture.contains(path("a.wav")))
        let drawn = await run(
            "scope",
            "--device",
            path("a.wav"),
            "--profile",
            "reader",
            "--json",
            "--out",
            path("b.svg")
        )
        #expect(drawn.failure == nil && drawn.errors.isEmpty && drawn.output == [json])
        let quiet = await run("scope", "--quiet", path("a.wav"), "--out", path("b.svg"))
        #expect(quiet.failure == nil && quiet.errors.isEmpty && quiet.output.isEmpty)
        let over = await run("scope", path("a.wav"), "--out", path("a.wav"))
        #expect(over.failure?.status == .usage)
    }

    @Test func linesAreExamined() async throws {
        try await measure()
        let sound = try Recording(path("s.wav"), channel: 1)
        let line = try #require(LineSurvey(samples: sound.samples, rate: sound.rate))
        let report = SignalReport(samples: sound.samples, rate: sound.rate, line: line)
        let plot = LinePlot(line: line, name: "line", rate: sound.rate)
        let end = await run("probe", path("s.wav"))
        let plain = plot.lines(isPlain: true)
        #expect(end.output.prefix(report.lines.count).elementsEqual(report.lines))
        let shown = end.output.dropFirst(report.lines.count)
        #expect(shown.elementsEqual(plain) || shown.elementsEqual(plot.lines(isPlain: false)))
        let json = await run("scope", "--json", path("s.wav"), "--out", path("s.svg")).output
        #expect(json.first?.contains(#""constellation":{"bits":2,"points":[["#) == true)
        #expect(json.first?.contains(#""line":{"bandWidth":375,"bits":["#) == true)
        let probe = await run("probe", "--json", path("s.wav")).output
        #expect(probe.first?.contains("constellation") == false)
        #expect(probe.first?.contains(#""line":{"bandWidth":375,"bits":["#) == true)
        // at most 2000 points
        let figures = ConstellationFigures(line)
        #expect(figures.bits == 2 && figures.points.count <= 2000 && figures.points.count > 1000)
        #expect(
            figures.points[0] == [line.constellation.points[0].re, line.constellation.points[0].im]
        )
    }

    @Test func recordings() throws {
        let samples = [Int16](repeating: 16_384, count: 100)
        let stereo = (0..<200).map { $0 % 2 == 0 ? Int16(8192) : -16_384 }
        try WAVBytes.make(stereo, channels: 2, rate: 8000).write(to: scratch.url("a.wav"))
        #expect(
            try Recording(path("a.wav"), channel: 1).samples == [Float](repeating: 0.25, count: 100)
        )
        let second = try Recording(path("a.wav"), channel: 2)
        #expect(second.samples == [Float](repeating: -0.5, count: 100) && second.rate == 8000)
        #expect(
            throws: Failure(
                .usage,
                "\(path("a.wav")) has no channel 3",
                nextStep: "choose a channel from 1 to 2"
            )
        ) { try Recording(path("a.wav"), channel: 3) }
        for (rate, isFine) in [(7999, false), (8000, true), (192_000, true), (192_001, false)] {
            try WAVBytes.make(samples, rate: UInt32(rate)).write(to: scratch.url("b.wav"))
            do {
                #expect(try Recording(path("b.wav"), channel: 1).rate == rate && isFine)
            } catch {
                #expect(!isFine)
                #expect(Failure(error).cause == "\(path("b.wav")) has \(rate) samples a second")
                #expect(Failure(error).nextStep == "convert it to 8000 to 192000")
            }
        }
        try WAVBytes.make(samples, stated: 400).write(to: scratch.url("c.wav"))
        let cut = try Recording(path("c.wav"), channel: 1)
        #expect(cut.samples.count == 100 && cut.loss?.status == .badInput)
        try WAVBytes.make([]).write(to: scratch.url("d.wav"))
        #expect(throws: Failure.self) { try Recording(path("d.wav"), channel: 1) }
    }

    /// Ten minutes are kept of a longer recording.
    @Test func longRecordings() throws {
        for (seconds, kept) in [(600, 600), (601, 600)] {
            let size = 2 * 8000 * seconds
            let sound = WAVBytes.make([], rate: 8000, stated: UInt32(size)) + Data(count: size)
            try sound.write(to: scratch.url("a.wav"))
            #expect(try Recording(path("a.wav"), channel: 1).samples.count == kept * 8000)
        }
    }

    @Test func levelsAndRatiosOfSignals() throws {
        // half a second of a tone of 1000 Hz, half a second of silence
        let rate = 48_000
        let tone = (0..<rate).map { index -> Float in
            index < rate / 2 ? Float(0.5 * sin(2 * Double.pi * Double(index) / 48)) : 0
        }
        let report = SignalReport(samples: tone, rate: rate)
        let lines = report.lines
        #expect(lines[0].hasPrefix("signal     level -9.0 dBFS, peak -6.0 dBFS, noise at rest -"))
        #expect(lines[1] == "clipping   none" && lines[2] == "SNR        not known")
        #expect(lines[4].hasPrefix("band       "))
        var clipped = tone
        for index in 0..<rate / 2 { clipped[index] = max(-1, min(1, 4 * clipped[index])) }
        let loud = SignalReport(samples: clipped, rate: rate)
        #expect(loud.clipped > 0)
        #expect(loud.lines[1] == "clipping   \(loud.clipped) samples: turn the level down")
    }
}
