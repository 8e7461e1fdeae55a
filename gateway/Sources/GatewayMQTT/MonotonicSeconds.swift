internal import Glibc

/// Seconds on the monotonic clock: the time of connections, which stands while the machine sleeps.
enum MonotonicSeconds {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
