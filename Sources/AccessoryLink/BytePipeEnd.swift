/// One end of a `BytePipe`. A new `incoming` continues where the last one stopped.
public final class BytePipeEnd: ByteLink {
    public let packetSize: Int
    private let sends: PipeDirection
    private let receives: PipeDirection

    init(packetSize: Int, sends: PipeDirection, receives: PipeDirection) {
        self.packetSize = packetSize
        self.sends = sends
        self.receives = receives
    }

    public var incoming: AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { [receives] in try await receives.next() }
    }

    /// - Throws: `ByteLinkError`, or `CancellationError` when the task is cancelled while it waits
    ///   for room.
    public func send(_ bytes: [UInt8]) async throws {
        guard bytes.count <= packetSize else { throw ByteLinkError.packetTooLong(bytes.count) }
        try await sends.put(bytes)
    }

    /// Closes the link at both ends. Packets in flight to the peer still arrive.
    public func close() {
        sends.end(.closed)
        receives.end(.closed)
    }
}
