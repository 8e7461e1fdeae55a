internal import AccessoryConcurrency
internal import ArgumentParser
internal import AudioJack
internal import FoundationEssentials
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
            OUT is written when it is complete. With --device, receives from a sound card until \
            Ctrl-C or --duration, and writes to OUT as data arrives.
            """
    )

    @OptionGroup var modem: ModemOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    @Flag(help: "Search only for frames without error correction, which takes less CPU time.")
    var uncoded = false

    @Option(help: "Channel of the recording, from 1.")
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

    @Option(help: "ALSA device to receive from, instead of IN.", completion: .soundDevices)
    var device: String?

    @Option(help: "With --device: time to receive, such as 10s or 2m.")
    var duration: TimeSpan?

    @Argument(
        help: ArgumentHelp(
            "Recording to read (WAV; FLAC and others if libsndfile is installed), - for standard input, and file to write, - for standard output. With --device, only the latter.",
            valueName: "file"
        ),
        completion: .file()
    )
    var files: [String]

    var input: String { device ?? files[0] }
    var output: String { files.last! }

    func validate() throws {
        guard files.count == (device == nil ? 2 : 1) else {
            throw ValidationError(
                device == nil ? "name two files: IN OUT" : "--device replaces IN. Name only OUT."
            )
        }
        guard device == nil || !modem.isCable else {
            throw ValidationError("--device is not for --profile cable. Record a file.")
        }
        if case .modem(let profile) = modem.profile, profile.isAuto {
            guard device == nil, modem.character == nil else {
                throw ValidationError(
                    "--device and --character are not for --profile auto, which searches a recording"
                )
            }
        }
        guard duration == nil || device != nil else {
            throw ValidationError("--duration is for --device. A recording is read whole.")
        }
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
        case .modem(let profile):
            if profile.isAuto {
                try decodeAuto()
            } else if let device {
                try await receive(profile, from: device)
            } else {
                try decode(profile)
            }
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
        var wav = try SoundReader(input == "-" ? "/dev/stdin" : input)
        try checkChannel(of: wav)
        let rate = wav.sampleRate
        try check(rate, profile)
        try overwrite.check(output, inputs: [input], reading: .wav, .otherSound)
        var demodulator = try makeDemodulator(modem.modem(profile), rate: rate)
        var found = try DecodedFile(self, modem.modem(profile))
        // the receiver learns the mains hum from the first second
        var opening: [Float]? = []
        let samples = try read(&wav) { samples in
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
        try found.finish(demodulator.finish())
        let result = DecodeResult(found, demodulator, seconds: Double(samples) / Double(rate))
        try report(result, found, samples, of: wav.frameCount)
    }

    /// Decodes a recording with a profile that was found in it.
    func decode(_ sound: Recording, _ profile: ModemProfile) throws {
        var demodulator = try makeDemodulator(profile, rate: sound.rate)
        var found = try DecodedFile(self, profile)
        demodulator.learnHum(Array(sound.samples.prefix(sound.rate)))
        try found.add(demodulator.push(sound.samples))
        try found.finish(demodulator.finish())
        let seconds = Double(sound.samples.count) / Double(sound.rate)
        let result = DecodeResult(found, demodulator, seconds: seconds)
        try report(result, found, sound.samples.count, of: nil)
        if let loss = sound.loss { throw loss }
    }

    /// Receives from a sound card until Ctrl-C or the end of `duration`.
    private func receive(_ profile: ProfileArgument, from device: String) async throws {
        try overwrite.check(output, inputs: [])
        var configuration = ALSAConfiguration(play: device)
        configuration.channel = channel - 1
        let port = ALSAPort(configuration).stoppedAfterSignal()
        try await port.start()
        let result = await Result { try await receive(profile, from: port) }
        await port.stop()
        try result.get()
    }

    private func receive(_ profile: ProfileArgument, from port: ALSAPort) async throws {
        let rate = await port.sampleRate
        try check(rate, profile)
        var demodulator = try makeDemodulator(modem.modem(profile), rate: rate)
        var found = try DecodedFile(self, modem.modem(profile))
        let silence = [Float](repeating: 0, count: await port.blockSize)
        let wanted = duration.map { Int($0.duration / .milliseconds(1) * Double(rate) / 1000) }
        var samples = 0
        while samples < wanted ?? .max, !Task.isCancelled {
            // after a signal the port may be stopped
            let capture = await Result { try await port.transfer(silence, isBusy: true) }
            guard !Task.isCancelled else { break }
            let block = try capture.get()
            try found.add(demodulator.push(block))
            samples += block.count
        }
        try found.finish(demodulator.finish())
        let result = DecodeResult(found, demodulator, seconds: Double(samples) / Double(rate))
        try report(result, found, samples, of: nil)
    }

    private func makeDemodulator(_ profile: ModemProfile, rate: Int) throws -> Demodulator {
        try Demodulator(
            profile,
            rate: rate,
            mode: modem.isStream ? .characters : uncoded ? .uncodedFrames : .frames
        )
    }

    /// Completes the file and reports the result.
    private func report(
        _ result: DecodeResult,
        _ found: consuming DecodedFile,
        _ samples: Int,
        of stated: Int?
    ) throws {
        let isEmpty = result.bytes == 0 && result.framesGood == 0
        if !isEmpty {
            try found.commit()
            try printResult(result)
        }
        if let loss = loss(result, samples, of: stated, isEmpty) { throw loss }
    }

    func checkChannel(of wav: borrowing SoundReader) throws {
        guard channel <= wav.channels else {
            throw Failure(
                .usage,
                "\(input) has no channel \(channel)",
                nextStep: "choose --channel from 1 to \(wav.channels)"
            )
        }
    }

    private func check(_ rate: Int, _ profile: ProfileArgument) throws {
        try profile.check(rate: rate, isStream: modem.isStream, status: .badInput) {
            "convert the file to \($0) samples a second, or choose another --profile"
        }
    }

    /// Passes all samples of the channel to `take`. Returns their number, which is lower than in
    /// the header if the file is truncated.
    func read(_ wav: inout SoundReader, take: ([Float]) throws -> Void) throws -> Int {
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
        if let unread = result.unread {
            return swap(unread, isEmpty ? "" : "; \(name) is wrong")
                ?? failure(unread, isEmpty ? "" : "; \(name) has the others")
        }
        if !result.swipesBad.isEmpty {
            return Failure(
                .badInput,
                "\(result.swipesBad.count) swipes in \(input) cannot be read: "
                    + result.swipesBad.joined(separator: ", ")
                    + (isEmpty ? "" : "; \(name) has the others"),
                nextStep: "swipe again, at another speed or with less noise"
            )
        }
        if result.isCut && device == nil {
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

    /// The failure for a sender whose mark and space are exchanged.
    private func swap(_ unread: UnreadCharacters, _ rest: String) -> Failure? {
        guard unread.isSwapped, case .modem(let argument) = modem.profile, !argument.isAuto else {
            return nil
        }
        let profile = modem.modem(argument)
        guard let swapped = profile.swappedName else { return nil }
        let format = profile.format.name == "8N1" ? "" : " --character \(profile.format.name)"
        return Failure(
            .badInput,
            "the tones are swapped: \(unread.count) characters in \(input) idle on the space"
                + rest,
            nextStep: "use --profile \(swapped)\(format)"
        )
    }

    /// The failure for characters that do not fit profile and format.
    private func failure(_ unread: UnreadCharacters, _ rest: String) -> Failure {
        var measured: [String] = []
        if let mark = unread.mark, let space = unread.space {
            measured.append("tones of \(mark.formatted(0)) and \(space.formatted(0)) Hz")
        }
        if let baud = unread.baud { measured.append("\(baud.formatted(0)) bit/s") }
        if unread.coherence < 0.7 { measured.append("a phase that jumps") }
        return Failure(
            .badInput,
            "\(unread.count) characters in \(input) cannot be read"
                + (measured.isEmpty ? "" : ": \(measured.joined(separator: ", "))") + rest,
            nextStep: "choose the --profile or --character that fits"
        )
    }

    /// The failure for damaged frames and messages.
    private func damage(_ result: DecodeResult, _ name: String) -> Failure? {
        if result.damagedMessages > 0 {
            return Failure(
                .badInput,
                "\(result.damagedMessages) messages have a wrong checksum; \(name) has the others",
                nextStep: "record again with more level or less noise"
            )
        }
        // the end of a reception cuts the last one
        let damaged = result.framesBad - (result.isCut ? 1 : 0)
        guard damaged > 0 else { return nil }
        return Failure(
            .badInput,
            "\(result.framesBad) of \(result.framesGood + result.framesBad) frames are "
                + "damaged; \(name) has the others",
            nextStep: "record again with more level or less noise"
        )
    }

    /// The failure for a recording without data.
    private func nothing(_ result: DecodeResult, _ unit: String) -> Failure {
        let damaged =
            result.damagedMessages > 0
            ? "\(result.damagedMessages) messages" : "\(result.framesBad) frames"
        if result.framesBad + result.damagedMessages > 0 {
            return Failure(
                .badInput,
                "all \(damaged) in \(input) are damaged",
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
    private let file: OutputFile
    private var decoder: CharacterDecoder
    private let code: CharacterCode
    private let isJSON: Bool
    private(set) var bytes = 0
    /// Whether the sound ended within a frame or character.
    private(set) var isCut = false
    private(set) var swipesBad: [String]

    init(_ command: JackDecode, _ profile: ModemProfile) throws {
        // before the other fields: Swift 6.2 destroys those of an incomplete noncopyable value twice
        file = try OutputFile(command.output)
        swipesBad = []
        decoder = CharacterDecoder(profile)
        code = profile.code
        isJSON = command.options.json
    }

    private static let json = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    /// Messages that the demodulator reports as damaged.
    private var messagesBad = 0

    var damagedMessages: Int { decoder.damagedMessages + messagesBad }

    /// Adds the events at the end of the sound.
    mutating func finish(_ events: [Demodulator.Event]) throws {
        isCut = events.contains(.badFrame)
        try add(events)
    }

    mutating func add(_ events: [Demodulator.Event]) throws {
        var found: [UInt8] = []
        for event in events {
            switch event {
            case .frame(let payload): found += payload
            case .characters(let characters):
                let (bytes, messages) = decoder.decode(characters)
                found += bytes
                for message in messages {
                    found += isJSON ? try Self.json.encode(message) : Data("\(message)".utf8)
                    found.append(UInt8(ascii: "\n"))
                }
            case .badSwipe(let fault): swipesBad.append("\(fault)")
            case .badFrame: messagesBad += code.isMessages ? 1 : 0
            case .carrierOn, .carrierOff: break
            }
        }
        guard !found.isEmpty else { return }
        try file.write(found)
        bytes += found.count
    }

    consuming func commit() throws {
        try file.commit()
    }
}

extension DecodeResult {
    fileprivate init(
        _ found: borrowing DecodedFile,
        _ demodulator: borrowing Demodulator,
        seconds: Double
    ) {
        self.init(
            bytes: found.bytes,
            seconds: seconds,
            quality: demodulator.quality,
            isCut: found.isCut,
            damagedMessages: found.damagedMessages,
            swipesBad: found.swipesBad,
            unread: demodulator.unread
        )
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
    /// Characters with a wrong parity bit, and messages with a wrong checksum or wrong fields.
    let parityErrors, damagedMessages: Int
    /// Why swipes of cards cannot be read.
    let swipesBad: [String]
    let unread: UnreadCharacters?

    init(
        bytes: Int,
        seconds: Double,
        quality: SignalQuality,
        isCut: Bool,
        damagedMessages: Int = 0,
        swipesBad: [String] = [],
        unread: UnreadCharacters? = nil
    ) {
        self.isCut = isCut
        self.bytes = bytes
        self.seconds = seconds
        self.damagedMessages = damagedMessages
        self.swipesBad = swipesBad
        self.unread = unread
        parityErrors = quality.parityErrors
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
        if parityErrors > 0 { parts.append("\(parityErrors) parity errors") }
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
