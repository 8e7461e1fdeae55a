import Synchronization

/// Two bearers in one process, joined: what one sends the other receives, in its own task.
public final class PipeBearer: ATTBearer {
    private let incoming: AsyncStream<[UInt8]>
    private let own: AsyncStream<[UInt8]>.Continuation
    private let peer: AsyncStream<[UInt8]>.Continuation
    private let delivery = Mutex<Task<Void, Never>?>(nil)

    private init(
        incoming: AsyncStream<[UInt8]>,
        own: AsyncStream<[UInt8]>.Continuation,
        peer: AsyncStream<[UInt8]>.Continuation
    ) {
        self.incoming = incoming
        self.own = own
        self.peer = peer
    }

    /// Two ends of a pipe.
    public static func pair() -> (PipeBearer, PipeBearer) {
        let (left, leftEntry) = AsyncStream.makeStream(of: [UInt8].self)
        let (right, rightEntry) = AsyncStream.makeStream(of: [UInt8].self)
        return (
            PipeBearer(incoming: left, own: leftEntry, peer: rightEntry),
            PipeBearer(incoming: right, own: rightEntry, peer: leftEntry)
        )
    }

    public func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        delivery.withLock {
            $0 = Task { [incoming] in
                for await packet in incoming { onPacket(packet) }
                onEnd()
            }
        }
    }

    public func send(_ packet: [UInt8]) {
        peer.yield(packet)
    }

    /// A pipe has room for all that is sent.
    public func drained() async {}

    public func close() {
        own.finish()
        peer.finish()
    }
}
