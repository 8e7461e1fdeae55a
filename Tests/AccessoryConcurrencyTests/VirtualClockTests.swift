import AccessoryConcurrency
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct VirtualClockTests {
    let clock = VirtualClock()

    final class Journal<Entry: Sendable>: Sendable {
        private let state = Mutex<[Entry]>([])
        var entries: [Entry] { state.withLock { $0 } }
        func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
    }

    actor Counter {
        var value = 0
        func add() { value += 1 }

        /// Blocks its thread. Returns whether the clock advanced meanwhile.
        func sees(_ clock: VirtualClock) -> Bool {
            let advanced = Mutex(false)
            clock.schedule(at: clock.now.offset + .seconds(1)) { advanced.withLock { $0 = true } }
            usleep(50_000)
            return advanced.withLock { $0 }
        }
    }

    @Test func anHourPassesAtOnce() async throws {
        let spent = try await clock.run { [clock] in
            let begin = clock.now
            try await clock.sleep(for: .seconds(3600))
            return begin.duration(to: clock.now)
        }
        #expect(spent == .seconds(3600))
    }

    @Test func sleepersWakeInTheOrderOfTheirTimes() async {
        let order = Journal<Int>()
        await clock.run { [clock] in
            await withTaskGroup { group in
                for delay in [5, 1, 4, 2, 3] {
                    group.addTask {
                        try? await clock.sleep(for: .seconds(delay))
                        order.add(delay)
                    }
                }
            }
        }
        #expect(order.entries == [1, 2, 3, 4, 5])
    }

    @Test func timeStandsStillWhileActorsWork() async {
        let (early, late) = await clock.run { [clock] in
            let counter = Counter()
            let source = TimeSource(clock)
            let work = source.task { for _ in 0..<1000 { await counter.add() } }
            try? await clock.sleep(for: .nanoseconds(1))
            let early = await counter.value
            await work.value
            return (early, await counter.value)
        }
        #expect(early == 1000)
        #expect(late == 1000)
    }

    /// The first call of an actor runs on the clock too, not on the thread of the caller.
    @Test func timeStandsStillFromTheFirstCall() async {
        let counter = Counter()
        let hasAdvanced = await clock.run { [clock] in await counter.sees(clock) }
        #expect(!hasAdvanced)
    }

    @Test func aCancelledSleepEndsAtOnce() async {
        let (wasCancelled, now) = await clock.run { [clock] in
            let sleep = TimeSource(clock).task {
                do {
                    try await clock.sleep(for: .seconds(10))
                    return false
                } catch {
                    return error is CancellationError
                }
            }
            sleep.cancel()
            return (await sleep.value, clock.now.offset)
        }
        #expect(wasCancelled)
        #expect(now == .zero)
    }

    @Test func aLimitEndsTheWork() async {
        struct TooLate: Error {}
        await clock.run { [clock] in
            let source = TimeSource(clock)
            await #expect(throws: TooLate.self) {
                try await source.within(.seconds(1), orThrow: TooLate()) {
                    try await clock.sleep(for: .seconds(2))
                }
            }
            #expect(clock.now.offset == .seconds(1))
            let value = try? await source.within(.seconds(1), orThrow: TooLate()) { 7 }
            #expect(value == 7)
            #expect(clock.now.offset == .seconds(1))
        }
    }

    @Test func scheduledWorkCanBeCancelled() async {
        let calls = Journal<Duration>()
        await clock.run { [clock] in
            let call: @Sendable () -> Void = {
                calls.add(clock.now.offset)
            }
            clock.schedule(at: .seconds(1), call)
            let second = clock.schedule(at: .seconds(2), call)
            clock.schedule(at: .seconds(3), call)
            clock.cancel(second)
            try? await clock.sleep(for: .seconds(5))
        }
        #expect(calls.entries == [.seconds(1), .seconds(3)])
    }
}
