import Synchronization

/// Hands each value to everybody who listens at that moment.
package final class Broadcaster<Element: Sendable>: Sendable {
    private struct Listener {
        var hear: @Sendable (Element) -> Void
        var finish: @Sendable () -> Void
    }

    private struct State {
        var listeners: [Int: Listener] = [:]
        var count = 0
        var latest: Element?
        var hasFinished = false
    }

    private let state: Mutex<State>
    private let replays: Bool

    package init() {
        state = Mutex(State())
        replays = false
    }

    /// A broadcaster that tells a new listener the latest value at once, `initial` at first.
    package init(replaying initial: Element) {
        state = Mutex(State(latest: initial))
        replays = true
    }

    /// A stream of the values to come, as `transform` gives them.
    package func stream<Output: Sendable>(
        buffering policy: AsyncStream<Output>.Continuation.BufferingPolicy = .unbounded,
        _ transform: @escaping @Sendable (Element) -> Output
    ) -> AsyncStream<Output> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Output.self,
            bufferingPolicy: policy
        )
        let listener = Listener(
            hear: { continuation.yield(transform($0)) },
            finish: { continuation.finish() }
        )
        let id = state.withLock { state -> Int? in
            if let latest = state.latest { listener.hear(latest) }
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

    /// A stream of the values to come.
    package func stream(
        buffering policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Element> {
        stream(buffering: policy) { $0 }
    }

    /// Under the lock, so that all listeners hear all values in the same order.
    package func send(_ element: Element) {
        state.withLock { state in
            if replays { state.latest = element }
            for listener in state.listeners.values { listener.hear(element) }
        }
    }

    private func forget(_ id: Int) {
        // the listener is destroyed outside the lock: its destruction may end a stream
        let forgotten = state.withLock { $0.listeners.removeValue(forKey: id) }
        _ = consume forgotten
    }

    /// Ends all streams, and those that begin later once they have told the latest value.
    package func finish() {
        let listeners = state.withLock { state in
            state.hasFinished = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }

    deinit {
        for listener in state.withLock({ Array($0.listeners.values) }) {
            listener.finish()
        }
    }
}
