public import AccessoryLink
internal import Glibc

/// A classic Bluetooth serial connection: an RFCOMM stream of the kernel.
///
///     let line = try await radio.openSerialPort(to: address)
///     try await line.send(Array("hello".utf8))
public final class RFCOMMLink: ByteLink {
    private let stream: DescriptorStream

    /// - Parameter file: A connected stream socket; the link owns and closes it.
    init(file: CInt) {
        stream = DescriptorStream(file: file, packetSize: 512) {
            Glibc.send($0, $1.baseAddress, $1.count, CInt(MSG_NOSIGNAL))
        }
    }

    /// Largest packet: 512 bytes. RFCOMM splits the stream into frames by itself.
    public var packetSize: Int { stream.packetSize }

    public var incoming: AsyncThrowingStream<[UInt8], any Error> { stream.incoming }

    /// Sends bytes in order. Cancelling the task ends the wait for buffer space; the peer may then
    /// receive only some of the bytes.
    ///
    /// - Throws: `ByteLinkError`, or `CancellationError`.
    public func send(_ bytes: [UInt8]) async throws { try await stream.send(bytes) }

    /// Closes the stream and its connection.
    public func close() { stream.close() }
}
