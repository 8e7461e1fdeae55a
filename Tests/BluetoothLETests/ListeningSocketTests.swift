import AccessoryConcurrency
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct ListeningSocketTests {
    /// Waits until the event loop has polled all sockets that many times.
    private func look(times: Int) async {
        for _ in 0..<times {
            await withTaskExecutorPreference(EventLoop.shared) { await Task.yield() }
        }
    }

    @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func withoutADescriptorItPausesAndContinues(error: CInt) async throws {
        let clock = VirtualClock()
        let path = "/tmp/listen-\(UInt64.random(in: 0 ... .max))"
        let file = try UnixSocket.listen(at: path)
        defer { unlink(path) }
        let tries = Mutex(0)
        let (sockets, entry) = AsyncStream.makeStream(of: CInt.self)
        let listener = ListeningSocket<Void>(
            file: file,
            time: TimeSource(clock),
            accept: { file in
                let number = tries.withLock { tries in
                    tries += 1
                    return tries
                }
                return (number == 1 ? -error : UnixSocket.accept(from: file), ())
            },
            onSocket: { socket, _ in entry.yield(socket) }
        )
        let client = try UnixSocket.connect(to: path)
        while tries.withLock({ $0 }) == 0 { await look(times: 1) }
        // time does not advance: the listener stays paused, however often the loop polls
        await look(times: 100)
        #expect(tries.withLock { $0 } == 1)
        await clock.run { try? await clock.sleep(for: .seconds(2)) }
        let accepted = try #require(await sockets.first { _ in true })
        await look(times: 100)
        // and one more attempt, when no connection is waiting
        #expect(tries.withLock { $0 } == 3)
        listener.close()
        for file in [accepted, client] { close(file) }
    }

    @Test func onlyThisUserMayConnect() async throws {
        let path = "/tmp/listen-\(UInt64.random(in: 0 ... .max))"
        let file = try UnixSocket.listen(at: path)
        defer {
            close(file)
            unlink(path)
        }
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        // the connecting process belongs to another user
        let client = try UnixSocket.connect(to: path)
        #expect(UnixSocket.accept(from: file, as: geteuid() + 1) == -EPERM)
        close(client)
    }
}
