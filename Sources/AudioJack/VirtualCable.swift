internal import Modem

/// A cable between two audio jacks in one process, in virtual time: as fast as the CPU allows, and
/// with the same samples for the same seed.
///
/// Both ends move in lock-step: time advances only when both request their next block, and stops
/// while neither end is busy. A stopped end plays silence.
///
///     let cable = VirtualCable(seed: 1)
///     cable.impair(.towardsHost, with: .headset)
///     // cable.host and cable.accessory are the ports of the two sides
public final class VirtualCable: Sendable {
    /// Direction of the sound.
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

    /// Creates a perfect cable, plugged in. Numbers out of range are limited to it.
    ///
    /// - Parameters:
    ///   - sampleRate: Sample rate of the host in Hz, 8000 to 192000.
    ///   - blockSize: Samples in a block, 16 to 65536.
    ///   - clockOffset: The accessory's clock offset in ppm, positive when it is fast. Within
    ///     100000 (10 %).
    ///   - seed: Seed of noise, dropouts and slips.
    public init(
        sampleRate: Int = 48_000,
        blockSize: Int = 480,
        clockOffset: Double = 0,
        seed: UInt64 = 1
    ) {
        core = CableCore(
            rate: sampleRate.limited(to: 8000...192_000),
            blockSize: blockSize.limited(to: 16...65_536),
            clockOffset: clockOffset.isNaN ? 0 : clockOffset.limited(to: -100_000...100_000),
            seed: seed
        )
        host = VirtualCableEnd(side: 0, core: core)
        accessory = VirtualCableEnd(side: 1, core: core)
    }

    /// Sets the impairments of one direction from the next block on, replacing earlier ones.
    public func impair(_ direction: Direction, with impairments: Impairments) {
        core.impair(side: direction == .towardsHost ? 0 : 1, with: impairments)
    }

    /// Plugs the cable in. Both ends report `.plugged`.
    public func plug() {
        setPlugged(true)
    }

    /// Pulls the plug: from the next block on, neither end receives the other, and both report
    /// `.unplugged`.
    public func unplug() {
        setPlugged(false)
    }

    private func setPlugged(_ plugged: Bool) {
        guard core.setPlugged(plugged) else { return }
        for end in [host, accessory] { end.report(plugged ? .plugged : .unplugged) }
    }

    /// The virtual time since the cable was created.
    public var elapsed: Duration { core.elapsed }

    /// Advances virtual time by `duration`, even when neither end is busy.
    public func advance(by duration: Duration) async {
        await core.reach(core.elapsed + duration, holding: false)
    }

    /// Runs `body` at `time` after the cable was created, or at once if that time has passed.
    /// Virtual time is stopped meanwhile, so `body` must not wait for it.
    public func at<Value>(
        _ time: Duration,
        perform body: () async throws -> Value
    ) async rethrows -> Value {
        await core.reach(time, holding: true)
        defer { core.releaseTime() }
        return try await body()
    }
}
