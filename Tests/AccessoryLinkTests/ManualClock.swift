import AccessoryLink
import Synchronization

/// A clock that advances only by `advance`.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var deadline: Instant
        var waiter: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: Sleeper] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// Number of sleeps started so far.
    var sleeps: Int { state.withLock { $0.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isOver = state.withLock { state in
                    guard !Task.isCancelled, deadline > state.now else { return true }
                    state.sleepers[id] = Sleeper(deadline: deadline, waiter: waiter)
                    return false
                }
                if isOver { waiter.resume(with: Result { try Task.checkCancellation() }) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.waiter.resume(throwing: CancellationError())
        }
    }

    /// Advances to the next deadline, by at most `step`.
    func advance(by step: Duration) {
        let due = state.withLock { state -> [Sleeper] in
            guard let next = state.sleepers.values.map(\.deadline).min() else { return [] }
            state.now = min(next, state.now.advanced(by: step))
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return Array(due.values)
        }
        for sleeper in due { sleeper.waiter.resume() }
    }

    /// Runs all tasks as far as they get without a change of time. Waits until nothing has moved for a
    /// moment of real time, so that descheduled threads can resume.
    func settle(_ pipe: BytePipe) async {
        var seen: [Int] = []
        while seen != [sleeps, pipe.packetsDelivered] {
            seen = [sleeps, pipe.packetsDelivered]
            try? await Task.sleep(for: .milliseconds(4))
        }
    }

    /// Runs `body` and advances the time by a step whenever nothing moves. A premature step has the
    /// effect of a slow machine, as long as steps are short compared with the timeouts under test.
    @discardableResult
    func run<Value: Sendable>(
        _ pipe: BytePipe,
        step: Duration = .milliseconds(50),
        _ body: () async throws -> Value
    ) async throws -> Value {
        let driver = Task {
            while !Task.isCancelled {
                await settle(pipe)
                advance(by: step)
            }
        }
        defer { driver.cancel() }
        return try await body()
    }
}
