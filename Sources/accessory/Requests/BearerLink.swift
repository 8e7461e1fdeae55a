internal import AccessoryLink
internal import BluetoothLE

/// A packet bearer as a byte link.
final class BearerLink: ByteLink {
    /// One frame of request transfer is one packet.
    let packetSize = 1000
    let incoming: AsyncThrowingStream<[UInt8], any Error>
    private let bearer: any PacketBearer

    init(_ bearer: any PacketBearer) {
        self.bearer = bearer
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        incoming = stream
        bearer.start {
            continuation.yield($0)
        } onEnd: {
            continuation.finish()
        }
    }

    func send(_ bytes: [UInt8]) async {
        bearer.send(bytes)
        await bearer.drained()
    }

    func close() async { end() }

    func end() { bearer.close() }
}
