/// The minimum, mean and maximum of the values in a time interval.
struct Bucket {
    private(set) var least: Double
    private(set) var most: Double
    private(set) var sum: Double
    private(set) var count = 1

    init(_ value: Double) { (least, most, sum) = (value, value, value) }

    mutating func add(_ value: Double) {
        least = min(least, value)
        most = max(most, value)
        sum += value
        count += 1
    }
}

/// One quantity of one device.
struct Series: Hashable {
    var device: UInt64
    /// The name in JSON; "rssi" for the RSSI.
    var quantity: String
}
