internal import CAccessory

/// A 16-bit mono WAV file, written as a stream.
struct WAVOutput: ~Copyable {
    /// The size field has 32 bits, and the header and one byte of padding count too.
    private static let maxDataSize = Int(UInt32.max) - 81

    private let file: OutputFile
    private let format: acc_wav_format
    private var dataSize = 0
    private var bytes: [UInt8] = []

    /// - Parameter rate: Sample rate, Hz.
    init(_ path: String, rate: Int) throws {
        let format = acc_wav_format(sample: .signed16, channels: 1, rate: UInt32(rate))
        let file = try OutputFile(path)
        try file.write(Self.header(format, size: .max))
        self.format = format
        self.file = file
    }

    /// Appends samples, full scale = 1.
    mutating func write(_ samples: UnsafeBufferPointer<Float>) throws {
        let size = samples.count * acc_sample_size(format.sample)
        if bytes.count < size { bytes = [UInt8](repeating: 0, count: size) }
        acc_sample_write(format.sample, samples.baseAddress!, samples.count, 1, &bytes, size)
        try file.write(bytes.span.extracting(first: size).bytes)
        dataSize += size
    }

    /// Writes the length and gives the file its name. On a pipe the header has no length.
    consuming func commit() throws {
        if file.isSeekable {
            guard dataSize <= Self.maxDataSize else {
                throw Failure(
                    .badInput,
                    "the sound is too long for a WAV file",
                    nextStep: "encode the input in parts"
                )
            }
            try file.rewriteStart(Self.header(format, size: UInt64(dataSize)))
        }
        try file.commit()
    }

    private static func header(_ format: acc_wav_format, size: UInt64) -> [UInt8] {
        var format = format
        var header = [UInt8](repeating: 0, count: Int(ACC_WAV_HEADER_MAX))
        let length = acc_wav_header_write(&format, size, &header, header.count)
        return Array(header[..<length])
    }
}
