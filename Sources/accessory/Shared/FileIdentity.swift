internal import AccessoryBase
internal import Glibc

/// The identity of a file, independent of its name.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t
    /// Whether it is a regular file, unlike a device or pipe.
    let isRegular: Bool

    /// The file after following all links; nil if there is none.
    init?(_ path: String) {
        var facts = stat()
        guard stat(FileName.bytes(path), &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// The file that a command reads or writes under this name; `-` is the standard stream.
    init?(_ path: String, or standard: Int32) {
        if path == "-" { self.init(standard) } else { self.init(path) }
    }

    init?(_ descriptor: Int32) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return nil }
        self.init(facts)
    }

    /// Whether both names refer to the same file, or would if it existed.
    static func isShared(by one: String, and other: String) -> Bool {
        if let one = FileIdentity(one) { return one == FileIdentity(other) }
        let places = [one, other].map { path in
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            let folder = parts.dropLast().joined(separator: "/")
            return (FileIdentity(parts.count > 1 ? folder + "/" : "."), parts.last)
        }
        return places[0] == places[1]
    }

    private init(_ facts: stat) {
        device = facts.st_dev
        number = facts.st_ino
        isRegular = facts.st_mode & S_IFMT == S_IFREG
    }
}
