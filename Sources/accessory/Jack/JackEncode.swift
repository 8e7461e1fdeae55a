internal import AccessoryBase
internal import ArgumentParser
internal import Modem

/// Encodes bytes as sound.
struct JackEncode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode",
        abstract: "Encode a file as sound.",
        discussion: """
            Sends the input as consecutive frames of up to 512 bytes, or with --stream as \
            characters without frames. With --profile cable, sends it as one burst; the default bit \
            rate is for an unknown line, and --report adapts the burst to a measured line. The WAV \
            file is 16-bit mono.
            """
    )

    @OptionGroup var modem: ModemOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    @Flag(help: "Add forward error correction: slower, but survives more noise.")
    var fec = false

    @Option(help: "Samples per second of the WAV file, 8000 to 192000.")
    var rate = 48_000

    @Option(help: "Peak of the signal, above 0 and at most 1 (full scale).")
    var level: Float = 0.9

    @Option(
        help: "With cable: upper edge of the band in hertz, 1000 to 23750. (default: 23500)"
    )
    var band: Int?

    @Option(
        help:
            "With --report: send only the blocks that decode --missing listed in this file; without the file, all.",
        completion: .file()
    )
    var missing: String?

    @Argument(help: "File to send, - for standard input.", completion: .file())
    var input: String

    @Argument(help: "WAV file to write, - for standard output.", completion: .file())
    var output: String

    func validate() throws {
        guard level > 0 && level <= 1 else {
            throw ValidationError("--level must be above 0 and at most 1")
        }
        guard !(fec && modem.isStream) else {
            throw ValidationError("--fec is for frames. A --stream has none.")
        }
        guard !(fec && modem.isCable) else {
            throw ValidationError("--fec is for frames. Profile cable always corrects errors.")
        }
        if case .modem(let profile) = modem.profile, profile.isAuto {
            throw ValidationError("--profile auto is for decode")
        }
        guard band == nil || modem.isCable else {
            throw ValidationError("--band is for --profile cable")
        }
        guard band == nil || modem.report == nil else {
            throw ValidationError("the report sets the band. Omit --band.")
        }
        guard missing == nil || modem.report != nil else {
            throw ValidationError("--missing is for --report")
        }
    }

    func run() async throws {
        switch modem.profile {
        case .modem(let profile): try encode(profile)
        case .cable(let bitRate):
            if let report = modem.report {
                try encodeLoaded(CableReport(file: report))
            } else {
                try encodeCable(bitRate)
            }
        }
    }

    private func encode(_ profile: ProfileArgument) throws {
        try profile.check(
            rate: rate,
            isStream: modem.isStream,
            status: .usage
        ) { "choose a --rate from \($0)" }
        guard profile.modem.canSend else {
            throw Failure(
                .usage,
                "\(profile.name) is receive only",
                nextStep: "use accessory jack decode"
            )
        }
        let source = try InputFile(input)
        try overwrite.check(output, input: input, writing: .wav)
        let parameters = modem.modem(profile)
        if parameters.code == .alerts { return try encodeAlerts(source, parameters) }
        var encoder = CharacterEncoder(parameters)
        var modulator = try Modulator(
            parameters,
            rate: rate,
            level: level,
            correctsErrors: fec
        )
        var wav = try WAVOutput(output, rate: rate)
        var progress = ProgressReport("encode", total: source.size ?? 0, options: options)
        let began = ContinuousClock.now
        var done = 0
        var block = [UInt8](repeating: 0, count: Modulator.maximumPayload)
        repeat {
            try Task.checkCancellation()
            let count = try block.withUnsafeMutableBytes { try source.read(into: $0) }
            if modem.isStream {
                var rest = try encoder.encode(block[..<count])[...]
                while true {
                    rest = rest.dropFirst(try modulator.send(characters: rest))
                    if rest.isEmpty { break }
                    try wav.write(modulator.render(4096))
                }
            } else if count > 0 || done == 0 {
                try modulator.send(Array(block[..<count]))
                try wav.write(modulator.render())
            }
            done += count
            if source.size != nil { progress.update(done, after: .now - began) }
            if count < block.count { break }
        } while true
        progress.finish()
        guard done > 0 || !modem.isStream else {
            throw Failure(.badInput, "\(source.name) is empty", nextStep: "give bytes to send")
        }
        try wav.write(modulator.render())
        try printResult(bytes: done, samples: try wav.commit())
    }

    /// Sends each line as an emergency message: three bursts, each followed by a second of silence.
    private func encodeAlerts(_ source: borrowing InputFile, _ profile: ModemProfile) throws {
        let bytes = try source.readAll(limit: 64 << 10)
        var modulator = try Modulator(profile, rate: rate, level: level)
        var wav = try WAVOutput(output, rate: rate)
        let second = [Float](repeating: 0, count: rate)
        let lines = LineSplitter.lines(of: bytes)
        guard lines.contains(where: { !$0.isEmpty }) else {
            throw Failure(.badInput, "\(source.name) is empty", nextStep: "give messages to send")
        }
        for (index, line) in lines.enumerated() where !line.isEmpty {
            guard let message = AlertMessage(line) else {
                throw Failure(
                    .badInput,
                    "line \(index + 1) of \(source.name) is no message of SAME",
                    nextStep: "use ZCZC-ORG-EEE-PSSCCC+TTTT-JJJHHMM-LLLLLLLL- or NNNN"
                )
            }
            for _ in 0..<AlertMessage.repeats {
                try Task.checkCancellation()
                _ = try modulator.send(characters: message.burst[...])
                try wav.write(modulator.render())
                try wav.write(second)
            }
        }
        try printResult(bytes: bytes.count, samples: try wav.commit())
    }

    /// Reports the number of encoded bytes and the duration of the sound.
    func printResult(bytes: Int, samples: Int) throws {
        let result = EncodeResult(bytes: bytes, seconds: Double(samples) / Double(rate))
        if options.json {
            try Console.print(json: result, dataOnOutput: OutputFile.isStandardOutput(output))
        } else if !options.quiet {
            Console.note(result.line)
        }
    }
}

/// The result of `jack encode`.
struct EncodeResult: Encodable {
    let bytes: Int
    let seconds: Double

    var line: String {
        "encoded \(bytes) bytes as \(seconds.formatted(1)) s of sound"
            + (seconds > 0 ? ", \((Double(bytes * 8) / seconds).formatted(0)) bit/s" : "")
    }
}
