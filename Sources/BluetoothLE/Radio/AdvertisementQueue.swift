internal import DequeModule
import Synchronization

/// The queue between a radio and the single consumer of its reports.
final class AdvertisementQueue: Sendable {
    /// Maximum size of joined batches. Small batches are joined so that a slow consumer suspends
    /// less often. The limit keeps it cheap to drop the oldest batch.
    private static let joinedBatch = 1024

    /// The receiver of batches instead of the queue.
    private struct Handler {
        let onBatch: @Sendable ([AdvertisementReport]) -> Void
        let onEnd: @Sendable ((any Error)?) -> Void
    }

    private typealias Waiter = CheckedContinuation<[AdvertisementReport]?, any Error>

    /// A separate struct: a closure that is the whole value of an optional gets one more wrapper at
    /// each read.
    private struct Termination {
        let run: @Sendable () -> Void
    }

    private struct State {
        var batches: Deque<[AdvertisementReport]> = []
        /// Number of reports in `batches`.
        var count = 0
        var dropped = 0
        var waiter: Waiter?
        var handler: Handler?
        var termination: Termination?
        var hasEnded = false
        /// The error thrown once, after the reports.
        var error: (any Error)?

        mutating func append(_ batch: [AdvertisementReport], limit: Int) {
            count += batch.count
            if let last = batches.indices.last,
                batches[last].count + batch.count <= AdvertisementQueue.joinedBatch
            {
                batches[last] += batch
            } else {
                batches.append(batch)
            }
            while count > limit, let oldest = batches.first {
                let excess = min(count - limit, oldest.count)
                if excess == oldest.count {
                    batches.removeFirst()
                } else {
                    batches[batches.startIndex].removeFirst(excess)
                }
                count -= excess
                dropped += excess
            }
        }

        mutating func popFirst() -> [AdvertisementReport]? {
            guard let batch = batches.popFirst() else { return nil }
            count -= batch.count
            return batch
        }

        /// Returns the termination handler, once.
        mutating func end() -> Termination? {
            hasEnded = true
            defer { termination = nil }
            return termination
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    var dropped: Int { state.withLock { $0.dropped } }

    // MARK: The radio's end

    func yield(_ batch: [AdvertisementReport]) {
        guard !batch.isEmpty else { return }
        // resumed and called outside the lock, because a cancellation takes the lock
        let (waiter, handler) = state.withLock { state -> (Waiter?, Handler?) in
            guard !state.hasEnded else { return (nil, nil) }
            if let handler = state.handler { return (nil, handler) }
            guard let waiter = state.waiter else {
                state.append(batch, limit: limit)
                return (nil, nil)
            }
            state.waiter = nil
            return (waiter, nil)
        }
        waiter?.resume(returning: batch)
        handler?.onBatch(batch)
    }

    func finish(throwing error: (any Error)?) {
        let (waiter, handler, termination) = state.withLock {
            state -> (Waiter?, Handler?, Termination?) in
            guard !state.hasEnded else { return (nil, nil, nil) }
            let termination = state.end()
            defer { (state.waiter, state.handler) = (nil, nil) }
            if state.waiter == nil, state.handler == nil { state.error = error }
            return (state.waiter, state.handler, termination)
        }
        if let error { waiter?.resume(throwing: error) } else { waiter?.resume(returning: nil) }
        handler?.onEnd(error)
        termination?.run()
    }

    func onTermination(_ handler: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.termination = Termination(run: handler) }
            return state.hasEnded
        }
        if hasEnded { handler() }
    }

    // MARK: The consumer's end

    /// The next batch; nil at the end.
    func next(
        isolation actor: isolated (any Actor)?
    ) async throws -> [AdvertisementReport]? {
        if let batch = state.withLock({ $0.popFirst() }) { return batch }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation(isolation: actor) { wait($0) }
        } onCancel: {
            terminate()
        }
    }

    private func wait(_ waiter: Waiter) {
        let result = state.withLock { state -> Result<[AdvertisementReport]?, any Error>? in
            if let batch = state.popFirst() { return .success(batch) }
            if let error = state.error {
                state.error = nil
                return .failure(error)
            }
            if state.hasEnded { return .success(nil) }
            precondition(state.waiter == nil, "two tasks iterate over the reports of one scan")
            state.waiter = waiter
            return nil
        }
        if let result { waiter.resume(with: result) }
    }

    /// Delivers queued and new batches to handlers.
    func forward(
        onBatch: @escaping @Sendable ([AdvertisementReport]) -> Void,
        onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) {
        // a batch that arrives meanwhile is queued, to keep the order
        while true {
            let (batch, end) = state.withLock { state -> ([AdvertisementReport]?, Bool) in
                if let batch = state.popFirst() { return (batch, false) }
                if !state.hasEnded { state.handler = Handler(onBatch: onBatch, onEnd: onEnd) }
                return (nil, state.hasEnded)
            }
            if let batch {
                onBatch(batch)
                continue
            }
            if end { onEnd(state.withLock { $0.error }) }
            return
        }
    }

    /// Ends the scan from the consumer's end.
    func terminate() {
        let (waiter, termination) = state.withLock { state -> (Waiter?, Termination?) in
            let termination = state.hasEnded ? nil : state.end()
            defer { (state.waiter, state.handler, state.error) = (nil, nil, nil) }
            (state.batches, state.count) = ([], 0)
            return (state.waiter, termination)
        }
        waiter?.resume(returning: nil)
        termination?.run()
    }
}

/// Splits batches into single reports.
final class ReportReader: Sendable {
    private struct State {
        var batches: AdvertisementBatches.Iterator?
        var batch: [AdvertisementReport] = []
        var position = 0
    }

    private let state: Mutex<State>

    init(_ batches: AdvertisementBatches) {
        state = Mutex(State(batches: batches.makeAsyncIterator()))
    }

    func next() async throws -> AdvertisementReport? {
        while true {
            let (report, batches) = state.withLock { state in
                guard state.position < state.batch.count else {
                    return (AdvertisementReport?.none, state.batches)
                }
                defer { state.position += 1 }
                return (state.batch[state.position], nil)
            }
            if let report { return report }
            guard var batches, let batch = try await batches.next() else { return nil }
            state.withLock { ($0.batch, $0.position) = (batch, 0) }
        }
    }
}
