import AccessoryConcurrency
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct EventLoopTests {
    /// Waits until the loop has called `epoll_wait` that many times.
    private func pass(times: Int) async {
        for _ in 0..<times {
            await withTaskExecutorPreference(EventLoop.shared) { await Task.yield() }
        }
    }

    private func socketPair() throws -> [CInt] {
        var files: [CInt] = [0, 0]
        let kind = CInt(SOCK_SEQPACKET.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &files) == 0)
        return files
    }

    @Test func anEdgeTriggeredWatchReportsEachWriteOnceUnread() async throws {
        let files = try socketPair()
        let count = Mutex(0)
        EventLoop.shared.watch(files[0], for: [.readable, .edgeTriggered]) { _ in
            count.withLock { $0 += 1 }
        }
        for writes in 1...3 {
            _ = send(files[1], "x", 1, 0)
            while count.withLock({ $0 }) < writes { await pass(times: 1) }
            // unread data is not reported again
            await pass(times: 100)
            #expect(count.withLock { $0 } == writes)
        }
        EventLoop.shared.forget(files[0])
        _ = send(files[1], "x", 1, 0)
        await pass(times: 100)
        #expect(count.withLock { $0 } == 3)
        for file in files { close(file) }
    }

    @Test func aLevelTriggeredWatchReportsUntilItIsRead() async throws {
        let files = try socketPair()
        let count = Mutex(0)
        EventLoop.shared.watch(files[0], for: .readable) { [file = files[0]] _ in
            count.withLock { count in
                count += 1
                var byte: UInt8 = 0
                if count == 3 { _ = recv(file, &byte, 1, 0) }
            }
        }
        _ = send(files[1], "x", 1, 0)
        while count.withLock({ $0 }) < 3 { await pass(times: 1) }
        await pass(times: 100)
        #expect(count.withLock { $0 } == 3)
        EventLoop.shared.forget(files[0])
        for file in files { close(file) }
    }
}
