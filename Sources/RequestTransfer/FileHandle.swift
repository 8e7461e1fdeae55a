internal import CAccessory
internal import Glibc

/// A failed system call, with its errno; created right after the call.
struct SystemError: Error {
    let number = errno
}

/// Owns an open file or folder.
final class FileHandle: Sendable {
    let raw: Int32

    /// - Parameter raw: The result of `open`.
    init(_ raw: Int32) throws(SystemError) {
        guard raw >= 0 else { throw SystemError() }
        self.raw = raw
    }

    deinit {
        close(raw)
    }

    /// The size of a regular file in bytes; nil for any other file.
    func size() throws(SystemError) -> Int? {
        var facts = stat()
        guard fstat(raw, &facts) == 0 else { throw SystemError() }
        return facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : nil
    }

    /// Reads `count` bytes from `offset`; returns fewer only at the end of the file.
    func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let start = buffer.baseAddress! + filled
                let n = pread(raw, start, count - filled, off_t(offset + filled))
                if n < 0 && errno == EINTR { continue }
                if n < 0 { failure = SystemError() }
                guard n > 0 else { return }
                filled += n
            }
        }
        if let failure { throw failure }
        return bytes
    }

    func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            let n = bytes.withUnsafeBytes {
                pwrite(raw, $0.baseAddress! + written, $0.count - written, off_t(offset + written))
            }
            if n < 0 && errno == EINTR { continue }
            guard n > 0 else { throw SystemError() }
            written += n
        }
    }

    /// CRC-32 of the first `count` bytes.
    func crc32(of count: Int) throws(SystemError) -> UInt32 {
        var crc = UInt32(ACC_CRC32_INIT)
        var offset = 0
        while offset < count {
            let bytes = try read(at: offset, count: min(1 << 16, count - offset))
            guard !bytes.isEmpty else { break }
            crc = acc_crc32(crc, bytes.span)
            offset += bytes.count
        }
        return crc
    }
}
