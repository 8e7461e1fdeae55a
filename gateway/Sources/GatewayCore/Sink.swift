public import GatewayConfiguration
public import Logging

/// A destination for readings. A sink is one folder: a module with a `SinkSettings` that decodes
/// its section of the configuration and creates the sink. Register it in two places:
/// `Package.swift`, and the list `Sinks.kinds` of the service.
///
/// A sink receives every decoded reading that passes filters and throttle (`Item.reading`), every
/// change of presence and every message of a reader. If `takesAdvertisements` is true, it also
/// receives every report before any filter (`Item.advertisement`: address, RSSI, all bytes,
/// adapter). It connects to devices through `SinkContext.radios`.
public protocol Sink: AnyObject, Sendable {
    /// The name in metrics and logs: "mqtt".
    var name: String { get }
    /// Whether the sink receives each unfiltered advertisement in addition to decoded data.
    var takesAdvertisements: Bool { get }

    /// Accepts an item. Must return at once, whatever the state of the sink's peer: it blocks the
    /// scan.
    func offer(_ item: Item)

    /// Accepts a message of a reader on an audio jack. Must return at once. The default
    /// implementation ignores the message.
    func offer(_ message: ReaderMessage)

    /// Keeps notes over restarts, which belong to no reading. The default implementation ignores them.
    func keep(_ notes: [Note])

    /// Removes what is known of a device. The default implementation does nothing.
    ///
    /// - Parameter device: The 48-bit address.
    func forget(_ device: UInt64)

    /// Delivers until the task is cancelled, then closes its resources.
    func run() async throws

    /// Returns when everything offered before has been delivered.
    func drain() async
}

extension Sink {
    public func offer(_ message: ReaderMessage) {}
    public func keep(_ notes: [Note]) {}
    public func forget(_ device: UInt64) {}
}

/// A sink's section of the configuration, which creates the sink.
public protocol SinkSettings: ConfigurationSection {
    /// - Throws: An error whose description has the cause and the next step.
    func makeSink(_ context: SinkContext) throws -> any Sink

    /// Removes what the sink's files have of a device, while no gateway runs. The default implementation does nothing.
    ///
    /// - Parameter device: The 48-bit address.
    /// - Throws: An error whose description has the cause and the next step.
    func forget(_ device: UInt64, _ context: SinkContext) throws
}

extension SinkSettings {
    public func forget(_ device: UInt64, _ context: SinkContext) throws {}
}

/// The service's interface for a sink.
public struct SinkContext: Sendable {
    /// The gateway's name.
    public let gateway: String
    /// The folder for the sink's own files; created with the first file.
    public let state: String
    public let metrics: Metrics
    /// The open adapters, for connections to devices.
    public let radios: AdapterRadios
    /// Executes requests received by the sink; nil: the configuration has no commands.
    public let requests: (any RequestHandler)?
    /// A log with the sink's name as label.
    public let log: Logger

    public init(
        gateway: String,
        state: String,
        metrics: Metrics,
        radios: AdapterRadios,
        requests: (any RequestHandler)? = nil,
        log: Logger
    ) {
        (self.gateway, self.state, self.metrics) = (gateway, state, metrics)
        (self.radios, self.requests, self.log) = (radios, requests, log)
    }
}
