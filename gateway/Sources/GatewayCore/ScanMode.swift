internal import Synchronization

/// The scan mode of the adapters: whether to request scan responses. A sink may change it while the
/// service runs.
public final class ScanMode: Sendable {
    private struct State {
        var isActive: Bool?
        var listeners: [Int: AsyncStream<Bool?>.Continuation] = [:]
        var nextListener = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// The mode of all adapters; nil: as configured for each adapter.
    public var isActive: Bool? { state.withLock { $0.isActive } }

    /// Sets the mode of all adapters.
    public func set(isActive: Bool) {
        let listeners = state.withLock { state in
            state.isActive = isActive
            return Array(state.listeners.values)
        }
        // outside the lock, which a stream's termination also acquires
        for listener in listeners { listener.yield(isActive) }
    }

    /// The mode now and after each change.
    package var changes: AsyncStream<Bool?> {
        let (stream, listener) = AsyncStream.makeStream(
            of: Bool?.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (number, isActive) = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = listener
            return (state.nextListener, state.isActive)
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        listener.yield(isActive)
        return stream
    }
}
