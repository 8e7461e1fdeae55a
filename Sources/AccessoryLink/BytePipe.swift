internal import AccessoryConcurrency

/// Two connected byte links in one process: each end receives the packets sent by the other.
///
///     let pipe = BytePipe()
///     let host = HostLink(over: pipe.host)
///     let device = DeviceLink(over: pipe.accessory)
///
/// With faults, a pipe simulates a bad connection for tests. The same seed causes the same faults for the
/// same packets.
public final class BytePipe: Sendable {
    /// The host's end.
    public let host: BytePipeEnd
    /// The accessory's end.
    public let accessory: BytePipeEnd

    private let directions: [PipeDirection]

    /// Creates a pipe, open at both ends.
    ///
    /// - Parameters:
    ///   - packetSize: Largest packet in bytes; a size below 1 counts as 1.
    ///   - capacity: Largest number of packets in flight in each direction; a number below 1 counts
    ///     as 1. `send` waits when the pipe is full.
    ///   - faults: The faults of the pipe; none by default.
    ///   - seed: The seed of the random faults.
    ///   - clock: The clock that times the delays.
    public init(
        packetSize: Int = 244,
        capacity: Int = 16,
        faults: PipeFaults = PipeFaults(),
        seed: UInt64 = 1,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let (packetSize, capacity) = (max(packetSize, 1), max(capacity, 1))
        let time = TimeSource(clock)
        directions = [seed &* 2, seed &* 2 | 1].map {
            PipeDirection(capacity: capacity, faults: faults, seed: $0, time: time)
        }
        host = BytePipeEnd(packetSize: packetSize, sends: directions[0], receives: directions[1])
        accessory = BytePipeEnd(
            packetSize: packetSize,
            sends: directions[1],
            receives: directions[0]
        )
    }

    /// Sets the faults of both directions from the next packet on, replacing earlier ones.
    public func impair(with faults: PipeFaults) {
        for direction in directions { direction.impair(with: faults) }
    }

    /// Breaks the connection: sends and `incoming` throw `ByteLinkError.lost` at both ends, at once.
    public func cut() {
        for direction in directions { direction.end(.lost) }
    }

    /// Number of packets received at both ends.
    public var packetsDelivered: Int { directions.map(\.delivered).reduce(0, +) }
}
