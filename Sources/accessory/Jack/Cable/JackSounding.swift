internal import ArgumentParser
internal import Modem

/// Generates the sounding with which a receiver measures the line.
struct JackSounding: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sounding",
        abstract: "Write the sound that measures a line for the cable modem.",
        discussion: """
            Play it over the line, record it at the receiver, and create a report from the \
            recording with accessory jack report. With the report, encode --report sends as many \
            bits at each frequency as the line carries.
            """
    )

    @OptionGroup var options: CommonOptions

    @Option(help: "Number of the sounding, 0 to 255. The report repeats it.")
    var id: UInt8 = 1

    @Option(help: "Sample rate of the WAV file in Hz, 8000 to 192000.")
    var rate = 48_000

    @Option(help: "Peak of the signal, above 0 and at most 1 (full scale).")
    var level: Float = 0.9

    @Argument(help: "File to write, - for standard output.", completion: .file())
    var output: String

    func validate() throws {
        guard level > 0 && level <= 1 else {
            throw ValidationError("--level must be above 0 and at most 1")
        }
    }

    func run() async throws {
        guard (8000...192_000).contains(rate) else { throw Failure.unsuitable(rate) }
        var sender = CableSender(level: level)
        try sender.startSounding(id: id)
        let samples = try sender.write(to: WAVOutput(output, rate: rate))
        let seconds = Double(samples) / Double(rate)
        if options.json {
            try Console.print(
                json: ["seconds": seconds],
                dataOnOutput: OutputFile.isStandardOutput(output)
            )
        } else if !options.quiet {
            Console.note("wrote a sounding of \(seconds.formatted(2)) s")
        }
    }
}
