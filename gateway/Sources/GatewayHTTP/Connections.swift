public import NIOCore
internal import Synchronization

/// The connections of an HTTP server, limited so that clients without access leave room for others.
///
/// A connection waits until its first permitted request, which admits it. If too many wait, at all or from one address, the
/// oldest of them is closed.
public final class Connections: Sendable {
    private struct Waiting {
        let channel: any Channel
        let address: String
        /// Grows with each connection.
        let number: Int
    }

    private struct State {
        var waiting: [ObjectIdentifier: Waiting] = [:]
        var admitted: Set<ObjectIdentifier> = []
        var number = 0

        mutating func add(_ channel: any Channel, _ address: String) {
            number += 1
            waiting[ObjectIdentifier(channel)] = Waiting(
                channel: channel,
                address: address,
                number: number
            )
        }

        /// Removes the oldest waiting connection if more than `limit` satisfy a condition.
        mutating func takeOldest(_ limit: Int, where isCounted: (Waiting) -> Bool) -> Waiting? {
            let counted = waiting.values.filter(isCounted)
            guard counted.count > limit, let oldest = counted.min(by: { $0.number < $1.number })
            else { return nil }
            return waiting.removeValue(forKey: ObjectIdentifier(oldest.channel))
        }
    }

    /// Maximum number of admitted connections.
    public static let capacity = 128
    /// Maximum number of waiting connections.
    public static let waitingCapacity = 64
    /// Maximum number of waiting connections from one address.
    public static let addressCapacity = 16

    private let state = Mutex(State())

    public init() {}

    /// Adds a new connection; may close another one.
    func opened(_ channel: any Channel) {
        let address = channel.remoteAddress?.ipAddress ?? ""
        let closed = state.withLock { state in
            state.add(channel, address)
            return state.takeOldest(Self.addressCapacity) { $0.address == address }
                ?? state.takeOldest(Self.waitingCapacity) { _ in true }
        }
        closed?.channel.close(promise: nil)
    }

    func closed(_ channel: any Channel) {
        state.withLock { state in
            state.waiting[ObjectIdentifier(channel)] = nil
            state.admitted.remove(ObjectIdentifier(channel))
        }
    }

    func isWaiting(_ channel: any Channel) -> Bool {
        state.withLock { $0.waiting[ObjectIdentifier(channel)] != nil }
    }

    /// Admits the connection of a permitted request; returns whether there is room for it.
    public func admit(_ channel: any Channel) -> Bool {
        state.withLock { state in
            let key = ObjectIdentifier(channel)
            if state.admitted.contains(key) { return true }
            // one that is not waiting was closed meanwhile
            guard state.admitted.count < Self.capacity,
                state.waiting.removeValue(forKey: key) != nil
            else { return false }
            state.admitted.insert(key)
            return true
        }
    }
}
