internal import AccessoryConcurrency

/// The reports of one scan, in order, in batches. Each step returns all reports that have arrived,
/// at least one. A batch of any size takes one suspension.
///
/// A radio that receives many reports at once creates its batches with `makeStream`; a radio with a
/// stream of reports wraps it. The scan ends when the sequence and its iterators are released, or
/// the waiting task is cancelled. Only one task at a time may iterate.
public struct AdvertisementBatches: AsyncSequence, Sendable {
    public typealias Element = [AdvertisementReport]
    public typealias Failure = any Error

    fileprivate enum Source {
        case queue(Consumer)
        case reports(AsyncThrowingStream<AdvertisementReport, any Error>)
    }

    /// Ends the scan when it is released.
    fileprivate final class Consumer: Sendable {
        let queue: AdvertisementQueue

        init(_ queue: AdvertisementQueue) {
            self.queue = queue
        }

        deinit {
            queue.terminate()
        }
    }

    private let source: Source

    /// Wraps a stream as batches of one report each.
    public init(_ reports: AsyncThrowingStream<AdvertisementReport, any Error>) {
        source = .reports(reports)
    }

    private init(_ queue: AdvertisementQueue) {
        source = .queue(Consumer(queue))
    }

    /// Creates a sequence and the radio's end of it.
    ///
    /// - Parameter limit: Reports buffered for a slow consumer, at least 1. Further reports drop
    ///   the oldest.
    public static func makeStream(limit: Int = 65536) -> (AdvertisementBatches, Continuation) {
        let queue = AdvertisementQueue(limit: limit)
        return (AdvertisementBatches(queue), Continuation(queue: queue))
    }

    /// Reports dropped so far because the consumer was too slow. Always 0 for a wrapped stream,
    /// where the number is unknown.
    public var droppedReports: Int {
        guard case .queue(let consumer) = source else { return 0 }
        return consumer.queue.dropped
    }

    /// The radio's end of a scan.
    public struct Continuation: Sendable {
        fileprivate let queue: AdvertisementQueue

        /// Adds reports. Calls for one scan must not overlap.
        public func yield(_ batch: [AdvertisementReport]) { queue.yield(batch) }

        /// Ends the scan. Buffered reports are still delivered, then the error is thrown.
        public func finish(throwing error: (any Error)? = nil) { queue.finish(throwing: error) }

        /// Calls `handler` once when the scan ends, from either end, or at once if it has ended.
        public func onTermination(_ handler: @escaping @Sendable () -> Void) {
            queue.onTermination(handler)
        }
    }

    /// An iterator over the batches.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Position {
            case queue(Consumer)
            case reports(AsyncThrowingStream<AdvertisementReport, any Error>.Iterator)
        }

        private var position: Position

        fileprivate init(_ source: Source) {
            position =
                switch source {
                case .queue(let consumer): .queue(consumer)
                case .reports(let reports): .reports(reports.makeAsyncIterator())
                }
        }

        public mutating func next() async throws -> [AdvertisementReport]? {
            try await next(isolation: nil)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(any Error) -> [AdvertisementReport]? {
            switch position {
            case .queue(let consumer):
                return try await consumer.queue.next(isolation: actor)
            case .reports(var reports):
                defer { position = .reports(reports) }
                return try await reports.next(isolation: actor).map { [$0] }
            }
        }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(source) }

    /// The reports one at a time. Read either these or the batches, not both.
    public var reports: AsyncThrowingStream<AdvertisementReport, any Error> {
        switch source {
        case .reports(let reports): return reports
        case .queue:
            let reader = ReportReader(self)
            return AsyncThrowingStream { try await reader.next() }
        }
    }

    /// Delivers the batches to `onBatch` from now on. A radio that creates batches calls it on its
    /// own thread without a suspension, so `onBatch` must not block. `onEnd` is called when the
    /// scan ends by itself.
    func forward(
        on time: TimeSource,
        onBatch: @escaping @Sendable ([AdvertisementReport]) -> Void,
        onEnd: @escaping @Sendable ((any Error)?) -> Void
    ) -> AdvertisementForwarding {
        switch source {
        case .queue(let consumer):
            consumer.queue.forward(onBatch: onBatch, onEnd: onEnd)
            return AdvertisementForwarding { consumer.queue.terminate() }
        case .reports(let reports):
            let task = time.task {
                do {
                    for try await report in reports { onBatch([report]) }
                    if !Task.isCancelled { onEnd(nil) }
                } catch {
                    onEnd(error)
                }
            }
            return AdvertisementForwarding {
                task.cancel()
            } ended: {
                await task.value
            }
        }
    }
}

/// A scan whose batches are passed to a handler.
struct AdvertisementForwarding: Sendable {
    /// Ends the scan.
    let cancel: @Sendable () -> Void
    /// Returns after the last delivery.
    let ended: @Sendable () async -> Void

    fileprivate init(
        cancel: @escaping @Sendable () -> Void,
        ended: @escaping @Sendable () async -> Void = {}
    ) {
        (self.cancel, self.ended) = (cancel, ended)
    }
}
