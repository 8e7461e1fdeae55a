internal import DequeModule

/// A bounded queue of values that wait for a subscriber or for room. A full queue drops the oldest
/// value.
struct UpdateQueue {
    private var values: Deque<[UInt8]> = []
    let capacity: Int
    /// Number of values dropped because the queue was full.
    private(set) var dropped = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var pending: [[UInt8]] { Array(values) }
    var isEmpty: Bool { values.isEmpty }

    mutating func append(_ value: [UInt8]) {
        if values.count == capacity {
            values.removeFirst()
            dropped += 1
        }
        values.append(value)
    }

    /// Sends values in order until one is rejected; this and all later values stay queued.
    mutating func send(_ accepts: ([UInt8]) -> Bool) {
        while let next = values.first, accepts(next) { values.removeFirst() }
    }

    mutating func removeAll() {
        values = []
    }
}
