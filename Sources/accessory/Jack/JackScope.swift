internal import ArgumentParser
internal import AudioJack
internal import FoundationEssentials
internal import Glibc

/// A recording as a picture.
struct JackScope: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scope",
        abstract: "Draw a recording: waveform, spectrum, eye diagram, figures.",
        discussion: """
            One picture for a technician, as SVG, or as PNG where rsvg-convert is installed \
            (package librsvg2-bin).
            """
    )

    @OptionGroup var recording: RecordingOptions
    @OptionGroup var options: CommonOptions

    @Option(help: "Picture to write: NAME.svg or NAME.png, - for SVG on standard output.")
    var out: String

    func validate() throws {
        guard out == "-" || out.hasSuffix(".svg") || out.hasSuffix(".png") else {
            throw ValidationError("--out must end in .svg or .png")
        }
    }

    func run() async throws {
        let converter = out.hasSuffix(".png") ? try Self.converter() : nil
        let (samples, rate) = try await recording.samples()
        let picture = ScopePicture(
            samples: samples,
            rate: rate,
            title: recording.source,
            profile: recording.profile?.name
        )
        let file = try OutputFile(out)
        var bytes = Array(picture.svg.utf8)
        if let converter { bytes = try Self.convert(bytes, with: converter) }
        try file.write(bytes)
        try file.commit()
        if options.json {
            try Console.print(json: SignalFigures(picture.report), dataOnOutput: out == "-")
        } else if !options.quiet {
            Console.note("drew \(picture.report.seconds.formatted(2)) s of \(recording.source)")
        }
    }

    /// Where rsvg-convert is.
    private static func converter() throws -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let places = path.split(separator: ":").map { String($0) + "/rsvg-convert" }
        guard let found = places.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(
                .software,
                "rsvg-convert is not installed, which turns the picture into PNG",
                nextStep: "apt install librsvg2-bin, or use --out NAME.svg"
            )
        }
        return found
    }

    /// Runs the converter on a file that has no name, so that nothing is left behind.
    private static func convert(_ svg: [UInt8], with program: String) throws -> [UInt8] {
        let input = fileno(tmpfile())
        let output = fileno(tmpfile())
        guard input >= 0, output >= 0, writeAll(svg.span.bytes, to: input) else {
            throw Failure.writing("a temporary file")
        }
        lseek(input, 0, SEEK_SET)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        let words = [program, "--format=png"]
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        var status: Int32 = 0
        guard posix_spawn(&child, program, &actions, nil, &arguments, nil) == 0,
            waitpid(child, &status, 0) == child, status == 0
        else {
            throw Failure(
                .software,
                "rsvg-convert could not draw the picture",
                nextStep: "use --out NAME.svg"
            )
        }
        lseek(output, 0, SEEK_SET)
        var png: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = read(output, &buffer, buffer.count), count > 0 {
            png += buffer[..<count]
        }
        close(input)
        close(output)
        return png
    }
}
