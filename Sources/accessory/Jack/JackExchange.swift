internal import AccessoryLink
internal import ArgumentParser
internal import AudioJack
internal import Modem

/// Sends one request and receives one answer.
struct JackExchange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exchange",
        abstract: "Send a request to the accessory and write its answer.",
        discussion: """
            Wakes the accessory or continues its open session, and leaves it on. Ctrl-C also \
            cancels the exchange at the accessory if it answers in time.
            """
    )

    @OptionGroup var device: DeviceOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    @Option(
        name: .customLong("in"),
        help: "File with the request, - for standard input.",
        completion: .file()
    )
    var input: String

    @Option(
        name: .customLong("out"),
        help: "File for the answer, - for standard output.",
        completion: .file()
    )
    var output: String

    @Option(
        help:
            "Timeout of the whole exchange, such as 500ms, 10s or 2m. (default: 15s + three times the duration of request and answer)"
    )
    var timeout: TimeSpan?

    func run() async throws {
        let request = try InputFile(input).readAll(limit: LinkOptions().largestMessage)
        try overwrite.check(output, inputs: [input])
        let file = try OutputFile(output)
        let (answer, result) = try await device.withJack { jack, device in
            let resumed = try await jack.link.open()
            let began = device.elapsed
            let limit =
                timeout == nil ? Task { await jack.link.endLate(request: request.count) } : nil
            defer { limit?.cancel() }
            let answer: [UInt8]
            do {
                answer = try await jack.link.exchange(
                    request,
                    timeout: timeout?.duration,
                    showing: options,
                    clock: { device.elapsed }
                )
            } catch LinkError.cancelled {
                limit?.cancel()
                throw await limit?.value == true ? LinkError.timedOut : .cancelled
            }
            let result = ExchangeResult(
                request: request.count,
                answer: answer.count,
                resumed: resumed,
                elapsed: device.elapsed - began,
                statistics: await jack.link.statistics,
                quality: jack.quality
            )
            return (answer, result)
        }
        try file.write(answer)
        try file.commit()
        if options.json {
            try Console.print(json: result, dataOnOutput: OutputFile.isStandardOutput(output))
        } else if !options.quiet {
            Console.note(result.line)
        }
    }
}

extension HostLink {
    /// Releases the link when an exchange takes longer than 15 s and three times the duration of its data. Returns
    /// whether it has, or false when the task is cancelled before.
    func endLate(request: Int, on clock: some Clock<Duration> = ContinuousClock()) async -> Bool {
        let began = clock.now
        let properties = await core.properties
        let rate = Double(min(properties.sendRate, properties.receiveRate))
        while true {
            // the length of the answer is known when its first part has arrived
            let bytes = await request + core.progress.toReceive
            let end = began.advanced(by: .seconds(15 + 3 * Double(8 * bytes) / rate))
            guard clock.now < end else { break }
            guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return false }
        }
        await release()
        return true
    }
}

/// The result of an exchange.
struct ExchangeResult: Encodable {
    let requestBytes: Int
    let answerBytes: Int
    let resumed: Bool
    let seconds: Double
    let bitsPerSecond: Double
    let framesGood: Int
    let framesBad: Int
    let retransmitted: Int
    let symbolsCorrected: Int
    let samplesLost: Int
    let snrDecibels: Double
    let snrIsMinimum: Bool
    let clockPPM: Double

    init(
        request: Int,
        answer: Int,
        resumed: Bool,
        elapsed: Duration,
        statistics: LinkStatistics,
        quality: SignalQuality
    ) {
        requestBytes = request
        answerBytes = answer
        self.resumed = resumed
        seconds = elapsed / .seconds(1)
        bitsPerSecond = seconds > 0 ? Double(8 * (request + answer)) / seconds : 0
        framesGood = quality.goodFrames
        framesBad = quality.badFrames
        retransmitted = statistics.retransmitted
        symbolsCorrected = quality.correctedSymbols
        samplesLost = quality.lostSamples
        snrDecibels = min(quality.signalToNoise, 200)
        snrIsMinimum = quality.signalToNoiseIsMinimum
        clockPPM = quality.clockOffset
    }

    var line: String {
        "exchanged \(requestBytes) bytes for \(answerBytes) in \(seconds.formatted(1)) s: "
            + "\(bitsPerSecond.formatted(0)) bit/s, \(retransmitted) retransmitted, "
            + "\(framesBad) of \(framesGood + framesBad) received frames damaged, "
            + "\(symbolsCorrected) symbols corrected, "
            + SignalFigures.snr(snrDecibels, isMinimum: snrIsMinimum)
            + (samplesLost > 0 ? ", \(samplesLost) samples lost by the sound card" : "")
    }
}
