internal import AccessoryLink
internal import ArgumentParser
internal import AudioJack
internal import Modem
internal import Synchronization

/// Tests for an accessory and measures its signal.
struct JackProbe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract:
            "Test the sound device and the accessory, and measure the received signal.",
        discussion: """
            Wakes the accessory and leaves it on; ends with 69 if none answers. With a WAV file, \
            examines that recording instead. Reports level, clipping, noise, band, clock offset \
            and polarity of the received signal, and recommends a profile. If both ends have the \
            cable modem, or the recording has its signal, draws SNR and bits per carrier by \
            frequency, and reports what limits the line.
            """
    )

    @Argument(
        help: "PCM WAV file to examine instead of a device, - for standard input.",
        completion: .file()
    )
    var file: String?

    @OptionGroup var device: DeviceOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard file == nil || device.given.isEmpty else {
            throw ValidationError("\(device.given.joined(separator: ", ")): not for a WAV file")
        }
    }

    func run() async throws {
        if let file {
            let sound = try Recording(file, channel: device.captureChannel ?? 1)
            let line = LineSurvey(samples: sound.samples, rate: sound.rate)
            let report = SignalReport(samples: sound.samples, rate: sound.rate, line: line)
            try show(report, line, rate: sound.rate)
            if let loss = sound.loss { throw loss }
            return
        }
        let started = Mutex<Probe?>(nil)
        let tap = SoundTap { port in
            let probe = await Probe(port)
            started.withLock { $0 = probe }
        }
        let (probe, failure) = try await device.offeringCable.withJack(through: tap.port) {
            (jack, device) async throws -> (Probe, (any Error)?) in
            let began = device.elapsed
            let resumed: Bool
            do {
                resumed = try await jack.link.open()
            } catch let error as LinkError {
                guard let probe = started.withLock(\.self) else { throw error }
                return (probe, await device.port.failure ?? error)
            }
            // a link opens after its port has started
            var probe = started.withLock(\.self)!
            probe.resumed = resumed
            probe.openSeconds = (device.elapsed - began) / .seconds(1)
            for await state in await jack.cableStates where !state.isMeasuring {
                probe.add(state, faults: jack.quality.lineFaults)
                break
            }
            probe.add(jack.quality)
            return (probe, nil)
        }
        let received = tap.samples
        let report =
            received.isEmpty ? nil : SignalReport(samples: received, rate: probe.sampleRate)
        if options.json {
            var probe = probe
            probe.signal = report.map(SignalFigures.init)
            try Console.print(json: probe)
        } else {
            for line in probe.lines + (report?.lines ?? []) { Console.print(line) }
            for plot in probe.plots {
                for line in plot.lines(isPlain: !Console.printsToTerminal) { Console.print(line) }
            }
        }
        if let failure { throw failure }
    }

    private func show(_ report: SignalReport, _ line: LineSurvey?, rate: Int) throws {
        if options.json {
            var figures = SignalFigures(report)
            figures.line = line.map { LineFigures($0, rate: rate) }
            return try Console.print(json: figures)
        }
        let plot = line.map { LinePlot(line: $0, name: "line", rate: rate) }
        let lines = report.lines + (plot?.lines(isPlain: !Console.printsToTerminal) ?? [])
        for line in lines { Console.print(line) }
    }
}

/// The results of a probe.
private struct Probe: Encodable {
    let sampleRate: Int
    let blockSize: Int
    let latencyMilliseconds: Double
    let format: String?
    let plugged: Bool?
    var resumed: Bool?
    var openSeconds: Double?
    var snrDecibels: Double?
    var snrIsMinimum: Bool?
    var clockPPM: Double?
    var level: Double?
    var inverted: Bool?
    var signal: SignalFigures?
    /// The cable modem's line in both directions; nil unless both ends have the modem.
    var receiving, sending: LineFigures?
    /// Plots of `receiving` and `sending`; not encoded.
    private(set) var plots: [LinePlot] = []

    private enum CodingKeys: CodingKey {
        case sampleRate, blockSize, latencyMilliseconds, format, plugged, resumed, openSeconds
        case snrDecibels, snrIsMinimum, clockPPM, level, inverted, signal, receiving, sending
    }

    /// - Parameter port: A port that has started.
    init(_ port: any AudioPort) async {
        sampleRate = await port.sampleRate
        blockSize = await port.blockSize
        latencyMilliseconds = await port.latency / .milliseconds(1)
        plugged = await port.isPlugged
        format = await (port as? ALSAPort)?.summary
    }

    /// - Parameter faults: Faults that disturb the received sound.
    mutating func add(_ state: CableState, faults: [LineFault]) {
        if let report = state.received {
            let line = LineSurvey(report, rate: sampleRate, faults: faults)
            plots.append(LinePlot(line: line, name: "receiving", rate: sampleRate))
            receiving = LineFigures(line, rate: sampleRate)
        }
        if let report = state.sent {
            let line = LineSurvey(report, rate: sampleRate, faults: [])
            plots.append(LinePlot(line: line, name: "sending", rate: sampleRate))
            sending = LineFigures(line, rate: sampleRate)
        }
    }

    mutating func add(_ quality: SignalQuality) {
        snrDecibels = min(quality.signalToNoise, 200)
        snrIsMinimum = quality.signalToNoiseIsMinimum
        clockPPM = quality.clockOffset
        level = quality.level
        inverted = quality.isInverted
    }

    var lines: [String] {
        var lines = [
            "device     \(sampleRate) samples a second, blocks of \(blockSize), "
                + "latency \(latencyMilliseconds.formatted(0)) ms"
                + (format.map { "; \($0)" } ?? ""),
            "jack       "
                + (plugged.map { $0 ? "plugged" : "empty" } ?? "not reported by the card"),
        ]
        guard let resumed, let openSeconds else { return lines }
        lines.append(
            "accessory  " + (resumed ? "was awake" : "woken")
                + ", answered in \(openSeconds.formatted(2)) s"
        )
        if let snrDecibels, let clockPPM, let level {
            lines.append(
                "signal     \(SignalFigures.snr(snrDecibels, isMinimum: snrIsMinimum == true)), "
                    + "clock \(clockPPM.formatted(0)) ppm, "
                    + "level \(level.formatted(2))" + (inverted == true ? ", polarity swapped" : "")
            )
        }
        return lines
    }
}
