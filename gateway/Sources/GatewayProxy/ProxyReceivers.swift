internal import Synchronization

/// Which adapter received a device last: what a link to it is made with, and whether one can be made at all.
final class ProxyReceivers: Sendable {
    private struct Sighting {
        var adapter: String
        var time: ContinuousClock.Instant
    }

    private struct State {
        var sightings: [UInt64: Sighting] = [:]
        /// Since then every device that advertises is noted.
        var since: ContinuousClock.Instant?
    }

    /// The most devices noted; phones that pass by change their address each quarter of an hour.
    private static let capacity = 8192
    /// Silence after which a device is not there; Home Assistant's own bound is 195 s.
    private static let lifetime = Duration.seconds(300)
    /// How long every device near takes to be received once: the slowest advertise each 10.24 s.
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

    /// Whether a device may be there: it was received, or could not be yet. An attempt to connect to one that is not
    /// takes ten seconds of the radio's time.
    func mayHear(_ address: UInt64, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            guard let since = state.since, now - since >= Self.warmUp else { return true }
            guard let sighting = state.sightings[address] else { return false }
            return now - sighting.time < Self.lifetime
        }
    }
}
