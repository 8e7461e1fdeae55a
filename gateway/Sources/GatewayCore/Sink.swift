public import GatewayConfiguration
public import Logging

/// Where readings go. A sink is one folder: a room with a `SinkSettings` that reads its section of
/// the configuration and makes the sink. It is added in two places: `Package.swift`, and the list
/// `Sinks.kinds` of the service.
///
/// A sink gets every decoded reading that passes filters and throttle (`Item.reading`), every change
/// of presence, every message of a reader, and, when `takesAdvertisements` is true, every report as received and before any
/// filter (`Item.advertisement`: address, RSSI, all bytes, adapter). It connects to devices through
/// `SinkContext.radios`.
public protocol Sink: AnyObject, Sendable {
    /// As in metrics and logs: "mqtt".
    var name: String { get }
    /// Whether it wants each advertisement as received, not only what was decoded.
    var takesAdvertisements: Bool { get }

    /// Takes an item. Returns at once, whatever the sink's other end does: the scan waits for it.
    func offer(_ item: Item)

    /// Takes a message of a reader on an audio jack, likewise. The default ignores it.
    func offer(_ message: ReaderMessage)

    /// Delivers until the task is cancelled, then closes what it opened.
    func run() async throws

    /// Returns when everything offered before has been delivered.
    func drain() async
}

extension Sink {
    public func offer(_ message: ReaderMessage) {}
}

/// A sink's section of the configuration, which makes the sink.
public protocol SinkSettings: ConfigurationSection {
    /// - Throws: Why the sink cannot run: what failed, why, and what to do next.
    func makeSink(_ context: SinkContext) throws -> any Sink
}

/// What a sink gets from the service.
public struct SinkContext: Sendable {
    /// The gateway's name.
    public let gateway: String
    /// The folder for files of its own; made by whoever writes the first.
    public let state: String
    public let metrics: Metrics
    /// The adapters that are open, for connections to devices.
    public let radios: AdapterRadios
    /// Executes requests that come in through the sink; nil: the configuration has no commands.
    public let requests: (any RequestHandler)?
    /// A log whose lines are labelled with the sink's name.
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
