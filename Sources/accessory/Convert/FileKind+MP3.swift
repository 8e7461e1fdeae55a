internal import AudioConversion

extension FileKind {
    /// A file that can be converted: MP3, plain or in a WAV file.
    static let mp3 = FileKind(name: "an MP3 file") { bytes in
        // the pictures of an ID3 tag may be longer than `bytes`
        if bytes.starts(with: Array("ID3".utf8)) { return true }
        guard var stream = try? MP3Stream(to: PCMFormat(sampleRate: 16_000, container: .raw)),
            (try? stream.feed(bytes.span)) != nil,
            let report = try? stream.finish().report
        else { return false }
        return report.frames > 0
    }
}
