internal import Glibc

/// A file to read from start to end, or standard input by the name `-`.
struct InputFile: ~Copyable {
    let name: String
    private let descriptor: Int32
    /// Bytes in all, when it is a regular file.
    let size: Int?

    init(_ path: String) throws {
        name = path == "-" ? "standard input" : path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.reading(path) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw Failure.reading(name) }
        guard facts.st_mode & S_IFMT != S_IFDIR else {
            throw Failure(.noInput, "\(path) is a folder", nextStep: "name a file in it")
        }
        size = facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : nil
    }

    /// Fills the buffer; fewer bytes than it holds only at the end of the file.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = Glibc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure.reading(name) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// The whole file, refused when it is longer than `limit` bytes.
    func readAll(limit: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try block.withUnsafeMutableBytes { try read(into: $0) }
            bytes += block[..<count]
            guard bytes.count <= limit else {
                throw Failure(
                    .badInput,
                    "\(name) is longer than \(limit) bytes",
                    nextStep: "send it in parts"
                )
            }
            if count < block.count { return bytes }
        }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }
}
