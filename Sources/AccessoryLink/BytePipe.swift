internal import AccessoryConcurrency

/// Two byte links in one process, joined: what is sent into one end comes out of the other.
///
///     let pipe = BytePipe()
///     let host = HostLink(over: pipe.host)
///     let device = DeviceLink(over: pipe.accessory)
///
/// With faults it is a test bench. The same seed draws the same faults for the same packets.
public final class BytePipe: Sendable {
    /// The host's end.
    public let host: BytePipeEnd
    /// The accessory's end.
    public let accessory: BytePipeEnd

    private let ways: [PipeWay]

    /// A pipe, open at both ends.
    ///
    /// - Parameters:
    ///   - packetSize: The most bytes of a packet, at least 1.
    ///   - capacity: Packets on their way in one direction, at least 1; `send` waits when there are
    ///     that many.
    ///   - clock: What delays are measured with.
    public init(
        packetSize: Int = 244,
        capacity: Int = 16,
        faults: PipeFaults = PipeFaults(),
        seed: UInt64 = 1,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        precondition(packetSize >= 1 && capacity >= 1, "a pipe has room for a byte at least")
        let time = TimeSource(clock)
        ways = [2 * seed, 2 * seed + 1].map {
            PipeWay(capacity: capacity, faults: faults, seed: $0, time: time)
        }
        host = BytePipeEnd(packetSize: packetSize, sends: ways[0], receives: ways[1])
        accessory = BytePipeEnd(packetSize: packetSize, sends: ways[1], receives: ways[0])
    }

    /// Spoils both directions from the next packet on, in place of what spoiled them before.
    public func impair(with faults: PipeFaults) {
        for way in ways { way.impair(with: faults) }
    }

    /// Breaks the connection: sends throw `ByteLinkError.lost`, and so does `incoming` at both ends,
    /// at once.
    public func cut() {
        for way in ways { way.end(.lost) }
    }

    /// Packets that have been taken out at either end.
    public var packetsDelivered: Int { ways.map(\.delivered).reduce(0, +) }
}
