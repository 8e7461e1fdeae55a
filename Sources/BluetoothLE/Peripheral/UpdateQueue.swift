internal import DequeModule

/// A bounded queue of values that wait for a subscriber or for room. A full queue drops the oldest
/// value. The values are numbered, so that each subscriber has its own place.
struct UpdateQueue {
    private var values: Deque<[UInt8]> = []
    let capacity: Int
    /// Number of values dropped because the queue was full.
    private(set) var dropped = 0
    /// The number of the oldest value.
    private(set) var first = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    var pending: [[UInt8]] { Array(values) }
    var isEmpty: Bool { values.isEmpty }
    /// The number of the next value to be appended.
    var end: Int { first + values.count }

    subscript(number: Int) -> [UInt8] { values[number - first] }

    mutating func append(_ value: [UInt8]) {
        if values.count == capacity {
            removeAll(before: first + 1)
            dropped += 1
        }
        values.append(value)
    }

    mutating func removeAll(before number: Int) {
        values.removeFirst(number - first)
        first = number
    }

    mutating func removeAll() {
        removeAll(before: end)
    }
}

/// The numbers of the next updates of a characteristic's subscribers.
struct UpdatePlaces {
    /// Of the slowest subscriber.
    var oldest: Int
    /// Of the fastest subscriber.
    var newest: Int
}
