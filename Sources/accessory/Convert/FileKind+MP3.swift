internal import AudioConversion

extension FileKind {
    /// An MP3 file, plain or in a WAV file, which can be converted.
    static let mp3 = FileKind(name: "an MP3 file") { bytes in
        // the images before the sound may be long
        if bytes.starts(with: Array("ID3".utf8)) { return true }
        guard var stream = try? MP3Stream(to: PCMFormat(sampleRate: 16_000, container: .raw)),
            (try? stream.feed(bytes.span)) != nil,
            let report = try? stream.finish().report
        else { return false }
        return report.frames > 0
    }
}
