internal import DequeModule
internal import Dispatch
import Synchronization

/// A clock that skips waits: when all its tasks wait, it jumps to the earliest time that a task
/// waits for. A run of hours takes only the CPU time of its work, and its events have the same
/// order in each run.
///
///     let clock = VirtualClock()
///     await clock.run {
///         try? await clock.sleep(for: .seconds(3600))  // returns at once, an hour later
///     }
///
/// The clock waits for the code in `run`, its child tasks, and the tasks of this library's objects
/// that were created with the clock. It does not wait for a `Task { }`: time may pass meanwhile.
public final class VirtualClock: Clock, TaskExecutor {
    /// A time on a virtual clock.
    public struct Instant: InstantProtocol {
        /// Time since the creation of the clock.
        public let offset: Duration

        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        public func duration(to other: Instant) -> Duration { other.offset - offset }

        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// Identifies a scheduled action.
    package typealias Ticket = UInt64

    private enum Step {
        case job(UnownedJob)
        case action(@Sendable () -> Void)
    }

    private struct State {
        var now = Duration.zero
        var jobs: Deque<UnownedJob> = []
        var timers = TimerQueue()
        var runs = 0
        /// Work on other threads that the clock waits for.
        var holds = 0
        var isAtWork = false

        /// Returns the next step; nil when all tasks wait for something outside the clock.
        mutating func next() -> Step? {
            if let job = jobs.popFirst() { return .job(job) }
            guard runs > 0, holds == 0, let (time, action) = timers.popFirst() else { return nil }
            now = max(now, time)
            return .action(action)
        }
    }

    private let state = Mutex(State())
    private let thread = DispatchQueue(label: "VirtualClock")

    /// Creates a clock at time 0.
    public init() {}

    public var now: Instant { Instant(offset: state.withLock { $0.now }) }

    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Performs `work` in virtual time. The clock does not advance while no `run` is active.
    public func run<Success: Sendable>(
        _ work: @escaping @Sendable () async throws -> Success
    ) async rethrows -> Success {
        try await withTaskExecutorPreference(self) {
            // a child task, because this closure may still run on the caller's thread: a call of an
            // actor would stay there, and the clock would not wait for it
            async let result = counted(work)
            return try await result
        }
    }

    private func counted<Success: Sendable>(
        _ work: @Sendable () async throws -> Success
    ) async rethrows -> Success {
        state.withLock { $0.runs += 1 }
        defer { state.withLock { $0.runs -= 1 } }
        return try await work()
    }

    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let sleeper = Sleeper()
        let ticket = schedule(at: deadline.offset) { sleeper.end(.success(())) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleeper.begin($0) }
        } onCancel: {
            cancel(ticket)
            sleeper.end(.failure(CancellationError()))
        }
    }

    /// Calls `action` when the clock reaches `time`. The action must not block.
    @discardableResult
    package func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> Ticket {
        let ticket = state.withLock { $0.timers.insert(at: time, action) }
        work()
        return ticket
    }

    /// Cancels a scheduled action. Does nothing after it has run.
    package func cancel(_ ticket: Ticket) {
        // destroyed outside the lock, since its destruction may run any code
        _ = state.withLock { $0.timers.remove(ticket) }
    }

    /// Keeps the time until `release`, for work of the clock's tasks on another thread.
    package func hold() {
        state.withLock { $0.holds += 1 }
    }

    package func release() {
        state.withLock { $0.holds -= 1 }
        work()
    }

    /// Number of scheduled actions.
    package var scheduledCount: Int { state.withLock { $0.timers.count } }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        work()
    }

    private func work() {
        let begins = state.withLock { state in
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        if begins { thread.async { self.workUntilIdle() } }
    }

    private func workUntilIdle() {
        let executor = asUnownedTaskExecutor()
        while let step = state.withLock({ state in
            let step = state.next()
            state.isAtWork = step != nil
            return step
        }) {
            switch step {
            case .job(let job): job.runSynchronously(on: executor)
            case .action(let action): action()
            }
        }
    }
}
