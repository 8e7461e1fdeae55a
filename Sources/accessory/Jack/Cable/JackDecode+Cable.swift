internal import Modem

/// Decoding bursts of the cable modem.
extension JackDecode {
    func decodeCable(_ report: CableReport?) throws {
        var wav = try SoundReader(input == "-" ? "/dev/stdin" : input)
        try checkChannel(of: wav)
        try overwrite.check(output, inputs: [input], reading: .wav, .otherSound)
        var receiver = CableReceiver(rate: wav.sampleRate)
        if let report { receiver.expect(report) }
        var found = DecodedBursts(file: try OutputFile(output))
        let samples = try read(&wav) { try found.add(receiver.push($0)) }
        let rest = receiver.finish()
        found.isCut = rest.contains(.end(isCut: true))
        try found.add(rest)
        let seconds = Double(samples) / Double(wav.sampleRate)
        let result = CableResult(found.tally, seconds: seconds, quality: receiver.quality)
        let isEmpty = result.bytes == 0
        if !isEmpty {
            try found.commit()
            try printResult(result)
        }
        let others = isEmpty ? "without complete data" : "\(outputName) has the data before it"
        let loss = lossOfSound(samples, of: wav.frameCount, others) ?? loss(result, others)
        for fault in receiver.faults { Console.note(fault.warning) }
        if let loss { throw loss }
    }

    private var outputName: String { output == "-" ? "the output" : output }

    func printResult(_ result: CableResult) throws {
        if options.json {
            try Console.print(json: result, dataOnOutput: OutputFile.isStandardOutput(output))
        } else if !options.quiet {
            Console.note(result.line)
        }
    }

    /// The loss of data, if any.
    private func loss(_ result: CableResult, _ rest: String) -> Failure? {
        let blocks = result.blocksGood + result.blocksBad
        if result.isCut {
            return Failure(
                .badInput,
                "\(input) ends within a burst, \(rest): \(result.blocksGood) of \(blocks) blocks",
                nextStep: "record it to the end of the signal"
            )
        }
        guard result.bursts > 0 else { return noBurst }
        guard result.blocksBad > 0 else { return nil }
        let rest = result.bytes == 0 ? "" : ", \(outputName) has the others"
        return Failure(
            .badInput,
            "\(result.blocksBad) of \(blocks) blocks are damaged" + rest,
            nextStep:
                "record again at a higher level or with less noise, or encode with a lower cable:BITRATE"
        )
    }

    var noBurst: Failure {
        Failure(
            .badInput,
            "no burst of profile cable in \(input)",
            nextStep: modem.report == nil
                ? "check --channel and the sample rate, and use --report for bursts encoded with one"
                : "check --channel and the sample rate, and that both ends have the same report"
        )
    }
}

/// The payloads of bursts, written to a file.
private struct DecodedBursts: ~Copyable {
    private let file: OutputFile
    private(set) var tally = CableTally()
    /// Whether the sound ended within a burst.
    var isCut: Bool {
        get { tally.isCut }
        set { tally.isCut = newValue }
    }
    /// Blocks of the current burst, with their offsets in it.
    private var waiting: [(offset: Int, bytes: [UInt8])] = []

    init(file: consuming OutputFile) {
        self.file = file
    }

    mutating func add(_ events: [CableReceiver.Event]) throws {
        for event in events {
            tally.count(event)
            switch event {
            case .block(let block):
                guard let offset = block.offset else {
                    // an open burst has no known end, and its blocks arrive in order
                    try file.write(block.bytes)
                    break
                }
                waiting.append((offset, block.bytes))
            case .end:
                for block in waiting.sorted(by: { $0.offset < $1.offset }) {
                    try file.write(block.bytes)
                }
                waiting.removeAll()
            case .burst, .lostBlock, .sounded: break
            }
        }
    }

    consuming func commit() throws {
        try file.commit()
    }
}

/// Counts of received bursts and blocks.
struct CableTally {
    private(set) var bytes = 0
    private(set) var bursts = 0
    private(set) var blocksGood = 0
    private(set) var blocksBad = 0
    /// Whether the sound ended within a burst.
    var isCut = false

    mutating func count(_ event: CableReceiver.Event) {
        switch event {
        case .burst: bursts += 1
        case .block(let block):
            bytes += block.bytes.count
            blocksGood += 1
        case .lostBlock: blocksBad += 1
        case .end, .sounded: break
        }
    }
}

/// The result of `jack decode` for bursts, with signal quality.
struct CableResult: Encodable {
    let bytes: Int
    let seconds: Double
    let bursts, blocksGood, blocksBad: Int
    /// Mean SNR over the carriers; the sender's clock offset, positive if it runs fast; RMS level,
    /// 1 is full scale.
    let snrDecibels, clockPPM, level: Double
    /// Inserted or lost samples, counted as events; symbols without a usable signal.
    let slips, symbolsLost: Int
    /// Mean decoder iterations over the last burst's good blocks.
    let iterations: Double
    let isCut: Bool

    init(_ tally: CableTally, seconds: Double, quality: CableQuality) {
        bytes = tally.bytes
        self.seconds = seconds
        bursts = tally.bursts
        blocksGood = tally.blocksGood
        blocksBad = tally.blocksBad
        snrDecibels = quality.signalToNoise
        clockPPM = quality.clockOffset
        level = quality.level
        slips = quality.slips
        symbolsLost = quality.lostSymbols
        iterations = quality.iterations
        isCut = tally.isCut
    }

    var line: String {
        let line =
            "decoded \(bytes) bytes from \(seconds.formatted(1)) s of sound: "
            + "\(blocksGood) blocks good, \(blocksBad) bad; SNR \(snrDecibels.formatted(1)) dB, "
            + "clock \(clockPPM > 0 ? "+" : "")\(clockPPM.formatted(1)) ppm, "
            + "level \(level.formatted(3))"
        return slips == 0 ? line : line + "; \(slips) slips"
    }
}
