internal import AudioConversion

extension FileKind {
    /// A file that can be converted: MP3, plain or in a WAV file. Also an ID3 tag without sound.
    static let mp3 = FileKind(name: "an MP3 file") { bytes in
        bytes.starts(with: Array("ID3".utf8))
            || AudioConverter.isMP3(bytes.span, isWhole: bytes.count < firstBytes)
    }
}
