internal import BluetoothLE

/// Captures in the forms in which people have them: compressed by gzip, in a zip archive such as Android's bug report, or in
/// the text of a bug report (btsnooz).
public enum CaptureFile {
    /// Returns the capture in a file, to be read by ``Capture``.
    ///
    /// Of an archive these are the entries that are captures; btsnoop files in it are joined, older ones (`.last`) first.
    ///
    /// - Parameter bytes: The whole file.
    /// - Returns: The bytes of the capture, or `bytes` if the file is neither compressed nor a bug report.
    public static func unpack(_ bytes: [UInt8]) throws(CaptureFileError) -> [UInt8] {
        if bytes.starts(with: [0x1F, 0x8B]) {
            // a compressed bug report
            return try opened(Inflater.inflate(bytes[...], .gzip))
        }
        return try opened(bytes)
    }

    private static func opened(_ bytes: [UInt8]) throws(CaptureFileError) -> [UInt8] {
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) { return try ZipArchive(bytes).capture() }
        // an archive without entries, which minizip takes for a damaged one
        if bytes.starts(with: [0x50, 0x4B, 5, 6]) { throw .noCapture }
        return try Btsnooz.capture(in: bytes) ?? bytes
    }

    /// The most bytes that `count` compressed ones may have: real captures shrink to a fifth, and zeros to a thousandth.
    static func limit(for count: Int) -> Int { min(1 << 30, (16 << 20) + 100 * count) }

    /// Whether the bytes are the beginning of a capture.
    static func isCapture(_ beginning: [UInt8]) -> Bool {
        do {
            _ = try Capture(beginning)
            return true
        } catch {
            return error != .notACapture
        }
    }
}
