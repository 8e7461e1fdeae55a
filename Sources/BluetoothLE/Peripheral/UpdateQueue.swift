internal import DequeModule

/// A bounded queue of values that wait for a subscriber or for room. The oldest are dropped first.
struct UpdateQueue {
    private var values: Deque<[UInt8]> = []
    let capacity: Int
    /// Number of values dropped for newer ones.
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

    /// Sends in order until a value is rejected; that one and all after it stay queued.
    mutating func send(_ accepts: ([UInt8]) -> Bool) {
        while let next = values.first, accepts(next) { values.removeFirst() }
    }

    mutating func removeAll() {
        values = []
    }
}
