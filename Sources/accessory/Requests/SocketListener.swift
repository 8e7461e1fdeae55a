internal import AccessoryBase
internal import BluetoothLE
internal import Glibc

/// A listening unix socket that preserves packet boundaries. Its name is removed with it.
final class SocketListener: Sendable {
    /// The connected sockets; the receiver of a socket closes it. Ends when the task is cancelled.
    let connections: AsyncStream<CInt>
    private let listener: ListeningSocket<Void>

    init(_ path: String) throws {
        let file = try Self.open()
        do {
            try Self.bind(file, to: path)
        } catch {
            _ = Glibc.close(file)
            throw error
        }
        let (stream, entry) = AsyncStream.makeStream(of: CInt.self)
        connections = stream
        listener = ListeningSocket(
            file: file,
            accept: { (UnixSocket.accept(from: $0), ()) },
            onSocket: { connection, _ in
                if case .enqueued = entry.yield(connection) { return }
                _ = Glibc.close(connection)
            },
            onEnd: { unlink(FileName.bytes(path)) }
        )
    }

    func close() { listener.close() }

    /// Connects a socket to a listener.
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
        let name = FileName.bytes(path)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard name.count <= room else {
            throw Failure(
                .usage,
                "\(path) is longer than \(room - 1) bytes",
                nextStep: "choose a shorter path for the socket"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            name.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
