internal import AccessoryBase
internal import CSoundFile
internal import Glibc

/// A streaming reader for one channel of a recording: a WAV file as `WAVReader` reads it or, where libsndfile is installed, a
/// FLAC, AIFF, CAF or other file that libsndfile reads. libsndfile is loaded when the first such file is opened.
public struct SoundReader: ~Copyable {
    /// Path of the file.
    public let path: String
    /// Sample rate, Hz.
    public let sampleRate: Int
    /// Number of channels.
    public let channels: Int
    /// Number of frames stated in the header; nil when the header leaves it open. If the file has
    /// fewer frames, `read` returns them and then throws.
    public let frameCount: Int?
    private let source: any SoundSource

    /// Opens a file and reads its header.
    ///
    /// - Throws: `WAVError.notWAV` for a file that is no WAV file and that libsndfile does not read, `libraryMissing` if
    ///   libsndfile is not installed, and the other errors of `WAVReader`.
    public init(_ path: String) throws(WAVError) {
        let source: any SoundSource
        do { source = try WAVSource(path) } catch {
            guard case .notWAV = error else { throw error }
            source = try LibrarySource(path)
        }
        self.source = source
        self.path = path
        sampleRate = source.sampleRate
        channels = source.channels
        frameCount = source.frameCount
    }

    /// Returns the next `count` samples of `channel` (from 0), full scale = 1. Returns fewer at the
    /// end of the file, and none after it. If the header states more, throws `cutShort` at the end.
    public mutating func read(_ count: Int, channel: Int = 0) throws(WAVError) -> [Float] {
        try source.read(count, channel: channel)
    }
}

private protocol SoundSource: AnyObject {
    var sampleRate: Int { get }
    var channels: Int { get }
    var frameCount: Int? { get }
    func read(_ count: Int, channel: Int) throws(WAVError) -> [Float]
}

private final class WAVSource: SoundSource {
    private var reader: WAVReader

    init(_ path: String) throws(WAVError) {
        reader = try WAVReader(path)
    }

    var sampleRate: Int { reader.format.sampleRate }
    var channels: Int { reader.format.channels }
    var frameCount: Int? { reader.frameCount }

    func read(_ count: Int, channel: Int) throws(WAVError) -> [Float] {
        try reader.read(count, channel: channel)
    }
}

/// A file that libsndfile reads.
private final class LibrarySource: SoundSource {
    let sampleRate: Int
    let channels: Int
    let frameCount: Int?
    private let path: String
    private let file: UnsafeMutableRawPointer
    private var framesRead = 0
    /// Frames that are decoded at once. With the 1024 channels that libsndfile allows, they occupy 4 MiB.
    private static let block = 1024

    init(_ path: String) throws(WAVError) {
        guard csound_is_installed() != 0 else { throw .libraryMissing(path: path) }
        var info = csound_info()
        guard let file = csound_open(FileName.bytes(path), &info) else { throw .notWAV(path: path) }
        self.file = file
        self.path = path
        sampleRate = Int(info.sample_rate)
        channels = Int(info.channels)
        frameCount = info.frames < 0 || info.frames == .max ? nil : Int(info.frames)
    }

    deinit {
        csound_close(file)
    }

    func read(_ count: Int, channel: Int) throws(WAVError) -> [Float] {
        guard (0..<channels).contains(channel) else {
            throw .noChannel(path: path, channel: channel, channels: channels)
        }
        var samples: [Float] = []
        while samples.count < count {
            let wanted = min(count - samples.count, Self.block)
            let frames = readBlock(wanted)
            samples += stride(from: channel, to: frames.count, by: channels).lazy.map { frames[$0] }
            guard frames.count == wanted * channels else { break }
        }
        framesRead += samples.count
        if count > 0 && samples.isEmpty { try checkEnd() }
        return samples
    }

    /// Interleaved samples of up to `count` frames.
    private func readBlock(_ count: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: count * channels) { buffer, initialized in
            let frames = csound_read(file, buffer.baseAddress!, Int64(count))
            initialized = Int(frames.limited(to: 0...Int64(count))) * channels
        }
    }

    private func checkEnd() throws(WAVError) {
        guard let frameCount else {
            guard csound_error(file) == 0 else { throw .cannotRead(path: path, code: EIO) }
            return
        }
        guard framesRead >= frameCount else {
            throw .cutShort(path: path, stated: frameCount, frames: framesRead)
        }
    }
}
