public import BluetoothLE
public import GatewayCore

/// Replays a recording through the pipeline, at full speed or at a multiple of real time. Uses the
/// recording's own timestamps, which gives the same throttling and presence as the live scan.
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
    ///   - speed: A multiple of real time; nil: full speed.
    ///   - limit: Called after each report; may wait while sinks are behind.
    /// - Returns: Whether the recording was complete.
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
                pipeline.tick(at: Moment(recorded: now))
                nextTick = now + 1000
            }
            reports.add()
            pipeline.process(report, adapter: name, at: Moment(recorded: now))
            await limit()
        }
        return !iterator.isDamaged
    }
}

/// Delays a recording's reports until they are due.
private struct Pace {
    /// Reports that are due within this time are delivered together, as by a controller.
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
