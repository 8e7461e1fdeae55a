internal import AccessoryLink

/// How a manager reaches its reader: what differs between attached and connected devices.
protocol ReaderPath: Sendable {
    var kind: TransportKind { get }
    /// Where tasks have to run for a virtual clock to wait for them; nil: anywhere.
    var executor: (any TaskExecutor)? { get }

    var state: HostState { get async }
    var states: AsyncStream<HostState> { get }
    var events: AsyncStream<CommunicationEvent> { get }
    /// Those of the events that belong to no exchange.
    var otherEvents: AsyncStream<CommunicationEvent> { get }
    var progress: AsyncStream<LinkProgress> { get }

    /// - Parameter timeout: Nil: the search goes on until its task is cancelled.
    func beginSearch(timeout: Duration?) async throws(SearchError) -> DeviceSearch

    func open(_ identifier: String?, mode: LinkMode?) async throws(OpenError)

    /// - Parameter report: Gets the events of this exchange.
    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8]

    func cancelExchange() async throws(LinkError)

    /// Switches the device off and releases what was taken.
    func close() async

    /// Releases what was taken.
    func closeResource() async
}
