import AccessoryBase
import Glibc
import Synchronization
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct UnixSocketTests {
    private let path = "/tmp/unix-\(UInt64.random(in: 0 ... .max))"

    private func text(_ error: CInt) -> String { systemMessage(error) }

    @Test func onlyOneProgramListens() throws {
        let file = try UnixSocket.listen(at: path)
        defer { unlink(path) }
        #expect(throws: RadioError.busy) { try UnixSocket.listen(at: path) }
        // the attempt of the other program, then nobody
        let attempt = UnixSocket.accept(from: file)
        #expect(attempt >= 0 && fcntl(attempt, F_GETFD) == FD_CLOEXEC)
        #expect(UnixSocket.accept(from: file) == -EAGAIN)
        close(attempt)
        close(file)
        // a socket that a program has left
        #expect(throws: RadioError.noAdapter(path)) { try UnixSocket.connect(to: path) }
        let again = try UnixSocket.listen(at: path)
        let client = try UnixSocket.connect(to: path)
        let server = UnixSocket.accept(from: again, as: geteuid())
        #expect(server >= 0 && fcntl(client, F_GETFD) == FD_CLOEXEC)
        // packet boundaries are kept
        #expect(
            send(client, [1, 2] as [UInt8], 2, 0) == 2 && send(client, [3] as [UInt8], 1, 0) == 1
        )
        var packet = [UInt8](repeating: 0, count: 9)
        #expect(recv(server, &packet, 9, 0) == 2 && recv(server, &packet, 9, 0) == 1)
        for file in [again, client, server] { close(file) }
    }

    @Test func otherFilesAreKept() throws {
        let file = creat(path, 0o600)
        defer { unlink(path) }
        close(file)
        #expect(throws: RadioError.failed("\(path): \(text(EADDRINUSE))")) {
            try UnixSocket.listen(at: path)
        }
        #expect(access(path, F_OK) == 0)
    }

    @Test func aPathIsLimited() throws {
        #expect(UnixSocket.longestPath == 107)
        let longest = path + String(repeating: "x", count: 107 - path.utf8.count)
        let file = try UnixSocket.listen(at: longest)
        defer { unlink(longest) }
        let client = try UnixSocket.connect(to: longest)
        for file in [file, client] { close(file) }
        let error = RadioError.failed("\(longest)x: \(text(ENAMETOOLONG))")
        #expect(throws: error) { try UnixSocket.listen(at: longest + "x") }
        #expect(throws: error) { try UnixSocket.connect(to: longest + "x") }
    }

    @Test func foreignFilesAreRefused() throws {
        let file = try UnixSocket.listen(at: path)
        defer {
            close(file)
            unlink(path)
        }
        let stranger = geteuid() + 1
        let step = "set XDG_RUNTIME_DIR to a folder of your own"
        let foreign = RadioError.notPermitted(
            FailureReason("\(path) belongs to another user", nextStep: step)
        )
        #expect(throws: foreign) { try UnixSocket.connect(to: path, as: stranger) }
        #expect(throws: foreign) { try UnixSocket.listen(at: path, as: stranger) }
        // the folder of another user; root's folders are trusted
        let folder = path + "-folder"
        mkdir(folder, 0o700)
        defer { rmdir(folder) }
        #expect(throws: RadioError.noAdapter(folder + "/none")) {
            try UnixSocket.connect(to: folder + "/none")
        }
        guard chown(folder, stranger, gid_t.max) == 0 else { return }
        let theirs = RadioError.notPermitted(
            FailureReason("\(folder) belongs to another user", nextStep: step)
        )
        #expect(throws: theirs) { try UnixSocket.connect(to: folder + "/none") }
        #expect(throws: RadioError.noAdapter("/none")) { try UnixSocket.connect(to: "/none") }
    }

    @Test func aPairIsConnected() throws {
        let (one, other) = try UnixSocket.pair()
        #expect(fcntl(one, F_GETFD) == FD_CLOEXEC && fcntl(other, F_GETFD) == FD_CLOEXEC)
        #expect(send(one, [7] as [UInt8], 1, 0) == 1)
        var packet = [UInt8](repeating: 0, count: 9)
        #expect(recv(other, &packet, 9, 0) == 1 && packet[0] == 7)
        for file in [one, other] { close(file) }
    }

    @Test func aBearerOwnsItsSocket() async throws {
        let (file, other) = try UnixSocket.pair()
        let log = Log()
        let bearer = SocketBearer(file: file) { log.add("closed") }
        #expect(bearer.withFile { $0 } == file && fcntl(file, F_GETFL) & O_NONBLOCK != 0)
        bearer.start(onPacket: { _ in }, onEnd: { log.add("end") })
        bearer.close()
        bearer.close()
        #expect(log.entries == ["closed", "end"] && bearer.withFile { $0 } == nil)
        bearer.send([1])
        await bearer.drained()
        bearer.setPaused(false)
        var packet = [UInt8](repeating: 0, count: 9)
        #expect(recv(other, &packet, 9, 0) == 0)
        // a bearer that is released closes its socket, too
        let (unused, peer) = try UnixSocket.pair()
        do { _ = SocketBearer(file: unused) }
        #expect(recv(peer, &packet, 9, 0) == 0)
        for file in [other, peer] { close(file) }
    }

    @Test func aPausedBearerReceivesLater() async throws {
        let (file, other) = try UnixSocket.pair()
        let bearer = SocketBearer(file: file)
        let (stream, entry) = AsyncStream.makeStream(of: [UInt8].self)
        bearer.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
        var received = stream.makeAsyncIterator()
        #expect(send(other, [1] as [UInt8], 1, 0) == 1)
        #expect(await received.next() == [1])
        bearer.setPaused(true)
        #expect(send(other, [2] as [UInt8], 1, 0) == 1)
        // the queued packet stays in the socket while the loop polls other sockets
        let (probe, end) = try UnixSocket.pair()
        let prober = SocketBearer(file: probe)
        let probed = packets(of: prober)
        #expect(send(end, [3] as [UInt8], 1, 0) == 1)
        for await _ in probed { break }
        var rest: CInt = 0
        #expect(ioctl(file, UInt(FIONREAD), &rest) == 0 && rest == 1)
        bearer.setPaused(false)
        #expect(await received.next() == [2])
        bearer.close()
        prober.close()
        for file in [other, end] { close(file) }
        #expect(await received.next() == nil)
    }

    @Test func aListenerEndsOnce() throws {
        let file = try UnixSocket.listen(at: path)
        defer { unlink(path) }
        let log = Log()
        let listener = ListeningSocket<Void>(
            file: file,
            accept: { (UnixSocket.accept(from: $0), ()) },
            onSocket: { socket, _ in _ = close(socket) },
            onEnd: { log.add("end") }
        )
        #expect(ListeningSocket<Void>.rest == .seconds(1))
        listener.close()
        listener.close()
        #expect(log.entries == ["end"])
        #expect(throws: RadioError.noAdapter(path)) { try UnixSocket.connect(to: path) }
    }

    /// Attempts that fail alone do not stop the listener.
    @Test func aFailedAttemptIsFollowedByTheNext() async throws {
        let file = try UnixSocket.listen(at: path)
        defer { unlink(path) }
        let errors = Mutex([ECONNABORTED, EINTR, EPERM])
        let (sockets, entry) = AsyncStream.makeStream(of: CInt.self)
        let listener = ListeningSocket<String>(
            file: file,
            accept: { file in
                let error = errors.withLock { $0.popLast() }
                return (error.map { -$0 } ?? UnixSocket.accept(from: file), "peer")
            },
            onSocket: { socket, peer in
                #expect(peer == "peer")
                entry.yield(socket)
            }
        )
        let client = try UnixSocket.connect(to: path)
        for await socket in sockets {
            close(socket)
            break
        }
        #expect(errors.withLock { $0.isEmpty })
        listener.close()
        close(client)
    }
}
