internal import CAccessoryMP3

/// The output format: rate, depth, channels, container.
public struct PCMFormat: Sendable, Hashable {
    /// Bits per sample.
    public enum Depth: Int, Sendable, CaseIterable {
        case bits8 = 8
        case bits16 = 16
        case bits24 = 24
        case bits32 = 32
    }

    /// The container of the samples.
    public enum Container: String, Sendable, CaseIterable {
        /// A RIFF/WAVE header before the samples.
        case wav
        /// Samples only, little-endian, interleaved.
        case raw
    }

    /// Noise added before rounding, which turns distortion into noise.
    public enum Dither: String, Sendable, CaseIterable {
        /// No dither.
        case none
        /// Triangular, ±1 LSB; the same noise in every run.
        case tpdf
    }

    /// Sample rate, 8000 to 192 000 Hz.
    public var sampleRate: Int
    /// Bits per sample.
    public var depth: Depth
    /// Number of channels: 2, or 1 for (left + right) / 2.
    public var channels: Int
    /// Container of the samples.
    public var container: Container
    /// Dither; nil selects triangular noise at 8 and 16 bits and none at 24 and 32, which match the
    /// decoder's precision.
    public var dither: Dither?
    /// Whether 8-bit samples are signed instead of unsigned with 128 as silence. Not in WAV.
    public var isSigned8: Bool
    /// Whether 24-bit samples have four bytes instead of three: raw samples in the low end,
    /// sign-extended; WAV samples in the high end, which other programs read as 32 bits.
    public var isPadded24: Bool
    /// Seed of the dither noise.
    public var seed: UInt32
    /// Whether silence replaces MP3 frames that damage left out, so that later sound keeps its time.
    /// By default it moves forward, as in players.
    public var keepsTimeline: Bool

    /// Creates a format.
    public init(
        sampleRate: Int,
        depth: Depth = .bits16,
        channels: Int = 1,
        container: Container = .wav,
        dither: Dither? = nil,
        isSigned8: Bool = false,
        isPadded24: Bool = false,
        seed: UInt32 = 0,
        keepsTimeline: Bool = false
    ) {
        self.sampleRate = sampleRate
        self.depth = depth
        self.channels = channels
        self.container = container
        self.dither = dither
        self.isSigned8 = isSigned8
        self.isPadded24 = isPadded24
        self.seed = seed
        self.keepsTimeline = keepsTimeline
    }

    /// Bytes per frame.
    public var bytesPerFrame: Int {
        (isPadded24 ? 4 : depth.rawValue / 8) * max(0, min(channels, 255))
    }

    /// Throws `ConversionError.unsupportedFormat` for an unsupported combination.
    public func validate() throws(ConversionError) {
        guard let format = native, acc_mp3_format_check([format]) == .ok else {
            throw .unsupportedFormat(self)
        }
    }

    var native: acc_mp3_format? {
        guard let rate = UInt32(exactly: sampleRate), let count = UInt8(exactly: channels),
            !isPadded24 || depth == .bits24, !isSigned8 || depth == .bits8
        else { return nil }
        return acc_mp3_format(
            rate: rate,
            bits: UInt8(depth.rawValue),
            bytes: isPadded24 ? 4 : UInt8(depth.rawValue / 8),
            channels: count,
            is_signed8: isSigned8,
            dither: dither.map { $0 == .tpdf } ?? (depth.rawValue <= 16),
            wav: container == .wav,
            seed: seed,
            keeps_timeline: keepsTimeline
        )
    }
}
