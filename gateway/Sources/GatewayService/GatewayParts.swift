internal import AccessoryBase
internal import BluetoothLE
internal import CaptureFiles
internal import GatewayAir
internal import GatewayCommands
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayJack
internal import GatewayPrint
internal import GatewaySpool
internal import Glibc
internal import Logging
internal import ServiceLifecycle
internal import Synchronization

/// One part of the service.
///
/// The service group includes a part's description in its errors and logs. Swift's default
/// description of a struct includes all its members, such as a whole recording.
protocol Part: ServiceLifecycle.Service, CustomStringConvertible {}

extension Part {
    var description: String { "\(Self.self)" }
}

/// The parts required by a configuration.
struct GatewayParts: Sendable {
    let services: [any Part]
    private let pipeline: Pipeline
    private let sinks: Sinks

    init(
        _ configuration: Configuration,
        _ options: Gateway.Options,
        _ metrics: Metrics
    ) throws {
        let radios = AdapterRadios()
        let air = PipelineReference()
        let commands = configuration.section(CommandSettings.self).map {
            CommandRunner($0, radios: radios, metrics: metrics, log: Logger(label: "commands")) {
                air.location(of: $0)
            }
        }
        sinks = try Sinks(configuration, options, metrics, radios, commands)
        // a recording does not continue what was received before
        let notes =
            options.source == nil ? [.events, .counter].flatMap(sinks.notes) : nil
        pipeline = Pipeline(configuration, sinks: sinks.all, metrics: metrics, notes: notes)
        air.set(pipeline)
        let source: any Part
        if let path = options.source {
            source = try ReplayPart(path, options.speed, pipeline, sinks.all, metrics)
        } else {
            source = AirPart(
                adapters: configuration.adapters,
                once: options.once,
                pipeline: pipeline,
                radios: radios,
                sinks: sinks.all,
                metrics: metrics
            )
        }
        var services: [any Part] = sinks.all.map { SinkPart(sink: $0) }
        if let endpoint = configuration.metrics {
            services.append(MetricsPart(endpoint: endpoint, metrics: metrics))
        }
        services.append(
            ControlPart(path: ControlPart.path(in: configuration.state)) { [pipeline, sinks] in
                pipeline.forget($0)
                for sink in sinks.all { sink.forget($0) }
            }
        )
        if let commands { services.append(CommandPart(runner: commands)) }
        if let settings = configuration.section(ReaderSettings.self), options.source == nil {
            services.append(ReaderPart(settings: settings, sinks: sinks.all, metrics: metrics))
        }
        // services stop in reverse order: no reports arrive after the sinks end
        self.services = services + [source]
    }

    /// Applies a configuration with changed rules only.
    @Sendable func update(_ configuration: Configuration) {
        pipeline.update(configuration)
        sinks.update(configuration)
    }

    /// Commits the last received items.
    func close() {
        pipeline.keepNotes()
        sinks.close()
    }
}

/// Runs one sink.
struct SinkPart: Part {
    let sink: any Sink

    func run() async throws {
        try await cancelWhenGracefulShutdown { try await sink.run() }
    }
}

/// Runs the commands. Stops before the sinks, so that it can answer cancelled requests.
struct CommandPart: Part {
    let runner: CommandRunner

    func run() async throws { await cancelWhenGracefulShutdown { await runner.run() } }
}

/// The readers on audio jacks.
struct ReaderPart: Part {
    let settings: ReaderSettings
    let sinks: [any Sink]
    let metrics: Metrics

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for reader in settings.readers {
                    let log = Logger(label: "readers")
                    let reader = JackReader(reader, metrics: metrics, log: log) { message in
                        for sink in sinks { sink.offer(message) }
                    }
                    group.addTask { await reader.run() }
                }
            }
        }
    }
}

/// A reference to the pipeline for the commands, which are created before it and query it for a
/// device's location.
final class PipelineReference: Sendable {
    private let pipeline = Mutex<Pipeline?>(nil)

    func set(_ pipeline: Pipeline) { self.pipeline.withLock { $0 = pipeline } }

    func location(of address: UInt64) -> DeviceLocation? {
        pipeline.withLock { $0 }?.location(of: address).map {
            DeviceLocation(address: $0.address, adapter: $0.adapter)
        }
    }
}

/// Waits until everything is delivered. On a signal, undelivered messages stay on disk.
private func drainUnlessStopped(_ sinks: [any Sink]) async {
    guard !Task.isShuttingDownGracefully else { return }
    await cancelWhenGracefulShutdown {
        for sink in sinks { await sink.drain() }
    }
}

/// Runs all adapters.
struct AirPart: Part {
    let adapters: [Configuration.Adapter]
    let once: Duration?
    let pipeline: Pipeline
    let radios: AdapterRadios
    let sinks: [any Sink]
    let metrics: Metrics

    func run() async throws {
        await cancelWhenGracefulShutdown { await scan() }
        guard once != nil else { return }
        await drainUnlessStopped(sinks)
    }

    private func scan() async {
        await withTaskGroup { group in
            for adapter in adapters {
                group.addTask {
                    let log = Logger(label: "air")
                    await AdapterScan(
                        adapter,
                        pipeline: pipeline,
                        radios: radios,
                        metrics: metrics,
                        log: log
                    ).run()
                }
            }
            group.addTask {
                while (try? await Task.sleep(for: .seconds(1))) != nil {
                    pipeline.tick(at: .now)
                }
            }
            if let once {
                try? await Task.sleep(for: once)
                group.cancelAll()
            }
        }
    }
}

/// Replays a recording instead of adapters.
struct ReplayPart: Part {
    /// Maximum size of a recording, bytes: it is read into memory.
    private static let limit = 1 << 30
    /// Number of queued messages at which the replay pauses; live scanning never reaches it.
    private static let backlog = 10_000

    private let replay: CaptureReplay
    private let speed: Double?
    private let name: String
    private let sinks: [any Sink]

    init(
        _ path: String,
        _ speed: Double?,
        _ pipeline: Pipeline,
        _ sinks: [any Sink],
        _ metrics: Metrics
    ) throws {
        self.speed = speed
        name = path.split(separator: "/").last.map(String.init) ?? path
        self.sinks = sinks
        let capture: Capture
        do {
            capture = try Capture(try CaptureFile.unpack(try Self.read(path)))
        } catch let error as any AccessoryError where !(error is FailureReason) {
            throw FailureReason(
                "cannot replay \(path): \(error.cause)",
                nextStep: error.nextStep
            )
        }
        replay = CaptureReplay(capture, name: name, pipeline: pipeline, metrics: metrics)
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let bytes = LocalFile.read(path, limit: limit) else {
            throw errno == EFBIG
                ? FailureReason("\(path) is longer than \(limit) bytes", nextStep: "split it")
                : FailureReason(
                    "cannot read \(path): \(systemMessage(errno))",
                    nextStep: "check the path"
                )
        }
        return bytes
    }

    func run() async throws {
        let isWhole = await cancelWhenGracefulShutdown {
            var count = 0
            return await replay.run(name: name, speed: speed) {
                count += 1
                // lets the sinks deliver and the process handle signals
                if count.isMultiple(of: 1000) { await Task.yield() }
            }
        }
        if !isWhole {
            Logger(label: "air").warning(
                "\(name) has a truncated or damaged packet; the packets before it were replayed"
            )
        }
        await drainUnlessStopped(sinks)
    }
}
