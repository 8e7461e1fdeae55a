internal import Synchronization

/// The reply to one call, which one task waits for. Not generic, unlike `Completion`: each use of a generic type of
/// another module looks up its metadata, which took a third of the instructions of a read in this process.
final class DBusReply: Sendable {
    typealias Result = Swift.Result<[DBusValue], DBusError>
    private typealias Waiter = UnsafeContinuation<Result, Never>

    private enum State {
        case open
        case waiting(Waiter)
        case complete(Result)
    }

    private let state = Mutex(State.open)

    /// Completes the call; only the first result counts.
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
