internal import AccessoryBase
package import Glibc

/// Local sockets (unix(7)) that keep packet boundaries.
package enum UnixSocket {
    /// Maximum path length in bytes.
    package static let longestPath = 107

    /// Creates a socket that listens at `path` and accepts only connections from this user. A
    /// socket left at `path` by a terminated program is removed.
    ///
    /// - Parameter user: The required owner of the socket's folder and of an existing file at `path`.
    /// - Throws: `busy` while another program listens at `path`; `notPermitted` when another user
    ///   could replace the socket.
    package static func listen(
        at path: String,
        as user: uid_t = geteuid()
    ) throws(RadioError) -> CInt {
        try checkOwner(of: path, is: user)
        if let file = try? connect(to: path, as: user) {
            Glibc.close(file)
            throw .busy
        }
        let file = try make()
        _ = fcntl(file, F_SETFL, O_NONBLOCK)
        // any other file may hold a user's data
        var facts = stat()
        if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK { unlink(path) }
        // set the mode before the socket has its name: no other user can connect even for a moment,
        // with any umask
        guard fchmod(file, 0o600) == 0, call(path, { bind(file, $0, $1) }) == 0,
            Glibc.listen(file, 16) == 0
        else {
            throw failure(at: path, closing: file)
        }
        return file
    }

    /// Accepts a connection without blocking; returns a negative errno when there is none.
    ///
    /// - Parameter user: The only accepted user; `-EPERM` when another user has connected.
    package static func accept(from file: CInt, as user: uid_t? = nil) -> CInt {
        let connection = Glibc.accept(file, nil, nil)
        guard connection >= 0 else { return -errno }
        guard user == nil || peer(of: connection) == user else {
            Glibc.close(connection)
            return -EPERM
        }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return connection
    }

    /// Connects a socket to the program that listens at `path`.
    ///
    /// - Parameter user: The required user of that program.
    /// - Throws: `noAdapter` when no program listens; `notPermitted` when another user listens, or
    ///   could.
    package static func connect(
        to path: String,
        as user: uid_t = geteuid()
    ) throws(RadioError) -> CInt {
        try checkOwner(of: path, is: user)
        let file = try make()
        guard call(path, { Glibc.connect(file, $0, $1) }) == 0 else {
            let isNobody = errno == ENOENT || errno == ECONNREFUSED
            let error = failure(at: path, closing: file)
            throw isNobody ? .noAdapter(path) : error
        }
        // the owner of the path a moment ago need not be the user that accepted
        guard peer(of: file) == user else {
            Glibc.close(file)
            throw foreign(path)
        }
        return file
    }

    /// Checks a folder's owner. A world-writable folder, such as /tmp, must belong to root.
    private static func checkOwner(of path: String, is user: uid_t) throws(RadioError) {
        var status = stat()
        let cut = path.lastIndex(of: "/").map { path[..<$0] }
        let folder = cut.map { $0.isEmpty ? "/" : String($0) } ?? "."
        if stat(folder, &status) == 0, status.st_uid != user, status.st_uid != 0 {
            throw foreign(folder)
        }
        if lstat(path, &status) == 0, status.st_uid != user { throw foreign(path) }
    }

    private static func foreign(_ path: String) -> RadioError {
        .notPermitted(
            FailureReason(
                "\(path) belongs to another user",
                nextStep: "set XDG_RUNTIME_DIR to a folder of your own"
            )
        )
    }

    /// The user of the peer of a connected socket (unix(7), SO_PEERCRED).
    private static func peer(of file: CInt) -> uid_t? {
        // process ID, user ID, group ID
        var credentials: [UInt32] = [0, 0, 0]
        var size = socklen_t(12)
        guard getsockopt(file, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
            return nil
        }
        return credentials[1]
    }

    /// A pair of connected sockets.
    package static func pair() throws(RadioError) -> (CInt, CInt) {
        var files: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, type, 0, &files) == 0 else {
            throw .failed("no socket left: \(systemMessage(errno))")
        }
        return (files[0], files[1])
    }

    private static var type: CInt {
        CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    }

    private static func make() throws(RadioError) -> CInt {
        let file = socket(AF_UNIX, type, 0)
        guard file >= 0 else {
            throw .failed("no socket left: \(systemMessage(errno))")
        }
        return file
    }

    private static func failure(at path: String, closing file: CInt) -> RadioError {
        let reason = systemMessage(errno)
        Glibc.close(file)
        return .failed("\(path): \(reason)")
    }

    private static func call(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath else {
            errno = ENAMETOOLONG
            return -1
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
