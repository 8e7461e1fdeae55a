internal import AccessoryBase
internal import Glibc

/// An input file that is read from start to end; `-` is standard input.
struct InputFile: ~Copyable {
    let name: String
    private let descriptor: Int32
    var identity: FileIdentity? { FileIdentity(descriptor) }
    /// Size in bytes, if it is a regular file.
    let size: Int?

    init(_ path: String) throws {
        // before the fields: Swift 6.2 destroys those of an incomplete noncopyable value twice
        let (opened, facts) = try Self.opened(path)
        name = Self.name(path)
        descriptor = opened
        size = facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : nil
    }

    private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

    private static func opened(_ path: String) throws -> (Int32, stat) {
        let opened = path == "-" ? STDIN_FILENO : open(FileName.bytes(path), O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw Failure.reading(path) }
        var facts = stat()
        guard fstat(opened, &facts) == 0 else { throw Failure.reading(name(path)) }
        guard facts.st_mode & S_IFMT != S_IFDIR else {
            close(opened)
            throw Failure(.noInput, "\(path) is a folder", nextStep: "name a file in it")
        }
        return (opened, facts)
    }

    /// Fills the buffer; returns fewer bytes only at the end of the file. `stop` ends a wait for
    /// bytes of a pipe.
    func read(
        into buffer: UnsafeMutableRawBufferPointer,
        until stop: ReadStop? = nil
    ) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            if let stop { try stop.wait(for: descriptor) }
            let count = Glibc.read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Failure.reading(name) }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Reads the whole file; fails if it is longer than `limit` bytes.
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

/// Ends a reader's wait when its task is cancelled.
final class ReadStop: Sendable {
    private let ears, voice: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure.reading("a pipe") }
        (ears, voice) = (ends[0], ends[1])
    }

    deinit {
        close(ears)
        close(voice)
    }

    func stop() { _ = writeAll([UInt8(0)].span.bytes, to: voice) }

    /// Returns when bytes are available; throws if it was stopped before.
    func wait(for descriptor: Int32) throws {
        var both = [descriptor, ears].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&both, 2, -1) < 0 && errno == EINTR {}
        if both[1].revents != 0 { throw CancellationError() }
    }
}
