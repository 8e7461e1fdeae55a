internal import DequeModule

/// Values that wait for a subscriber or for room: bounded, the oldest dropped first.
struct UpdateQueue {
    private var values: Deque<[UInt8]> = []
    let capacity: Int
    /// Values that were dropped for newer ones.
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

    /// Sends in order until one is refused; that one and all behind it stay.
    mutating func send(_ accepts: ([UInt8]) -> Bool) {
        while let next = values.first, accepts(next) { values.removeFirst() }
    }

    mutating func removeAll() {
        values = []
    }
}
