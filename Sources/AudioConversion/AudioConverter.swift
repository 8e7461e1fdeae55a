internal import AccessoryBase
internal import CAccessoryMP3
internal import Glibc
internal import Synchronization

/// Converts MP3 to the PCM that a device plays.
///
///     let report = try await AudioConverter().convert(
///         "ring.mp3", to: "ring.pcm", format: PCMFormat(sampleRate: 16_000))
///
/// Cancelling the task stops the conversion at the next block and leaves no output.
public struct AudioConverter: Sendable {
    /// Reports the number of input bytes processed, of `total`. Called on any thread, one call at a
    /// time.
    public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    /// Threads that decode a long file; the output does not depend on the number.
    public var threads: Int

    /// - Parameter threads: Number of threads; nil: the number of processors.
    public init(threads: Int? = nil) {
        self.threads = max(1, threads ?? sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Whether these first bytes of a file are MP3: its metadata, or frames that a conversion would
    /// find. Other bytes that look like a single frame are not.
    ///
    /// - Parameter isWhole: Whether the file has no more bytes; if it has, pass 64 KiB or more.
    public static func isMP3(_ bytes: Span<UInt8>, isWhole: Bool) -> Bool {
        bytes.withUnsafeBufferPointer {
            $0.count > 0 && acc_mp3_probe($0.baseAddress!, $0.count, isWhole)
        }
    }

    /// Converts a file. The output is written under a temporary name and renamed when complete. If
    /// the source is a pipe, cancellation takes effect at its next bytes.
    ///
    /// - Throws: `ConversionError` or `CancellationError`.
    public func convert(
        _ source: String,
        to target: String,
        format: PCMFormat,
        progress: Progress? = nil
    ) async throws -> ConversionReport {
        try format.validate()
        let work = FileWork(source, target, format, threads, progress)
        let result = await withTaskCancellationHandler {
            await work.run()
        } onCancel: {
            work.isCancelled.store(true, ordering: .relaxed)
        }
        return try result.get()
    }

    /// Converts bytes in memory to bytes of the same type, such as an array or `Data`.
    ///
    /// - Throws: `ConversionError` or `CancellationError`.
    public func convert<Bytes: RangeReplaceableCollection<UInt8> & Sendable>(
        _ source: Bytes,
        format: PCMFormat,
        progress: Progress? = nil
    ) async throws -> (bytes: Bytes, report: ConversionReport) {
        var stream = try MP3Stream(to: format, size: source.count)
        var output = Bytes()
        var rest = source[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            let block = Array(rest.prefix(1 << 16))
            rest = rest.dropFirst(block.count)
            output += try stream.feed(block.span)
            progress?(source.count - rest.count, source.count)
            await Task.yield()
        }
        let (last, report) = try stream.finish()
        output += last
        if format.container == .wav {
            let header = MP3Stream.wavHeader(for: format, frames: report.frames)
            let end = output.index(output.startIndex, offsetBy: header.count)
            output.replaceSubrange(..<end, with: header)
        }
        return (output, report)
    }

    /// Converts a stream as it arrives. The WAV header states an open size.
    @discardableResult
    public func convert<Source: AsyncSequence>(
        _ source: Source,
        format: PCMFormat,
        output: ([UInt8]) async throws -> Void
    ) async throws -> ConversionReport where Source.Element == [UInt8] {
        var stream = try MP3Stream(to: format)
        for try await bytes in source {
            try Task.checkCancellation()
            let made = try stream.feed(bytes.span)
            if !made.isEmpty { try await output(made) }
        }
        let (rest, report) = try stream.finish()
        try await output(rest)
        return report
    }
}

/// The conversion of one file on its own thread, because the work blocks on disk and CPU.
private final class FileWork: Sendable {
    typealias Result = Swift.Result<ConversionReport, any Error>

    let isCancelled = Atomic(false)
    private let source, target: String
    private let format: PCMFormat
    private let threads: Int
    private let progress: AudioConverter.Progress?

    init(
        _ source: String,
        _ target: String,
        _ format: PCMFormat,
        _ threads: Int,
        _ progress: AudioConverter.Progress?
    ) {
        self.source = source
        self.target = target
        self.format = format
        self.threads = threads
        self.progress = progress
    }

    func run() async -> Result {
        await withCheckedContinuation { continuation in
            let start = Start(work: self, continuation: continuation)
            var thread = pthread_t()
            let retained = Unmanaged.passRetained(start)
            let failed = pthread_create(
                &thread,
                nil,
                { argument in
                    let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                    start.continuation.resume(returning: start.work.convert())
                    return nil
                },
                retained.toOpaque()
            )
            guard failed == 0 else {
                retained.release()
                return continuation.resume(returning: .failure(ConversionError.outOfMemory))
            }
            pthread_detach(thread)
        }
    }

    private final class Start: Sendable {
        let work: FileWork
        let continuation: CheckedContinuation<Result, Never>

        init(work: FileWork, continuation: CheckedContinuation<Result, Never>) {
            self.work = work
            self.continuation = continuation
        }
    }

    private func convert() -> Result {
        guard let native = format.native else {
            return .failure(ConversionError.unsupportedFormat(format))
        }
        var report = acc_mp3_report()
        let status = acc_mp3_convert_file(
            FileName.bytes(source),
            FileName.bytes(target),
            [native],
            UInt32(clamping: max(1, threads)),
            { user, done, total in
                let work = Unmanaged<FileWork>.fromOpaque(user!).takeUnretainedValue()
                work.progress?(Int(done), Int(total))
                return !work.isCancelled.load(ordering: .relaxed)
            },
            Unmanaged.passUnretained(self).toOpaque(),
            &report
        )
        if status == .cancelled { return .failure(CancellationError()) }
        if let error = ConversionError(status, report, format) { return .failure(error) }
        return .success(ConversionReport(report, rate: format.sampleRate))
    }
}
