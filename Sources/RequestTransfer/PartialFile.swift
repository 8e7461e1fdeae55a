internal import AccessoryBase
internal import CAccessory
internal import Glibc

/// Which file of the device this is. Files of different folders share the app's folder, so their names there must differ.
struct FileIdentity {
    let size: Int
    let crc32: UInt32
    /// CRC-32 of the remote path and of the bytes, 17 characters.
    let text: String

    init(_ remote: RemotePath, size: Int, crc32: UInt32) {
        (self.size, self.crc32) = (size, crc32)
        let path = acc_crc32(UInt32(ACC_CRC32_INIT), Array(remote.text.utf8).span)
        text = [path, crc32].map { Hexadecimal.text($0, digits: 8, uppercase: false) }.joined(
            separator: "-"
        )
    }

    /// `name` with the identity before its extension: "photo.jpg" becomes "photo-0123abcd-4567cdef.jpg".
    func name(_ name: String, number: Int = 1) -> String {
        let addition = "-" + text + (number > 1 ? "-\(number)" : "")
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return name + addition
        }
        return String(name[..<dot]) + addition + String(name[dot...])
    }
}

/// An arriving file. It has a temporary name until it is complete, and is kept after link loss.
final class PartialFile: Sendable {
    private let folder: FileHandle
    private let handle: FileHandle
    private let name: String
    /// At the app; nil at the device, where a file replaces the one with the same path.
    private let identity: FileIdentity?
    private let partialName: String
    /// Bytes kept from an earlier try.
    let oldSize: Int

    init(
        in folder: FileHandle,
        name: String,
        identity: FileIdentity?,
        size: Int
    ) throws(SystemError) {
        self.folder = folder
        self.name = name
        self.identity = identity
        let plain = ".\(name).partial"
        partialName = identity.map { ".\(name).\($0.text).partial" } ?? plain
        if let facts = folder.facts(of: name), facts.st_mode & S_IFMT != S_IFREG {
            errno = ELOOP
            throw SystemError()
        }
        if identity != nil { folder.prepare(partialName, from: plain) }
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        handle = try FileHandle(openat(folder.raw, partialName, flags, 0o666))
        guard let found = try handle.size() else {
            errno = ELOOP
            throw SystemError()
        }
        // a partial file that is longer than the file belongs to another one
        oldSize = found <= size ? found : 0
        try truncate(to: oldSize)
    }

    func crc32(of count: Int) throws(SystemError) -> UInt32 { try handle.crc32(of: count) }

    func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(SystemError) {
        try handle.write(bytes, at: offset)
    }

    func truncate(to size: Int) throws(SystemError) {
        guard ftruncate(handle.raw, off_t(size)) == 0 else { throw SystemError() }
    }

    /// Completes the file: flushes it to disk and gives it its name. At the app, the name is the file's own, or one with its
    /// identity if another file has that name.
    ///
    /// - Returns: The name.
    func commit() throws(SystemError) -> String {
        guard fsync(handle.raw) == 0 || errno == EINVAL else { throw SystemError() }
        guard let identity else {
            try folder.rename(partialName, to: name)
            return name
        }
        if try folder.rename(partialName, toFree: name) { return name }
        // other files have this name only if a program changed received ones
        for number in 1...Self.mostNames {
            let name = identity.name(name, number: number)
            if try folder.rename(partialName, toFree: name) { return name }
            if folder.has(identity, as: name) {
                discard()
                return name
            }
        }
        errno = EEXIST
        throw SystemError()
    }

    private static let mostNames = 100

    /// Discards the bytes, because they are wrong.
    func discard() {
        unlinkat(folder.raw, partialName, 0)
    }
}

extension FileHandle {
    fileprivate func facts(of name: String) -> stat? {
        var facts = stat()
        return fstatat(raw, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 ? facts : nil
    }

    /// Whether the file `name` in this folder has this size and CRC-32.
    fileprivate func has(_ identity: FileIdentity, as name: String) -> Bool {
        guard
            let file = try? FileHandle(
                openat(raw, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            ),
            let size = try? file.size(), let crc32 = try? file.crc32(of: size)
        else { return false }
        return size == identity.size && crc32 == identity.crc32
    }

    /// Prepares to continue the partial file `name`: one of an earlier version, which did not tell files of one name apart, gets
    /// this name; the sender compares its bytes.
    fileprivate func prepare(_ name: String, from plain: String) {
        // after a crash in `rename(_:toFree:)`, the complete file has both names and must not be written
        if let facts = facts(of: name), facts.st_nlink > 1 { unlinkat(raw, name, 0) }
        if facts(of: name) == nil { renameat(raw, plain, raw, name) }
    }

    fileprivate func rename(_ name: String, to new: String) throws(SystemError) {
        guard renameat(raw, name, raw, new) == 0 else { throw SystemError() }
    }

    /// Returns whether `new` was free.
    fileprivate func rename(_ name: String, toFree new: String) throws(SystemError) -> Bool {
        if linkat(raw, name, raw, new, 0) == 0 {
            unlinkat(raw, name, 0)
            return true
        }
        switch errno {
        case EEXIST: return false
        case EPERM, EOPNOTSUPP, ENOSYS:
            // a file system without links: another program may take the name between the two calls
            guard facts(of: new) == nil else { return false }
            try rename(name, to: new)
            return true
        default: throw SystemError()
        }
    }
}
