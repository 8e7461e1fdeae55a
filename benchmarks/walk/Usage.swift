import Foundation

/// CPU time of this process, and the time of day.
struct Usage {
    let cpu: Double
    let wall: Double

    static var now: Usage {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (user, system) = (usage.ru_utime, usage.ru_stime)
        return Usage(
            cpu: Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) * 1e-6,
            wall: Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        )
    }

    static func - (end: Usage, begin: Usage) -> Usage {
        Usage(cpu: end.cpu - begin.cpu, wall: end.wall - begin.wall)
    }
}
