internal import ArgumentParser
internal import AudioJack

/// Generates the sounding with which a receiver measures the line.
struct JackSounding: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sounding",
        abstract: "Write the sound that measures a line for the cable modem.",
        discussion: """
            Play it over the line, and let accessory jack report read the recording: the report \
            makes encode --report load each frequency with what it carries.
            """
    )

    @OptionGroup var options: CommonOptions

    @Option(help: "Number of the sounding, 0 to 255, which the report repeats.")
    var id: UInt8 = 1

    @Option(help: "Samples a second of the WAV file, 8000 to 192000.")
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
        _ = try CableScale(rate: rate)
        let sender = CableSender(level: level)
        sender.sound(id: id)
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
