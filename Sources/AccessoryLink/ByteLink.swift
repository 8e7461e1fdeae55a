/// A two-way path for bytes that rooms hand upward, so that one protocol runs on audio, on BLE
/// serial profiles, on RFCOMM and between two tasks of one process.
public protocol ByteLink: Sendable {
    /// The most bytes that one `send` carries as one packet.
    var packetSize: Int { get async }

    /// Bytes from the other end, in order, one element a packet. Ends when the link is closed,
    /// throws when it is lost. One reader at a time.
    var incoming: AsyncThrowingStream<[UInt8], any Error> { get }

    /// Sends one packet of at most `packetSize` bytes; returns when the link has room for the next.
    func send(_ bytes: [UInt8]) async throws

    /// Ends the link. Pending sends throw and `incoming` ends.
    func close() async
}
