internal import AccessoryBase
internal import Foundation
internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayMQTT
internal import GatewayPage
internal import GatewayPrint
internal import GatewayProxy
internal import GatewaySpool
internal import Logging

/// The sinks required by a configuration.
struct Sinks: Sendable {
    /// The sinks with their own section. A new one needs a folder and an entry here.
    static let kinds: [any SinkSettings.Type] = [
        PageSettings.self, ProxySettings.self,
    ]

    let all: [any Sink]
    private let spools: [Spool]
    private let mqtt: MQTTSink?

    init(
        _ configuration: Configuration,
        _ options: Gateway.Options,
        _ metrics: Metrics,
        _ radios: AdapterRadios,
        _ requests: (any RequestHandler)?
    ) throws {
        var all: [any Sink] = []
        var spools: [Spool] = []
        var broker: MQTTSink?
        if options.prints || configuration.mqtt == nil { all.append(PrintSink()) }
        if let mqtt = configuration.mqtt {
            let (sink, spool) = try Self.mqtt(mqtt, configuration, metrics, radios, requests)
            sink.update(configuration)
            spools.append(spool)
            all.append(sink)
            broker = sink
        }
        for kind in Self.kinds {
            guard let settings = configuration.sections[kind.name] as? any SinkSettings else {
                continue
            }
            let context = Self.context(kind.name, configuration, metrics, radios, requests)
            all.append(try settings.makeSink(context))
        }
        (self.all, self.spools, self.mqtt) = (all, spools, broker)
    }

    /// Removes what the files of the sinks with their own section have of a device, while no gateway runs.
    static func forget(_ device: UInt64, _ configuration: Configuration) throws {
        for kind in kinds {
            guard let settings = configuration.sections[kind.name] as? any SinkSettings else {
                continue
            }
            let context = context(kind.name, configuration, Metrics(), AdapterRadios(), nil)
            try settings.forget(device, context)
        }
    }

    private static func context(
        _ name: String,
        _ configuration: Configuration,
        _ metrics: Metrics,
        _ radios: AdapterRadios,
        _ requests: (any RequestHandler)?
    ) -> SinkContext {
        SinkContext(
            gateway: configuration.name,
            state: configuration.state,
            metrics: metrics,
            radios: radios,
            requests: requests,
            log: Logger(label: name)
        )
    }

    /// The MQTT sink with its spool.
    static func mqtt(
        _ mqtt: Configuration.MQTT,
        _ configuration: Configuration,
        _ metrics: Metrics,
        _ radios: AdapterRadios,
        _ requests: (any RequestHandler)?
    ) throws -> (MQTTSink, Spool) {
        let spool = try openSpool(configuration, metrics)
        let sink = MQTTSink(
            mqtt,
            events: configuration.events,
            group: configuration.group,
            adapters: configuration.adapters.map(\.name),
            spool: spool,
            context("mqtt", configuration, metrics, radios, requests)
        )
        return (sink, spool)
    }

    /// The spool file of the MQTT sink.
    static func spool(in state: String) -> String { "\(state)/mqtt.sqlite" }

    private static func openSpool(
        _ configuration: Configuration,
        _ metrics: Metrics
    ) throws -> Spool {
        let folder = configuration.state
        let path = spool(in: folder)
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            return try Spool(
                path: path,
                limits: SpoolLimits(configuration.spool),
                metrics: metrics,
                log: Logger(label: "spool"),
                // other gateways wait for the messages
                commitDelay: configuration.gateways == nil ? Spool.commitDelay : 10
            )
        } catch {
            throw FailureReason(
                "cannot open the spool \(path): \(error)",
                nextStep: "make the folder writable, or set 'state'"
            )
        }
    }

    func update(_ configuration: Configuration) {
        for spool in spools { spool.update(SpoolLimits(configuration.spool)) }
        mqtt?.update(configuration)
    }

    /// What is known of devices from earlier runs.
    func notes(_ kind: Note.Kind) -> [Note] { spools.flatMap { $0.notes(kind) } }

    /// Commits the last received items.
    func close() {
        for spool in spools { spool.close() }
    }
}

extension Configuration {
    /// The settings of the group of gateways; nil: there is none.
    fileprivate var group: MQTTSink.GroupSettings? {
        gateways.map {
            MQTTSink.GroupSettings(
                gateways: $0,
                throttle: throttle,
                awayAfter: presence.awayAfter
            )
        }
    }
}

extension SpoolLimits {
    fileprivate init(_ spool: Configuration.Spool) {
        self.init(rows: spool.rows, bytes: spool.bytes, age: spool.age)
    }
}
