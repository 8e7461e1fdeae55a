/// Splits writes into pieces that fit a characteristic, with an interval between two pieces. Times
/// count from any fixed moment.
package struct WritePacer: Sendable {
    /// Shortest interval in the vendor's document.
    package static let shortestInterval = Duration.milliseconds(10)

    private let interval: Duration
    private let size: Int
    private var waiting: ArraySlice<UInt8> = []
    private var free: Duration?

    /// - Parameters:
    ///   - interval: Time between two pieces; at least 10 ms.
    ///   - size: Bytes per piece; modules without a larger MTU accept 20.
    package init(interval: Duration = shortestInterval, size: Int = 20) {
        self.interval = max(interval, Self.shortestInterval)
        self.size = max(size, 1)
    }

    package var isEmpty: Bool { waiting.isEmpty }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        waiting += bytes
    }

    /// Drops the queue. The next piece still waits for the interval after the last one.
    package mutating func removeAll() {
        waiting = []
    }

    /// The time when the next piece may be written; nil if the queue is empty.
    package func deadline(at now: Duration) -> Duration? {
        waiting.isEmpty ? nil : max(free ?? now, now)
    }

    /// Returns the piece to write now; nil if there is none.
    package mutating func nextPiece(at now: Duration) -> [UInt8]? {
        guard !waiting.isEmpty, now >= free ?? now else { return nil }
        let piece = Array(waiting.prefix(size))
        waiting = waiting.dropFirst(piece.count)
        free = now + interval
        return piece
    }
}
