import Synchronization

/// A completion that happens once, and that any number of tasks can wait for.
package final class Completion<Cause: Sendable>: Sendable {
    private struct State {
        var cause: Cause?
        var waiters: [CheckedContinuation<Cause, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isComplete: Bool { state.withLock { $0.cause != nil } }

    /// Completes with a cause; only the first one counts. Returns whether this was the first.
    @discardableResult
    package func complete(_ cause: Cause) -> Bool {
        let waiters = state.withLock { state -> [CheckedContinuation<Cause, Never>]? in
            guard state.cause == nil else { return nil }
            state.cause = cause
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters ?? [] { waiter.resume(returning: cause) }
        return waiters != nil
    }

    /// Waits for the completion and returns its cause.
    package func cause() async -> Cause {
        await withCheckedContinuation { waiter in
            let cause = state.withLock { state in
                if state.cause == nil { state.waiters.append(waiter) }
                return state.cause
            }
            if let cause { waiter.resume(returning: cause) }
        }
    }
}
