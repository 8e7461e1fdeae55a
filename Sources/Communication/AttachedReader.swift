internal import AccessoryBase
internal import AccessoryConcurrency
internal import AccessoryLink

/// The reader on an attached transport.
final class AttachedReader: ReaderPath {
    private let transport: any AttachedTransport
    private let link: HostLink
    private let broadcaster = Broadcaster<CommunicationEvent>()
    private let others = Broadcaster<CommunicationEvent>()
    private let openings = AsyncLock()
    private let listening: [Task<Void, Never>]

    init(_ transport: any AttachedTransport) {
        self.transport = transport
        link = transport.link
        let (linkEvents, transportEvents) = (link.events, transport.events)
        listening = [
            Task { [broadcaster, others, mode = transport.mode] in
                for await event in linkEvents {
                    guard let event = CommunicationEvent(event) else { continue }
                    broadcaster.send(event)
                    if !event.isOfExchange(in: mode) { others.send(event) }
                }
            },
            Task { [broadcaster] in
                for await event in transportEvents { broadcaster.send(.transport(event)) }
            },
        ]
    }

    deinit {
        for task in listening { task.cancel() }
    }

    var kind: TransportKind { transport.kind }
    var executor: (any TaskExecutor)? { nil }
    var state: HostState { get async { await link.state } }
    var states: AsyncStream<HostState> { link.states }
    var events: AsyncStream<CommunicationEvent> { broadcaster.stream() }
    var otherEvents: AsyncStream<CommunicationEvent> { others.stream() }
    var progress: AsyncStream<LinkProgress> { link.progress }

    /// Checks the only device at once, so the search needs no time.
    func beginSearch(timeout: Duration?) async throws(DeviceSearchError) -> DeviceSearch {
        let isThere: Bool
        if let isPresent = await transport.isPresent {
            isThere = isPresent
        } else {
            isThere = try await answers()
        }
        return { [kind] report in
            if isThere { report(FoundDevice(kind)) }
        }
    }

    /// Whether a device answers a boot signal, which alone shows it without jack detection.
    private func answers() async throws(DeviceSearchError) -> Bool {
        do {
            try await openings.withLock {
                guard await !link.isConnected else { return }
                try await link.open()
                await link.close()
            }
            return true
        } catch LinkError.handshakeFailed, LinkError.noDevice, LinkError.cancelled {
            return false
        } catch is CancellationError {
            return false
        } catch {
            throw .failed(FailureReason(error))
        }
    }

    func open(_ identifier: String?, mode: LinkMode?) async throws(DeviceOpenError) {
        guard mode ?? transport.mode == transport.mode else { throw .modeIsFixed }
        do {
            try await openings.withLock { _ = try await link.open() }
        } catch {
            throw .link(error as? LinkError ?? .cancelled)
        }
    }

    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8] {
        try await link.core.exchange(request, timeout: timeout, report: report)
    }

    func cancelExchange() async throws(LinkError) {
        try await link.cancelExchange()
    }

    func close() async {
        await link.close()
    }

    func release() async {
        await link.release()
    }
}
