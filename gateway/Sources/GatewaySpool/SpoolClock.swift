public import GatewayCore
internal import Synchronization

/// The clock by which a spool judges the age of messages: the time of day, but steady between two looks at it. A machine
/// without a battery-backed clock starts years late and is then set, which must not make messages old.
public struct SpoolClock: Sendable {
    /// A time of day that differs by more was set, milliseconds; less is drift.
    static let smallestStep: Int64 = 60_000

    private let wall, steady: @Sendable () -> Int64
    private let offset: Offset

    private final class Offset: Sendable {
        let value: Mutex<Int64>
        init(_ value: Int64) { self.value = Mutex(value) }
    }

    /// - Parameters:
    ///   - wall: The time of day, milliseconds since 1970.
    ///   - steady: A time that is never set, milliseconds.
    public init(
        wall: @escaping @Sendable () -> Int64 = { WallClock.now },
        steady: @escaping @Sendable () -> Int64 = { SteadyClock.now }
    ) {
        (self.wall, self.steady) = (wall, steady)
        offset = Offset(wall() - steady())
    }

    /// Milliseconds since 1970, as known at the last look.
    var now: Int64 { steady() + offset.value.withLock { $0 } }

    /// A time that is never set, milliseconds.
    var steadyNow: Int64 { steady() }

    /// Looks at the time of day; returns by how much it was set since the last look, milliseconds, or nil.
    func step() -> Int64? {
        offset.value.withLock { offset in
            let change = wall() - steady() - offset
            guard change.magnitude >= Self.smallestStep else { return nil }
            offset += change
            return change
        }
    }
}
