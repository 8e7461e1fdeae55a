internal import ArgumentParser
internal import Modem

/// Decodes sound to bytes.
struct JackDecode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Decode sound to a file.",
        discussion: """
            Writes the payloads of the intact frames in order, and reports the signal quality. If \
            frames are damaged, or the sound ends within a frame or character, writes the others \
            and ends with 65. With --profile cable, this applies to the blocks of bursts. With \
            --report, --missing and --state, a payload is assembled from several recordings, and \
            OUT is written when it is complete.
            """
    )

    @OptionGroup var modem: ModemOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    @Flag(help: "Search only for frames without error correction, which takes less CPU time.")
    var uncoded = false

    @Option(help: "Channel of the WAV file, from 1.")
    var channel = 1

    @Option(
        help: "With --report: file to write while blocks are missing, for encode --missing.",
        completion: .file()
    )
    var missing: String?

    @Option(
        help: "With --report: file for the received blocks until the payload is complete.",
        completion: .file()
    )
    var state: String?

    @Argument(help: "PCM WAV file to read, - for standard input.", completion: .file())
    var input: String

    @Argument(help: "File to write, - for standard output.", completion: .file())
    var output: String

    func validate() throws {
        guard channel >= 1 else { throw ValidationError("--channel must be at least 1") }
        guard !(uncoded && modem.isStream) else {
            throw ValidationError("--uncoded is for frames. A stream has none.")
        }
        guard !(uncoded && modem.isCable) else {
            throw ValidationError("--uncoded is for frames. Profile cable always corrects errors.")
        }
        guard (missing == nil) == (state == nil) else {
            throw ValidationError("--missing and --state need each other")
        }
        guard missing == nil || modem.report != nil else {
            throw ValidationError("--missing and --state are for --report")
        }
    }

    func run() async throws {
        switch modem.profile {
        case .modem(let profile): try decode(profile)
        case .cable:
            let report = try modem.report.map { try CableReport(file: $0) }
            if let report, let missing, let state {
                try decodeParts(report, missing: missing, state: state)
            } else {
                try decodeCable(report)
            }
        }
    }

    private func decode(_ profile: ProfileArgument) throws {
        var wav = try WAVReader(input == "-" ? "/dev/stdin" : input)
        try checkChannel(of: wav.format)
        try check(wav.format, profile)
        try overwrite.check(output, inputs: [input], reading: .wav)
        let mode: Demodulator.Mode =
            modem.isStream ? .characters : uncoded ? .uncodedFrames : .frames
        var demodulator = try Demodulator(
            profile.modem,
            rate: wav.format.sampleRate,
            mode: mode
        )
        var found = DecodedFile(file: try OutputFile(output))
        let samples = try decode(&wav, with: &demodulator, to: &found)
        let result = DecodeResult(
            bytes: found.bytes,
            seconds: Double(samples) / Double(wav.format.sampleRate),
            quality: demodulator.quality,
            isCut: found.isCut
        )
        let isEmpty = found.bytes == 0 && result.framesGood == 0
        if !isEmpty {
            try found.commit()
            try printResult(result)
        }
        if let loss = loss(result, samples, of: wav.frameCount, isEmpty) { throw loss }
    }

    func checkChannel(of format: WAVFormat) throws {
        guard channel <= format.channels else {
            throw Failure(
                .usage,
                "\(input) has no channel \(channel)",
                nextStep: "choose --channel from 1 to \(format.channels)"
            )
        }
    }

    private func check(_ format: WAVFormat, _ profile: ProfileArgument) throws {
        try profile.check(
            rate: format.sampleRate,
            isStream: modem.isStream,
            status: .badInput
        ) { "convert the file to \($0) samples a second, or choose another --profile" }
    }

    /// Decodes the sound. Returns the number of samples.
    private func decode(
        _ wav: inout WAVReader,
        with demodulator: inout Demodulator,
        to found: inout DecodedFile
    ) throws -> Int {
        // the receiver learns the mains hum from the first second
        var opening: [Float]? = []
        let rate = wav.format.sampleRate
        let frames = try read(&wav) { samples in
            var samples = samples
            if var held = opening.take() {
                held += samples
                guard held.count >= rate else {
                    opening = held
                    return
                }
                demodulator.learnHum(held)
                samples = held
            }
            try found.add(demodulator.push(samples))
        }
        if let opening {
            demodulator.learnHum(opening)
            try found.add(demodulator.push(opening))
        }
        let rest = demodulator.finish()
        found.isCut = rest.contains(.badFrame)
        try found.add(rest)
        return frames
    }

    /// Passes all samples of the channel to `take`. Returns their number, which is lower than in
    /// the header if the file is truncated.
    func read(_ wav: inout WAVReader, take: ([Float]) throws -> Void) throws -> Int {
        var progress = ProgressReport("decode", total: wav.frameCount ?? 0, options: options)
        let began = ContinuousClock.now
        var frames = 0
        do {
            while case let samples = try wav.read(16384, channel: channel - 1), !samples.isEmpty {
                try Task.checkCancellation()
                try take(samples)
                frames += samples.count
                if wav.frameCount != nil { progress.update(frames, after: .now - began) }
            }
        } catch WAVError.cutShort {
            // decode the samples before the end first
        }
        progress.finish()
        return frames
    }

    private func printResult(_ result: DecodeResult) throws {
        if options.json {
            try Console.print(json: result, dataOnOutput: OutputFile.isStandardOutput(output))
        } else if !options.quiet {
            Console.note(result.line(isStream: modem.isStream))
        }
    }

    /// The failure for lost data, if any.
    private func loss(
        _ result: DecodeResult,
        _ samples: Int,
        of stated: Int?,
        _ isEmpty: Bool
    ) -> Failure? {
        let unit = modem.isStream ? "character" : "frame"
        let name = output == "-" ? "the output" : output
        let rest = isEmpty ? "without complete data" : "\(name) has the data before it"
        if let loss = lossOfSound(samples, of: stated, rest) { return loss }
        if result.isCut {
            let others = result.framesBad - 1
            return Failure(
                .badInput,
                "\(input) ends within a \(unit), \(rest)"
                    + (others > 0 ? "; \(others) other frames are damaged" : ""),
                nextStep: "record it to the end of the signal"
            )
        }
        return isEmpty ? nothing(result, unit) : damage(result, name)
    }

    /// The failure for a file that is shorter than its header states, or has no sound.
    func lossOfSound(_ samples: Int, of stated: Int?, _ rest: String) -> Failure? {
        if let stated, samples < stated {
            let error = WAVError.cutShort(path: input, stated: stated, frames: samples)
            var failure = Failure(error)
            failure.cause += ", \(rest)"
            return failure
        }
        guard samples == 0 else { return nil }
        return Failure(.badInput, "\(input) has no sound", nextStep: "record it again")
    }

    /// The failure for damaged frames.
    private func damage(_ result: DecodeResult, _ name: String) -> Failure? {
        guard result.framesBad > 0 else { return nil }
        return Failure(
            .badInput,
            "\(result.framesBad) of \(result.framesGood + result.framesBad) frames are "
                + "damaged; \(name) has the others",
            nextStep: "record again with more level or less noise"
        )
    }

    /// The failure for a recording without data.
    private func nothing(_ result: DecodeResult, _ unit: String) -> Failure {
        if result.framesBad > 0 {
            return Failure(
                .badInput,
                "all \(result.framesBad) frames in \(input) are damaged",
                nextStep: "record again with more level or less noise"
            )
        }
        return Failure(
            .badInput,
            "no \(unit) of profile \(modem.profile.name) in \(input)",
            nextStep: modem.isStream
                ? "check --profile and --channel; look for hum or a steady tone near the profile's frequencies"
                : "check --profile, --stream and --channel"
        )
    }
}

