/// A type-erased clock: the time since its creation, waits, timers, and tasks that a virtual clock
/// waits for.
package struct TimeSource: Sendable {
    /// Returns the time since the creation.
    package let now: @Sendable () -> Duration
    /// Returns when `now` reaches the given time; throws when the task is cancelled.
    package let wait: @Sendable (_ until: Duration) async throws -> Void
    /// Calls an action at a given time; the action must not block.
    private let call: @Sendable (_ at: Duration, @escaping @Sendable () -> Void) -> Timer
    /// The executor that tasks need for a virtual clock to wait for them; nil: any.
    package let executor: (any TaskExecutor)?

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        // clocks overflow at the longest durations
        let farthest = Duration.seconds(1 << 40)
        wait = { time in
            let deadline = start.advanced(by: min(time, farthest))
            if let deadline = deadline as? ContinuousClock.Instant, let timers = SystemTimers.shared
            {
                return try await timers.wait(until: deadline)
            }
            try await clock.sleep(until: deadline, tolerance: nil)
        }
        executor = clock as? VirtualClock
        if let virtual = clock as? VirtualClock {
            let origin = virtual.now.offset
            call = { time, action in
                let ticket = virtual.schedule(at: origin + time, action)
                return Timer { virtual.cancel(ticket) }
            }
        } else {
            call = { [wait] time, action in
                let task = Task { if (try? await wait(time)) != nil { action() } }
                return Timer { task.cancel() }
            }
        }
    }

    /// A pending timer.
    package struct Timer: Sendable {
        /// Cancels the timer. Does nothing after it has fired.
        package let cancel: @Sendable () -> Void
    }

    /// Calls `action` when `now` reaches the given time. The action must not block.
    @discardableResult
    package func schedule(
        at time: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> Timer {
        call(time, action)
    }

    /// Starts a task. A virtual clock does not advance while the task is working.
    package func task<Success: Sendable>(
        _ work: @escaping @Sendable () async -> Success
    ) -> Task<Success, Never> {
        Task(executorPreference: executor, operation: work)
    }

    /// Performs `work` within `limit`. On a timeout, cancels it, waits for its end, and throws
    /// `error`. Nil: no limit.
    package func within<Success: Sendable, Failure: Error>(
        _ limit: Duration?,
        orThrow error: Failure,
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        guard let limit else { return try await work() }
        let deadline = now() + limit
        return try await withThrowingTaskGroup(of: Success?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await wait(deadline)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let result = first else { throw error }
            return result
        }
    }
}
