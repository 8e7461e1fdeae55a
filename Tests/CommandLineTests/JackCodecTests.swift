import Foundation
import Testing

/// `jack encode` and `jack decode`, alone and with minimodem at the other end.
@Suite struct JackCodecTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// Pseudo-random bytes, the same for the same count.
    static func payload(_ count: Int) -> Data {
        var state: UInt32 = 0x2545_F491
        return Data(
            (0..<count).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(truncatingIfNeeded: state >> 24)
            }
        )
    }

    func path(_ name: String) -> String { scratch.url(name).path }

    @Test(
        "frames decode exactly at every rate",
        arguments: ["bell202", "reader", "fsk:300,1070,1270", "manchester:1837.5"],
        [8000, 44_100, 48_000, 96_000]
    )
    func frames(profile: String, rate: Int) throws {
        guard !(profile == "reader" && rate == 8000) else { return }
        try roundTrip(["--profile", profile], rate: rate, payload: Self.payload(1100))
    }

    @Test("streams decode exactly", arguments: ["bell202", "fsk:300,1070,1270"], [8000, 48_000])
    func stream(profile: String, rate: Int) throws {
        try roundTrip(["--profile", profile, "--stream"], rate: rate, payload: Self.payload(300))
    }

    @Test(
        "a stream that starts with the recording decodes exactly with mains hum of 10 dB more power"
    )
    func hum() throws {
        let payload = Self.payload(300)
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "bell202", "--stream", "--level", "0.1", "-", "-"],
            input: payload
        )
        // a sawtooth has harmonics of amplitude 1/k; its power is a third of the square of its peak
        let samples = WAVBytes.samples(sound.data)
        let power = samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)
        let peak = (10 * power * 3).squareRoot()
        let hummed = samples.enumerated().map { index, sample in
            Int16(Double(sample) + peak * (1 - 2 * Double(index * 50 % 48_000) / 48_000))
        }
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "bell202", "--stream", "-", "-"],
            input: WAVBytes.make(hummed)
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.data == payload)
    }

    @Test("every length of the last frame", arguments: [0, 1, 511, 512, 513])
    func sizes(count: Int) throws {
        try roundTrip(["--profile", "reader"], rate: 44_100, payload: Self.payload(count))
    }

    @Test(
        "a --fec file decodes exactly, without an option to decode",
        arguments: ["reader", "bell202"]
    )
    func corrected(profile: String) throws {
        let payload = Self.payload(700)
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", profile, "--fec", "-", "-"],
            input: payload
        )
        #expect(sound.status == 0, "\(sound.errors)")
        var samples = WAVBytes.samples(sound.data)
        // 20 ms of silence in the middle of each frame
        for middle in [samples.count / 4, samples.count * 3 / 4] {
            for index in middle..<middle + 960 { samples[index] = 0 }
        }
        try WAVBytes.make(samples).write(to: scratch.url("sound.wav"))
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", profile, path("sound.wav"), path("out")]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
    }

    private func roundTrip(_ modem: [String], rate: Int, payload: Data) throws {
        try payload.write(to: scratch.url("in"))
        let encode = try CommandLineTool.run(
            ["jack", "encode", "--rate", "\(rate)"] + modem + [path("in"), path("sound.wav")]
        )
        #expect(encode.status == 0, "\(encode.errors)")
        let decode = try CommandLineTool.run(
            ["jack", "decode"] + modem + [path("sound.wav"), path("out")]
        )
        #expect(decode.status == 0, "\(decode.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
        #expect(try scratch.contents == ["in", "out", "sound.wav"])
    }

    @Test(
        "characters in other formats decode exactly",
        arguments: [["v21", "7E1"], ["fsk:300,1070,1270", "8O2"], ["bell103", "6M1.5msb"]]
    )
    func formats(arguments: [String]) throws {
        let bits = Int(arguments[1].prefix(1))!
        let payload = Data(Self.payload(200).map { $0 & (.max >> (8 - bits)) })
        let choices = ["--profile", arguments[0], "--stream", "--character", arguments[1]]
        try roundTrip(choices, rate: 48_000, payload: payload)
        guard bits < 8 else { return }
        let refused = try CommandLineTool.run(
            ["jack", "encode"] + choices + ["-", "-"],
            input: Data([0xFF])
        )
        #expect(refused.status == 65)
        #expect(refused.errors.hasPrefix("accessory: 0xFF is no character of \(arguments[1]); "))
    }

    @Test("a parity error is reported")
    func parity() throws {
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "v21", "--character", "7O1", "-", "-"],
            input: Data("parity".utf8)
        )
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "v21", "--character", "7E1", "-", "-"],
            input: sound.data
        )
        #expect(result.status == 0 && result.output == "parity")
        #expect(result.errors.contains("s of sound: 6 parity errors"), "\(result.errors)")
    }

    @Test("a teleprinter's text returns in capitals", arguments: ["rtty", "tdd"])
    func teleprinter(mode: String) throws {
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", mode, "--rate", "8000", "-", "-"],
            input: Data("cq de k1abc, 599\n".utf8)
        )
        #expect(sound.status == 0, "\(sound.errors)")
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", mode, "-", "-"],
            input: sound.data
        )
        #expect(result.status == 0 && result.output == "CQ DE K1ABC, 599\n", "\(result.errors)")
    }

    @Test("caller ID is date, number and name, as text and as JSON")
    func callerID() throws {
        let head: [UInt8] = [0x04, 0x0F] + Array("112708305551234".utf8)
        let message = head + [0 &- head.reduce(0, &+)]
        func decode(_ bytes: [UInt8], _ choices: [String]) throws -> CommandLineTool.Result {
            let sound = try CommandLineTool.run(
                ["jack", "encode", "--profile", "callerid", "-", "-"],
                input: Data([UInt8](repeating: 0x55, count: 30) + bytes)
            )
            return try CommandLineTool.run(
                ["jack", "decode", "--profile", "callerid"] + choices + ["-", "-"],
                input: sound.data
            )
        }
        let text = try decode(message, [])
        #expect(text.status == 0 && text.output == "date 11-27 08:30, number 5551234\n")
        let json = try decode(message, ["--json"])
        let caller = try JSONDecoder().decode([String: String].self, from: json.data)
        #expect(caller == ["date": "11-27 08:30", "number": "5551234"], "\(json.output)")
        var bad = message
        bad[bad.count - 1] = 0
        let damaged = try decode(bad, [])
        #expect(damaged.status == 65 && damaged.output.isEmpty)
        #expect(damaged.errors.hasPrefix("accessory: all 1 messages in - are damaged; "))
        let both = try decode(bad + message, [])
        #expect(both.status == 65 && both.output == text.output)
        #expect(both.errors.contains("accessory: 1 messages have a wrong checksum; the output"))
    }

    /// FSK at 600 bit/s, 1300 and 1700 Hz, at 48 kHz.
    private static func telegram(_ train: UInt32, code: UInt32, check: UInt64) -> [Int16] {
        let bits: UInt64 = 0xFF2 << 39 | UInt64(train) << 15 | UInt64(code) << 7 | check
        var phase = 0.0
        let sound = (0..<51 * 80).map { i in
            phase += (bits >> (50 - i / 80) & 1 == 1 ? 1300 : 1700) / 48_000
            return Int16(16_000 * sin(2 * Double.pi * phase))
        }
        return [Int16](repeating: 0, count: 4800) + sound + [Int16](repeating: 0, count: 4800)
    }

    @Test("telegrams of trains are lines or JSON; one with a wrong checksum ends with 65")
    func telegrams() throws {
        func decode(_ sound: [Int16], _ choices: [String]) throws -> CommandLineTool.Result {
            try CommandLineTool.run(
                ["jack", "decode", "--profile"] + choices + ["-", "-"],
                input: WAVBytes.make(sound)
            )
        }
        // 020045, each digit from its lowest bit
        let sound = Self.telegram(0x04002A, code: 0x08, check: 0x05)
        let ground = try decode(sound, ["uic-ground"])
        #expect(ground.status == 0 && ground.output == "train 020045, code 08: speech\n")
        let train = try decode(sound + sound, ["uic-train", "--json"])
        let line =
            #"{"code":8,"meaning":"communication desired","sender":"train","train":"020045"}"#
        #expect(train.status == 0 && train.output == line + "\n" + line + "\n", "\(train.errors)")
        let damaged = Self.telegram(0x04002A, code: 0x09, check: 0x05)
        let none = try decode(damaged, ["uic-ground"])
        #expect(none.status == 65 && none.output.isEmpty)
        #expect(none.errors.hasPrefix("accessory: all 1 messages in - are damaged; "))
        let both = try decode(damaged + sound, ["uic-ground"])
        #expect(both.status == 65 && both.output == ground.output)
        #expect(both.errors.contains("accessory: 1 messages have a wrong checksum; the output"))
    }

    @Test("characters at another bit rate end with 65 and what was measured")
    func unread() throws {
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "fsk:1000,1200,2200", "--stream", "-", "-"],
            input: Self.payload(300)
        )
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "bell202", "--stream", "-", "-"],
            input: sound.data
        )
        #expect(result.status == 65)
        #expect(result.errors.contains(" characters in - cannot be read: tones of 1"))
        #expect(result.errors.contains(" bit/s"), "\(result.errors)")
        #expect(result.errors.contains("; choose the --profile or --character that fits"))
    }

    @Test(
        "swapped tones end with 65 and the profile that fits",
        arguments: [
            ["bell202", "fsk:1200,2200,1200", "8N1", "fsk:1200,2200,1200"],
            ["rtty", "fsk:45.45,1415,1585", "5N1.5", "fsk:45.45,1415,1585 --character 5N1.5"],
        ]
    )
    func swapped(names: [String]) throws {
        let text = Data("THE TONES OF THIS TEXT MAY BE THE OTHER WAY ROUND".utf8)
        for (sent, isSwapped) in [(names[1], true), (names[0], false)] {
            let sound = try CommandLineTool.run(
                ["jack", "encode", "--rate", "8000", "--profile", sent, "--stream"]
                    + ["--character", names[2], "-", "-"],
                input: isSwapped ? Data(text.map { $0 & 31 }) : text
            )
            let result = try CommandLineTool.run(
                ["jack", "decode", "--profile", names[0], "--stream", "-", "-"],
                input: sound.data
            )
            #expect(result.status == (isSwapped ? 65 : 0), "\(result.errors)")
            #expect(result.errors.contains("accessory: the tones are swapped: ") == isSwapped)
            let step = " in - idle on the space; the output is wrong; use --profile \(names[3])\n"
            #expect(result.errors.contains(step) == isSwapped, "\(result.errors)")
        }
    }

    @Test(
        "auto finds the mode",
        arguments: [
            ["--profile rtty", "--profile rtty --character 5N1.5: 45.45 bit/s"],
            ["--profile v21", "--profile v21 --character 8N1: 300.00 bit/s"],
            ["--profile v21-answer --character 7E1", "--profile v21-answer --character 7E1"],
            ["--profile bell103 --character 7O1", "--profile bell103 --character 7O1"],
            ["--profile hart", "--profile hart --character 8O1"],
            ["--profile bell202 --stream", "--profile 1200 --character 8N1"],
        ]
    )
    func auto(arguments: [String]) throws {
        let text = Data("THE MODE OF THIS TEXT IS NOT KNOWN\n".utf8)
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--rate", "8000"]
                + arguments[0].split(separator: " ").map(String.init) + ["-", "-"],
            input: text
        )
        #expect(sound.status == 0, "\(sound.errors)")
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "auto", "-", "-"],
            input: sound.data
        )
        #expect(result.status == 0 && result.data == text, "\(result.errors)")
        #expect(result.errors.contains("found \(arguments[1])"), "\(result.errors)")
    }

    @Test("auto recognizes caller ID, and measures unknown tones; it finds nothing in silence")
    func autoOthers() throws {
        let head: [UInt8] = [0x04, 0x0F] + Array("112708305551234".utf8)
        let message = [UInt8](repeating: 0x55, count: 30) + head + [0 &- head.reduce(0, &+)]
        let rows: [(String, [UInt8], String)] = [
            ("callerid", message, "date 11-27 08:30, number 5551234\n"),
            ("fsk:1000,1200,2200", [UInt8](Self.payload(200)), ""),
            ("fsk:500,1500,2500", [UInt8](Self.payload(200)), ""),
            ("fsk:2000,4000,2000", [UInt8](Self.payload(200)), ""),
            ("fsk:2000,1500,2500", [UInt8](Self.payload(200)), ""),
            ("fsk:350,900,1300", [UInt8](Self.payload(200)), ""),
        ]
        for (profile, bytes, text) in rows {
            let sound = try CommandLineTool.run(
                ["jack", "encode", "--profile", profile, "--stream", "-", "-"],
                input: Data(bytes)
            )
            let result = try CommandLineTool.run(
                ["jack", "decode", "--profile", "auto", "-", "-"],
                input: sound.data
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(
                text.isEmpty ? result.data == Data(bytes) : result.output == text,
                "\(result.errors)"
            )
        }
        let silence = WAVBytes.make([Int16](repeating: 0, count: 8000))
        let nothing = try CommandLineTool.run(
            ["jack", "decode", "--profile", "auto", "-", "-"],
            input: silence
        )
        #expect(nothing.status == 65)
        #expect(nothing.errors.hasPrefix("accessory: no characters of a known mode in -; name"))
    }

    /// A card behind a pulse shaper: bits of 24 samples, whose level changes at the edge and in the middle of a one.
    private static func swipe(_ text: String, dataBits: Int, base: UInt8, damaged: Int?) -> [Int16]
    {
        var values = text.utf8.map { $0 - base }
        values.append(values.reduce(0, ^))
        var bits = [UInt8](repeating: 0, count: 12)
        for (place, value) in values.enumerated() {
            let data = (0..<dataBits).map { value >> UInt8($0) & 1 }
            let parity = 1 - data.reduce(0, ^)
            bits += data + [place == damaged ? 1 - parity : parity]
        }
        var level: Int16 = 12_000
        var samples = [Int16](repeating: 0, count: 2400)
        for bit in bits + [UInt8](repeating: 0, count: 12) {
            level = -level
            samples += [Int16](repeating: level, count: 12)
            level = bit == 1 ? -level : level
            samples += [Int16](repeating: level, count: 12)
        }
        return samples + [Int16](repeating: 0, count: 2400)
    }

    @Test("cards of all tracks are read; a damaged swipe ends with 65 and the place")
    func cards() throws {
        let one = Self.swipe("%B1234^DOE/JOHN^2912?", dataBits: 6, base: 0x20, damaged: nil)
        let three = Self.swipe(";0112345678=9?", dataBits: 4, base: 0x30, damaged: nil)
        let damaged = Self.swipe(
            ";01123456789012345678901=9?",
            dataBits: 4,
            base: 0x30,
            damaged: 12
        )
        func decode(_ samples: [Int16]) throws -> CommandLineTool.Result {
            try CommandLineTool.run(
                ["jack", "decode", "--profile", "card", "-", "-"],
                input: WAVBytes.make(samples, rate: 48_000)
            )
        }
        let both = try decode(one + three)
        #expect(both.status == 0 && both.output == "%B1234^DOE/JOHN^2912?\n;0112345678=9?\n")
        let some = try decode(one + damaged)
        #expect(some.status == 65 && some.output == "%B1234^DOE/JOHN^2912?\n")
        #expect(
            some.errors.contains(
                "1 swipes in - cannot be read: damaged at character 13; the output"
            )
        )
        let none = try decode(damaged)
        #expect(none.status == 65 && none.output.isEmpty)
        #expect(
            none.errors.hasPrefix(
                "accessory: 1 swipes in - cannot be read: damaged at character 13;"
            )
        )
    }

    @Test("receives from a sound device for a time")
    func device() throws {
        let payload = Data("HELLO FROM THE CARD ".utf8)
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "bell202", "--stream", "-", "-"],
            input: payload
        )
        let words = WAVBytes.samples(sound.data).flatMap { [Int32($0) << 16, Int32($0) << 16] }
        // the plugin repeats the file at its end
        let silence = Data(count: 5 * 8 * 48_000)
        try (words.withUnsafeBytes { Data($0) } + silence).write(to: scratch.url("sound.raw"))
        try Data(
            """
            </usr/share/alsa/alsa.conf>
            pcm.recording {
                type file slave.pcm null file /dev/null infile \(path("sound.raw")) format raw
            }
            """.utf8
        ).write(to: scratch.url("asound.conf"))
        let arguments = ["jack", "decode", "--profile", "bell202", "--stream"]
        let result = try CommandLineTool.run(
            CommandLineTool.program,
            arguments + ["--device", "recording", "--duration", "3s", path("out")],
            environment: ["ALSA_CONFIG_PATH": path("asound.conf")]
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
        #expect(result.errors.hasPrefix("decoded 20 bytes from 3.0 s of sound: "))
        let missing = try CommandLineTool.run(arguments + ["--device", "hw:9", "-"])
        #expect(missing.status == 69)
    }

    @Test("- is standard input and output")
    func pipes() throws {
        let payload = Self.payload(700)
        let encode = try CommandLineTool.run(
            ["jack", "encode", "--profile", "reader", "-", "-"],
            input: payload
        )
        #expect(encode.status == 0, "\(encode.errors)")
        let decode = try CommandLineTool.run(
            ["jack", "decode", "--profile", "reader", "-", "-"],
            input: encode.data
        )
        #expect(decode.status == 0, "\(decode.errors)")
        #expect(decode.data == payload)
    }

    @Test("--channel selects one of several channels")
    func channel() throws {
        let payload = Self.payload(100)
        let mono = try CommandLineTool.run(
            ["jack", "encode", "--profile", "reader", "-", "-"],
            input: payload
        )
        let stereo = WAVBytes.samples(mono.data).flatMap { [0, $0] as [Int16] }
        try WAVBytes.make(stereo, channels: 2).write(to: scratch.url("stereo.wav"))
        let arguments = ["jack", "decode", "--profile", "reader", path("stereo.wav"), path("out")]
        let first = try CommandLineTool.run(arguments)
        #expect(first.status == 65)
        let second = try CommandLineTool.run(arguments + ["--channel", "2"])
        #expect(second.status == 0, "\(second.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
    }

    @Test("decode reports the signal quality")
    func quality() throws {
        struct Quality: Decodable {
            let bytes, framesGood, framesBad, symbolsCorrected: Int
            let snrDecibels, clockPPM, level: Double
            let snrIsMinimum: Bool
        }
        let payload = Self.payload(1000)
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "reader", "--level", "0.5", "-", "-"],
            input: payload
        )
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "reader", "--json", "-", path("out")],
            input: sound.data
        )
        let quality = try JSONDecoder().decode(Quality.self, from: result.data)
        #expect(quality.bytes == 1000)
        #expect(quality.framesGood == 2)
        #expect(quality.framesBad == 0)
        #expect(quality.symbolsCorrected == 0)
        #expect(quality.snrDecibels > 20 && quality.snrIsMinimum)
        #expect(abs(quality.clockPPM) < 200)
        #expect(quality.level > 0.2 && quality.level < 0.8)
    }

    @Test("a receiver without measurements reports no figures")
    func noQuality() throws {
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "hijack", "-", "-"],
            input: Data("hi".utf8)
        )
        let decode = ["jack", "decode", "--profile", "hijack", "-", path("out")]
        let line = try CommandLineTool.run(decode, input: sound.data).errors
        #expect(line.hasPrefix("decoded 2 bytes from ") && line.hasSuffix(" s of sound\n"))
        let json = try CommandLineTool.run(decode + ["--json"], input: sound.data).output
        #expect(json.contains("\"bytes\":2") && !json.contains("snrDecibels"))
    }

    @Test("a damaged frame loses only its own bytes and sets the exit code")
    func damage() throws {
        let payload = Self.payload(512 * 3)
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "reader", "-", "-"],
            input: payload
        )
        var samples = WAVBytes.samples(sound.data)
        let middle = samples.count / 2
        for index in middle..<middle + 2000 { samples[index] = 0 }
        try WAVBytes.make(samples).write(to: scratch.url("sound.wav"))
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "reader", "--quiet", path("sound.wav"), path("out")])
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("accessory: 1 of 3 frames"))
        #expect(try Data(contentsOf: scratch.url("out")) == payload[..<512] + payload[1024...])
    }

    @Test(
        "sound that ends within a frame or character is decoded up to it and sets the exit code",
        arguments: [
            (["--profile", "reader"], 1.8, 512, "frame"),
            (["--profile", "reader", "--fec"], 5.0, 512, "frame"),
            (["--profile", "bell202", "--stream"], 1.0, 119, "character"),
        ]
    )
    func cutSound(modem: [String], seconds: Double, whole: Int, unit: String) throws {
        let payload = Self.payload(1024)
        let sound = try CommandLineTool.run(
            ["jack", "encode"] + modem + ["-", "-"],
            input: payload
        )
        let samples = WAVBytes.samples(sound.data).prefix(Int(48_000 * seconds))
        try WAVBytes.make(Array(samples)).write(to: scratch.url("sound.wav"))
        let result = try CommandLineTool.run(
            ["jack", "decode", "--quiet"] + modem.filter { $0 != "--fec" } + [
                path("sound.wav"), path("out"),
            ]
        )
        #expect(result.status == 65)
        #expect(
            result.errors.contains("sound.wav ends within a \(unit), \(path("out")) has"),
            "\(result.errors)"
        )
        #expect(try Data(contentsOf: scratch.url("out")) == payload.prefix(whole))
    }

    @Test(
        "a size that a writer to a pipe left unset",
        arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32]
    )
    func openSize(stated: UInt32) throws {
        let payload = Self.payload(300)
        for modem in [["--profile", "reader"], ["--profile", "bell202", "--stream"]] {
            let sound = try CommandLineTool.run(
                ["jack", "encode"] + modem + ["-", "-"],
                input: payload
            )
            let result = try CommandLineTool.run(
                ["jack", "decode"] + modem + ["-", "-"],
                input: WAVBytes.make(WAVBytes.samples(sound.data), stated: stated)
            )
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.data == payload)
        }
    }

    @Test("scope and probe show a truncated file with a note")
    func cutPicture() throws {
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "reader", "-", "-"],
            input: Self.payload(1024)
        )
        try WAVBytes.make(WAVBytes.samples(sound.data).dropLast(8000), stated: 1 << 20)
            .write(to: scratch.url("sound.wav"))
        let scope = try CommandLineTool.run(
            ["jack", "scope", path("sound.wav"), "--out", path("a.svg")])
        let probe = try CommandLineTool.run(["jack", "probe", path("sound.wav")])
        #expect(scope.status == 65 && probe.status == 65)
        #expect(scope.errors.contains("cut short") && probe.errors.contains("cut short"))
        #expect(probe.output.contains("found      reader, 1 read, 1 damaged"), "\(probe.output)")
        #expect(try scratch.contents.contains("a.svg"))
    }

    @Test("a file shorter than its header states is decoded to its end")
    func cutFile() throws {
        let payload = Self.payload(1024)
        let sound = try CommandLineTool.run(
            ["jack", "encode", "--profile", "reader", "-", path("sound.wav")],
            input: payload
        )
        #expect(sound.status == 0)
        let file = try Data(contentsOf: scratch.url("sound.wav"))
        try file.prefix(44 + 2 * 86_400).write(to: scratch.url("sound.wav"))
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "reader", "--quiet", path("sound.wav"), path("out")])
        #expect(result.status == 65)
        #expect(result.errors.contains("sound.wav is cut short"), "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload.prefix(512))
    }

    static let minimodem = URL(filePath: "/usr/bin/minimodem")
    static let hasMinimodem = FileManager.default.isExecutableFile(atPath: minimodem.path)

    @Test(
        "minimodem decodes our encoder's output",
        .enabled(if: hasMinimodem, "minimodem is not installed; see scripts/packages")
    )
    func towardsMinimodem() throws {
        let payload = Self.payload(4096)
        try payload.write(to: scratch.url("in"))
        let encode = try CommandLineTool.run(
            ["jack", "encode", "--profile", "bell202", "--stream", path("in"), path("sound.wav")])
        #expect(encode.status == 0, "\(encode.errors)")
        let result = try CommandLineTool.run(
            Self.minimodem,
            ["--rx", "--quiet", "--file", path("sound.wav"), "1200"]
        )
        #expect(result.data == payload)
    }

    @Test(
        "our decoder decodes minimodem's output",
        .enabled(if: hasMinimodem, "minimodem is not installed; see scripts/packages")
    )
    func fromMinimodem() throws {
        let payload = Self.payload(4096)
        let encode = try CommandLineTool.run(
            Self.minimodem,
            ["--tx", "--samplerate", "48000", "--file", path("sound.wav"), "1200"],
            input: payload
        )
        #expect(encode.status == 0, "\(encode.errors)")
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "bell202", "--stream", path("sound.wav"), path("out")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try Data(contentsOf: scratch.url("out")) == payload)
    }
}
