/// The speed of an update. Times count from any fixed moment.
struct SuotaSpeed: Sendable {
    private let began: Duration
    private var blockBegan: Duration
    private var bytes = 0
    private var bytesOfTick = 0
    private var tickBegan: Duration
    private var nextStatistics: Duration
    private(set) var lastBlockEnded: Duration
    private var current = 0.0
    private var most = 0.0
    private var least = Double.infinity

    private static let statisticsInterval = Duration.milliseconds(500)
    private static let currentInterval = Duration.seconds(1)

    /// Starts the measurement with the first chunk.
    init(at now: Duration) {
        began = now
        blockBegan = now
        tickBegan = now
        lastBlockEnded = now
        nextStatistics = now + Self.statisticsInterval
    }

    var upload: Duration { lastBlockEnded - began }

    /// The time of the next events of `tick`.
    var deadline: Duration { min(nextStatistics, tickBegan + Self.currentInterval) }

    mutating func sent(_ count: Int) {
        bytes += count
        bytesOfTick += count
    }

    mutating func blockEnded(_ size: Int, at now: Duration) {
        lastBlockEnded = now
        let seconds = (now - blockBegan) / .seconds(1)
        blockBegan = now
        guard seconds > 0 else { return }
        current = Double(size) / seconds
        most = max(most, current)
        least = min(least, current)
    }

    /// Returns the events that are due.
    mutating func tick(at now: Duration) -> [SuotaEvent] {
        var events: [SuotaEvent] = []
        if now >= nextStatistics {
            nextStatistics = now + Self.statisticsInterval
            let seconds = max((now - began) / .seconds(1), .leastNormalMagnitude)
            let average = Double(bytes) / seconds
            // until the first block is complete there is only one speed
            let hasBlock = least.isFinite
            events.append(
                .speedStatistics(
                    current: hasBlock ? current : average,
                    max: hasBlock ? most : average,
                    min: hasBlock ? least : average,
                    average: average
                )
            )
        }
        let ticked = now - tickBegan
        if ticked >= Self.currentInterval {
            let seconds = ticked / .seconds(1)
            events.append(.currentSpeed(Double(bytesOfTick) / seconds))
            bytesOfTick = 0
            tickBegan = now
        }
        return events
    }
}
