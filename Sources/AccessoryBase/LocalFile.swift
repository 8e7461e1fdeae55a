internal import Glibc

/// Files and folders by names with any bytes; see ``FileName``.
public enum LocalFile {
    /// Reads a whole file; nil, with `errno` set, if it cannot be read (`EFBIG`: it is longer than `limit` bytes).
    public static func read(_ path: String, limit: Int) -> [UInt8]? {
        let file = open(FileName.bytes(path), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer {
            let number = errno
            close(file)
            errno = number
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return bytes }
            bytes += block[..<count]
            guard bytes.count <= limit else {
                errno = EFBIG
                return nil
            }
        }
    }

    /// The names in a folder, without those that begin with a dot, in no order; nil, with `errno` set, if it cannot be read.
    public static func names(in folder: String) -> [String]? {
        guard let directory = opendir(FileName.bytes(folder)) else { return nil }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                FileName.text(name.prefix { $0 != 0 }.map { CChar(bitPattern: $0) })
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
