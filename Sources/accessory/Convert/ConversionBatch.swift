internal import AccessoryBase
internal import AudioConversion
internal import Glibc
internal import Synchronization

/// Files to convert concurrently, with their targets.
struct ConversionBatch {
    let pairs: [(source: String, target: String)]
    private let format: PCMFormat
    private let newFolder: String?

    /// - Parameter target: A file, or a folder, which is created if missing; a name that ends in
    ///   `/` is a folder. Before anything is written, this refuses two sources with the same
    ///   target, a target that is a source, and a target that is another MP3 file.
    init(
        _ sources: [String],
        to target: String,
        format: PCMFormat,
        _ overwrite: OverwriteOptions
    ) throws {
        self.format = format
        var facts = stat()
        let isFolder =
            stat(FileName.bytes(target), &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
        guard sources.count > 1 || isFolder || target.hasSuffix("/") else {
            pairs = [(sources[0], target)]
            newFolder = nil
            // the converter itself refuses this
            guard !FileIdentity.isShared(by: sources[0], and: target) else { return }
            try overwrite.check(target, inputs: [], reading: .mp3)
            return
        }
        guard isFolder || stat(FileName.bytes(target), &facts) != 0 else {
            throw Failure(
                .usage,
                "\(target) is a file; several files are converted into a folder",
                nextStep: "name the folder last, such as \(target) out/"
            )
        }
        let suffix = format.container == .wav ? ".wav" : ".pcm"
        var seen: Set<String> = []
        pairs = try sources.map { source in
            let name = source.split(separator: "/").last.map(String.init) ?? source
            let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
            let path = target + (target.hasSuffix("/") ? "" : "/") + stem + suffix
            guard seen.insert(path).inserted else {
                throw Failure(.usage, "two sources would become \(path)", nextStep: "rename one")
            }
            return (source, path)
        }
        let kept = Set(sources.compactMap { FileIdentity($0) })
        for path in seen {
            guard let there = FileIdentity(path), kept.contains(there) else { continue }
            throw Failure(.usage, "\(path) is a source", nextStep: "choose another folder")
        }
        for pair in pairs { try overwrite.check(pair.target, inputs: [], reading: .mp3) }
        guard isFolder || mkdir(FileName.bytes(target), 0o777) == 0 else {
            throw Failure.writing(target)
        }
        newFolder = isFolder ? nil : target
    }

    /// Converts as many files at a time as there are threads; a single file gets all threads.
    func run(
        threads: Int?,
        progress: BatchProgress
    ) async -> [Result<ConversionReport, any Error>] {
        let all = AudioConverter(threads: threads).threads
        let converter = AudioConverter(threads: max(1, all / pairs.count))
        let format = format
        typealias Outcome = (Int, Result<ConversionReport, any Error>)
        return await withTaskGroup(of: Outcome.self) { group in
            var results = [Result<ConversionReport, any Error>](
                repeating: .failure(CancellationError()),
                count: pairs.count
            )
            for (index, pair) in pairs.enumerated() {
                if index >= all, let (done, result) = await group.next() { results[done] = result }
                group.addTask {
                    let result = await Result {
                        try await converter.convert(
                            pair.source,
                            to: pair.target,
                            format: format,
                            progress: { done, _ in progress.update(index, done) }
                        )
                    }
                    return (index, result)
                }
            }
            for await (done, result) in group { results[done] = result }
            return results
        }
    }

    /// Removes the folder if it was created but not used.
    func removeEmptyFolder() {
        if let newFolder { rmdir(FileName.bytes(newFolder)) }
    }
}

/// The combined progress of several files.
final class BatchProgress: Sendable {
    private struct State {
        var done: [Int]
        var report: ProgressReport
    }

    private let began = ContinuousClock.now
    private let state: Mutex<State>

    init(_ sources: [String], options: CommonOptions) {
        state = Mutex(
            State(
                done: Array(repeating: 0, count: sources.count),
                report: ProgressReport("convert", total: Self.size(of: sources), options: options)
            )
        )
    }

    /// The size of all files in bytes; 0 if it is unknown, as of a device. Missing files have none.
    static func size(of sources: [String]) -> Int {
        var size = 0
        for source in sources {
            var facts = stat()
            guard stat(FileName.bytes(source), &facts) == 0 else { continue }
            guard facts.st_mode & S_IFMT == S_IFREG else { return 0 }
            size += Int(facts.st_size)
        }
        return size
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
