/// A cable between two audio jacks in one process, in virtual time: as fast as the processor, and
/// the same samples for the same seed.
///
/// Both ends move in lock-step: time goes on only when both ask for their next block, and stands
/// still while neither end is busy. An end that is not started plays silence.
///
///     let cable = VirtualCable(seed: 1)
///     cable.impair(.towardsHost, with: .headset)
///     // cable.host and cable.accessory are the ports of the two sides
public final class VirtualCable: Sendable {
    /// Which way sound goes.
    public enum Direction: Sendable, CaseIterable {
        /// From the accessory to the host.
        case towardsHost
        /// From the host to the accessory.
        case towardsAccessory
    }

    /// The jack of the host.
    public let host: VirtualCableEnd
    /// The jack of the accessory.
    public let accessory: VirtualCableEnd

    private let core: CableCore

    /// A perfect cable, plugged in.
    ///
    /// - Parameters:
    ///   - sampleRate: Samples a second of the host, 8000 to 192000.
    ///   - blockSize: Samples in a block, 16 to 65536.
    ///   - clockOffset: By how much the accessory's clock is faster, parts per million; slower when
    ///     negative. Within 100000 (10 %).
    ///   - seed: What the same noise, dropouts and slips come from.
    public init(
        sampleRate: Int = 48_000,
        blockSize: Int = 480,
        clockOffset: Double = 0,
        seed: UInt64 = 1
    ) {
        precondition((8000...192_000).contains(sampleRate), "sample rate out of range")
        precondition((16...65_536).contains(blockSize), "block size out of range")
        precondition(clockOffset.magnitude <= 100_000, "clock offset out of range")
        core = CableCore(
            rate: sampleRate,
            blockSize: blockSize,
            clockOffset: clockOffset,
            seed: seed
        )
        host = VirtualCableEnd(side: 0, core: core)
        accessory = VirtualCableEnd(side: 1, core: core)
    }

    /// Spoils one direction from the next block on, in place of what spoiled it before.
    public func impair(_ direction: Direction, with impairments: Impairments) {
        core.impair(side: direction == .towardsHost ? 0 : 1, with: impairments)
    }

    /// Puts the plug in. Both ends get `.plugged`.
    public func plug() {
        setPlugged(true)
    }

    /// Pulls the plug: from the next block on neither end hears the other, and both get
    /// `.unplugged`.
    public func unplug() {
        setPlugged(false)
    }

    private func setPlugged(_ plugged: Bool) {
        guard core.setPlugged(plugged) else { return }
        for end in [host, accessory] { end.report(plugged ? .plugged : .unplugged) }
    }

    /// The virtual time since the cable was made.
    public var elapsed: Duration { core.elapsed }

    /// Lets virtual time go on by `duration`, even when neither end is busy.
    public func advance(by duration: Duration) async {
        await core.reach(core.elapsed + duration, holding: false)
    }

    /// Runs `body` at `time` after the cable was made (at once when that is past), while time stands
    /// still. `body` must not wait for anything that needs virtual time.
    public func at<Value>(
        _ time: Duration,
        perform body: () async throws -> Value
    ) async rethrows -> Value {
        await core.reach(time, holding: true)
        defer { core.releaseTime() }
        return try await body()
    }
}
