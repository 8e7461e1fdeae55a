/// Makes one steady RSSI of readings that jump.
public struct RSSISmoother: Sendable {
    /// How.
    public enum Method: Sendable, Hashable {
        /// Mean of the readings of a time, without the highest and lowest tenth when there are
        /// more than two.
        case trimmedMean(window: Duration)
        /// Each reading moves the value by this part of the difference, 0 to 1.
        case arma(speed: Double)

        /// 20 s, as public libraries take.
        public static let `default` = Method.trimmedMean(window: .seconds(20))
    }

    private let method: Method
    private var readings: [(time: Duration, rssi: Double)] = []
    private var state: Double?
    /// The most readings kept; older ones go first.
    private static let limit = 512

    public init(_ method: Method = .default) {
        self.method = method
    }

    /// Takes a reading.
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
