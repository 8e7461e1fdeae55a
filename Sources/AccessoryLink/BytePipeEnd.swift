/// One end of a `BytePipe`. A new `incoming` goes on where the last one was left.
public final class BytePipeEnd: ByteLink {
    public let packetSize: Int
    private let sends: PipeWay
    private let receives: PipeWay

    init(packetSize: Int, sends: PipeWay, receives: PipeWay) {
        self.packetSize = packetSize
        self.sends = sends
        self.receives = receives
    }

    public var incoming: AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { [receives] in try await receives.next() }
    }

    /// - Throws: `ByteLinkError`, or `CancellationError` when the task is cancelled while there is
    ///   no room.
    public func send(_ bytes: [UInt8]) async throws {
        guard bytes.count <= packetSize else { throw ByteLinkError.packetTooLong(bytes.count) }
        try await sends.put(bytes)
    }

    /// Ends the link at both ends. What is on its way to the other end still arrives there.
    public func close() {
        sends.end(.closed)
        receives.end(.closed)
    }
}
