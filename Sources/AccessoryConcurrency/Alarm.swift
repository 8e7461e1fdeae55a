import Synchronization

/// Wakes waiting tasks. If no task waits when it rings, the next wait returns at once.
package final class Alarm: Sendable {
    // unsafe: a checked continuation would allocate at each wait
    private typealias Sleeper = UnsafeContinuation<Void, Never>

    private struct State {
        var hasRung = false
        /// The first waiting task, nearly always the only one.
        var first: Sleeper?
        var others: [Sleeper] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Returns when `ring` is called, or at once if it was called since the last wait.
    package nonisolated(nonsending) func wait() async {
        await withUnsafeContinuation { continuation in
            let isAwake = state.withLock { state in
                defer { state.hasRung = false }
                if state.hasRung { return true }
                if state.first == nil {
                    state.first = continuation
                } else {
                    state.others.append(continuation)
                }
                return false
            }
            if isAwake { continuation.resume() }
        }
    }

    /// Returns when `ring` is called or `time` reaches `deadline`.
    package nonisolated(nonsending) func wait(until deadline: Duration?, on time: TimeSource) async
    {
        guard let deadline else { return await wait() }
        let timer = time.task { [self] in
            // a cancelled timer does not ring
            if (try? await time.wait(deadline)) != nil { ring() }
        }
        await wait()
        timer.cancel()
    }

    /// Wakes all waiting tasks.
    package func ring() {
        let (first, others) = state.withLock { state in
            defer { (state.first, state.others) = (nil, []) }
            state.hasRung = state.first == nil
            return (state.first, state.others)
        }
        first?.resume()
        for sleeper in others { sleeper.resume() }
    }
}
