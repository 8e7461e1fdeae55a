internal import Synchronization

/// Records which adapter received a device last. A link uses this adapter, and is refused if the
/// device was not received.
final class ProxyReceivers: Sendable {
    private struct Sighting {
        var adapter: String
        var time: ContinuousClock.Instant
    }

    private struct State {
        var sightings: [UInt64: Sighting] = [:]
        /// The start of reception, from which on every advertising device is recorded.
        var since: ContinuousClock.Instant?
    }

    /// Maximum number of recorded devices; passing phones change their address every 15 minutes.
    private static let capacity = 8192
    /// Time without a report after which a device counts as absent; Home Assistant's own limit is
    /// 195 s.
    private static let lifetime = Duration.seconds(300)
    /// Time to receive every device in range once: the slowest advertise every 10.24 s.
    private static let warmUp = Duration.seconds(30)

    private let state = Mutex(State())

    func note(_ address: UInt64, adapter: String, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            if state.since == nil { state.since = now }
            if state.sightings.count >= Self.capacity, state.sightings[address] == nil {
                state.sightings = state.sightings.filter { now - $0.value.time < Self.lifetime }
                if state.sightings.count >= Self.capacity {
                    state.sightings = [:]
                    state.since = now
                }
            }
            state.sightings[address] = Sighting(adapter: adapter, time: now)
        }
    }

    func adapter(of address: UInt64) -> String? {
        state.withLock { $0.sightings[address]?.adapter }
    }

    /// Whether a device may be in range: it was received, or the warm-up has not ended. An attempt
    /// to connect to an absent device would use the radio for ten seconds.
    func mayHear(_ address: UInt64, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            guard let since = state.since, now - since >= Self.warmUp else { return true }
            guard let sighting = state.sightings[address] else { return false }
            return now - sighting.time < Self.lifetime
        }
    }
}
