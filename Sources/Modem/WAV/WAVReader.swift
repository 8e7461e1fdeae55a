internal import CAccessory
internal import Glibc

/// A streaming reader for one channel of a WAV file. It supports all PCM formats, A-law and µ-law,
/// either byte order (RIFX), unknown chunks, and open sizes.
public struct WAVReader: ~Copyable {
    /// Path of the file.
    public let path: String
    /// Sound format of the file.
    public let format: WAVFormat
    /// Number of frames stated in the header; nil when the header leaves it open. If the file has
    /// fewer frames, `read` returns them and then throws.
    public let frameCount: Int?

    private let file: FileDescriptor
    private let isBigEndian: Bool
    /// Bytes read from the file but not returned yet.
    private var bytes: [UInt8]
    /// Bytes of sound not yet read from the file.
    private var remaining: Int
    private var framesRead = 0

    /// Opens a file and reads its header.
    public init(_ path: String) throws(WAVError) {
        let file: FileDescriptor
        do { file = try FileDescriptor(path, O_RDONLY) } catch {
            throw .cannotOpen(path: path, code: error.code)
        }
        let (header, rest) = try Self.readHeader(of: file, path)
        self.path = path
        self.file = file
        format = WAVFormat(header.format)
        isBigEndian = header.is_big_endian
        let isOpen = header.data_size == .max
        frameCount = isOpen ? nil : Int(clamping: header.data_size) / format.frameSize
        let dataSize = isOpen ? .max : Int(clamping: header.data_size)
        bytes = Array(rest.prefix(dataSize))
        remaining = dataSize - bytes.count
    }

    /// Reads the header; also returns the bytes read after it.
    private static func readHeader(
        of file: borrowing FileDescriptor,
        _ path: String
    ) throws(WAVError) -> (acc_wav_reader, ArraySlice<UInt8>) {
        var reader = acc_wav_reader()
        acc_wav_reader_init(&reader)
        var used = 0
        while true {
            guard let piece = file.read(4096) else { throw .cannotRead(path: path, code: errno) }
            guard !piece.isEmpty else { throw error(.truncated, reader, path) }
            let status = acc_wav_reader_feed(&reader, piece.span, &used)
            if status == .ok { return (reader, piece[used...]) }
            guard status == .truncated else { throw error(status, reader, path) }
        }
    }

    private static func error(
        _ status: Status,
        _ reader: acc_wav_reader,
        _ path: String
    ) -> WAVError {
        switch status {
        case .unsupported: .unsupported(path: path, coding: Int(reader.coding))
        case .truncated: reader.position == 0 ? .empty(path: path) : .truncated(path: path)
        default: reader.is_wave ? .malformed(path: path) : .notWAV(path: path)
        }
    }

    /// Returns the next `count` samples of `channel` (from 0), full scale = 1. Returns fewer at the
    /// end of the file, and none after it. If the header states more, throws `cutShort` at the end.
    public mutating func read(_ count: Int, channel: Int = 0) throws(WAVError) -> [Float] {
        guard (0..<format.channels).contains(channel) else {
            throw .noChannel(path: path, channel: channel, channels: format.channels)
        }
        // no file has more
        let count = count.limited(to: 0...Int.max / format.frameSize)
        let wanted = min(remaining, max(0, count * format.frameSize - bytes.count))
        if wanted > 0 {
            guard let more = file.read(wanted) else {
                throw .cannotRead(path: path, code: errno)
            }
            // usually no bytes are left over, so that nothing is copied
            if bytes.isEmpty { bytes = more } else { bytes += more }
            remaining = more.count < wanted ? 0 : remaining - wanted
        }
        let frames = min(count, bytes.count / format.frameSize)
        guard frames > 0 else {
            guard count <= 0 || framesRead >= frameCount ?? 0 else {
                throw .cutShort(path: path, stated: frameCount ?? 0, frames: framesRead)
            }
            return []
        }
        framesRead += frames
        if isBigEndian { acc_sample_swap(format.sample.c, &bytes, frames * format.frameSize) }
        let samples = [Float](unsafeUninitializedCapacity: frames) { out, initialized in
            acc_sample_read(
                format.sample.c,
                bytes,
                bytes.count,
                UInt32(format.channels),
                UInt32(channel),
                out.baseAddress!,
                frames
            )
            initialized = frames
        }
        if frames * format.frameSize == bytes.count {
            bytes = []
        } else {
            bytes.removeFirst(frames * format.frameSize)
        }
        return samples
    }
}
