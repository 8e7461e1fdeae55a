internal import ArgumentParser
internal import AudioConversion
internal import Glibc
internal import Synchronization

/// MP3 files to PCM.
struct ConvertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert MP3 files to the PCM that a device plays.",
        discussion: """
            Writes a WAV file unless --container raw is given, whatever the name says. With \
            several inputs, or a folder as the target, each file gets its own name with .wav or \
            .pcm in that folder. Delay and padding that the encoder states are cut; damage in a \
            file is passed over and reported.
            """
    )

    @Option(help: "Frames a second, 8000 to 192000.")
    var rate = 16_000

    @Option(help: "Bits of a sample: 8, 16, 24 or 32.")
    var bits = 16

    @Option(help: "1 mixes left and right, 2 keeps or doubles them.")
    var channels = 1

    @Option(help: "wav, or raw for nothing but samples.")
    private var container = ContainerArgument.wav

    @Option(help: "none, or tpdf for triangular noise; by default tpdf at 8 and 16 bits.")
    private var dither: DitherArgument?

    @Flag(help: "8 bit: signed samples (raw only).")
    var signed = false

    @Flag(help: "24 bit: in the low end of four bytes (raw only).")
    var padded = false

    @Option(help: "Threads in all, by default one a processor.")
    var jobs: Int?

    @OptionGroup var options: CommonOptions

    @Argument(help: "MP3 files, then the target: a file, a folder, or - for a pipe.")
    var paths: [String]

    private var format: PCMFormat {
        PCMFormat(
            sampleRate: rate,
            depth: PCMFormat.Depth(rawValue: bits) ?? .bits16,
            channels: channels,
            container: container.container,
            dither: dither?.dither,
            isSigned8: signed,
            isPadded24: padded
        )
    }

    func validate() throws {
        guard paths.count >= 2 else { throw ValidationError("name a source and a target") }
        guard PCMFormat.Depth(rawValue: bits) != nil else {
            throw ValidationError("--bits is 8, 16, 24 or 32")
        }
        guard (8000...192_000).contains(rate) else {
            throw ValidationError("--rate is 8000 to 192000")
        }
        guard (1...2).contains(channels) else { throw ValidationError("--channels is 1 or 2") }
        guard !signed || (bits == 8 && container == .raw) else {
            throw ValidationError("--signed goes with --bits 8 and --container raw")
        }
        guard !padded || (bits == 24 && container == .raw) else {
            throw ValidationError("--padded goes with --bits 24 and --container raw")
        }
        guard jobs ?? 1 >= 1 else { throw ValidationError("--jobs counts from 1") }
    }

    func run() async throws {
        let sources = Array(paths.dropLast())
        let target = paths[paths.count - 1]
        if sources.count == 1, sources[0] == "-" || target == "-" {
            let report = try await pipe(sources[0], to: target)
            return try tell(
                ConversionRecord(sources[0], target, report),
                dataOnOutput: target == "-"
            )
        }
        let pairs = try targets(of: sources, in: target)
        let progress = BatchProgress(sources, options: options)
        defer { progress.finish() }
        let results = await convertAll(pairs, progress: progress)
        progress.finish()
        var first: Failure?
        for (pair, result) in zip(pairs, results) {
            switch result {
            case .success(let report):
                try tell(ConversionRecord(pair.source, pair.target, report), dataOnOutput: false)
            case .failure(let error):
                let failure = error.failure(source: pair.source, target: pair.target)
                if pairs.count > 1 { Console.note(failure.line) }
                first = first ?? failure
            }
        }
        if let first {
            let failed = results.count { if case .failure = $0 { true } else { false } }
            guard pairs.count > 1 else { throw first }
            throw Failure(first.status, "\(failed) of \(pairs.count) files were not converted")
        }
    }

    /// As many files at a time as there are threads; a file that is alone gets them all.
    private func convertAll(
        _ pairs: [(source: String, target: String)],
        progress: BatchProgress
    ) async -> [Result<ConversionReport, ConversionError>] {
        let all = AudioConverter(threads: jobs).threads
        let converter = AudioConverter(threads: max(1, all / pairs.count))
        let format = format
        typealias Outcome = (Int, Result<ConversionReport, ConversionError>)
        return await withTaskGroup(of: Outcome.self) { group in
            var results = [Result<ConversionReport, ConversionError>](
                repeating: .failure(.cancelled),
                count: pairs.count
            )
            for (index, pair) in pairs.enumerated() {
                if index >= all, let (done, result) = await group.next() { results[done] = result }
                group.addTask {
                    do throws(ConversionError) {
                        let report = try await converter.convert(
                            pair.source,
                            to: pair.target,
                            format: format,
                            progress: { done, _ in progress.update(index, done) }
                        )
                        return (index, .success(report))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            for await (done, result) in group { results[done] = result }
            return results
        }
    }

    /// Standard input, standard output or both.
    private func pipe(_ source: String, to target: String) async throws -> ConversionReport {
        let input = try InputFile(source)
        var stream = try MP3Stream(to: format, size: input.size)
        let output = try OutputFile(target)
        var block = [UInt8](repeating: 0, count: 1 << 16)
        do {
            while true {
                try Task.checkCancellation()
                let count = try block.withUnsafeMutableBytes { try input.read(into: $0) }
                try output.write(try stream.feed(block.span.extracting(..<count)))
                if count < block.count { break }
                await Task.yield()
            }
            let (rest, report) = try stream.finish()
            try output.write(rest)
            if target != "-", format.container == .wav, output.isSeekable {
                try output.rewriteStart(MP3Stream.wavHeader(for: format, frames: report.frames))
            }
            try output.commit()
            return report
        } catch let error as ConversionError {
            throw error.failure(source: source, target: target)
        }
    }

    /// Where each source goes; two that would meet are refused before anything is written.
    private func targets(
        of sources: [String],
        in target: String
    ) throws -> [(source: String, target: String)] {
        guard !sources.contains("-") else {
            throw Failure(.usage, "- is one source, not one of several")
        }
        var facts = stat()
        let isFolder = stat(target, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
        if sources.count == 1 && !isFolder { return [(sources[0], target)] }
        guard isFolder || mkdir(target, 0o777) == 0 else { throw Failure.writing(target) }
        var seen: Set<String> = []
        return try sources.map { source in
            let name = source.split(separator: "/").last.map(String.init) ?? source
            let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
            let path = target + "/" + stem + (container == .wav ? ".wav" : ".pcm")
            guard seen.insert(path).inserted else {
                throw Failure(.usage, "two sources would become \(path)", nextStep: "rename one")
            }
            return (source, path)
        }
    }

    private func tell(_ record: ConversionRecord, dataOnOutput: Bool) throws {
        if options.json {
            try Console.print(json: record, dataOnOutput: dataOnOutput)
        } else if dataOnOutput {
            if record.damage.count > 0 { Console.note(record.line) }
        } else {
            Console.print(record.line)
        }
    }
}

/// The word on the command line for one of a few values.
private enum ContainerArgument: String, ExpressibleByArgument, CaseIterable {
    case wav, raw

    var container: PCMFormat.Container { self == .wav ? .wav : .raw }
}

private enum DitherArgument: String, ExpressibleByArgument, CaseIterable {
    case none, tpdf

    var dither: PCMFormat.Dither { self == .none ? .none : .tpdf }
}

/// One file's result, as a line and as JSON.
private struct ConversionRecord: Encodable {
    struct Place: Encodable {
        let offset, bytes, framesLost: Int
        let seconds: Double
        let atEnd: Bool
    }

    let source, target: String
    let sourceRate, sourceChannels, sourceFrames, frames, bytes: Int
    let clippedSamples, formatChanges, damageCount, framesLost: Int
    let gapless: Bool
    let seconds: Double
    let damage: [Place]

    init(_ source: String, _ target: String, _ report: ConversionReport) {
        self.source = source
        self.target = target
        sourceRate = report.sourceRate
        sourceChannels = report.sourceChannels
        sourceFrames = report.sourceFrames
        frames = report.frames
        bytes = report.bytes
        clippedSamples = report.clippedSamples
        formatChanges = report.formatChanges
        damageCount = report.damageCount
        framesLost = report.framesLost
        gapless = report.isGapless
        seconds = report.duration / .seconds(1)
        damage = report.damage.map {
            Place(
                offset: $0.offset,
                bytes: $0.bytes,
                framesLost: $0.framesLost,
                seconds: $0.position / .seconds(1),
                atEnd: $0.isAtEnd
            )
        }
    }

    var line: String {
        var parts = ["\(target): \(frames) frames, \(seconds.formatted(2)) s"]
        if clippedSamples > 0 { parts.append("\(clippedSamples) samples clipped") }
        if let first = damage.first {
            parts.append(
                "\(damageCount) damaged, first at \(first.seconds.formatted(2)) s "
                    + "(byte \(first.offset)), \(framesLost) MP3 frames lost"
            )
        }
        return parts.joined(separator: ", ")
    }
}

/// The progress of several files as one.
private final class BatchProgress: Sendable {
    private struct State {
        var done: [Int]
        var report: ProgressReport
    }

    private let began = ContinuousClock.now
    private let state: Mutex<State>

    init(_ sources: [String], options: CommonOptions) {
        var total = 0
        for source in sources {
            var facts = stat()
            if stat(source, &facts) == 0 { total += Int(facts.st_size) }
        }
        state = Mutex(
            State(
                done: Array(repeating: 0, count: sources.count),
                report: ProgressReport("convert", total: total, options: options)
            )
        )
    }

    func update(_ index: Int, _ done: Int) {
        state.withLock {
            $0.done[index] = done
            $0.report.update($0.done.reduce(0, +), after: .now - began)
        }
    }

    func finish() {
        state.withLock { $0.report.finish() }
    }
}

extension ConversionError {
    /// The error with the file's name and what to do.
    fileprivate func failure(source: String, target: String) -> Failure {
        func about(_ path: String, _ status: ExitStatus, _ next: String?) -> Failure {
            Failure(status, "\(path) \(description)", nextStep: next)
        }
        switch self {
        case .unreadable(EACCES): return about(source, .noPermission, "check its permissions")
        case .unreadable: return about(source, .noInput, "check the path")
        case .empty, .noSound: return about(source, .badInput, "check that it is an MP3 file")
        case .notMP3: return about(source, .badInput, "convert it to MP3 first")
        case .sameFile: return about(target, .usage, "choose another target")
        case .cannotCreate(EACCES): return about(target, .noPermission, "choose another target")
        case .cannotCreate, .cannotWrite:
            return about(target, .cannotWrite, "choose another target, or free some space")
        case .tooLong: return about(target, .cannotWrite, "use --container raw")
        case .unsupportedFormat: return Failure(.usage, description)
        case .outOfMemory: return Failure(.software, "not enough memory")
        case .cancelled: return Failure(.cancelled, "cancelled")
        }
    }
}
