internal import CAccessory

/// The sound format of a WAV file.
public struct WAVFormat: Sendable, Equatable {
    /// The format of one sample, little-endian.
    public enum Sample: Sendable, Equatable, CaseIterable {
        /// Unsigned bytes; 128 is silence.
        case unsigned8
        case signed16
        case signed24
        case signed32
        case float32
        case float64
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

    /// Bytes per frame.
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
        }
    }
}
