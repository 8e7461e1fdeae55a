public import BluetoothLE
public import GatewayConfiguration
public import GatewayCore
public import Logging

/// Keeps one adapter scanning; retries after every failure.
public struct AdapterScan: Sendable {
    /// Opens an adapter by name.
    public typealias Open = @Sendable (String) async throws -> any Radio

    private let adapter: Configuration.Adapter
    private let pipeline: Pipeline
    private let radios: AdapterRadios
    private let clock: any Clock<Duration>
    private let open: Open
    private let log: Logger
    private let reports, restarts, isUp, dropped: Counter

    /// Maximum pause before an adapter is retried.
    private static let longestPause = Duration.seconds(30)

    /// - Parameters:
    ///   - radios: Lists the adapter while it is open.
    ///   - open: Opens the adapter by name.
    ///   - clock: The clock of the pauses between attempts.
    public init(
        _ adapter: Configuration.Adapter,
        pipeline: Pipeline,
        radios: AdapterRadios,
        metrics: Metrics,
        log: Logger,
        clock: any Clock<Duration> = ContinuousClock(),
        open: @escaping Open = Adapters.open
    ) {
        (self.adapter, self.pipeline, self.clock) = (adapter, pipeline, clock)
        (self.radios, self.open, self.log) = (radios, open, log)
        let label = ("adapter", adapter.name)
        reports = metrics.counter("reports_total", label, help: "Advertising reports received.")
        restarts = metrics.counter(
            "adapter_restarts_total",
            label,
            help: "Scans that ended and were restarted."
        )
        dropped = metrics.counter(
            "dropped_total",
            ("reason", "scan"),
            help: "Messages lost, by reason."
        )
        isUp = metrics.gauge("adapter_up", label, help: "1 while the adapter scans.")
    }

    /// Scans until the task is cancelled.
    public func run() async {
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
            let before = reports.value
            let reason = await scan()
            isUp.set(0)
            guard !Task.isCancelled else { return }
            if reports.value > before { pause = .seconds(1) }
            restarts.add()
            log.warning(
                "adapter \(adapter.name) does not scan: \(reason); retrying in \(pause.components.seconds) s"
            )
            guard (try? await clock.sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    /// Scans until the scan ends; returns the reason.
    private func scan() async -> String {
        do {
            let radio = try await open(adapter.name)
            radios.add(adapter.name, radio, isActive: adapter.isActive)
            defer { radios.remove(adapter.name) }
            while true {
                let isActive = radios.scanMode.isActive ?? adapter.isActive
                guard try await listen(radio, isActive: isActive) else { return "the scan ended" }
            }
        } catch {
            return "\(error)"
        }
    }

    /// Processes reports until the scan ends. Returns whether to continue in another mode.
    private func listen(_ radio: any Radio, isActive: Bool) async throws -> Bool {
        let batches = try await radio.scanBatches(ScanParameters { $0.isActive = isActive })
        isUp.set(1)
        log.info("adapter \(adapter.name) scans\(isActive ? "" : ", passively")")
        return try await withThrowingTaskGroup { group in
            group.addTask {
                var known = 0
                for try await batch in batches {
                    reports.add(batch.count)
                    pipeline.process(batch, adapter: adapter.name, at: .now)
                    let lost = batches.droppedReports
                    if lost > known { dropped.add(lost - known) }
                    known = lost
                }
                return false
            }
            group.addTask {
                for await mode in radios.scanMode.changes
                where mode ?? adapter.isActive != isActive { return true }
                // the task is cancelled
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}
