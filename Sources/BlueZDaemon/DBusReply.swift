internal import Synchronization

/// The reply to one call, for one waiting task. Not generic, unlike `Completion`: each use of another module's
/// generic type looks up its metadata, which took a third of this process's instructions for a read.
final class DBusReply: Sendable {
    typealias Result = Swift.Result<[DBusValue], DBusError>
    private typealias Waiter = UnsafeContinuation<Result, Never>

    private enum State {
        case open
        case waiting(Waiter)
        case complete(Result)
    }

    private let state = Mutex(State.open)

    /// Completes the call. Later results are ignored.
    func complete(_ result: Result) {
        let waiter = state.withLock { state -> Waiter? in
            switch state {
            case .complete: return nil
            case .open:
                state = .complete(result)
                return nil
            case .waiting(let waiter):
                state = .complete(result)
                return waiter
            }
        }
        waiter?.resume(returning: result)
    }

    /// Returns the result. Cancelling the task completes the call with `cancelled`.
    nonisolated(nonsending) func result() async -> Result {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                let result = state.withLock { state -> Result? in
                    if case .complete(let result) = state { return result }
                    state = .waiting(waiter)
                    return nil
                }
                if let result { waiter.resume(returning: result) }
            }
        } onCancel: {
            complete(.failure(.cancelled))
        }
    }
}
