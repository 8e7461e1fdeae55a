internal import AccessoryBase
internal import FoundationEssentials
internal import Glibc

/// A file that gets its name only when it is complete: it is written next to the target, then
/// renamed. Without a commit it is removed. `-` and other names of standard output write to it;
/// devices and pipes are written directly. Links are kept, and their target is written.
struct OutputFile: ~Copyable {
    let name: String
    private let descriptor: Int32
    /// The name after the commit, and the name before it.
    private let names: (final: String, partial: String)?
    /// The offset of the first byte; nil for a pipe, and for a file in append mode.
    private let start: off_t?

    init(_ path: String) throws {
        // before the other fields: Swift 6.2 destroys those of an incomplete noncopyable value twice
        (descriptor, names) = try Self.create(path)
        name = path == "-" ? "standard output" : path
        let place = lseek(descriptor, 0, SEEK_CUR)
        start = place >= 0 && fcntl(descriptor, F_GETFL) & O_APPEND == 0 ? place : nil
    }

    /// Whether this is standard output, under any name.
    static func isStandardOutput(_ path: String) -> Bool {
        guard path != "-" else { return true }
        guard let there = FileIdentity(path) else { return false }
        return there == FileIdentity(STDOUT_FILENO)
    }

    private static func create(_ path: String) throws -> (Int32, (String, String)?) {
        guard !isStandardOutput(path) else { return (STDOUT_FILENO, nil) }
        var facts = stat()
        let exists = stat(FileName.bytes(path), &facts) == 0
        if exists && facts.st_mode & S_IFMT == S_IFDIR {
            throw Failure(.cannotWrite, "\(path) is a folder", nextStep: "name a file in it")
        }
        guard !exists || facts.st_mode & S_IFMT == S_IFREG else {
            let descriptor = open(FileName.bytes(path), O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure.writing(path) }
            return (descriptor, nil)
        }
        // a write-protected file is not replaced either
        guard let final = destination(path), !exists || access(FileName.bytes(final), W_OK) == 0
        else {
            throw Failure.writing(path)
        }
        // within the limit for file names, even with a long name in front
        let slash = final.utf8.lastIndex(of: UInt8(ascii: "/")).map(final.utf8.index(after:))
        let begin = slash ?? final.startIndex
        let partial = final[..<begin] + (final[begin...].prefix(60)) + ".partial-\(getpid())"
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = open(FileName.bytes(String(partial)), flags, 0o666)
        guard descriptor >= 0 else { throw Failure.writing(path) }
        if exists {
            _ = fchown(descriptor, facts.st_uid, facts.st_gid)
            _ = fchmod(descriptor, facts.st_mode & 0o777)
        }
        return (descriptor, (final, String(partial)))
    }

    /// The target of a link, or the path itself; nil, with `errno` set, for a dangling link.
    private static func destination(_ path: String) -> String? {
        var facts = stat()
        guard lstat(FileName.bytes(path), &facts) == 0,
            facts.st_mode & S_IFMT == S_IFLNK
        else { return path }
        guard let real = realpath(FileName.bytes(path), nil) else { return nil }
        defer { free(real) }
        return FileName.text(UnsafeBufferPointer(start: real, count: strlen(real)))
    }

    /// Whether `rewriteStart` is possible.
    var isSeekable: Bool { start != nil }

    /// Writes a value as JSON for people to read, with one member a line.
    func write(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write((Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]).span.bytes)
    }

    func write(_ bytes: RawSpan) throws {
        guard writeAll(bytes, to: descriptor) else {
            if descriptor == STDOUT_FILENO { OutputLoss.note(errno) }
            throw Failure.writing(name)
        }
    }

    func write(_ bytes: [UInt8]) throws {
        try write(bytes.span.bytes)
    }

    /// Replaces the first bytes, for headers that contain a length.
    func rewriteStart(_ bytes: [UInt8]) throws {
        guard let start, pwrite(descriptor, bytes, bytes.count, start) == bytes.count else {
            throw Failure.writing(name)
        }
    }

    /// Gives the complete file its name.
    consuming func commit() throws {
        guard let names else { return }
        guard fsync(descriptor) == 0,
            rename(FileName.bytes(names.partial), FileName.bytes(names.final)) == 0
        else {
            throw Failure.writing(name)
        }
    }

    deinit {
        guard descriptor != STDOUT_FILENO else { return }
        close(descriptor)
        // has no effect after a commit
        if let names { unlink(FileName.bytes(names.partial)) }
    }
}

/// Writes every byte; returns false, with `errno` set, on failure.
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
