import Glibc

/// CPU time that this thread spends in `work`: the machine's load does not count.
public func threadTime(_ work: () -> Void) -> Duration {
    let begin = threadTimeNow()
    work()
    return threadTimeNow() - begin
}

private func threadTimeNow() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
