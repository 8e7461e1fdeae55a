internal import BluetoothLE
internal import Glibc
internal import Synchronization

/// A unix socket that keeps packets apart and waits for connections. Its name goes away with it.
final class SocketListener: Sendable {
    /// The connected sockets; whoever takes one closes it. Ends when the task is cancelled.
    let connections: AsyncStream<CInt>
    private let file: CInt
    private let path: String
    private let isOpen = Mutex(true)
    private let entry: AsyncStream<CInt>.Continuation

    init(_ path: String) throws {
        let file = try Self.open()
        do {
            try Self.bind(file, to: path)
        } catch {
            _ = Glibc.close(file)
            throw error
        }
        let (stream, continuation) = AsyncStream.makeStream(of: CInt.self)
        (self.file, self.path, connections, entry) = (file, path, stream, continuation)
        EventLoop.shared.watch(file, for: .readable) { [weak self] _ in self?.take() }
    }

    /// Under the lock: the number of a socket that is closed may be another's.
    private func take() {
        let connection = isOpen.withLock { $0 ? UnixSocket.accept(from: file) : -1 }
        guard connection >= 0 else { return }
        if case .enqueued = entry.yield(connection) { return }
        _ = Glibc.close(connection)
    }

    func close() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            EventLoop.shared.forget(file)
            _ = Glibc.close(file)
            unlink(path)
        }
    }

    /// A socket that is connected to a listener.
    static func connect(to path: String) throws -> CInt {
        let file = try open()
        guard try withAddress(path, { Glibc.connect(file, $0, $1) }) == 0 else {
            let failure = Failure.reading(path)
            _ = Glibc.close(file)
            throw Failure(
                .noDevice,
                failure.cause,
                nextStep: "start `accessory requests serve --socket \(path)` first"
            )
        }
        return file
    }

    private static func bind(_ file: CInt, to path: String) throws {
        let status = try withAddress(path) { Glibc.bind(file, $0, $1) }
        if status == 0, listen(file, 8) == 0 { return }
        guard errno == EADDRINUSE else { throw Failure.writing(path) }
        throw Failure(
            .deviceBusy,
            "\(path) exists already",
            nextStep: "end the program that listens on it, or remove it"
        )
    }

    private static func open() throws -> CInt {
        let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let file = socket(AF_UNIX, kind, 0)
        guard file >= 0 else { throw Failure.reading("a unix socket") }
        return file
    }

    private static func withAddress(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) throws -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard path.utf8.count < room else {
            throw Failure(
                .usage,
                "\(path) is longer than \(room - 1) bytes",
                nextStep: "choose a shorter path for the socket"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
