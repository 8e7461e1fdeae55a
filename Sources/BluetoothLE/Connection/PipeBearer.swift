internal import AccessoryConcurrency
import Synchronization

/// A pair of connected bearers in one process. Each delivers the other's packets in its own task.
public final class PipeBearer: PacketBearer {
    private let incoming: AsyncStream<[UInt8]>
    private let own: AsyncStream<[UInt8]>.Continuation
    private let peer: AsyncStream<[UInt8]>.Continuation
    private let time: TimeSource
    private let delivery = Mutex<Task<Void, Never>?>(nil)

    private init(
        incoming: AsyncStream<[UInt8]>,
        own: AsyncStream<[UInt8]>.Continuation,
        peer: AsyncStream<[UInt8]>.Continuation,
        time: TimeSource
    ) {
        self.incoming = incoming
        self.own = own
        self.peer = peer
        self.time = time
    }

    /// Creates the two ends of a pipe.
    ///
    /// - Parameter clock: The clock of both ends; a virtual clock stops while they deliver.
    public static func pair(
        clock: some Clock<Duration> = ContinuousClock()
    ) -> (PipeBearer, PipeBearer) {
        let time = TimeSource(clock)
        let (left, leftEntry) = AsyncStream.makeStream(of: [UInt8].self)
        let (right, rightEntry) = AsyncStream.makeStream(of: [UInt8].self)
        return (
            PipeBearer(incoming: left, own: leftEntry, peer: rightEntry, time: time),
            PipeBearer(incoming: right, own: rightEntry, peer: leftEntry, time: time)
        )
    }

    public func start(
        onPacket: @escaping @Sendable ([UInt8]) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        delivery.withLock {
            $0 = time.task { [incoming] in
                for await packet in incoming { onPacket(packet) }
                onEnd()
            }
        }
    }

    public func send(_ packet: [UInt8]) {
        peer.yield(packet)
    }

    /// Returns at once: a pipe has unlimited room.
    public func drained() async {}

    public func close() {
        own.finish()
        peer.finish()
    }
}