/// The decoded bytes, written to a file.
private struct DecodedFile: ~Copyable {
    let file: OutputFile
    var bytes = 0
    /// Whether the sound ended within a frame or character.
    var isCut = false

    init(file: consuming OutputFile) {
        self.file = file
    }

    mutating func add(_ events: [Demodulator.Event]) throws {
        var found: [UInt8] = []
        for event in events {
            switch event {
            case .frame(let payload), .characters(let payload): found += payload
            case .badFrame, .carrierOn, .carrierOff: break
            }
        }
        try file.write(found)
        bytes += found.count
    }

    consuming func commit() throws {
        try file.commit()
    }
}

/// The result of `jack decode`, with signal quality.
struct DecodeResult: Encodable {
    let bytes: Int
    let seconds: Double
    let framesGood: Int
    let framesBad: Int
    let symbolsCorrected: Int
    /// Nil if the receiver does not measure SNR, as for HiJack and magnetic cards.
    let snrDecibels: Double?
    let snrIsMinimum: Bool?
    let clockPPM, level: Double?
    /// Whether the sound ended within a frame or character.
    let isCut: Bool

    init(bytes: Int, seconds: Double, quality: SignalQuality, isCut: Bool) {
        self.isCut = isCut
        self.bytes = bytes
        self.seconds = seconds
        framesGood = quality.goodFrames
        framesBad = quality.badFrames
        symbolsCorrected = quality.correctedSymbols
        let isMeasured = quality.level > 0
        // JSON has no infinity
        snrDecibels = isMeasured ? min(quality.signalToNoise, 200) : nil
        snrIsMinimum = isMeasured ? quality.signalToNoiseIsMinimum : nil
        clockPPM = isMeasured ? quality.clockOffset : nil
        level = isMeasured ? quality.level : nil
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
