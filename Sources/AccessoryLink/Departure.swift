internal import AccessoryConcurrency
import Synchronization

/// One frame on its way out, packet by packet, while others go on.
final class Departure: Sendable {
    enum Result {
        case left, failed
    }

    /// When it began.
    let begin: Duration
    private let outcome = Mutex<Result?>(nil)
    private let work = Mutex<Task<Void, Never>?>(nil)

    /// Begins to send, and calls `whenDone` once there is a result.
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

    /// Nil while it goes on.
    var result: Result? { outcome.withLock { $0 } }

    /// Gives the rest up.
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
