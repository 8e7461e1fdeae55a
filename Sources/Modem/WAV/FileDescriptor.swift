internal import AccessoryBase
internal import Glibc

/// Owns an open file.
struct FileDescriptor: ~Copyable {
    private let raw: Int32

    /// - Throws: `SystemError` when the file cannot be opened.
    init(_ path: String, _ flags: Int32) throws(SystemError) {
        let opened = open(FileName.bytes(path), flags | O_CLOEXEC, 0o666)
        guard opened >= 0 else { throw SystemError(code: errno) }
        raw = opened
    }

    deinit {
        close(raw)
    }

    /// Reads up to `count` bytes; returns fewer only at the end of the file, and nil with `errno`
    /// set on failure.
    func read(_ count: Int) -> [UInt8]? {
        // a count may be larger than the file, and than the memory
        var all: [UInt8] = []
        while all.count < count {
            let size = min(count - all.count, max(1 << 20, all.count))
            guard let piece = readPiece(size) else { return nil }
            if all.isEmpty { all = piece } else { all += piece }
            if piece.count < size { break }
        }
        return all
    }

    private func readPiece(_ count: Int) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                let n = Glibc.read(raw, buffer.baseAddress! + initialized, count - initialized)
                if n < 0 && errno == EINTR { continue }
                failed = n < 0
                guard n > 0 else { return }
                initialized += n
            }
        }
        return failed ? nil : bytes
    }

    /// Writes all bytes; returns false with `errno` set on failure.
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let rest = buffer.count - written
                let n = Glibc.write(raw, buffer.baseAddress! + written, rest)
                if n < 0 && errno == EINTR { continue }
                guard n > 0 else { return false }
                written += n
            }
            return true
        }
    }

    /// Seeks to the first byte.
    func rewind() -> Bool { lseek(raw, 0, SEEK_SET) == 0 }

    /// Flushes the file to the disk.
    func synchronize() -> Bool { fsync(raw) == 0 || errno == EINVAL }
}

/// A failed system call, with its errno.
struct SystemError: Error {
    let code: Int32
}
