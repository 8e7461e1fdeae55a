internal import AudioConversion

extension FileKind {
    /// A file that can be converted: MP3, plain or in a WAV file.
    static let mp3 = FileKind(name: "an MP3 file") { bytes in
        AudioConverter.isMP3(bytes.span, isWhole: bytes.count < firstBytes)
    }
}
