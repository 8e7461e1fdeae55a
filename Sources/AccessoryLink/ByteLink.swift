/// A bidirectional packet stream, so that one protocol runs on audio, on BLE serial profiles, on
/// RFCOMM and between two tasks of one process.
public protocol ByteLink: Sendable {
    /// Largest packet of one `send` in bytes.
    var packetSize: Int { get async }

    /// Packets from the peer, in order. Ends when the link is closed, throws when it is lost. One
    /// reader at a time. The bytes of a stream must not be lost: a link without flow control buffers
    /// them without limit.
    var incoming: AsyncThrowingStream<[UInt8], any Error> { get }

    /// Sends one packet of at most `packetSize` bytes; returns when the link has room for the next.
    ///
    /// - Throws: `ByteLinkError`, the error of the layer below, or `CancellationError`.
    func send(_ bytes: [UInt8]) async throws

    /// Closes the link. Pending sends throw and `incoming` ends.
    func close() async
}
