internal import Glibc

/// The time of day, used in readings. It may be set to any time.
public enum WallClock {
    /// Milliseconds since 1970.
    public static var now: Int64 { milliseconds(CLOCK_REALTIME) }
}

/// The time since the machine's start, sleep included, used in rules. It never goes back.
public enum SteadyClock {
    /// Milliseconds since the machine's start.
    public static var now: Int64 { milliseconds(CLOCK_BOOTTIME) }
}

private func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

/// The time of a report: steady for throttle, repetitions and presence, the time of day for readings.
public struct Moment: Sendable, Hashable {
    /// Milliseconds from any fixed time.
    public var steady: Int64
    /// Milliseconds since 1970.
    public var wall: Int64

    public init(steady: Int64, wall: Int64) { (self.steady, self.wall) = (steady, wall) }

    /// A moment of a recording, whose times are steady.
    ///
    /// - Parameter recorded: Milliseconds since 1970.
    public init(recorded: Int64) { self.init(steady: recorded, wall: recorded) }

    public static var now: Moment { Moment(steady: SteadyClock.now, wall: WallClock.now) }
}
