internal import Modem

/// A 16-bit mono WAV file, written as a stream.
struct WAVOutput: ~Copyable {
    private let file: OutputFile
    private let format: WAVFormat
    private var samples = 0

    /// - Parameter rate: Sample rate, Hz.
    init(_ path: String, rate: Int) throws {
        let format = WAVFormat(sampleRate: rate)
        let file = try OutputFile(path)
        try file.write(Self.header(of: format, frames: nil))
        self.format = format
        self.file = file
    }

    /// Appends samples, full scale = 1.
    mutating func write(_ sound: [Float]) throws {
        try file.write(format.encode(sound))
        samples += sound.count
    }

    /// Writes the length and gives the file its name. On a pipe the header has no length. Returns the number of samples.
    consuming func commit() throws -> Int {
        if file.isSeekable {
            try file.rewriteStart(Self.header(of: format, frames: samples))
        }
        try file.commit()
        return samples
    }

    private static func header(of format: WAVFormat, frames: Int?) throws -> [UInt8] {
        guard let header = format.header(frames: frames) else {
            throw Failure(
                .badInput,
                "the sound is too long for a WAV file",
                nextStep: "encode the input in parts"
            )
        }
        return header
    }
}
