internal import AccessoryLink
internal import AccessorySimulators
internal import ArgumentParser
internal import AudioJack

/// Demonstrates a whole session.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show a session with a simulated reader, and simulated Bluetooth devices.",
        discussion: """
            Without options it needs no hardware: the reader is at the far end of a virtual cable \
            with noise, dropouts and a clock offset, and time on the cable runs as fast as the CPU \
            allows. With --play and --capture it uses two sound devices in real time, each with \
            its output connected to the other's input: the host on the first, the reader on the \
            second. Without --profile the session runs twice: with the modem of card readers, and \
            with the cable modem. Then a host on a virtual air reads a thermometer and a heart-rate strap.
            """
    )

    @OptionGroup var options: CommonOptions

    @Option(
        help: "File to exchange; without it, the start of this program's own file.",
        completion: .file()
    )
    var file: String?

    @Option(help: "ALSA device of the host.", completion: .soundDevices)
    var play: String?

    @Option(help: "ALSA device of the reader.", completion: .soundDevices)
    var capture: String?

    @Option(
        help: ArgumentHelp(
            "\(ProfileArgument.names.dropLast()), or cable. (default: reader, then cable)",
            valueName: "profile"
        ),
        completion: .soundProfiles,
        transform: SoundProfile.init
    )
    var profile: SoundProfile?

    @Flag(help: "Send with forward error correction.")
    var fec = false

    func validate() throws {
        guard (play == nil) == (capture == nil) else {
            throw ValidationError("--play and --capture need each other")
        }
    }

    func run() async throws {
        let request = try DemoFile.read(file, size: play != nil ? 4 << 10 : 64 << 10)
        var figures = try await run(profile ?? .modem(.reader), request)
        if profile == nil {
            report("")
            let cable = try await run(.cable(bitRate: nil), request)
            figures.cable = cable.exchange
            report(
                "the cable modem took \(cable.exchange.seconds.formatted(1)) s of sound, "
                    + "the other modem \(figures.exchange.seconds.formatted(1)) s"
            )
        }
        if profile == nil, play == nil {
            report("")
            let bluetooth = try await DemoAir.run()
            for line in bluetooth.lines { report(line) }
            figures.bluetooth = bluetooth
        }
        if options.json { try Console.print(json: figures) }
    }

    /// Runs one session from the wake tone to the end.
    private func run(_ profile: SoundProfile, _ request: DemoFile) async throws -> DemoResult {
        let bench = DemoBench(self, profile)
        let reader = ReaderSimulator(bench.reader, options: bench.options) { request, work in
            // the reader works for two seconds and reports progress
            for step in 1...4 {
                await work.wait(.milliseconds(500))
                try await work.progress(Array("step \(step) of 4".utf8))
            }
            return request
        }
        report(bench.description)
        report("file: \(request.name), \(request.bytes.count) bytes")
        if play != nil, !bench.options.offersCable { report(bench.forecast(request.bytes.count)) }
        try await bench.reader.explaining { try await reader.start() }
        let jack = AudioJackTransport(bench.host, options: bench.options)
        let result: Result<DemoResult, any Error>
        do {
            result = .success(try await session(jack, bench, request.bytes))
        } catch {
            result = .failure(error)
        }
        await jack.link.release()
        await reader.stop()
        return try result.get()
    }

    private func session(
        _ jack: AudioJackTransport,
        _ bench: DemoBench,
        _ request: [UInt8]
    ) async throws -> DemoResult {
        let began = bench.elapsed
        try await bench.host.explaining { _ = try await jack.link.open() }
        report("open: the reader woke and answered in \((bench.elapsed - began).text)")
        await bench.settle()
        let result = try await exchange(jack, bench, request)
        for line in Self.lines(result) { report(line) }
        let cancelledAt = try await cancelHalfway(jack.link, request)
        report(
            "cancel: stopped at \(cancelledAt) of \(request.count) bytes, the reader confirmed (code 12)"
        )
        await jack.link.close()
        report("close: the reader is off")
        return DemoResult(exchange: result, cancelledAt: cancelledAt)
    }

    /// Exchanges the request and checks the answer.
    private func exchange(
        _ jack: AudioJackTransport,
        _ bench: DemoBench,
        _ request: [UInt8]
    ) async throws -> ExchangeResult {
        let began = bench.elapsed
        let answer = try await jack.link.exchange(
            request,
            timeout: nil,
            showing: options,
            clock: { bench.elapsed }
        )
        let elapsed = bench.elapsed - began
        guard answer == request else {
            throw Failure(
                .deviceError,
                "the answer differs from the request",
                nextStep: "please report this"
            )
        }
        return ExchangeResult(
            request: request.count,
            answer: answer.count,
            resumed: false,
            elapsed: elapsed,
            statistics: await jack.link.statistics,
            quality: jack.quality
        )
    }

    static func lines(_ result: ExchangeResult) -> [String] {
        let frames = result.framesGood + result.framesBad
        let snr = SignalFigures.snr(result.snrDecibels, isMinimum: result.snrIsMinimum)
        return [
            "exchange: \(result.requestBytes) bytes there and back, without errors, in "
                + "\(result.seconds.formatted(1)) s of sound",
            "  goodput        \(result.bitsPerSecond.formatted(0)) bit/s",
            "  retransmitted  \(result.retransmitted) packets",
            "  damaged        \(result.framesBad) of \(frames) received frames",
            "  corrected      \(result.symbolsCorrected) symbols",
            "  signal         \(snr), clock \(result.clockPPM.formatted(0)) ppm",
        ]
    }

    /// Starts the exchange again and cancels it after a quarter of the request.
    private func cancelHalfway(_ link: HostLink, _ request: [UInt8]) async throws -> Int {
        let updates = link.progress
        let exchange = Task { try await link.exchange(request) }
        var sent = 0
        for await progress in updates where progress.toSend > 0 {
            sent = progress.sent
            if sent >= request.count / 4 { break }
        }
        exchange.cancel()
        do {
            _ = try await exchange.value
        } catch is CancellationError {
            return sent
        }
        throw Failure(.software, "the exchange was not cancelled", nextStep: "please report this")
    }

    private func report(_ line: String) {
        if !options.json { Console.print(line) }
    }
}

private struct DemoResult: Encodable {
    let exchange: ExchangeResult
    let cancelledAt: Int
    /// The same exchange over the cable modem, if both were shown.
    var cable: ExchangeResult?
    /// The Bluetooth part, if it was shown.
    var bluetooth: DemoAir.Result?
}

extension Duration {
    fileprivate var text: String { (self / .seconds(1)).formatted(1) + " s" }
}
