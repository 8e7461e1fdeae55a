import Synchronization

/// A buffer for events received before the radio exists.
final class EarlyEvents: Sendable {
    private struct State {
        var kept: [ManagementEvent] = []
        var handler: (@Sendable (ManagementEvent) -> Void)?
    }

    private let state = Mutex(State())

    func handle(_ event: ManagementEvent) {
        let handler = state.withLock { state in
            if state.handler == nil { state.kept.append(event) }
            return state.handler
        }
        handler?(event)
    }

    /// Delivers the buffered events to the handler, then each new event. Events received meanwhile
    /// are also buffered, to keep the order.
    func hand(to handler: @escaping @Sendable (ManagementEvent) -> Void) {
        while true {
            let kept = state.withLock { state in
                if state.kept.isEmpty { state.handler = handler }
                defer { state.kept = [] }
                return state.kept
            }
            if kept.isEmpty { return }
            for event in kept { handler(event) }
        }
    }
}
