internal import AccessoryConcurrency
import Synchronization

/// One outgoing frame, sent packet by packet in its own task.
final class Departure: Sendable {
    enum Result {
        case left, failed
    }

    /// The start time.
    let begin: Duration
    private let outcome = Mutex<Result?>(nil)
    private let work = Mutex<Task<Void, Never>?>(nil)

    /// Starts sending, and calls `whenDone` when there is a result.
    init(
        of frame: [UInt8],
        in packetSize: Int,
        over link: any ByteLink,
        on time: TimeSource,
        whenDone: @escaping @Sendable () -> Void
    ) {
        begin = time.now()
        let task = time.task { [self] in
            let result = await Self.send(frame, in: packetSize, over: link)
            outcome.withLock { $0 = result }
            whenDone()
        }
        work.withLock { $0 = task }
    }

    /// The result; nil while sending.
    var result: Result? { outcome.withLock { $0 } }

    /// Cancels the rest of the frame.
    func cancel() {
        work.withLock { $0 }?.cancel()
    }

    private static func send(
        _ frame: [UInt8],
        in packetSize: Int,
        over link: any ByteLink
    ) async -> Result {
        do {
            for start in stride(from: 0, to: frame.count, by: packetSize) {
                try Task.checkCancellation()
                try await link.send(Array(frame[start..<min(start + packetSize, frame.count)]))
            }
            return .left
        } catch {
            return .failed
        }
    }
}
