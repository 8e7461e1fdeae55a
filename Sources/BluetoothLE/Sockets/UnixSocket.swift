import Glibc

/// Sockets of this machine (unix(7)) that keep packets apart.
package enum UnixSocket {
    /// Longest path, bytes.
    package static let longestPath = 107

    /// A socket that listens at `path`. What a program that died left there is removed.
    ///
    /// - Throws: `busy` while another program listens there.
    package static func listen(at path: String) throws(RadioError) -> CInt {
        if let file = try? connect(to: path) {
            Glibc.close(file)
            throw .busy
        }
        let file = try make()
        unlink(path)
        guard call(path, { bind(file, $0, $1) }) == 0, Glibc.listen(file, 16) == 0 else {
            throw failure(at: path, closing: file)
        }
        return file
    }

    /// Waits for nobody: a negative number when nobody has connected.
    package static func accept(from file: CInt) -> CInt {
        let connection = Glibc.accept(file, nil, nil)
        if connection >= 0 { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
        return connection
    }

    /// A socket that is connected to who listens at `path`.
    ///
    /// - Throws: `noAdapter` when nobody does.
    package static func connect(to path: String) throws(RadioError) -> CInt {
        let file = try make()
        guard call(path, { Glibc.connect(file, $0, $1) }) == 0 else {
            let isNobody = errno == ENOENT || errno == ECONNREFUSED
            let error = failure(at: path, closing: file)
            throw isNobody ? .noAdapter(path) : error
        }
        return file
    }

    /// Two connected sockets.
    package static func pair() throws(RadioError) -> (CInt, CInt) {
        var files: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, type, 0, &files) == 0 else {
            throw .failed("no socket left: " + String(cString: strerror(errno)))
        }
        return (files[0], files[1])
    }

    private static var type: CInt {
        CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    }

    private static func make() throws(RadioError) -> CInt {
        let file = socket(AF_UNIX, type, 0)
        guard file >= 0 else {
            throw .failed("no socket left: " + String(cString: strerror(errno)))
        }
        return file
    }

    private static func failure(at path: String, closing file: CInt) -> RadioError {
        let reason = String(cString: strerror(errno))
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
