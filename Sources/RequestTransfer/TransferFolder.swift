internal import AccessoryBase
internal import CAccessory
internal import Glibc

/// The folder of transfers. Files from the peer are written only here, and a device sends files
/// only from here. Every folder of a path is opened by name relative to its parent, and symbolic
/// links are never followed.
struct TransferFolder: Sendable {
    let path: String
    /// Whether the folders of a remote path also exist here (at the device). At the app, only file
    /// names are used.
    let keepsFolders: Bool

    /// The path on this machine of a remote file that was stored under `name`, by default its own.
    func localPath(of remote: RemotePath, name: String? = nil) -> String {
        ([path] + (keepsFolders ? remote.folders : []) + [name ?? remote.name]).joined(
            separator: "/"
        )
    }

    /// Opens a file to send.
    func open(_ remote: RemotePath) throws(RequestTransferError) -> SourceFile {
        do {
            let folder = try openFolder(of: remote, create: false)
            let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            return try SourceFile(FileHandle(openat(folder.raw, remote.name, flags)), remote.text)
        } catch let error as SystemError {
            throw error.number == ENOENT
                ? .noSuchFile(remote.text) : Self.refusal(of: remote, error.number)
        } catch {
            throw .pathRefused(remote.text, .notAFile)
        }
    }

    /// Opens the received part of a file, or creates the file.
    func receive(
        _ remote: RemotePath,
        size: Int,
        crc32: UInt32
    ) throws(RequestTransferError) -> PartialFile {
        do {
            return try PartialFile(
                in: openFolder(of: remote, create: true),
                name: remote.name,
                identity: keepsFolders ? nil : FileIdentity(remote, size: size, crc32: crc32),
                size: size
            )
        } catch {
            throw Self.refusal(of: remote, error.number)
        }
    }

    /// Bytes available for files.
    func freeSpace() -> Int {
        var facts = statvfs()
        guard statvfs(FileName.bytes(path), &facts) == 0 else { return 0 }
        return Int(clamping: UInt64(facts.f_bavail) * UInt64(facts.f_frsize))
    }

    private func openFolder(
        of remote: RemotePath,
        create: Bool
    ) throws(SystemError) -> FileHandle {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        var folder = try FileHandle(Glibc.open(FileName.bytes(path), flags))
        for name in keepsFolders ? remote.folders : [] {
            if create, mkdirat(folder.raw, name, 0o777) != 0, errno != EEXIST {
                throw SystemError()
            }
            folder = try FileHandle(openat(folder.raw, name, flags | O_NOFOLLOW))
        }
        return folder
    }

    private static func refusal(of remote: RemotePath, _ number: Int32) -> RequestTransferError {
        switch number {
        case ELOOP, ENOTDIR, EISDIR, ENXIO: .pathRefused(remote.text, .notAFile)
        case ENOSPC, EDQUOT: .noSpace(path: remote.text)
        default: .cannotWrite(remote.text, errno: number)
        }
    }
}

/// A file to send.
struct SourceFile: Sendable {
    let handle: FileHandle
    let name: String
    let size: Int
    let crc32: UInt32

    /// Opens a file of this machine; any path is allowed.
    init(local path: String) throws(RequestTransferError) {
        do {
            let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
            try self.init(FileHandle(Glibc.open(FileName.bytes(path), flags)), path)
        } catch let error as SystemError {
            throw .cannotRead(path, errno: error.number)
        } catch {
            throw .cannotRead(path, errno: EISDIR)
        }
    }

    /// - Throws: `SystemError`, or `pathRefused` if it is not a regular file.
    fileprivate init(_ handle: FileHandle, _ path: String) throws {
        guard let size = try handle.size(), size <= Int(Int32.max) else {
            throw RequestTransferError.pathRefused(path, .notAFile)
        }
        self.handle = handle
        self.size = size
        let last = path.utf8.split(separator: UInt8(ascii: "/")).last
        // the peer takes only names in UTF-8
        name = FileName.printable(last.map { String(decoding: $0, as: UTF8.self) } ?? path)
        crc32 = try handle.crc32(of: size)
    }
}
