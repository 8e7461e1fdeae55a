import Synchronization

/// A task that sleeps or is about to sleep.
final class Sleeper: Sendable {
    private enum State {
        case awake
        case asleep(CheckedContinuation<Void, any Error>)
        case ended(Result<Void, any Error>)
    }

    private let state = Mutex(State.awake)

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if case .ended(let result) = state { return result }
            state = .asleep(continuation)
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    func end(_ result: Result<Void, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            switch state {
            case .ended: return nil
            case .awake:
                state = .ended(result)
                return nil
            case .asleep(let continuation):
                state = .ended(result)
                return continuation
            }
        }
        continuation?.resume(with: result)
    }
}
