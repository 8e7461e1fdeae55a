import Synchronization

/// Lets one task wait until another calls it. A ring that nobody waits for is kept for the next who
/// does.
final class Alarm: Sendable {
    private struct State {
        var hasRung = false
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Returns when `ring` is called, or at once when it was called since the last time.
    func rings() async {
        await withCheckedContinuation { continuation in
            let isAwake = state.withLock { state in
                if !state.hasRung { state.sleeper = continuation }
                defer { state.hasRung = false }
                return state.hasRung
            }
            if isAwake { continuation.resume() }
        }
    }

    func ring() {
        let sleeper = state.withLock { state in
            defer { state.sleeper = nil }
            state.hasRung = state.sleeper == nil
            return state.sleeper
        }
        sleeper?.resume()
    }
}
