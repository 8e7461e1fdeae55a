import Testing

@testable import AccessoryConcurrency

@Suite(.timeLimit(.minutes(20))) struct AsyncLockTests {
    private struct Failure: Error {}

    @Test func tasksEnterInTheirOrder() async throws {
        let clock = VirtualClock()
        let lock = AsyncLock()
        let order = VirtualClockTests.Journal<String>()
        try await clock.run {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...4 {
                    group.addTask {
                        try await clock.sleep(for: .milliseconds(number))
                        try await lock.withLock {
                            order.add("in \(number)")
                            try await clock.sleep(for: .seconds(1))
                            order.add("out \(number)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(order.entries == (1...4).flatMap { ["in \($0)", "out \($0)"] })
        #expect(clock.now.offset == .milliseconds(4001))
    }

    @Test func aFailureReleasesTheLock() async throws {
        let lock = AsyncLock()
        await #expect(throws: Failure.self) { try await lock.withLock { throw Failure() } }
        #expect(try await lock.withLock { 7 } == 7)
    }

    @Test func aCancelledWaiterLeavesTheQueue() async throws {
        let clock = VirtualClock()
        let lock = AsyncLock()
        let order = VirtualClockTests.Journal<Int>()
        await clock.run {
            let tasks = (1...3).map { number in
                Task(executorPreference: clock) {
                    try await clock.sleep(for: .milliseconds(number))
                    try await lock.withLock {
                        order.add(number)
                        try await clock.sleep(for: .seconds(1))
                    }
                }
            }
            try? await clock.sleep(for: .milliseconds(10))
            tasks[1].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[1].value }
            // before the first task is out
            #expect(clock.now.offset == .milliseconds(10))
            for task in [tasks[0], tasks[2]] { _ = await task.result }
        }
        #expect(order.entries == [1, 3])
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await lock.withLock { _ = Issue.record("a cancelled task has the lock") }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(try await lock.withLock { 8 } == 8)
    }
}

/// Alarms, limits and random numbers.
@Suite(.timeLimit(.minutes(20))) struct AlarmTests {
    @Test func ringingBeforeAWaitEndsOneWait() async {
        let clock = VirtualClock()
        let (alarm, time) = (Alarm(), TimeSource(clock))
        await clock.run {
            alarm.ring()
            alarm.ring()
            await alarm.wait()
            let before = time.now()
            await alarm.wait(until: .seconds(3), on: time)
            #expect(before == .zero && time.now() == .seconds(3))
        }
    }

    @Test func allWaitersWake() async {
        let clock = VirtualClock()
        let (alarm, time) = (Alarm(), TimeSource(clock))
        await clock.run {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { await alarm.wait() } }
                try? await clock.sleep(for: .seconds(1))
                alarm.ring()
                await group.waitForAll()
            }
            // the ring woke somebody, so it is over
            await alarm.wait(until: .seconds(5), on: time)
            #expect(time.now() == .seconds(5))
        }
    }

    @Test func aRingComesBeforeTheDeadlineAndEndsItsTimer() async {
        let clock = VirtualClock()
        let (alarm, time) = (Alarm(), TimeSource(clock))
        await clock.run {
            time.schedule(at: .seconds(1)) { alarm.ring() }
            await alarm.wait(until: .seconds(2), on: time)
            #expect(time.now() == .seconds(1))
            // the first deadline does not ring
            await alarm.wait(until: .seconds(4), on: time)
            #expect(time.now() == .seconds(4))
        }
    }

    @Test func aTimeSourceBeginsAtItsCreation() async throws {
        let clock = VirtualClock()
        try await clock.run {
            try await clock.sleep(for: .seconds(10))
            let time = TimeSource(clock)
            #expect(time.now() == .zero)
            try await time.wait(.seconds(2))
            #expect(time.now() == .seconds(2) && clock.now.offset == .seconds(12))
            let called = Completion<Duration>()
            time.schedule(at: .seconds(5)) { called.complete(clock.now.offset) }
            time.schedule(at: .seconds(4)) { Issue.record("a cancelled timer fires") }.cancel()
            let at = await called.cause()
            #expect(at == .seconds(15))
            #expect(time.executor === clock)
        }
    }

    @Test func otherClocksHaveTimersToo() async {
        let time = TimeSource(ContinuousClock())
        let called = Completion<Int>()
        time.schedule(at: .seconds(3600)) { called.complete(1) }.cancel()
        time.schedule(at: .zero) { called.complete(2) }
        #expect(await called.cause() == 2)
        #expect(time.executor == nil)
    }

    @Test func noLimitIsNone() async throws {
        struct TooLate: Error {}
        let clock = VirtualClock()
        let time = TimeSource(clock)
        let result = try await clock.run {
            try await time.within(nil, orThrow: TooLate()) {
                try await time.wait(.seconds(100))
                return time.now()
            }
        }
        #expect(result == .seconds(100))
        // at the limit itself, work of the same time has ended
        await clock.run {
            await #expect(throws: TooLate.self) {
                try await time.within(.seconds(1), orThrow: TooLate()) {
                    try await time.wait(.seconds(102))
                }
            }
            #expect(time.now() == .seconds(101))
        }
    }

    @Test func aResultKeepsTheError() async throws {
        struct Failure: Error {}
        func work(fails: Bool) async throws -> Int {
            if fails { throw Failure() }
            return 5
        }
        let done = await Result<Int, any Error> { try await work(fails: false) }
        #expect(try done.get() == 5)
        let failed = await Result<Int, any Error> { try await work(fails: true) }
        #expect(throws: Failure.self) { try failed.get() }
    }

    /// The first values of SplitMix64 for the seed 1234567, as in the generator's public test vectors.
    @Test func randomNumbersAreThoseOfSplitMix64() {
        var random = SeededRandom(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        #expect((0..<5).map { _ in random.next() } == expected)
        var unit = SeededRandom(seed: 1_234_567)
        // 6457827717110365317 / 2^64
        #expect(abs(unit.unit() - 0.350_079_5) < 1e-6)
        for _ in 0..<1000 { #expect((0..<1).contains(unit.unit())) }
    }
}
