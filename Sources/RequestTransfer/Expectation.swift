internal import AccessoryConcurrency
internal import Synchronization

/// A file that was requested.
final class Expectation: Sendable {
    private struct State {
        var result: Result<String, RequestTransferError>?
        var lastMove: Duration
    }

    let path: RemotePath
    private let report: TransferSession.Report
    private let state: Mutex<State>
    private let alarm = Alarm()

    init(_ path: RemotePath, _ report: @escaping TransferSession.Report, at now: Duration) {
        self.path = path
        self.report = report
        state = Mutex(State(lastMove: now))
    }

    /// Reports that bytes have arrived.
    func report(_ done: Int, of size: Int, at now: Duration) {
        state.withLock { $0.lastMove = now }
        report(done, size)
    }

    func finish(_ result: Result<String, RequestTransferError>) {
        state.withLock { $0.result = $0.result ?? result }
        alarm.ring()
    }

    /// Returns the name of the complete file; throws `timedOut` after `patience` without data.
    func value(
        patience: Duration,
        on time: TimeSource
    ) async throws(RequestTransferError) -> String {
        while true {
            let (result, lastMove) = state.withLock { ($0.result, $0.lastMove) }
            if let result { return try result.get() }
            guard !Task.isCancelled else { throw .cancelled }
            guard time.now() < lastMove + patience else { throw .timedOut }
            await alarm.waitUnlessCancelled(until: lastMove + patience, on: time)
        }
    }
}
