/// A filter that smooths RSSI readings.
public struct RSSISmoother: Sendable {
    /// The smoothing method.
    public enum Method: Sendable, Hashable {
        /// Mean of the readings in a time window. With more than two readings, the highest and the
        /// lowest tenth are excluded.
        case trimmedMean(window: Duration)
        /// A running mean: each reading changes the value by this fraction of the difference, 0 to
        /// 1.
        case arma(speed: Double)

        /// A window of 20 s, as in public libraries.
        public static let `default` = Method.trimmedMean(window: .seconds(20))
    }

    private let method: Method
    private var readings: [(time: Duration, rssi: Double)] = []
    private var state: Double?
    /// Maximum number of readings kept; the oldest are dropped first.
    private static let limit = 512

    /// Creates a filter without readings.
    public init(_ method: Method = .default) {
        self.method = method
    }

    /// Adds a reading.
    public mutating func add(_ rssi: Int, at time: Duration) {
        let rssi = Double(rssi)
        switch method {
        case .trimmedMean(let window):
            readings.append((time, rssi))
            if readings.count > Self.limit { readings.removeFirst() }
            if let first = readings.firstIndex(where: { $0.time >= time - window }), first > 0 {
                readings.removeFirst(first)
            }
        case .arma(let speed):
            state = state.map { $0 + (rssi - $0) * min(max(speed, 0), 1) } ?? rssi
        }
    }

    /// The smoothed RSSI, dBm; nil before the first reading.
    public var value: Double? {
        guard case .trimmedMean = method else { return state }
        guard !readings.isEmpty else { return nil }
        let sorted = readings.map(\.rssi).sorted()
        let cut = sorted.count > 2 ? (sorted.count + 9) / 10 : 0
        let middle = sorted[cut..<sorted.count - cut]
        return middle.reduce(0, +) / Double(middle.count)
    }
}
