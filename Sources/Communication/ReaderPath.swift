internal import AccessoryLink

/// The manager's interface to its reader; it covers the differences between attached and connected
/// devices.
protocol ReaderPath: Sendable {
    var kind: TransportKind { get }
    /// The executor that tasks need for a virtual clock to wait for them; nil: any.
    var executor: (any TaskExecutor)? { get }

    var state: HostState { get async }
    var states: AsyncStream<HostState> { get }
    var events: AsyncStream<CommunicationEvent> { get }
    /// The events outside an exchange.
    var otherEvents: AsyncStream<CommunicationEvent> { get }
    var progress: AsyncStream<LinkProgress> { get }

    /// - Parameter timeout: Nil: the search runs until its task is cancelled.
    func beginSearch(timeout: Duration?) async throws(DeviceSearchError) -> DeviceSearch

    func open(_ identifier: String?, mode: LinkMode?) async throws(DeviceOpenError)

    /// - Parameter report: Receives the events of this exchange.
    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8]

    func cancelExchange() async throws(LinkError)

    /// Switches the device off and releases the resources.
    func close() async

    /// Releases the resources.
    func release() async
}
