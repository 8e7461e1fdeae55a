// The hot paths of the Swift rooms, for scripts/thresholds; core.c has those of the C core. Everything runs on the
// thread of a virtual clock, so that the counts do not depend on scheduling.
import AccessoryConcurrency

let clock = VirtualClock()
try await clock.run {
    try await ReadPath.run(clock)
    await BrowserPath.run()
    try await UpdatePath.run(clock)
}
