internal import ArgumentParser
internal import AudioJack
internal import CAccessory

/// Sound to bytes.
struct JackDecode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Turn sound back into a file.",
        discussion: """
            Writes the contents of the frames that arrived whole, one after the other, and says \
            how good the signal was. When frames arrived damaged, the others are written and the \
            exit code is 65.
            """
    )

    @OptionGroup var modem: ModemOptions
    @OptionGroup var options: CommonOptions

    @Flag(help: "Look for frames without error correction only: less of the processor's time.")
    var uncoded = false

    @Option(help: "Which channel of the WAV file, from 1.")
    var channel = 1

    @Argument(help: "PCM WAV file to read, - for standard input.")
    var input: String

    @Argument(help: "File to write, - for standard output.")
    var output: String

    func validate() throws {
        guard channel >= 1 else { throw ValidationError("--channel counts from 1") }
    }

    func run() async throws {
        var wav = try WAVReader(input == "-" ? "/dev/stdin" : input)
        try check(wav.format)
        let mode = uncoded && !modem.isStream ? .uncoded : modem.mode
        let demodulator = try Demodulator(
            modem.profile.modem,
            rate: wav.format.sampleRate,
            mode: mode
        )
        var found = DecodedFile(file: try OutputFile(output))
        let seconds = try decode(&wav, with: demodulator, to: &found)
        let result = DecodeResult(
            bytes: found.bytes,
            seconds: seconds,
            quality: demodulator.figures
        )
        guard found.bytes > 0 || result.framesGood > 0 else { throw nothing(result) }
        try found.commit()
        try tell(result)
    }

    private func check(_ format: WAVFormat) throws {
        guard channel <= format.channels else {
            throw Failure(
                .usage,
                "\(input) has no channel \(channel)",
                nextStep: "choose --channel from 1 to \(format.channels)"
            )
        }
        try modem.profile.check(
            rate: format.sampleRate,
            mode: modem.mode,
            status: .badInput,
            nextStep: "choose another --profile, or convert the file to a higher rate"
        )
    }

    /// Returns how long the sound was, in seconds.
    private func decode(
        _ wav: inout WAVReader,
        with demodulator: borrowing Demodulator,
        to found: inout DecodedFile
    ) throws -> Double {
        var progress = ProgressReport("decode", total: wav.frameCount ?? 0, options: options)
        let began = ContinuousClock.now
        let rate = Double(wav.format.sampleRate)
        var frames = 0
        while case let samples = try wav.read(16384, channel: channel - 1), !samples.isEmpty {
            try Task.checkCancellation()
            demodulator.push(samples) { found.take($0) }
            try found.flush()
            frames += samples.count
            if wav.frameCount != nil { progress.update(frames, after: .now - began) }
        }
        progress.finish()
        guard frames >= wav.frameCount ?? 0 else {
            throw Failure(
                .badInput,
                "\(input) is cut short: its header states \(wav.frameCount ?? 0) samples, "
                    + "there are \(frames)",
                nextStep: "copy or record it again"
            )
        }
        // what is found lags the sound: silence brings the rest out
        let baud = modem.profile.profile.baud
        let length = Int(rate * (0.05 + (baud > 0 ? 128 / baud : 0)))
        demodulator.push([Float](repeating: 0, count: length)) { found.take($0) }
        try found.flush()
        return Double(frames) / rate
    }

    private func tell(_ result: DecodeResult) throws {
        if options.json {
            try Console.print(json: result, dataOnOutput: OutputFile.isStandardOutput(output))
        } else if !options.quiet {
            Console.note(result.line(isStream: modem.isStream))
        }
        guard result.framesBad == 0 else {
            throw Failure(
                .badInput,
                "\(result.framesBad) of \(result.framesGood + result.framesBad) frames arrived "
                    + "damaged, \(output) holds the others",
                nextStep: "record again with more level or less noise"
            )
        }
    }

    /// Why there is nothing to write.
    private func nothing(_ result: DecodeResult) -> Failure {
        let name = modem.profile.name
        if result.seconds == 0 {
            return Failure(.badInput, "\(input) holds no sound", nextStep: "record it again")
        }
        if result.framesBad > 0 {
            return Failure(
                .badInput,
                "all \(result.framesBad) frames in \(input) are damaged",
                nextStep: "record again with more level or less noise"
            )
        }
        return Failure(
            .badInput,
            "no \(modem.isStream ? "character" : "frame") of profile \(name) in \(input)",
            nextStep: modem.isStream
                ? "check --profile and --channel; listen for hum or a steady tone near those of the profile"
                : "check --profile, --stream and --channel"
        )
    }
}

/// The bytes that were found, on their way to a file.
private struct DecodedFile: ~Copyable {
    let file: OutputFile
    var bytes = 0
    private var waiting: [UInt8] = []

    init(file: consuming OutputFile) {
        self.file = file
    }

    mutating func take(_ event: acc_demodulator_event) {
        let found = event.payload
        waiting += found
        bytes += found.count
    }

    mutating func flush() throws {
        try file.write(waiting.span.bytes)
        waiting.removeAll(keepingCapacity: true)
    }

    consuming func commit() throws {
        try file.commit()
    }
}

/// What `jack decode` found, and how good the signal was.
private struct DecodeResult: Encodable {
    let bytes: Int
    let seconds: Double
    let framesGood: Int
    let framesBad: Int
    let symbolsCorrected: Int
    /// Nil where the receiver does not measure them, as that of HiJack and of cards.
    let snrDecibels: Double?
    let snrIsMinimum: Bool?
    let clockPPM, level: Double?

    init(bytes: Int, seconds: Double, quality: acc_modem_quality) {
        self.bytes = bytes
        self.seconds = seconds
        framesGood = Int(quality.frames_good)
        framesBad = Int(quality.frames_bad)
        symbolsCorrected = Int(quality.symbols_corrected)
        let isMeasured = quality.level > 0
        // JSON has no infinity
        snrDecibels = isMeasured ? min(Double(quality.snr_db), 200) : nil
        snrIsMinimum = isMeasured ? quality.snr_is_minimum : nil
        clockPPM = isMeasured ? Double(quality.clock_ppm) : nil
        level = isMeasured ? Double(quality.level) : nil
    }

    func line(isStream: Bool) -> String {
        var parts = ["decoded \(bytes) bytes from \(seconds.formatted(1)) s of sound"]
        if !isStream {
            parts.append(
                "\(framesGood) frames good, \(framesBad) bad, "
                    + "\(symbolsCorrected) symbols corrected"
            )
        }
        if let snrDecibels, let clockPPM, let level {
            parts.append(
                "\(SignalFigures.snr(snrDecibels, isMinimum: snrIsMinimum == true)), "
                    + "clock \(clockPPM > 0 ? "+" : "")\(clockPPM.formatted(0)) ppm, "
                    + "level \(level.formatted(3))"
            )
        }
        return parts[0] + (parts.count > 1 ? ": " : "") + parts.dropFirst().joined(separator: "; ")
    }
}
