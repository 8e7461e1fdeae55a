/// The accessory's end of a link: waits for a host and answers its requests.
///
///     for await event in device.events {
///         if case .received(let request) = event { try await device.respond(request) }
///     }
public final class DeviceLink: Sendable {
    package let core: LinkCore
    private let watch: Task<Void, Never>

    /// An accessory on `carrier`.
    ///
    /// - Parameter holdsTimeForRequests: Whether virtual time stands still from the arrival of each
    ///   request until its handler calls `core.carrier.releaseTime`.
    package init(
        over carrier: any LinkCarrier,
        options: LinkOptions,
        tap: LinkTap? = nil,
        holdsTimeForRequests: Bool = false
    ) {
        let core = LinkCore(
            role: .accessory,
            carrier: carrier,
            options: options,
            tap: tap,
            holdsTimeForRequests: holdsTimeForRequests
        )
        self.core = core
        watch = Task(executorPreference: carrier.executor) { await carrier.watch(core) }
    }

    deinit {
        watch.cancel()
        core.abandon()
    }

    /// The present state.
    public var state: DeviceState {
        get async { DeviceState(await core.state) }
    }

    /// The present state, and each one after it.
    public var states: AsyncStream<DeviceState> {
        core.news.states.stream { DeviceState($0) }
    }

    /// What happens from now on.
    public var events: AsyncStream<LinkEvent> { core.news.events.stream() }

    /// How far the messages have got, from now on; a slow reader gets the newest only.
    public var progress: AsyncStream<LinkProgress> {
        core.news.progress.stream(buffering: .bufferingNewest(1))
    }

    /// What was counted since the start or the last reset.
    public var statistics: LinkStatistics {
        get async { await core.statistics }
    }

    /// Takes the carrier and begins to wait for a host. Does nothing when that is done already.
    public func start() async throws(LinkError) {
        _ = try await core.open()
    }

    /// Leaves without a word and releases the carrier.
    public func stop() async {
        await core.closeResource()
    }

    /// Answers the request of the last `received` and waits until the host has the whole answer.
    ///
    /// - Throws: `busy` when no request waits for an answer, `notOpen`, or what went wrong
    ///   (`cancelled` when the host gave up).
    public func respond(_ answer: [UInt8]) async throws(LinkError) {
        try await core.respond(answer)
    }

    /// Sends a progress message while a request is worked on, and waits until the host has it.
    public func sendProgress(_ message: [UInt8]) async throws(LinkError) {
        try await core.sendProgress(message)
    }

    /// Ends the exchange with an error that the host gets as its own.
    public func refuse(with error: LinkError) async throws(LinkError) {
        try await core.refuse(with: error)
    }

    /// Duplex mode: sends a message and waits until the host has it.
    public func send(_ message: [UInt8]) async throws(LinkError) {
        try await core.send(message)
    }

    /// Tells the host, and falls asleep until the next boot signal.
    public func sleep() async throws(LinkError) {
        try await core.sleep()
    }

    /// Forgets the session and whatever was under way, as after a loss of power, and tells nobody.
    public func reset() async {
        await core.reset()
    }
}

extension DeviceState {
    init(_ state: LinkState) {
        self =
            switch state {
            case .absent: .notReady
            case .present: .deviceReady
            case .idle: .idle
            case .exchanging: .dataProcess
            }
    }
}
