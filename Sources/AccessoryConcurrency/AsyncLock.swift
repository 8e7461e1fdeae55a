internal import DequeModule
import Synchronization

/// A lock that admits one task at a time, in order of arrival. A waiting task can be cancelled.
package final class AsyncLock: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var isHeld = false
        var waiters: Deque<Waiter> = []
        var count = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Performs `work` while holding the lock.
    package func withLock<Success>(
        isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Success
    ) async throws -> Success {
        try await acquire()
        defer { release() }
        return try await work()
    }

    private func acquire(isolation: isolated (any Actor)? = #isolation) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        let hasLock = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // checked under the lock, so that a later cancellation finds the waiter
                let isNow = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    if !state.isHeld {
                        state.isHeld = true
                        return true
                    }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let isNow { continuation.resume(returning: isNow) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
        if !hasLock { throw CancellationError() }
    }

    private func release() {
        let next = state.withLock { state in
            let next = state.waiters.popFirst()
            state.isHeld = next != nil
            return next
        }
        next?.continuation.resume(returning: true)
    }
}
