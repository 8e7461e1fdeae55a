import CAccessory
import Foundation
import Modem
import ModemTestSupport
import Testing

@testable import accessory

/// `jack encode` and `jack decode` with files, and their results.
@Suite struct EncodedSoundTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func path(_ name: String) -> String { scratch.url(name).path }

    private func data(_ name: String) throws -> Data { try Data(contentsOf: scratch.url(name)) }

    private func run(_ words: String...) async -> LocalTool.End {
        await LocalTool.run(["jack"] + words)
    }

    /// Writes a payload, and encodes it; returns the samples.
    private func encode(_ count: Int, _ words: String...) async throws -> [Int16] {
        try JackCodecTests.payload(count).write(to: scratch.url("in"))
        let end = await LocalTool.run(["jack", "encode"] + words + [path("in"), path("a.wav")])
        #expect(end.failure == nil)
        return WAVBytes.samples(try data("a.wav"))
    }

    @Test(arguments: [
        (["--profile", "reader"], 700, 44_100), (["--profile", "reader", "--fec"], 100, 48_000),
        (["--profile", "bell202", "--stream"], 60, 8000), (["--profile", "cable"], 500, 48_000),
        (["--profile", "hijack"], 20, 22_050), (["--profile", "cable:9000"], 200, 16_000),
    ])
    func theResultHasBytesAndSeconds(profile: [String], count: Int, rate: Int) async throws {
        try JackCodecTests.payload(count).write(to: scratch.url("in"))
        let words = ["jack", "encode"] + profile + ["--rate", "\(rate)"]
        let end = await LocalTool.run(words + [path("in"), path("a.wav")])
        let file = try data("a.wav")
        let frames = (file.count - 44) / 2
        let seconds = Double(frames) / Double(rate)
        let speed = (Double(8 * count) / seconds).formatted(0)
        #expect(end.failure == nil && end.output.isEmpty)
        #expect(
            end.errors.last
                == "encoded \(count) bytes as \(seconds.formatted(1)) s of sound, \(speed) bit/s"
        )
        // 16-bit mono at this rate, and sizes that fit the file
        #expect(file[22..<24] == Data([1, 0]) && file[34..<36] == Data([16, 0]))
        let header = (0..<11).map { word in
            (0..<4).reduce(0) { $0 | Int(file[4 * word + $1]) << (8 * $1) }
        }
        #expect(header[1] == file.count - 8 && header[6] == rate && header[10] == 2 * frames)
        let json = await LocalTool.run(words + ["--json", path("in"), path("b.wav")])
        #expect(json.output == ["{\"bytes\":\(count),\"seconds\":\(seconds.json)}"])
        let again = try data("b.wav")
        #expect(json.errors.isEmpty && again == file)
        let quiet = await LocalTool.run(words + ["--quiet", path("in"), path("c.wav")])
        #expect(quiet.output.isEmpty && quiet.errors.isEmpty && quiet.failure == nil)
        let form = profile.filter { $0 != "--fec" }
        let back = await LocalTool.run(["jack", "decode"] + form + [path("a.wav"), path("out")])
        #expect(back.failure == nil && back.output.isEmpty)
        #expect(try data("out") == data("in"))
        let start = "decoded \(count) bytes from \(seconds.formatted(1)) s of sound"
        #expect(back.errors.last?.hasPrefix(start) == true, "\(back.errors)")
        let silent = await LocalTool.run(
            ["jack", "decode", "--quiet"] + form + [path("a.wav"), path("out")]
        )
        #expect(silent.failure == nil && silent.errors.isEmpty && silent.output.isEmpty)
    }

    @Test func theLevelIsThePeak() async throws {
        for (level, peak) in [("0.9", 0.9), ("0.25", 0.25), ("1", 1)] {
            let samples = try await encode(100, "--profile", "bell202", "--level", level)
            let most = Double(samples.map { abs(Int($0)) }.max() ?? 0) / 32_768
            #expect(abs(most - peak) < 0.02 * peak, "\(most)")
        }
    }

    /// 512 bytes fill a frame; a frame needs a sync of its own, so 513 take much longer than 512.
    @Test func framesHave512Bytes() async throws {
        var counts: [Int] = []
        for count in [0, 1, 511, 512, 513, 1024] {
            counts.append(try await encode(count, "--profile", "reader").count)
        }
        let perByte = Double(counts[3] - counts[1]) / 511
        #expect(abs(Double(counts[3] - counts[2]) - perByte) < 2)
        // an empty file is an empty frame
        #expect(counts[0] > 0 && counts[0] < counts[1])
        #expect(counts[4] - counts[3] > Int(perByte) * 4)
        // two full frames, and the pause between them
        #expect(abs(counts[5] - 2 * counts[3]) < 48_000)
    }

    @Test func refusals() async throws {
        try Data().write(to: scratch.url("empty"))
        try Data([1]).write(to: scratch.url("one"))
        let rows: [([String], Failure)] = [
            (
                ["--profile", "bell202", "--stream", path("empty"), path("a.wav")],
                Failure(.badInput, "\(path("empty")) is empty", nextStep: "give bytes to send")
            ),
            (
                ["--profile", "cable", path("empty"), path("a.wav")],
                Failure(.badInput, "\(path("empty")) is empty", nextStep: "give bytes to send")
            ),
            (
                ["--profile", "card", path("one"), path("a.wav")],
                Failure(.usage, "card is receive only", nextStep: "use accessory jack decode")
            ),
            (
                ["--profile", "uic-train", path("one"), path("a.wav")],
                Failure(.usage, "uic-train is receive only", nextStep: "use accessory jack decode")
            ),
            (
                ["--profile", "cable", "--rate", "7999", path("one"), path("a.wav")],
                Failure(
                    .usage,
                    "cable does not fit 7999 samples a second",
                    nextStep: "choose a --rate from 8000 to 192000"
                )
            ),
            (
                ["--profile", "cable", "--band", "999", path("one"), path("a.wav")],
                Failure(
                    .usage,
                    "--band 999 is out of range",
                    nextStep: "choose 1000 to 23750 Hz"
                )
            ),
            (
                ["--profile", "cable:1000", path("one"), path("a.wav")],
                Failure(
                    .usage,
                    "profile cable has no mode with 1000 bit/s in this band",
                    nextStep: "choose 3000 to 340000 bit/s, or a wider --band"
                )
            ),
        ]
        for (words, failure) in rows {
            let end = await LocalTool.run(["jack", "encode"] + words)
            #expect(end.failure == failure)
        }
        #expect(try !scratch.contents.contains("a.wav"))
    }

    @Test func recordingsWithoutData() async throws {
        let silence = [Int16](repeating: 0, count: 4800)
        try WAVBytes.make(silence).write(to: scratch.url("silence.wav"))
        try WAVBytes.make([]).write(to: scratch.url("none.wav"))
        try WAVBytes.make(silence, stated: 19_200).write(to: scratch.url("cut.wav"))
        let (file, cut) = (path("silence.wav"), path("cut.wav"))
        let tone =
            "check --profile and --channel; look for hum or a steady tone near the profile's frequencies"
        let rows: [([String], String, String?)] = [
            (
                ["--profile", "reader", file], "no frame of profile reader in \(file)",
                "check --profile, --stream and --channel"
            ),
            (
                ["--profile", "bell202", "--stream", file],
                "no character of profile bell202 in \(file)", tone
            ),
            (
                ["--profile", "cable", file], "no burst of profile cable in \(file)",
                "check --channel and the sample rate, and use --report for bursts encoded with one"
            ),
            (
                ["--profile", "reader", "--channel", "2", file], "\(file) has no channel 2",
                "choose --channel from 1 to 1"
            ),
            (
                ["--profile", "cable", "--channel", "2", file], "\(file) has no channel 2",
                "choose --channel from 1 to 1"
            ),
        ]
        for (words, cause, nextStep) in rows {
            let end = await LocalTool.run(["jack", "decode"] + words + [path("out")])
            #expect(end.failure?.cause == cause && end.failure?.nextStep == nextStep)
            #expect(end.output.isEmpty && end.errors.isEmpty)
        }
        for profile in ["reader", "cable"] {
            let end = await run("decode", "--profile", profile, cut, path("out"))
            #expect(end.failure?.status == .badInput)
            #expect(end.failure?.cause.hasSuffix(", without complete data") == true)
            let none = await run("decode", "--profile", profile, path("none.wav"), path("out"))
            #expect(none.failure?.status == .badInput, "\(String(describing: none.failure))")
        }
        #expect(try !scratch.contents.contains("out"))
    }

    /// A frame that is damaged, and one that the recording does not contain to its end.
    @Test func damagedAndCutFrames() async throws {
        let samples = try await encode(1000, "--profile", "bell202")
        let frame = samples.count / 2
        var damaged = samples
        for index in frame / 2..<frame / 2 + 3000 { damaged[index] = 0 }
        try WAVBytes.make(damaged).write(to: scratch.url("a.wav"))
        let end = await run("decode", "--profile", "bell202", path("a.wav"), path("out"))
        #expect(
            end.failure
                == Failure(
                    .badInput,
                    "1 of 2 frames are damaged; \(path("out")) has the others",
                    nextStep: "record again with more level or less noise"
                )
        )
        #expect(end.errors.last?.contains(": 1 frames good, 1 bad, ") == true, "\(end.errors)")
        #expect(try data("out") == data("in").dropFirst(512))
        // ten bits of each frame
        var both = samples
        for middle in [frame / 2, samples.count - frame / 2] {
            for index in middle..<middle + 400 { both[index] = 0 }
        }
        try WAVBytes.make(both).write(to: scratch.url("a.wav"))
        let all = await run("decode", "--profile", "bell202", path("a.wav"), path("out2"))
        let rest = "without complete data; 1 other frames are damaged"
        #expect(all.failure?.cause == "\(path("a.wav")) ends within a frame, \(rest)")
        #expect(all.failure?.nextStep == "record it to the end of the signal")
        #expect(all.errors.isEmpty)
        try WAVBytes.make(Array(samples[..<(frame + frame / 2)])).write(to: scratch.url("a.wav"))
        let cut = await run("decode", "--profile", "bell202", path("a.wav"), path("out"))
        #expect(
            cut.failure
                == Failure(
                    .badInput,
                    "\(path("a.wav")) ends within a frame, \(path("out")) has the data before it",
                    nextStep: "record it to the end of the signal"
                )
        )
        #expect(try data("out") == data("in").prefix(512))
        let json = await run("decode", "--json", "--profile", "bell202", path("a.wav"), path("out"))
        #expect(json.output.first?.hasPrefix(#"{"bytes":512,"clockPPM":"#) == true)
        #expect(
            json.output.first?.contains(#","framesBad":1,"framesGood":1,"isCut":true,"#) == true
        )
    }

    private func quality(level: Double, snr: Double, clock: Double) -> SignalQuality {
        var quality = SignalQuality()
        (quality.level, quality.signalToNoise, quality.clockOffset) = (level, snr, clock)
        (quality.goodFrames, quality.badFrames, quality.correctedSymbols) = (7, 2, 5)
        quality.signalToNoiseIsMinimum = true
        return quality
    }

    @Test func resultsOfDecoding() throws {
        func result(_ level: Double, _ snr: Double, _ clock: Double) -> DecodeResult {
            DecodeResult(
                bytes: 9,
                seconds: 1.26,
                quality: quality(level: level, snr: snr, clock: clock),
                isCut: true
            )
        }
        let some = result(0.25, 20.5, 99.5)
        #expect(
            some.line(isStream: false)
                == "decoded 9 bytes from 1.3 s of sound: 7 frames good, 2 bad, 5 symbols corrected; "
                + "SNR >= 20.5 dB, clock +100 ppm, level 0.250"
        )
        #expect(
            some.line(isStream: true)
                == "decoded 9 bytes from 1.3 s of sound: SNR >= 20.5 dB, clock +100 ppm, level 0.250"
        )
        #expect(some.framesGood == 7 && some.framesBad == 2 && some.symbolsCorrected == 5)
        #expect(some.isCut && some.bytes == 9 && some.seconds == 1.26)
        #expect(result(0.25, 20.5, -3).line(isStream: true).contains(", clock -3 ppm, "))
        #expect(result(0.25, 20.5, 0).line(isStream: true).contains(", clock 0 ppm, "))
        let clean = result(0.001, .infinity, 1)
        #expect(clean.snrDecibels == 200 && clean.snrIsMinimum == true && clean.clockPPM == 1)
        let none = result(0, 20, 1)
        #expect(none.snrDecibels == nil && none.snrIsMinimum == nil && none.clockPPM == nil)
        #expect(none.level == nil)
        #expect(none.line(isStream: true) == "decoded 9 bytes from 1.3 s of sound")
        #expect(EncodeResult(bytes: 0, seconds: 0).line == "encoded 0 bytes as 0.0 s of sound")
        #expect(
            EncodeResult(bytes: 10, seconds: 0.5).line
                == "encoded 10 bytes as 0.5 s of sound, 160 bit/s"
        )
    }

    @Test func resultsOfBursts() {
        var tally = CableTally()
        let bytes = [UInt8](repeating: 1, count: 100)
        let events: [CableReceiver.Event] = [
            .burst(length: 300), .block(.init(number: 0, offset: 0, bytes: bytes)),
            .block(.init(number: 1, offset: nil, bytes: bytes)), .lostBlock, .end(isCut: true),
            .sounded(.flat()),
        ]
        for event in events { tally.count(event) }
        #expect(tally.bytes == 200 && tally.bursts == 1)
        #expect(tally.blocksGood == 2 && tally.blocksBad == 1 && !tally.isCut)
        var quality = acc_cable_quality()
        (quality.snr_db, quality.clock_ppm, quality.level) = (30.25, -12.5, 0.125)
        (quality.slips, quality.lost, quality.iterations) = (0, 3, 2.5)
        let result = CableResult(tally, seconds: 2.5, quality: CableQuality(quality))
        #expect(result.clockPPM == 12.5 && result.snrDecibels == 30.25 && result.level == 0.125)
        #expect(result.symbolsLost == 3 && result.iterations == 2.5 && result.slips == 0)
        let line =
            "decoded 200 bytes from 2.5 s of sound: 2 blocks good, 1 bad; SNR 30.3 dB, clock +12.5 ppm, level 0.125"
        #expect(result.line == line)
        quality.slips = 2
        #expect(
            CableResult(tally, seconds: 2.5, quality: CableQuality(quality)).line == line
                + "; 2 slips"
        )
        quality.clock_ppm = 1
        let slow = CableResult(tally, seconds: 2.5, quality: CableQuality(quality)).line
        #expect(slow.contains("clock -1.0 ppm"))
        quality.clock_ppm = 0
        #expect(
            CableResult(tally, seconds: 1, quality: CableQuality(quality)).line.contains(
                "clock 0.0 ppm"
            )
        )
    }

    @Test func outcomesOfExchanges() {
        let text = ReaderOutcome(
            request: 3,
            answer: Array("Hi\n".utf8),
            elapsed: .milliseconds(1250)
        )
        #expect(text.line == "exchanged 3 bytes for 3 in 1.3 s")
        #expect(text.text == "Hi\n" && text.hex == "48690a" && text.answerBytes == 3)
        let bytes = ReaderOutcome(request: 3, answer: [0xFF], elapsed: .seconds(1))
        #expect(bytes.text == nil && bytes.hex == "ff" && bytes.seconds == 1)
        let sent = ReaderOutcome(request: 3, answer: nil, elapsed: .seconds(1))
        #expect(sent.line == "sent 3 bytes in 1.0 s" && sent.hex == nil && sent.answerBytes == nil)
        #expect(
            OpenResult(resumed: true, seconds: 0.5).line
                == "resumed the session of an accessory that was awake in 0.50 s; it stays on"
        )
        #expect(
            OpenResult(resumed: false, seconds: 1.234).line
                == "woke the accessory in 1.23 s; it stays on"
        )
    }
}

extension Double {
    /// The number as JSON.
    fileprivate var json: String {
        String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self)
    }
}
