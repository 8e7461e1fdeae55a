internal import HeapModule

/// Actions in the order of the times at which they are due.
struct TimerQueue: Sendable {
    /// Identifies a scheduled action.
    typealias Ticket = UInt64
    typealias Action = @Sendable () -> Void

    private struct Due: Comparable {
        let time: Duration
        let ticket: Ticket

        static func < (left: Due, right: Due) -> Bool {
            (left.time, left.ticket) < (right.time, right.ticket)
        }
    }

    /// The times, also those of some cancelled actions.
    private var times = Heap<Due>()
    private var actions: [Ticket: Action] = [:]
    private var last: Ticket = 0

    /// Number of scheduled actions.
    var count: Int { actions.count }
    /// Number of times in memory: at most twice the scheduled actions, and a few.
    var storedTimes: Int { times.count }

    mutating func insert(at time: Duration, _ action: @escaping Action) -> Ticket {
        last += 1
        times.insert(Due(time: time, ticket: last))
        actions[last] = action
        return last
    }

    /// Removes an action, and returns it: its destruction may run any code, so callers destroy it outside of their lock.
    mutating func remove(_ ticket: Ticket) -> Action? {
        let action = actions.removeValue(forKey: ticket)
        // most timers are cancelled long before their time
        if times.count > 2 * actions.count + 64 {
            times = Heap(times.unordered.filter { actions[$0.ticket] != nil })
        }
        return action
    }

    /// The time of the next action; nil: there is none.
    mutating func nextTime() -> Duration? {
        while let due = times.min {
            if actions[due.ticket] != nil { return due.time }
            times.removeMin()
        }
        return nil
    }

    /// Removes and returns the next action.
    mutating func popFirst() -> (time: Duration, action: Action)? {
        while let due = times.popMin() {
            if let action = actions.removeValue(forKey: due.ticket) { return (due.time, action) }
        }
        return nil
    }
}
