internal import BluetoothLE
import Synchronization

/// Relays packets between a bearer on the air and a program's socket.
enum Relay {
    /// Number of packets after which the socket waits for the bearer.
    private static let burst = 32

    /// Starts the relay and returns the program's end of the socket.
    ///
    /// - Parameter longest: Longest packet of the bearer in bytes; a longer one ends the relay.
    static func begin(
        _ bearer: any PacketBearer,
        longest: Int,
        whenEnded: @escaping @Sendable () -> Void = {}
    ) throws(RadioError) -> CInt {
        let (near, far) = try UnixSocket.pair()
        let socket = SocketBearer(file: near, largestPacket: 1 << 16)
        let count = Counter()
        bearer.start(
            onPacket: { socket.send($0) },
            onEnd: {
                whenEnded()
                socket.close()
            }
        )
        socket.start(
            onPacket: { packet in
                guard packet.count <= longest else { return bearer.close() }
                bearer.send(packet)
                guard count.next().isMultiple(of: burst) else { return }
                socket.setPaused(true)
                // the bearer resumes this task when it has room, or at its end
                Task {
                    await bearer.drained()
                    socket.setPaused(false)
                }
            },
            onEnd: { bearer.close() }
        )
        return far
    }

    private final class Counter: Sendable {
        private let count = Mutex(0)

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
}
