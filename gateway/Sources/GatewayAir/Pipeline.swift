internal import BeaconCrypto
internal import Beacons
public import BluetoothLE
public import GatewayConfiguration
public import GatewayCore
internal import Synchronization

/// Processes each report on its way from an adapter to the sinks: filter, throttle, decode,
/// presence. Callable from any number of adapters.
public final class Pipeline: Sendable {
    private let state: Mutex<PipelineState>
    private let sinks: [any Sink]
    private let listeners: [any Sink]

    /// - Parameter notes: What is known of devices from earlier runs; nil: nothing is, and nothing is kept.
    public init(
        _ configuration: Configuration,
        sinks: [any Sink],
        metrics: Metrics,
        notes: [Note]? = nil
    ) {
        state = Mutex(PipelineState(configuration, PipelineCounters(metrics), notes))
        self.sinks = sinks
        listeners = sinks.filter(\.takesAdvertisements)
    }

    /// Applies filters, throttle, presence, keys and sensors of a reloaded configuration.
    public func update(_ configuration: Configuration) {
        state.withLock { $0.update(configuration) }
    }

    /// Processes one report.
    ///
    /// - Parameter now: The capture's own time during a replay.
    public func process(_ report: AdvertisementReport, adapter: String, at now: Moment) {
        process(CollectionOfOne(report), adapter: adapter, at: now)
    }

    /// Processes reports that arrived together.
    public func process(
        _ reports: some Collection<AdvertisementReport>,
        adapter: String,
        at now: Moment
    ) {
        for sink in listeners {
            for report in reports { sink.offer(.advertisement(report, adapter: adapter)) }
        }
        let (items, denied) = state.withLock { state in
            var items: [Item] = []
            for report in reports { state.process(report, adapter, now, &items) }
            return (items, state.takeDenied())
        }
        for item in items { offer(item) }
        for device in denied { for sink in sinks { sink.forget(device) } }
    }

    /// The adapter that received a device last; nil if it was not received within the last hour.
    ///
    /// - Parameter address: The 48-bit address.
    public func location(of address: UInt64) -> (address: BluetoothAddress, adapter: String)? {
        state.withLock { state in
            state.device(address).map { ($0.address, $0.adapter) }
        }
    }

    /// Detects absent devices, which send no report. Call it once per second.
    public func tick(at now: Moment) {
        let (changes, notes) = state.withLock { ($0.tick(now), $0.dueNotes(now)) }
        for change in changes { offer(.presence(change)) }
        keep(notes)
    }

    /// Passes all notes that have changed to the sinks, before the end.
    public func keepNotes() { keep(state.withLock { $0.takeNotes() }) }

    private func keep(_ notes: [Note]) {
        guard !notes.isEmpty else { return }
        for sink in sinks { sink.keep(notes) }
    }

    /// Forgets a device: its next frame is published as that of a new one.
    ///
    /// - Parameter device: The 48-bit address.
    public func forget(_ device: UInt64) { state.withLock { $0.forget(device) } }

    /// Passes an item from another source, such as a reader, to the sinks.
    public func offer(_ item: Item) {
        for sink in sinks { sink.offer(item) }
    }
}

/// The counters of the pipeline.
struct PipelineCounters {
    let metrics: Metrics
    let devices, home, repeated, throttled, filtered, weak, rotating, unknown, malformed: Counter
    let missing: [SensorReading.Missing: Counter]

    init(_ metrics: Metrics) {
        self.metrics = metrics
        func skipped(_ reason: String) -> Counter {
            metrics.counter(
                "reports_not_published_total",
                ("reason", reason),
                help: "Reports without a published reading, by reason."
            )
        }
        func undecoded(_ reason: String) -> Counter {
            metrics.counter(
                "not_decoded_total",
                ("reason", reason),
                help: "Advertisements without readable values, by reason."
            )
        }
        devices = metrics.gauge("devices", help: "Devices received within the last hour.")
        home = metrics.gauge("presence_home", help: "Entries of the presence list that are home.")
        repeated = skipped("repeated")
        throttled = skipped("throttled")
        filtered = skipped("filtered")
        weak = skipped("weak")
        rotating = skipped("rotating address")
        unknown = undecoded("no sensor")
        malformed = undecoded("malformed")
        missing = [
            .key: undecoded("key missing"), .cipher: undecoded("cipher missing"),
            .scanResponse: undecoded("scan response missing"),
            .connection: undecoded("needs a connection"), .wrongKey: undecoded("wrong key"),
            .encryption: undecoded("not encrypted"),
            .counterRestarted: undecoded("counter restarted"),
        ]
    }

    func decoded(_ format: SensorReading.Format) -> Counter {
        metrics.counter(
            "decoded_total",
            ("format", format.rawValue),
            help: "Advertisements decoded, by format."
        )
    }
}
