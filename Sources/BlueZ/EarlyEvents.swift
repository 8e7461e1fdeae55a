import Synchronization

/// Keeps the events that come before the radio is there.
final class EarlyEvents: Sendable {
    private struct State {
        var kept: [ManagementEvent] = []
        var handler: (@Sendable (ManagementEvent) -> Void)?
    }

    private let state = Mutex(State())

    func hear(_ event: ManagementEvent) {
        let handler = state.withLock { state in
            if state.handler == nil { state.kept.append(event) }
            return state.handler
        }
        handler?(event)
    }

    /// Hands the kept events over, then each one as it comes. What comes meanwhile is kept too, so that
    /// the order holds.
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
