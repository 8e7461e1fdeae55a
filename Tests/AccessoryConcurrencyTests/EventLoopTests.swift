import Glibc
import Synchronization
import Testing

@testable import AccessoryConcurrency

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

    /// epoll(7) refuses regular files and closed descriptors.
    @Test func aFileThatCannotBeWatchedIsReportedAsFailed() async throws {
        let file = fileno(tmpfile())
        let refused = await withCheckedContinuation { done in
            EventLoop.shared.watch(file, for: .readable) { done.resume(returning: $0) }
        }
        #expect(refused.hasHungUp && refused.isOver && refused.isReadable)
        EventLoop.shared.forget(file)
        // the watch ends when its descriptor is closed behind its back
        let files = try socketPair()
        let events = await withCheckedContinuation { done in
            EventLoop.shared.watch(files[0], for: []) { done.resume(returning: $0) }
            close(files[0])
            EventLoop.shared.change(files[0], to: .readable)
        }
        #expect(events.hasHungUp)
        close(files[1])
        close(file)
    }

    /// A change on another thread never finds a watch that the kernel does not know yet.
    @Test func aWatchIsChangedWhileItBegins() async throws {
        for _ in 0..<2_000 {
            let files = try socketPair()
            _ = send(files[1], "x", 1, 0)
            let isOver = Atomic(false)
            async let changes: Void = {
                while !isOver.load(ordering: .relaxed) {
                    EventLoop.shared.change(files[0], to: .readable)
                    await Task.yield()
                }
            }()
            await Task.yield()
            let events = await withCheckedContinuation { done in
                let first = Mutex<CheckedContinuation<EventLoop.Events, Never>?>(done)
                EventLoop.shared.watch(files[0], for: .readable) { events in
                    first.withLock { $0.take() }?.resume(returning: events)
                }
            }
            isOver.store(true, ordering: .relaxed)
            await changes
            EventLoop.shared.forget(files[0])
            #expect(events.isReadable && !events.hasHungUp)
            for file in files { close(file) }
        }
    }

    @Test func withoutALoopFilesFailAndTasksRun() async throws {
        let files = try socketPair()
        let events = await withCheckedContinuation { done in
            EventLoop.failed.watch(files[0], for: .readable) { done.resume(returning: $0) }
        }
        #expect(events.hasHungUp)
        EventLoop.failed.forget(files[0])
        let sum = await Task(executorPreference: EventLoop.failed) {
            await Task.yield()
            return 3
        }.value
        #expect(sum == 3)
        for file in files { close(file) }
    }

    /// Durations at the ends of their range do not overflow a virtual clock.
    @Test func aVirtualClockSleepsForAnyDuration() async throws {
        let clock = VirtualClock()
        try await clock.run {
            for duration: Duration in [.seconds(Int64.min), .zero, .seconds(Int64.max)] {
                try await clock.sleep(for: duration)
            }
        }
        #expect(clock.now.offset >= .seconds(Int64.max))
    }
}
