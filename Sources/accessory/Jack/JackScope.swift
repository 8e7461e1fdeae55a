internal import ArgumentParser
internal import AudioJack
internal import FoundationEssentials
internal import Glibc
internal import Modem

/// Plots a recording.
struct JackScope: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scope",
        abstract: "Draw a recording: waveform, spectrum, eye diagram and figures.",
        discussion: """
            Draws one picture as SVG, or as PNG if rsvg-convert is installed (package \
            librsvg2-bin). For the cable modem, draws the constellation, SNR and bits by frequency.
            """
    )

    @OptionGroup var recording: RecordingOptions
    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    @Option(
        help: "Picture to write: NAME.svg or NAME.png, - for SVG on standard output.",
        completion: .file()
    )
    var out: String

    func validate() throws {
        guard out == "-" || PictureFile.isPicture(out) else {
            throw ValidationError("--out must end in .svg or .png")
        }
    }

    func run() async throws {
        if let path = recording.path {
            try overwrite.check(out, inputs: [path], reading: .wav, .otherSound)
        }
        let file = try PictureFile(out, option: "--out")
        let sound = try await recording.read()
        let picture = ScopePicture(
            samples: sound.samples,
            rate: sound.rate,
            title: recording.source,
            profile: recording.profile?.name
        )
        try file.commit(svg: picture.svg)
        if options.json {
            var figures = SignalFigures(picture.report)
            figures.line = picture.line.map { LineFigures($0, rate: sound.rate) }
            figures.constellation = picture.line.map(ConstellationFigures.init)
            try Console.print(
                json: figures,
                dataOnOutput: OutputFile.isStandardOutput(out)
            )
        } else if !options.quiet {
            Console.note("drew \(picture.report.seconds.formatted(2)) s of \(recording.source)")
        }
        if let loss = sound.loss { throw loss }
    }
}
