public import BluetoothLE
public import GatewayCore

/// Feeds a recording through the pipeline as fast as it goes. Time is the recording's, so that
/// throttling and presence do what they would have done.
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

    /// - Parameter limit: Called after each report; may wait while sinks are behind.
    /// - Returns: Whether the recording was whole.
    public func run(name: String, _ limit: () async -> Void) async -> Bool {
        var iterator = capture.makeIterator()
        var nextTick: Int64 = 0
        while !Task.isCancelled, let report = await iterator.next(isolation: nil) {
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
