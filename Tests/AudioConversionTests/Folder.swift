import FoundationEssentials

/// A folder that is removed with its owner.
final class Folder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "conversion-\(UUID())")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Returns the file's path.
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: url.appending(path: name))
        return path(name)
    }

    func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url.appending(path: name)))
    }

    var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}

/// Silent MP3 frames need no encoder: layer III, joint stereo.
///
/// - Parameters:
///   - header: The first three bytes; as given: MPEG-1, 128 kbit/s, 44.1 kHz.
///   - size: Bytes of a frame.
func silence(frames: Int, header: [UInt8] = [0xFF, 0xFB, 0x90], size: Int = 417) -> [UInt8] {
    let frame = header + [0x44] + [UInt8](repeating: 0, count: size - 4)
    return (0..<frames).flatMap { _ in frame }
}
