public import BluetoothLE
public import GatewayCore

/// Feeds a recording through the pipeline, as fast as it goes or at a multiple of its own speed. Time
/// is the recording's, so that throttling and presence do what they would have done.
public struct CaptureReplay: Sendable {
    private let capture: Capture
    private let pipeline: Pipeline
    private let reports: Counter

    public init(_ capture: Capture, name: String, pipeline: Pipeline, metrics: Metrics) {
        (self.capture, self.pipeline) = (capture, pipeline)
        reports = metrics.counter(
            "reports_total",
            ("adapter", name),
            help: "Advertising reports received."
        )
    }

    /// - Parameters:
    ///   - speed: Times the recording's own; nil: as fast as it goes.
    ///   - limit: Called after each report; may wait while sinks are behind.
    /// - Returns: Whether the recording was whole.
    public func run(
        name: String,
        speed: Double? = nil,
        _ limit: () async -> Void
    ) async -> Bool {
        var pace = speed.map(Pace.init)
        var iterator = capture.makeIterator()
        var nextTick: Int64 = 0
        while !Task.isCancelled, let report = await iterator.next(isolation: nil) {
            await pace?.wait(for: report.time)
            let now = Int64(report.time / .milliseconds(1))
            if now >= nextTick {
                pipeline.tick(at: now)
                nextTick = now + 1000
            }
            reports.add()
            pipeline.process(report, adapter: name, at: now)
            await limit()
        }
        return !iterator.isDamaged
    }
}

/// Holds a recording's reports back until their time.
private struct Pace {
    /// Reports that are due so soon go together, as a controller delivers them.
    private static let slack = Duration.milliseconds(5)

    private let speed: Double
    private let clock = ContinuousClock()
    private var start: (instant: ContinuousClock.Instant, time: Duration)?

    init(speed: Double) { self.speed = speed }

    mutating func wait(for time: Duration) async {
        guard let start else {
            self.start = (clock.now, time)
            return
        }
        let due = start.instant + (time - start.time) / speed
        if clock.now.duration(to: due) > Self.slack { try? await clock.sleep(until: due) }
    }
}
