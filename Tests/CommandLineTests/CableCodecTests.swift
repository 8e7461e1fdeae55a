import Foundation
import Testing

/// `jack encode` and `jack decode` with `--profile cable`.
@Suite struct CableCodecTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    func path(_ name: String) -> String { scratch.url(name).path }

    /// The sound of these bytes.
    func encode(_ payload: Data, _ profile: String, _ options: [String] = []) throws -> Data {
        let result = try CommandLineTool.run(
            ["jack", "encode", "--profile", profile] + options + ["-", "-"],
            input: payload
        )
        #expect(result.status == 0, "\(result.errors)")
        return result.data
    }

    func decode(_ sound: Data, _ options: [String] = []) throws -> CommandLineTool.Result {
        try CommandLineTool.run(
            ["jack", "decode", "--profile", "cable", "--quiet"] + options + ["-", path("out")],
            input: sound
        )
    }

    @Test(
        "bytes decode exactly at every bit rate and size",
        arguments: [
            ("cable", 1), ("cable", 5000), ("cable:9000", 300), ("cable:15000", 2000),
            ("cable:200000", 16), ("cable:200000", 1024), ("cable:324000", 65_536),
        ]
    )
    func roundTrip(profile: String, count: Int) throws {
        let payload = JackCodecTests.payload(count)
        let result = try decode(try encode(payload, profile))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
    }

    @Test("44100 and 96000 Hz scale with the rate", arguments: [44_100, 96_000])
    func rates(rate: Int) throws {
        let payload = JackCodecTests.payload(3000)
        let options = ["--rate", "\(rate)", "--band", "\(rate * 22_000 / 48_000)"]
        let result = try decode(try encode(payload, "cable:200000", options))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
    }

    @Test("64 KiB take the time given by BITRATE", arguments: [15_000, 111_000, 260_000])
    func bitRate(bitRate: Int) throws {
        let sound = try encode(JackCodecTests.payload(65_536), "cable:\(bitRate)")
        let seconds = Double(WAVBytes.samples(sound).count) / 48_000
        let found = 65_536 * 8 / seconds
        #expect(found >= Double(bitRate) && found < Double(bitRate) * 1.04)
    }

    @Test("two bursts in one recording are decoded in order")
    func two() throws {
        let payloads = [JackCodecTests.payload(700), Data("the second".utf8)]
        let samples = try payloads.flatMap { payload in
            try WAVBytes.samples(encode(payload, "cable")) + [Int16](repeating: 0, count: 9600)
        }
        let result = try decode(WAVBytes.make(samples))
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payloads[0] + payloads[1])
    }

    @Test(
        "of a recording that ends inside a burst, the complete blocks are written, then the error"
    )
    func cut() throws {
        let payload = JackCodecTests.payload(300_000)
        let samples = WAVBytes.samples(try encode(payload, "cable:200000"))
        let result = try decode(WAVBytes.make(Array(samples.prefix(samples.count * 2 / 3))))
        #expect(result.status == 65)
        #expect(result.errors.contains("ends within a burst, "), "\(result.errors)")
        let found = try Data(contentsOf: scratch.url("out"))
        #expect(found.count > 90_000 && payload.starts(with: found))
    }

    @Test("blocks lost in a long gap are left out and set the exit code")
    func damage() throws {
        let payload = JackCodecTests.payload(200_000)
        var samples = WAVBytes.samples(try encode(payload, "cable:200000"))
        for index in 48_000..<72_000 { samples[index] = 0 }
        let result = try decode(WAVBytes.make(samples))
        #expect(result.status == 65)
        #expect(result.errors.contains(" blocks are damaged"), "\(result.errors)")
        let found = try Data(contentsOf: scratch.url("out"))
        #expect(found.count > 50_000 && found.count < 200_000)
        #expect(payload.suffix(20_000) == found.suffix(20_000))
    }

    @Test("a recording without a burst leaves no file")
    func nothing() throws {
        let result = try decode(WAVBytes.make([Int16](repeating: 0, count: 48_000)))
        #expect(result.status == 65)
        #expect(result.errors.contains("no burst of profile cable in -; check"))
        #expect(try scratch.contents.isEmpty)
    }

    @Test("decode reports the signal quality")
    func quality() throws {
        struct Quality: Decodable {
            let bytes, bursts, blocksGood, blocksBad, slips, symbolsLost: Int
            let snrDecibels, clockPPM, level, iterations: Double
            let isCut: Bool
        }
        let result = try decode(try encode(JackCodecTests.payload(2000), "cable"), ["--json"])
        let quality = try JSONDecoder().decode(Quality.self, from: result.data)
        #expect(quality.bytes == 2000 && quality.bursts == 1 && quality.blocksBad == 0)
        #expect(quality.snrDecibels > 30 && abs(quality.clockPPM) < 2)
        #expect(quality.level > 0.1 && quality.level < 0.4 && !quality.isCut)
    }

    @Test(
        "invalid encodings are refused with the reason",
        arguments: [
            (["--profile", "cable:900000"], "choose 3000 to 340000 bit/s"),
            (["--profile", "cable", "--band", "900"], "choose 1000 to 23750 Hz"),
            (["--profile", "cable:fast"], "'cable:fast' is no profile. Use cable:BITRATE"),
            (["--profile", "cabel"], "Did you mean cable?"),
            (["--profile", "cable", "--stream"], "--stream is for FSK"),
            (["--profile", "cable", "--fec"], "cable always corrects errors"),
            (["--profile", "reader", "--band", "9000"], "--band is for --profile cable"),
            (["--profile", "cable", "--rate", "4000"], "choose a --rate from 8000 to 192000"),
        ]
    )
    func refusals(options: [String], says: String) throws {
        let result = try CommandLineTool.run(
            ["jack", "encode"] + options + ["-", path("out.wav")],
            input: Data([1])
        )
        #expect(result.status == 64)
        #expect(result.errors.contains(says), "\(result.errors)")
        #expect(try scratch.contents.isEmpty)
    }
}
