import Synchronization

/// A clock that advances only by `advance`: a virtual clock would not wait for the bus.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        var deadline: Instant
        var waiter: CheckedContinuation<Void, any Error>
    }

    private struct Watcher {
        var latest: Instant
        var waiter: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant()
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [Watcher] = []
        var count = 0
    }

    private let state = Mutex(State())

    init() {}

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let (isOver, watchers) = state.withLock { state -> (Bool, [Watcher]) in
                    guard !Task.isCancelled, deadline > state.now else { return (true, []) }
                    state.sleepers[id] = Sleeper(deadline: deadline, waiter: waiter)
                    let isSeen = { (watcher: Watcher) in deadline <= watcher.latest }
                    defer { state.watchers.removeAll(where: isSeen) }
                    return (false, state.watchers.filter(isSeen))
                }
                if isOver { waiter.resume(with: Result { try Task.checkCancellation() }) }
                for watcher in watchers { watcher.waiter.resume() }
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

    /// Advances without waking the tasks that sleep until a later time.
    func pass(_ duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    /// Returns when a task sleeps for at most `limit`.
    func sleepBegins(within limit: Duration) async {
        await withCheckedContinuation { waiter in
            let isAsleep = state.withLock { state in
                let latest = state.now.advanced(by: limit)
                if state.sleepers.values.contains(where: { $0.deadline <= latest }) { return true }
                state.watchers.append(Watcher(latest: latest, waiter: waiter))
                return false
            }
            if isAsleep { waiter.resume() }
        }
    }

    /// Waits until a task sleeps for at most `limit`, then advances to the end of this sleep.
    func endSleep(within limit: Duration) async {
        await sleepBegins(within: limit)
        advance(by: limit)
    }
}
