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

    init(
        _ configuration: Configuration,
        _ options: Gateway.Options,
        _ metrics: Metrics,
        _ radios: AdapterRadios,
        _ requests: (any RequestHandler)?
    ) throws {
        func context(_ name: String) -> SinkContext {
            SinkContext(
                gateway: configuration.name,
                state: configuration.state,
                metrics: metrics,
                radios: radios,
                requests: requests,
                log: Logger(label: name)
            )
        }
        var all: [any Sink] = []
        var spools: [Spool] = []
        if options.prints || configuration.mqtt == nil { all.append(PrintSink()) }
        if let mqtt = configuration.mqtt {
            let spool = try Self.spool("mqtt", configuration, metrics)
            spools.append(spool)
            all.append(
                MQTTSink(
                    mqtt,
                    events: configuration.events,
                    adapters: configuration.adapters.map(\.name),
                    spool: spool,
                    context("mqtt")
                )
            )
        }
        for kind in Self.kinds {
            guard let settings = configuration.sections[kind.name] as? any SinkSettings else {
                continue
            }
            all.append(try settings.makeSink(context(kind.name)))
        }
        (self.all, self.spools) = (all, spools)
    }

    /// The spool file of a sink, `NAME.sqlite` in the state folder.
    private static func spool(
        _ name: String,
        _ configuration: Configuration,
        _ metrics: Metrics
    ) throws -> Spool {
        let folder = configuration.state
        let path = "\(folder)/\(name).sqlite"
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
                log: Logger(label: "spool")
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
    }

    /// Commits the last received items.
    func close() {
        for spool in spools { spool.close() }
    }
}

extension SpoolLimits {
    fileprivate init(_ spool: Configuration.Spool) {
        self.init(rows: spool.rows, bytes: spool.bytes, age: spool.age)
    }
}
