internal import ArgumentParser
internal import Modem

/// Decodes the recording of a sounding into a report of the line.
struct JackReport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Measure a line from the recording of a sounding.",
        discussion: """
            The report has 65 bytes. The sender needs it for encode --report, the receiver for \
            decode --report.
            """
    )

    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    @Option(help: "Channel of the WAV file, from 1.")
    var channel = 1

    @Argument(help: "PCM WAV file with a sounding, - for standard input.", completion: .file())
    var input: String

    @Argument(help: "Report to write, - for standard output.", completion: .file())
    var output: String

    func validate() throws {
        guard channel >= 1 else { throw ValidationError("--channel must be at least 1") }
    }

    func run() async throws {
        try overwrite.check(output, inputs: [input], reading: .wav, .otherSound)
        let recording = try Recording(input, channel: channel)
        guard let line = LineSurvey(samples: recording.samples, rate: recording.rate),
            let report = line.report
        else {
            throw recording.loss
                ?? Failure(
                    .badInput,
                    "no sounding in \(input)",
                    nextStep:
                        "record the whole sound of accessory jack sounding at its sample rate"
                )
        }
        let file = try OutputFile(output)
        try file.write(report.bytes)
        try file.commit()
        let figures = ReportFigures(report, rate: recording.rate, faults: line.faults)
        if options.json {
            try Console.print(json: figures, dataOnOutput: OutputFile.isStandardOutput(output))
        } else if !options.quiet {
            Console.note(figures.line)
            for fault in line.faults { Console.note(fault.warning) }
        }
    }
}

/// The figures of a report. Frequencies are in Hz, ratios in dB.
struct ReportFigures: Encodable {
    /// The id of the sounding.
    let id: UInt8
    /// Samples of a symbol and of its prefix, in the mode for this line.
    let symbol, prefix: Int
    let bandLow, bandHigh: Double
    /// Whether the receiver filters out frequencies below 300 Hz.
    let highPass: Bool
    /// SNR of each band from 0 Hz up; nil for bands without a signal.
    let snrDecibels: [Double?]
    let bandWidth: Double
    /// Payload bits/s of a 64 KiB transmission, including all overhead.
    let bitsPerSecond: Double
    /// The faults of the line.
    let faults: [LineFault]

    init(_ report: CableReport, rate: Int, faults: [LineFault]) {
        self.faults = faults
        let scale = Double(rate) / 48_000
        id = report.id
        symbol = report.symbol
        prefix = report.prefix
        bandLow = Double(report.band.lowerBound) * scale
        bandHigh = Double(report.band.upperBound) * scale
        highPass = report.hasHighPass
        snrDecibels = report.bands
        bandWidth = 375 * scale
        bitsPerSecond = report.bitsPerSecond(rate: rate)
    }

    var line: String {
        let levels = snrDecibels.compactMap(\.self)
        let spread =
            "\((levels.min() ?? 0).formatted(1)) to \((levels.max() ?? 0).formatted(1)) dB"
        return "\(bandLow.formatted(0)) to \(bandHigh.formatted(0)) Hz, SNR \(spread): "
            + "\(bitsPerSecond.formatted(0)) bit/s"
    }
}

extension CableReport {
    /// Reads a report from a file.
    init(file path: String) throws {
        let file = try InputFile(path)
        let name = file.name
        do {
            try self.init(bytes: file.readAll(limit: 4096))
        } catch let error as CableReport.Defect {
            switch error {
            case .damaged, .malformed:
                throw Failure(
                    .badInput,
                    "\(name) is not a report of a line",
                    nextStep: "make one with accessory jack report"
                )
            case .unknownVersion:
                throw Failure(
                    .badInput,
                    "\(name) is a report of a later version",
                    nextStep: "update this program"
                )
            }
        }
    }
}
