internal import AccessoryBase
internal import ArgumentParser
internal import AudioConversion
internal import Glibc

/// MP3 files to PCM.
struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert MP3 files to the PCM that a device plays.",
        discussion: """
            Writes a WAV file, or with --container raw only samples, whatever the target's name. \
            With several inputs, or a folder as the target, each output has its input's name with \
            .wav or .pcm. Removes the delay and padding that the encoder states. Silences or omits \
            damaged parts and reports them. Converts a truncated file up to its end and then \
            ends with 65.
            """
    )

    @Option(help: "Sample rate in Hz, 8000 to 192000.")
    var rate = 16_000

    @Option(help: "Bits per sample: 8, 16, 24 or 32.")
    var bits = 16

    @Option(help: "1 mixes left and right, 2 keeps or doubles them.")
    var channels = 1

    @Option(help: "wav, or raw for samples only.")
    private var container = ContainerArgument.wav

    @Option(help: "none, or tpdf (triangular noise); by default tpdf at 8 and 16 bits.")
    private var dither: DitherArgument?

    @Flag(help: "8 bits: signed samples (raw only).")
    var signed = false

    @Flag(help: "24 bits: four bytes per sample; raw uses the low three, WAV the high three.")
    var padded = false

    @Flag(help: "Replace omitted parts by silence; otherwise, later sound moves forward.")
    var keepTimeline = false

    @Option(help: "Number of threads, by default one per processor.")
    var jobs: Int?

    @Option(
        help: "Draw level and spectrum before and after, as NAME.svg or NAME.png.",
        completion: .file()
    )
    var plot: String?

    @OptionGroup var overwrite: OverwriteOptions
    @OptionGroup var options: CommonOptions

    @Argument(
        help: "MP3 files, then the target: a file, a folder, or - for a pipe.",
        completion: .file()
    )
    var paths: [String]

    private var sources: [String] { Array(paths.dropLast()) }
    private var target: String { paths[paths.count - 1] }

    private var format: PCMFormat {
        PCMFormat(
            sampleRate: rate,
            depth: PCMFormat.Depth(rawValue: bits) ?? .bits16,
            channels: channels,
            container: container.container,
            dither: dither?.dither,
            isSigned8: signed,
            isPadded24: padded,
            keepsTimeline: keepTimeline
        )
    }

    func validate() throws {
        guard paths.count >= 2 else { throw ValidationError("name a source and a target") }
        guard PCMFormat.Depth(rawValue: bits) != nil else {
            throw ValidationError("--bits must be 8, 16, 24 or 32")
        }
        guard (8000...192_000).contains(rate) else {
            throw ValidationError("--rate must be 8000 to 192000")
        }
        guard (1...2).contains(channels) else { throw ValidationError("--channels must be 1 or 2") }
        guard !signed || (bits == 8 && container == .raw) else {
            throw ValidationError("--signed needs --bits 8 and --container raw")
        }
        guard !padded || bits == 24 else { throw ValidationError("--padded needs --bits 24") }
        guard jobs ?? 1 >= 1 else { throw ValidationError("--jobs must be at least 1") }
        guard sources.count == 1 || !paths.contains("-") else {
            throw ValidationError("- needs exactly one source and one target")
        }
        guard jobs == nil || !isPipe else {
            throw ValidationError("--jobs is for files. A pipe has one thread.")
        }
        guard let plot else { return }
        guard PictureFile.isPicture(plot),
            !paths.contains(where: { FileIdentity.isShared(by: $0, and: plot) })
        else {
            throw ValidationError("--plot must end in .svg or .png and be neither input nor output")
        }
        guard sources.count == 1, !isStream(sources[0]) else {
            throw ValidationError("--plot needs one source file, which it reads twice")
        }
    }

    func run() async throws {
        if let plot { try overwrite.check(plot, inputs: sources, reading: .mp3) }
        let picture = try plot.map { try PictureFile($0, option: "--plot") }
        let report = try await convert()
        if let picture {
            let drawing = try ConversionPlot(
                title: sources[0].split(separator: "/").last.map(String.init) ?? sources[0],
                format: format,
                report: report,
                size: try InputFile(sources[0]).size,
                read: readSource
            )
            try picture.commit(svg: drawing.svg)
        }
        if let failure = report.cutFailure(source: sources[0]) { throw failure }
    }

    /// Reads the source in parts.
    private func readSource(_ part: (Span<UInt8>) throws -> Void) throws {
        let input = try InputFile(sources[0])
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = try block.withUnsafeMutableBytes({ try input.read(into: $0) }),
            count > 0
        {
            try Task.checkCancellation()
            try part(block.span.extracting(..<count))
        }
    }

    /// Converts the files. Returns the first file's report.
    private func convert() async throws -> ConversionReport {
        let isData = OutputFile.isStandardOutput(target)
        guard isPipe else { return try await convertFiles() }
        let stop = try ReadStop()
        let report = try await withTaskCancellationHandler {
            try await pipe(sources[0], to: target, stop)
        } onCancel: {
            stop.stop()
        }
        try show(ConversionRecord(sources[0], target, report), dataOnOutput: isData)
        return report
    }

    private func convertFiles() async throws -> ConversionReport {
        let batch = try ConversionBatch(sources, to: target, format: format, overwrite)
        let progress = BatchProgress(sources, options: options)
        defer { progress.finish() }
        let results = await batch.run(threads: jobs, progress: progress)
        progress.finish()
        var failures: [Failure] = []
        for (pair, result) in zip(batch.pairs, results) {
            switch result {
            case .success(let report):
                try show(ConversionRecord(pair.source, pair.target, report), dataOnOutput: false)
                guard results.count > 1, let failure = report.cutFailure(source: pair.source) else {
                    continue
                }
                failures.append(failure)
            case .failure(let error):
                let named = error as? ConversionError
                failures.append(
                    named?.failure(source: pair.source, target: pair.target) ?? Failure(error)
                )
            }
            if results.count > 1 { failures[failures.count - 1].report(asJSON: options.json) }
        }
        if let first = failures.first {
            batch.removeEmptyFolder()
            guard results.count > 1, first.status != .cancelled else { throw first }
            let count = "\(failures.count) of \(results.count) files"
            throw Failure(
                first.status,
                "\(count) were not converted in full",
                nextStep: "see the messages above"
            )
        }
        return try results[0].get()
    }

    /// Whether the data is streamed through a pipe, by one thread.
    private var isPipe: Bool {
        sources.count == 1 && (OutputFile.isStandardOutput(target) || isStream(sources[0]))
    }

    /// Whether the path is a pipe or a device, which can be read only once.
    private func isStream(_ path: String) -> Bool {
        var facts = stat()
        let isThere = path != "-" && stat(FileName.bytes(path), &facts) == 0
        return path == "-" || (isThere && ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT))
    }

    /// Converts from a pipe, to a pipe, or both.
    private func pipe(
        _ source: String,
        to target: String,
        _ stop: ReadStop
    ) async throws -> ConversionReport {
        let input = try InputFile(source)
        let place = target == "-" ? FileIdentity(STDOUT_FILENO) : FileIdentity(target)
        if let place, place.isRegular, place == input.identity {
            throw ConversionError.sameFile.failure(source: source, target: target)
        }
        try overwrite.check(target, inputs: [source], reading: .mp3)
        var stream = try MP3Stream(to: format, size: input.size)
        let output = try OutputFile(target)
        var block = [UInt8](repeating: 0, count: 1 << 16)
        do {
            while true {
                let count = try block.withUnsafeMutableBytes {
                    try input.read(into: $0, until: stop)
                }
                try Task.checkCancellation()
                try output.write(try stream.feed(block.span.extracting(..<count)))
                if count < block.count { break }
                await Task.yield()
            }
            let (rest, report) = try stream.finish()
            try output.write(rest)
            if format.container == .wav, output.isSeekable {
                try output.rewriteStart(MP3Stream.wavHeader(for: format, frames: report.frames))
            }
            try output.commit()
            return report
        } catch let error as ConversionError {
            throw error.failure(source: source, target: target)
        }
    }

    private func show(_ record: ConversionRecord, dataOnOutput: Bool) throws {
        if options.json {
            try Console.print(json: record, dataOnOutput: dataOnOutput)
        } else if dataOnOutput {
            if record.damage.count > 0 { Console.note(record.line) }
        } else {
            Console.print(record.line)
        }
    }
}

/// The argument for one of a few values.
private enum ContainerArgument: String, ExpressibleByArgument, CaseIterable {
    case wav, raw

    var container: PCMFormat.Container { self == .wav ? .wav : .raw }
}

private enum DitherArgument: String, ExpressibleByArgument, CaseIterable {
    case none, tpdf

    var dither: PCMFormat.Dither { self == .none ? .none : .tpdf }
}
