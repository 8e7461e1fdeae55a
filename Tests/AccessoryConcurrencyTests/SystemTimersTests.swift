import Testing

@testable import AccessoryConcurrency

@Suite(.timeLimit(.minutes(20))) struct SystemTimersTests {
    private static let hour = Duration.seconds(3600)

    @Test func noWaitEndsBeforeItsTime() async throws {
        let timers = try #require(SystemTimers(EventLoop.shared))
        let begin = ContinuousClock.now
        // some are earlier than the time for which the timer is set
        let waits = [90, 60, 30, 120, 0, -10].map { delay in
            Task {
                try await timers.wait(until: begin + .milliseconds(delay))
                return ContinuousClock.now >= begin + .milliseconds(delay)
            }
        }
        for wait in waits { #expect(try await wait.value) }
        #expect(timers.counts == (0, 0))
    }

    @Test func aCancelledWaitIsForgotten() async throws {
        let timers = try #require(SystemTimers(EventLoop.shared))
        for _ in 0..<3 {
            let waits = (0..<200).map { _ in
                Task { try await timers.wait(until: .now + Self.hour) }
            }
            while timers.counts.waits < waits.count { await Task.yield() }
            for wait in waits { wait.cancel() }
            for wait in waits {
                await #expect(throws: CancellationError.self) { try await wait.value }
            }
            #expect(timers.counts.waits == 0)
            #expect(timers.counts.times <= 64)
        }
    }

    @Test func aWaitAfterACancelledOneEnds() async throws {
        let timers = try #require(SystemTimers(EventLoop.shared))
        let first = Task { try await timers.wait(until: .now + .milliseconds(20)) }
        // begun or not, and on a loaded machine perhaps ended
        await Task.yield()
        first.cancel()
        try await timers.wait(until: .now + .milliseconds(40))
        _ = await first.result
        #expect(timers.counts.waits == 0)
    }

    @Test func theSystemsClockUsesThem() async throws {
        let timers = try #require(SystemTimers.shared)
        let time = TimeSource(ContinuousClock())
        // other tests wait, too
        let waits = (0..<1000).map { _ in Task { try await time.wait(Self.hour) } }
        while timers.counts.waits < waits.count { await Task.yield() }
        for wait in waits { wait.cancel() }
        for wait in waits {
            await #expect(throws: CancellationError.self) { try await wait.value }
        }
        try await time.wait(time.now() + .milliseconds(1))
    }

    @Test func thereAreNoneWithoutALoop() {
        #expect(SystemTimers(EventLoop.failed) == nil)
    }

    @Test func aQueueKeepsFewCancelledTimes() {
        var queue = TimerQueue()
        let kept = (0..<100).map { queue.insert(at: .seconds($0)) {} }
        for number in 0..<10_000 {
            let ticket = queue.insert(at: .seconds(number)) {}
            #expect(queue.remove(ticket) != nil)
            #expect(queue.storedTimes <= 2 * kept.count + 64)
        }
        #expect(queue.remove(kept[0]) != nil)
        #expect(queue.remove(kept[0]) == nil)
        #expect(queue.nextTime() == .seconds(1))
        var times: [Duration] = []
        while let next = queue.popFirst() { times.append(next.time) }
        #expect(times == (1..<100).map { .seconds($0) })
        #expect(queue.nextTime() == nil)
    }
}
