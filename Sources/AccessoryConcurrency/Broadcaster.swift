internal import DequeModule
import Synchronization

/// Sends each value to all current listeners.
package final class Broadcaster<Element: Sendable>: Sendable {
    private struct Listener {
        var receive: @Sendable (Element) -> Void
        var finish: @Sendable () -> Void
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var latest: Element?
        var hasFinished = false
        /// Values still to deliver; the first one is being delivered. Nil marks the end.
        var waiting: Deque<(value: Element?, to: [Listener])> = []
    }

    private let state: Mutex<State>
    private let replays: Bool

    package init() {
        state = Mutex(State())
        replays = false
    }

    /// Creates a broadcaster that sends the latest value, at first `initial`, to each new listener.
    package init(replaying initial: Element) {
        state = Mutex(State(latest: initial))
        replays = true
    }

    /// Returns a stream of later values, mapped by `transform`.
    package func stream<Output: Sendable>(
        buffering policy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded,
        _ transform: @escaping @Sendable (Element) -> Output
    ) -> AsyncStream<Output> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Output.self,
            bufferingPolicy: policy
        )
        let listener = Listener(
            receive: { continuation.yield(transform($0)) },
            finish: { continuation.finish() }
        )
        let id = state.withLock { state -> Int? in
            if let latest = state.latest { listener.receive(latest) }
            guard !state.hasFinished else { return nil }
            state.count += 1
            state.listeners[state.count] = listener
            return state.count
        }
        guard let id else {
            listener.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.forget(id)
        }
        return stream
    }

    /// Returns a stream of later values.
    package func stream(
        buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Element> {
        stream(buffering: policy) { $0 }
    }

    /// Sends a value. All listeners receive all values in the same order.
    package func send(_ element: Element) {
        deliver { state in
            if replays { state.latest = element }
            // fast path for frequent events without a listener
            if state.listeners.isEmpty { return nil }
            return (element, Array(state.listeners.values))
        }
    }

    /// Ends all streams. Later streams end once they have delivered the latest value.
    package func finish() {
        deliver { state in
            state.hasFinished = true
            defer { state.listeners = [:] }
            return (nil, Array(state.listeners.values))
        }
    }

    /// Delivers values outside the lock. Waking a task takes that task's lock, and a cancellation
    /// of the task may hold it while it waits for our lock. While one thread delivers, the others
    /// only queue their values.
    private func deliver(_ next: (inout State) -> (value: Element?, to: [Listener])?) {
        var turn = state.withLock { state -> (value: Element?, to: [Listener])? in
            guard let next = next(&state) else { return nil }
            state.waiting.append(next)
            return state.waiting.count == 1 ? state.waiting.first : nil
        }
        while let (value, listeners) = turn {
            for listener in listeners {
                if let value { listener.receive(value) } else { listener.finish() }
            }
            // destroyed outside the lock: its destruction may end a stream
            let (delivered, following) = state.withLock { state in
                (state.waiting.removeFirst(), state.waiting.first)
            }
            withExtendedLifetime(delivered) {}
            turn = following
        }
    }

    private func forget(_ id: Int) {
        // the listener is destroyed outside the lock: its destruction may end a stream
        let forgotten = state.withLock { $0.listeners.removeValue(forKey: id) }
        _ = consume forgotten
    }

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) {
            listener.finish()
        }
    }
}
