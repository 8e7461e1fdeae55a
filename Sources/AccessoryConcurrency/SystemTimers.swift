internal import CEpoll
import Glibc
import Synchronization

/// Waits for times of the system's continuous clock, with one timerfd(2) for all.
///
/// Swift's runtime keeps a cancelled `Task.sleep` until its time: 0.7 kB for 30 s for each link whose
/// requests have a timeout. Here a wait ends with its cancellation.
final class SystemTimers: Sendable {
    private struct State {
        var queue = TimerQueue()
        /// The time for which the file is set; nil: it is not set.
        var next: Duration?
    }

    private static let running = Mutex<SystemTimers?>(nil)

    /// The timers of the process; nil while the system has no descriptor or thread left for them.
    static var shared: SystemTimers? {
        running.withLock { running in
            if running == nil { running = SystemTimers(EventLoop.shared) }
            return running
        }
    }

    private let origin = ContinuousClock.now
    private let file: CInt
    private let state = Mutex(State())

    /// Timers last as long as the process.
    init?(_ loop: EventLoop) {
        // the clock that goes on while the machine sleeps, as the continuous one does
        file = timerfd_create(CLOCK_BOOTTIME, CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
        guard file >= 0 else { return nil }
        guard loop !== EventLoop.failed else {
            close(file)
            return nil
        }
        loop.watch(file, for: [.readable, .edgeTriggered]) { [self] _ in fire() }
    }

    /// Returns at `deadline`; throws when the task is cancelled.
    func wait(until deadline: ContinuousClock.Instant) async throws {
        let sleeper = Sleeper()
        let ticket = schedule(at: origin.duration(to: deadline)) { sleeper.end(.success(())) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { sleeper.begin($0) }
        } onCancel: {
            // destroyed outside the lock
            _ = state.withLock { $0.queue.remove(ticket) }
            sleeper.end(.failure(CancellationError()))
        }
    }

    /// Number of waits and of times in memory.
    var counts: (waits: Int, times: Int) {
        state.withLock { ($0.queue.count, $0.queue.storedTimes) }
    }

    private func schedule(at time: Duration, _ action: @escaping TimerQueue.Action)
        -> TimerQueue.Ticket
    {
        state.withLock { state in
            defer { set(&state) }
            return state.queue.insert(at: time, action)
        }
    }

    /// Sets the file for the next time, unless it is set for that time or an earlier one.
    private func set(_ state: inout State) {
        guard let time = state.queue.nextTime(), state.next.map({ time < $0 }) ?? true else {
            return
        }
        state.next = time
        // a value of zero would stop the timer; the kernel's longest time is 292 years
        let delay = min(max(time - now, .nanoseconds(1)), .seconds(86400))
        let (seconds, attoseconds) = delay.components
        var value = itimerspec()
        value.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        timerfd_settime(file, 0, &value, nil)
    }

    private var now: Duration { origin.duration(to: .now) }

    private func fire() {
        let due = state.withLock { state in
            var due: [TimerQueue.Action] = []
            let now = now
            while let next = state.queue.nextTime(), next <= now {
                if let action = state.queue.popFirst()?.action { due.append(action) }
            }
            state.next = nil
            set(&state)
            return due
        }
        for action in due { action() }
    }
}
