import Synchronization

/// Wakes waiting tasks. A ring without a waiting task is kept for the next one.
package final class Alarm: Sendable {
    private struct State {
        var hasRung = false
        var sleepers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns when `ring` is called, or at once if it was called since the last wait.
    package func rings() async {
        await withCheckedContinuation { continuation in
            let isAwake = state.withLock { state in
                if !state.hasRung { state.sleepers.append(continuation) }
                defer { state.hasRung = false }
                return state.hasRung
            }
            if isAwake { continuation.resume() }
        }
    }

    /// Returns when `ring` is called or `time` reaches `deadline`.
    package func rings(until deadline: Duration?, on time: TimeSource) async {
        guard let deadline else { return await rings() }
        let timer = time.task { [self] in
            // a cancelled timer does not ring
            if (try? await time.wait(deadline)) != nil { ring() }
        }
        await rings()
        timer.cancel()
    }

    package func ring() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            state.hasRung = state.sleepers.isEmpty
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }
}
