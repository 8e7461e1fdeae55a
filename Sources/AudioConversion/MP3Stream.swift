internal import CAccessory
internal import CAccessoryMP3

/// A streaming conversion: `feed` the MP3 stream in pieces, then `finish`.
///
/// Memory use does not grow with the stream. Only one task at a time may use it.
public struct MP3Stream: ~Copyable {
    private let converter: OpaquePointer
    private let collected: Collected
    private let format: PCMFormat

    /// Collects the output since the last call.
    private final class Collected {
        var bytes: [UInt8] = []
    }

    /// - Parameters:
    ///   - format: The format of the PCM.
    ///   - size: Size of the whole source in bytes, if known. A tag that states a larger size then
    ///     counts as damage.
    public init(to format: PCMFormat, size: Int? = nil) throws(ConversionError) {
        try format.validate()
        let collected = Collected()
        guard let native = format.native,
            let converter = acc_mp3_converter_new(
                [native],
                { user, bytes, count in
                    Unmanaged<Collected>.fromOpaque(user!).takeUnretainedValue().bytes
                        .append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
                    return true
                },
                Unmanaged.passUnretained(collected).toOpaque()
            )
        else { throw .outOfMemory }
        if let size { acc_mp3_converter_set_size(converter, UInt64(max(0, size))) }
        self.converter = converter
        self.collected = collected
        self.format = format
    }

    /// Feeds the next bytes of the source and returns the output they complete. The output starts
    /// with the WAV header, with an open size.
    public mutating func feed(_ bytes: Span<UInt8>) throws(ConversionError) -> [UInt8] {
        let status = bytes.withUnsafeBufferPointer { buffer in
            buffer.count == 0
                ? .ok : acc_mp3_converter_feed(converter, buffer.baseAddress!, buffer.count)
        }
        if status != .ok { throw failure(status) }
        return take()
    }

    /// Ends the stream: returns the rest of the output and the report.
    public mutating func finish() throws(ConversionError) -> (
        rest: [UInt8], report: ConversionReport
    ) {
        var report = acc_mp3_report()
        let status = acc_mp3_converter_finish(converter, &report)
        if let error = ConversionError(status, report, format) { throw error }
        return (take(), ConversionReport(report, rate: format.sampleRate))
    }

    /// The WAV header for this number of frames, to replace the open one in a seekable output.
    public static func wavHeader(for format: PCMFormat, frames: Int) -> [UInt8] {
        guard (try? format.validate()) != nil, let native = format.native else { return [] }
        var header = [UInt8](repeating: 0, count: 96)
        let size = acc_mp3_wav_header([native], UInt64(max(0, frames)), &header, header.count)
        return Array(header.prefix(size))
    }

    private func take() -> [UInt8] {
        defer { collected.bytes.removeAll(keepingCapacity: true) }
        return collected.bytes
    }

    private func failure(_ status: MP3Status) -> ConversionError {
        var report = acc_mp3_report()
        _ = acc_mp3_converter_finish(converter, &report)
        return ConversionError(status, report, format) ?? .noSound
    }

    deinit { acc_mp3_converter_free(converter) }
}
