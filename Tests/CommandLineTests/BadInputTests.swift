import Foundation
import Testing

/// Invalid input: one clear line with cause and next step, an exit code, no file left.
@Suite struct BadInputTests {
    /// A case of the table. `{in}` and `{out}` in the arguments are paths in the case's own folder.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        var input = Data()
        let status: Int32
        let says: String

        var testDescription: String { name }
    }

    static let decode = ["jack", "decode", "--profile", "reader", "{in}", "{out}"]
    static let encode = ["jack", "encode", "--profile", "reader", "{in}", "{out}"]
    static let sound = WAVBytes.make([Int16](repeating: 0, count: 4800))

    static let cases = [
        Case(
            name: "input that is not there",
            arguments: ["jack", "decode", "--profile", "reader", "{out}/none", "{out}"],
            status: 66,
            says: "no such file"
        ),
        Case(
            name: "a folder as input",
            arguments: ["jack", "decode", "--profile", "reader", "/", "{out}"],
            status: 66,
            says: "is a directory"
        ),
        Case(name: "an empty file", arguments: decode, status: 65, says: "is empty"),
        Case(
            name: "not a WAV file",
            arguments: decode,
            input: Data("#!/bin/sh\nexit 0\n".utf8),
            status: 65,
            says: "not a WAV file"
        ),
        Case(
            name: "a header cut short",
            arguments: decode,
            input: sound.prefix(30),
            status: 65,
            says: "ends within its header"
        ),
        Case(
            name: "sound cut short",
            arguments: decode,
            input: sound.dropLast(1000),
            status: 65,
            says: "cut short"
        ),
        Case(
            name: "a huge size in the header",
            arguments: decode,
            input: WAVBytes.make([1, 2, 3], stated: 0xFFFF_FF00),
            status: 65,
            says: "cut short"
        ),
        Case(
            name: "no sound",
            arguments: decode,
            input: WAVBytes.make([]),
            status: 65,
            says: "no sound"
        ),
        Case(
            name: "silence",
            arguments: decode,
            input: sound,
            status: 65,
            says: "no frame"
        ),
        Case(
            name: "compressed sound",
            arguments: decode,
            input: WAVBytes.make([1, 2, 3], format: 0x55),
            status: 65,
            says: "compressed"
        ),
        Case(
            name: "a channel that is not there",
            arguments: decode + ["--channel", "2"],
            input: sound,
            status: 64,
            says: "no channel 2"
        ),
        Case(
            name: "a rate too low for the profile",
            arguments: decode,
            input: WAVBytes.make([1, 2, 3], rate: 8000),
            status: 65,
            says: "8000 samples"
        ),
        Case(
            name: "a rate too high for any profile",
            arguments: decode,
            input: WAVBytes.make([1, 2, 3], rate: 768_000),
            status: 65,
            says: "convert the file to 14700 to 192000 samples a second"
        ),
        Case(
            name: "a big-endian file with little-endian numbers",
            arguments: decode,
            input: Data("RIFX".utf8) + sound.dropFirst(4),
            status: 65,
            says: "damaged WAV header"
        ),
        Case(
            name: "chunks of zeros",
            arguments: decode,
            input: sound.prefix(12) + Data(count: 1000),
            status: 65,
            says: "damaged WAV header"
        ),
        Case(
            name: "chunks without end",
            arguments: ["jack", "decode", "--profile", "reader", "{in}", "{out}"],
            input: sound.prefix(12) + Data("note".utf8) + Data([0xFF, 0xFF, 0xFF, 0x7F]),
            status: 65,
            says: "damaged WAV header"
        ),
        Case(
            name: "encoding at a rate too low",
            arguments: encode + ["--rate", "8000"],
            input: Data([1]),
            status: 64,
            says: "8000 samples"
        ),
        Case(
            name: "encoding at a rate that is none",
            arguments: encode + ["--rate", "0"],
            input: Data([1]),
            status: 64,
            says: "0 samples"
        ),
        Case(
            name: "encoding at a rate too high",
            arguments: encode + ["--rate", "999999"],
            input: Data([1]),
            status: 64,
            says: "999999 samples a second; choose a --rate from 14700 to 192000"
        ),
        Case(
            name: "a beacon of a UUID that is none",
            arguments: [
                "advert", "build", "ibeacon", "--uuid", "x", "--major", "1", "--minor", "2",
            ],
            status: 64,
            says: "'x' is not a UUID; see accessory advert build ibeacon --help"
        ),
        Case(
            name: "requests whose files have no folder",
            arguments: ["requests", "serve", "--socket", "{out}", "--folder", "{out}/none"],
            status: 66,
            says: "there is no folder"
        ),
        Case(
            name: "an air where nothing can listen",
            arguments: ["air", "--socket", String(repeating: "a", count: 200)],
            status: 73,
            says: "cannot listen at aaa"
        ),
        Case(
            name: "a stream on a profile for frames",
            arguments: encode + ["--stream"],
            input: Data([1]),
            status: 64,
            says: "frames only"
        ),
        Case(
            name: "an empty stream",
            arguments: ["jack", "encode", "--profile", "bell202", "--stream", "{in}", "{out}"],
            status: 65,
            says: "is empty"
        ),
        Case(
            name: "an output folder that is not there",
            arguments: ["jack", "encode", "--profile", "reader", "{in}", "{out}/none/x.wav"],
            input: Data([1]),
            status: 73,
            says: "no such file"
        ),
        Case(
            name: "a folder as output",
            arguments: ["jack", "encode", "--profile", "reader", "{in}", "/"],
            input: Data([1]),
            status: 73,
            says: "is a folder"
        ),
        Case(
            name: "a capture that is not there",
            arguments: ["scan", "--source", "{out}"],
            status: 66,
            says: "no such file"
        ),
        Case(
            name: "no capture",
            arguments: ["scan", "--source", "{in}"],
            input: Data("020106\n".utf8),
            status: 65,
            says: "is not a capture"
        ),
        Case(
            name: "a capture cut inside its header",
            arguments: ["scan", "--source", "{in}"],
            input: CaptureBytes.make(.pcapH4, []).prefix(20),
            status: 65,
            says: "is truncated"
        ),
        Case(
            name: "a capture of Ethernet",
            arguments: ["scan", "--source", "{in}"],
            input: CaptureBytes.make(.pcapH4, []).dropLast() + [1],
            status: 65,
            says: "link type 1"
        ),
        Case(
            name: "advertising data that is not hexadecimal",
            arguments: ["advert", "decode", "--file", "{in}"],
            input: Data("hello\n".utf8),
            status: 65,
            says: "is not hexadecimal"
        ),
        Case(
            name: "an empty capture",
            arguments: ["scan", "--source", "{in}"],
            status: 65,
            says: "is not a capture"
        ),
        Case(
            name: "an event that ends too early",
            arguments: ["advert", "decode", "043e0f0201"],
            status: 64,
            says: "is a truncated HCI event"
        ),
        Case(
            name: "a mistyped command",
            arguments: ["scna"],
            status: 64,
            says: "accessory has no command 'scna'; did you mean scan?"
        ),
        Case(
            name: "a mistyped command of a group",
            arguments: ["jack", "decod", "{in}"],
            status: 64,
            says: "accessory jack has no command 'decod'; did you mean decode?"
        ),
        Case(
            name: "a word that is near no command",
            arguments: ["jack", "42"],
            status: 64,
            says: "see accessory jack --help"
        ),
        Case(
            name: "a mistyped sensor",
            arguments: ["sensors", "show", "H5057"],
            status: 64,
            says: "did you mean"
        ),
        Case(
            name: "a disk that is full",
            arguments: ["jack", "encode", "--profile", "reader", "{in}", "/dev/full"],
            input: Data([1]),
            status: 73,
            says: "no space"
        ),
    ]

    @Test("a failure prints one line, sets the exit code and leaves no file", arguments: cases)
    func refuses(entry: Case) throws {
        let scratch = try Scratch()
        try entry.input.write(to: scratch.url("in"))
        let result = try CommandLineTool.run(
            entry.arguments.map {
                $0.replacing("{in}", with: scratch.url("in").path)
                    .replacing("{out}", with: scratch.url("out").path)
            }
        )
        #expect(result.status == entry.status)
        #expect(result.errors.contains(entry.says), "\(result.errors)")
        #expect(result.errors.hasPrefix("accessory: "))
        #expect(result.errors.contains("; "), "a next step")
        #expect(result.errors.hasSuffix("\n"))
        #expect(result.errors.count(where: \.isNewline) == 1, "\(result.errors)")
        #expect(result.data.isEmpty)
        #expect(try scratch.contents == ["in"])
    }

    @Test("an output without write permission")
    func readOnlyOutput() throws {
        // the kernel refuses new files there, even to root
        let result = try CommandLineTool.run(
            ["jack", "encode", "--profile", "reader", "-", "/proc/sound.wav"],
            input: Data([1])
        )
        #expect([73, 77].contains(result.status))
        #expect(result.errors.hasPrefix("accessory: cannot write /proc/sound.wav: "))
        #expect(result.errors.count(where: \.isNewline) == 1)
    }

    /// An error in the form of `--json`.
    struct Report: Decodable {
        struct Failure: Decodable {
            let status: Int32
            let cause: String
            let nextStep: String?
        }
        let error: Failure
    }

    @Test("with --json the line is an object")
    func json() throws {
        let result = try CommandLineTool.run(
            ["jack", "decode", "--profile", "reader", "--json", "-", "-"])
        let report = try JSONDecoder().decode(Report.self, from: Data(result.errors.utf8))
        #expect(report.error.status == 65)
        #expect(report.error.cause == "standard input is empty")
        #expect(result.status == 65)
    }

    @Test(
        "an invalid command line exits with 64",
        arguments: [
            ["jack", "encode", "--profile", "morse", "a", "b"],
            ["jack", "decode", "a", "b"],
            ["jack", "listen", "--device", "virtual", "--count", "0"],
            ["jack", "encode", "--profile", "reader", "--level", "2", "a", "b"],
        ]
    )
    func usage(arguments: [String]) throws {
        let result = try CommandLineTool.run(arguments)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("Error: "))
    }

    @Test(
        "an invalid profile is refused with the reason",
        arguments: [
            ("bel202", "'bel202' is no profile. Did you mean bell202?"),
            ("Reader", "'Reader' is no profile. Did you mean reader?"),
            (
                "morse",
                "'morse' is no profile. Use bell202, reader, fsk:BAUD,MARK,SPACE, manchester:BAUD, hijack"
            ),
            ("fsk:1200,1200", "'fsk:1200,1200' is no profile. Use "),
            ("manchester:10", "'manchester:10' fits no sample rate. BAUD is 50 to 48000"),
            ("manchester:50000", "BAUD is 50 to 48000"),
            ("fsk:1200,90000,2200", "A tone is at most 86400 Hz"),
            ("fsk:1200,1200,1300", "The tones are at least 0.4 of BAUD apart"),
            ("fsk:1200,300,2200", "The lower tone is at least half of BAUD"),
        ]
    )
    func profiles(name: String, says: String) throws {
        for command in [
            ["jack", "decode", "a", "b"], ["jack", "probe"], ["demo"], ["jack", "scope", "a"],
        ] {
            let result = try CommandLineTool.run(command + ["--profile", name])
            #expect(result.status == 64)
            #expect(result.errors.contains(says), "\(result.errors)")
        }
    }

    @Test(
        "an unused argument is refused",
        arguments: [
            ["jack", "decode", "--profile", "bell202", "--stream", "--uncoded", "a", "b"],
            ["jack", "decode", "--profile", "hijack", "--uncoded", "a", "b"],
            ["jack", "encode", "--profile", "bell202", "--stream", "--fec", "a", "b"],
            ["jack", "scope", "a.wav", "--duration", "1s", "--out", "a.svg"],
            ["jack", "scope", "--device", "a.wav", "--duration", "1s", "--out", "a.svg"],
            ["jack", "probe", "a.wav", "--device", "default"],
            ["jack", "probe", "a.wav", "--profile", "reader"],
            ["jack", "probe", "a.wav", "--fec"],
            ["jack", "probe", "a.wav", "--rate", "48000"],
            ["jack", "open", "--device", "a", "--play", "b", "--capture", "c"],
            ["jack", "open", "--device", "virtual", "--play", "b"],
            ["jack", "open", "--device", "virtual", "--capture-channel", "2"],
            ["jack", "open", "--device", "virtual", "--keep-mixer"],
            ["jack", "listen", "--device", "virtual", "--raw", "--json"],
            ["convert", "--jobs", "2", "-", "a.wav"],
            ["convert", "--jobs", "2", "a.mp3", "-"],
            ["convert", "--padded", "a.mp3", "a.wav"],
            ["reader", "exchange", "hello", "--force"],
        ]
    )
    func unused(arguments: [String]) throws {
        let result = try CommandLineTool.run(arguments)
        #expect(result.status == 64, "\(result.errors)")
    }

    @Test(
        "an invalid command line prints an object with --json",
        arguments: [
            (
                ["jack", "encode", "--profile", "morse", "a", "b"],
                "see accessory jack encode --help"
            ),
            (["jack", "open", "--rate", "4000"], "see accessory jack open --help"),
            (["jack", "exchange", "--device", "virtual"], "see accessory jack exchange --help"),
            (["nothing"], "see accessory --help"),
        ]
    )
    func usageAsJSON(arguments: [String], nextStep: String) throws {
        let result = try CommandLineTool.run(arguments + ["--json"])
        #expect(result.status == 64)
        let report = try JSONDecoder().decode(Report.self, from: Data(result.errors.utf8))
        #expect(report.error.status == 64)
        #expect(!report.error.cause.isEmpty && !report.error.cause.contains("\n"))
        #expect(report.error.nextStep == nextStep)
    }

    @Test("help with --json is help")
    func helpWithJSON() throws {
        let result = try CommandLineTool.run(["jack", "encode", "--help", "--json"])
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("OVERVIEW: "))
    }

    @Test("the files of a batch that fail are objects with --json")
    func batchAsJSON() throws {
        let scratch = try Scratch()
        let sources = ["a", "b"].map { scratch.url($0).path }
        let result = try CommandLineTool.run(
            ["convert", "--json"] + sources + [scratch.folder.path]
        )
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 3)
        for line in lines {
            let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
            #expect(report.error.status == 66)
        }
    }

    /// Runs a script in which `accessory` is the program.
    private static func shell(_ script: String) throws -> CommandLineTool.Result {
        try CommandLineTool.run(
            URL(filePath: "/bin/bash"),
            ["-c", "accessory() { '\(CommandLineTool.program.path)' \"$@\"; }\n" + script]
        )
    }

    @Test(
        "results that standard output does not accept are an error",
        arguments: [
            ("accessory advert decode 020106 >/dev/full", "no space left on device"),
            ("accessory advert decode --json 020106 >/dev/full", "no space left on device"),
            ("accessory jack encode --profile reader /etc/hostname - >/dev/full", "no space"),
            ("accessory advert decode 020106 >&-", "bad file descriptor"),
        ]
    )
    func fullOutput(script: String, says: String) throws {
        let result = try Self.shell(script)
        #expect(result.status == 73)
        #expect(result.errors.contains("cannot write standard output: " + says))
    }

    @Test(
        "when the reader of the results exits, the command exits as by SIGPIPE",
        arguments: [
            "accessory simulate beacon --turn 100ms --adapter virtual",
            "accessory jack encode --stream --profile bell202 /bin/sh -",
        ]
    )
    func closedPipe(command: String) throws {
        let result = try Self.shell(command + " | head -c 1; exit ${PIPESTATUS[0]}")
        #expect(result.status == 141)
        #expect(result.errors.isEmpty)
    }

    @Test("a file is not mistaken for a closed standard stream")
    func closedStreams() throws {
        let scratch = try Scratch()
        let (file, sound) = (scratch.url("file").path, scratch.url("sound").path)
        try Data("hello".utf8).write(to: scratch.url("file"))
        let encode = "accessory jack encode --profile reader '\(file)' '\(sound)'"
        let result = try Self.shell("\(encode) <&- 2>&-")
        #expect(result.status == 0)
        let decode = "accessory jack decode --profile reader '\(sound)' -"
        #expect(try Self.shell(decode).output == "hello")
    }
}
