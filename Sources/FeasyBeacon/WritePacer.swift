/// Cuts what is written into pieces that a characteristic holds, with an interval between two.
/// Times are since any one moment.
public struct WritePacer: Sendable {
    /// Shortest interval that the vendor's interface allows.
    public static let shortestInterval = Duration.milliseconds(10)

    private let interval: Duration
    private let size: Int
    private var waiting: ArraySlice<UInt8> = []
    private var free: Duration?

    /// - Parameters:
    ///   - interval: Between two pieces; raised to 10 ms.
    ///   - size: Bytes of a piece; modules without a larger MTU take 20.
    public init(interval: Duration = shortestInterval, size: Int = 20) {
        self.interval = max(interval, Self.shortestInterval)
        self.size = max(size, 1)
    }

    public var isEmpty: Bool { waiting.isEmpty }

    public mutating func append(_ bytes: some Sequence<UInt8>) {
        waiting += bytes
    }

    /// Drops what waits. The interval after the last piece holds.
    public mutating func removeAll() {
        waiting = []
    }

    /// When the next piece may go; nil when nothing waits.
    public func deadline(at now: Duration) -> Duration? {
        waiting.isEmpty ? nil : max(free ?? now, now)
    }

    /// The piece that may be written now.
    public mutating func nextPiece(at now: Duration) -> [UInt8]? {
        guard !waiting.isEmpty, now >= free ?? now else { return nil }
        let piece = Array(waiting.prefix(size))
        waiting = waiting.dropFirst(piece.count)
        free = now + interval
        return piece
    }
}
