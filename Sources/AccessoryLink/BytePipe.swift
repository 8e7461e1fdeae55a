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

    private let ways: [PipeWay]

    /// Creates a pipe, open at both ends.
    ///
    /// - Parameters:
    ///   - packetSize: Largest packet in bytes, at least 1.
    ///   - capacity: Largest number of packets in flight in each direction, at least 1; `send` waits
    ///     when the pipe is full.
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
        precondition(packetSize >= 1 && capacity >= 1, "packetSize and capacity are at least 1")
        let time = TimeSource(clock)
        ways = [2 * seed, 2 * seed + 1].map {
            PipeWay(capacity: capacity, faults: faults, seed: $0, time: time)
        }
        host = BytePipeEnd(packetSize: packetSize, sends: ways[0], receives: ways[1])
        accessory = BytePipeEnd(packetSize: packetSize, sends: ways[1], receives: ways[0])
    }

    /// Sets the faults of both directions from the next packet on, replacing earlier ones.
    public func impair(with faults: PipeFaults) {
        for way in ways { way.impair(with: faults) }
    }

    /// Breaks the connection: sends and `incoming` throw `ByteLinkError.lost` at both ends, at once.
    public func cut() {
        for way in ways { way.end(.lost) }
    }

    /// Number of packets received at both ends.
    public var packetsDelivered: Int { ways.map(\.delivered).reduce(0, +) }
}
