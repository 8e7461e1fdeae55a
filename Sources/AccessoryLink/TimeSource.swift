/// A clock, whatever its type: the time since this was made, and a wait for a time to come.
struct TimeSource: Sendable {
    /// The time since this was made.
    let now: @Sendable () -> Duration
    /// Returns when `now` has reached the given time; throws when the task is cancelled.
    let wait: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
