internal import AccessoryConcurrency
internal import AccessoryLink
internal import AudioJack

/// A reader on an audio jack.
final class JackChannel: ReaderChannel {
    private let port: any AudioPort
    private let jack: AudioJackManager
    private let mode: LinkMode
    private let happenings = Broadcaster<CommunicationEvent>()
    private let others = Broadcaster<CommunicationEvent>()
    private let openings = AsyncLock()
    private let listening: [Task<Void, Never>]

    init(_ port: any AudioPort, options: AudioJackOptions) {
        self.port = port
        jack = AudioJackManager(port, options: options)
        mode = options.link.mode
        let (linkEvents, portEvents) = (jack.events, jack.portEvents)
        listening = [
            Task { [happenings, others, mode] in
                for await event in linkEvents {
                    guard let event = CommunicationEvent(event) else { continue }
                    happenings.send(event)
                    if !event.isOfExchange(in: mode) { others.send(event) }
                }
            },
            Task { [happenings] in
                for await event in portEvents { happenings.send(.audio(event)) }
            },
        ]
    }

    deinit {
        for task in listening { task.cancel() }
    }

    var kind: LinkChannel { .audioJack }

    /// The jack's time is the sound's.
    var executor: (any TaskExecutor)? { nil }

    var state: HostState { get async { await jack.state } }
    var states: AsyncStream<HostState> { jack.states }
    var events: AsyncStream<CommunicationEvent> { happenings.stream() }
    var otherEvents: AsyncStream<CommunicationEvent> { others.stream() }
    var progress: AsyncStream<LinkProgress> { jack.progress }

    /// There is one jack and it is looked at once, so that no time is needed.
    func beginSearch(timeout: Duration?) -> DeviceSearch {
        { [self] tell in
            guard await isThere() else { return }
            tell(
                DeviceInfo(
                    channel: .audioJack,
                    name: nil,
                    identifier: nil,
                    advertisesProfile: true
                )
            )
        }
    }

    /// Where the card cannot say whether something is plugged in, the answer to a boot signal does.
    private func isThere() async -> Bool {
        if let isPlugged = await port.isPlugged { return isPlugged }
        let answer = try? await openings.withLock {
            guard await !jack.isConnected else { return true }
            try await jack.open()
            await jack.close()
            return true
        }
        return answer ?? false
    }

    func open(_ identifier: String?, mode: LinkMode?) async throws(OpenError) {
        guard mode ?? self.mode == self.mode else { throw .modeIsFixed }
        do {
            try await openings.withLock { _ = try await jack.open() }
        } catch {
            throw .link(error as? LinkError ?? .cancelled)
        }
    }

    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8] {
        try await jack.exchange(request, timeout: timeout, report: report)
    }

    func cancelExchange() async throws(LinkError) {
        try await jack.cancelExchange()
    }

    func close() async {
        await jack.close()
    }

    func closeResource() async {
        await jack.closeAudioResource()
    }
}
