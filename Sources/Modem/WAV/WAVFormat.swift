internal import CAccessory

/// The sound format of a WAV file.
public struct WAVFormat: Sendable, Equatable {
    /// The format of one sample.
    public enum Sample: Sendable, Equatable, CaseIterable {
        /// Unsigned bytes; 128 is silence.
        case unsigned8
        case signed16
        case signed24
        case signed32
        case float32
        case float64
        /// One byte, ITU-T G.711.
        case aLaw
        /// One byte, ITU-T G.711.
        case muLaw
    }

    /// Format of one sample.
    public var sample: Sample
    /// Number of channels, 1 to 65535; a frame has at most 65535 bytes.
    public var channels: Int
    /// Sample rate in Hz, 1 or more.
    public var sampleRate: Int

    /// Creates a format, by default 16-bit mono.
    public init(sample: Sample = .signed16, channels: Int = 1, sampleRate: Int) {
        self.sample = sample
        self.channels = channels
        self.sampleRate = sampleRate
    }

    /// Whether a WAV file can have the format.
    public var isValid: Bool {
        (1...65_535).contains(channels) && (1...Int(UInt32.max)).contains(sampleRate)
            && frameSize <= 65_535
    }

    /// The header of a WAV file.
    ///
    /// - Parameter frames: Number of frames; nil: the sound ends with the file, as on a pipe.
    /// - Returns: 44 to 80 bytes, the same number for any count of frames; nil for an invalid format, or a sound that
    ///   exceeds the limit of a WAV file, 4 GiB.
    public func header(frames: Int?) -> [UInt8]? {
        guard isValid, (0...Self.maximumSize / frameSize).contains(frames ?? 0) else { return nil }
        var format = c
        return [UInt8](unsafeUninitializedCapacity: Int(ACC_WAV_HEADER_MAX)) { out, count in
            let size = frames.map { UInt64($0 * frameSize) } ?? .max
            count = acc_wav_header_write(&format, size, out.baseAddress!, out.count)
        }
    }

    /// Maximum size of the sound in bytes.
    static let maximumSize = Int(UInt32.max) - Int(ACC_WAV_HEADER_MAX) - 1

    /// Encodes samples, full scale = 1, as frames with the same sample in every channel. Empty for an invalid format.
    public func encode(_ samples: [Float]) -> [UInt8] {
        guard isValid, !samples.isEmpty else { return [] }
        let size = samples.count * frameSize
        return [UInt8](unsafeUninitializedCapacity: size) { out, count in
            acc_sample_write(
                sample.c,
                samples,
                samples.count,
                UInt32(channels),
                out.baseAddress!,
                size
            )
            count = size
        }
    }

    /// Bytes per frame of a valid format.
    var frameSize: Int { channels * acc_sample_size(c.sample) }

    var c: acc_wav_format {
        acc_wav_format(
            sample: sample.c,
            channels: UInt16(channels),
            rate: UInt32(sampleRate)
        )
    }

    init(_ format: acc_wav_format) {
        sample = Sample(format.sample)
        channels = Int(format.channels)
        sampleRate = Int(format.rate)
    }
}

extension WAVFormat.Sample {
    var c: SampleFormat {
        switch self {
        case .unsigned8: .unsigned8
        case .signed16: .signed16
        case .signed24: .signed24
        case .signed32: .signed32
        case .float32: .float32
        case .float64: .float64
        case .aLaw: .aLaw
        case .muLaw: .muLaw
        }
    }

    init(_ format: SampleFormat) {
        switch format {
        case .unsigned8: self = .unsigned8
        case .signed16: self = .signed16
        case .signed24: self = .signed24
        case .signed32, .padded24: self = .signed32
        case .float32: self = .float32
        case .float64: self = .float64
        case .aLaw: self = .aLaw
        case .muLaw: self = .muLaw
        }
    }
}
