internal import Glibc

/// A file that appears under its name only when it is whole: written beside, then renamed. What
/// is not committed goes away. The name `-` is standard output; devices and pipes are written
/// directly.
struct OutputFile: ~Copyable {
    let name: String
    private let descriptor: Int32
    private let path: String
    /// The name it has until it is committed.
    private let partial: String?

    init(_ path: String) throws {
        name = path == "-" ? "standard output" : path
        self.path = path
        (descriptor, partial) = try Self.create(path)
    }

    /// The descriptor to write to, and the name it has for now when that is not `path`.
    private static func create(_ path: String) throws -> (Int32, String?) {
        guard path != "-" else { return (STDOUT_FILENO, nil) }
        var facts = stat()
        let exists = stat(path, &facts) == 0
        if exists && facts.st_mode & S_IFMT == S_IFDIR {
            throw Failure(.cannotWrite, "\(path) is a folder", nextStep: "name a file in it")
        }
        // a file that must not be written is not replaced either
        if exists && access(path, W_OK) != 0 { throw Failure.writing(path) }
        let isReplaced = !exists || facts.st_mode & S_IFMT == S_IFREG
        let partial = isReplaced ? path + ".partial-\(getpid())" : nil
        let descriptor =
            partial.map { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
            ?? open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure.writing(path) }
        return (descriptor, partial)
    }

    /// Whether `rewriteStart` can go back.
    var isSeekable: Bool { lseek(descriptor, 0, SEEK_CUR) >= 0 }

    func write(_ bytes: RawSpan) throws {
        guard writeAll(bytes, to: descriptor) else { throw Failure.writing(name) }
    }

    func write(_ bytes: [UInt8]) throws {
        try write(bytes.span.bytes)
    }

    /// Replaces the first bytes, for headers that state a length.
    func rewriteStart(_ bytes: [UInt8]) throws {
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw Failure.writing(name)
        }
    }

    /// The file is whole: gives it its name.
    consuming func commit() throws {
        if let partial {
            guard fsync(descriptor) == 0, rename(partial, path) == 0 else {
                throw Failure.writing(path)
            }
        }
    }

    deinit {
        guard descriptor != STDOUT_FILENO else { return }
        close(descriptor)
        // after a commit there is nothing of that name
        if let partial { unlink(partial) }
    }
}

/// Writes every byte; false, with `errno` set, when that is not possible.
func writeAll(_ bytes: RawSpan, to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
        var written = 0
        while written < buffer.count {
            let count = Glibc.write(
                descriptor,
                buffer.baseAddress! + written,
                buffer.count - written
            )
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
