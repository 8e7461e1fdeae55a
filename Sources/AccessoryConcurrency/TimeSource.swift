/// A clock, whatever its type: the time since this was made, waits for a time to come, and tasks that
/// a virtual clock waits for.
package struct TimeSource: Sendable {
    /// The time since this was made.
    package let now: @Sendable () -> Duration
    /// Returns when `now` has reached the given time; throws when the task is cancelled.
    package let wait: @Sendable (_ until: Duration) async throws -> Void
    /// Calls an action when a time has come; it must not block.
    private let call: @Sendable (_ at: Duration, @escaping @Sendable () -> Void) -> Timer
    /// Where tasks have to run for a virtual clock to know of them; nil: anywhere.
    package let executor: (any TaskExecutor)?

    package init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        // clocks have no room for the longest durations
        let farthest = Duration.seconds(1 << 40)
        wait = { time in
            try await clock.sleep(until: start.advanced(by: min(time, farthest)), tolerance: nil)
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

    /// Something that is to be done later.
    package struct Timer: Sendable {
        /// Takes it back. Nothing happens if it was done.
        package let cancel: @Sendable () -> Void
    }

    /// Calls `action` when `now` has reached the given time. It must not block.
    @discardableResult
    package func schedule(
        at time: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> Timer {
        call(time, action)
    }

    /// Begins a task. On a virtual clock, time stands still while it has something to do.
    package func task<Success: Sendable>(
        _ work: @escaping @Sendable () async -> Success
    ) -> Task<Success, Never> {
        Task(executorPreference: executor, operation: work)
    }

    /// Does `work` within `limit`; when the time is up, cancels it and throws `error` once it has
    /// ended. Nil: no limit.
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
