internal import GatewayConfiguration
internal import GatewayCore
internal import GatewayPrint
internal import GatewaySpool
internal import Logging

/// The sinks that a configuration asks for. A new one is made here.
struct Sinks: Sendable {
    let all: [any Sink]

    init(_ configuration: Configuration, _ options: Gateway.Options, _ metrics: Metrics) throws {
        var all: [any Sink] = []
        if options.prints || configuration.mqtt == nil { all.append(PrintSink()) }
        self.all = all
    }

    func update(_ configuration: Configuration) {}

    func close() {}
}
