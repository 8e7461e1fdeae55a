/// The accessory's end of a link: waits for a host and answers its requests.
///
///     for await event in device.events {
///         if case .received(let request) = event { try await device.respond(request) }
///     }
public final class DeviceLink: Sendable {
    package let core: LinkCore
    private let watch: Task<Void, Never>

    /// Creates an accessory on `carrier`.
    ///
    /// - Parameter holdsTimeForRequests: Whether virtual time is stopped from the arrival of each
    ///   request until its handler calls `core.carrier.releaseTime`.
    package init(
        over carrier: any LinkCarrier,
        options: LinkOptions,
        tap: LinkTap? = nil,
        holdsTimeForRequests: Bool = false
    ) {
        core = LinkCore(
            role: .accessory,
            carrier: carrier,
            options: options,
            tap: tap,
            holdsTimeForRequests: holdsTimeForRequests
        )
        watch = core.watchCarrier()
    }

    deinit {
        watch.cancel()
        core.abandon()
    }

    /// The current state.
    public var state: DeviceState {
        get async { DeviceState(await core.state) }
    }

    /// The current state, then each later one. The buffer has no limit.
    public var states: AsyncStream<DeviceState> {
        core.broadcasters.states.stream { DeviceState($0) }
    }

    /// All events from now on. The buffer has no limit.
    public var events: AsyncStream<LinkEvent> { core.broadcasters.events.stream() }

    /// Transfer progress from now on; a slow reader gets only the newest value.
    public var progress: AsyncStream<LinkProgress> {
        core.broadcasters.progress.stream(buffering: .bufferingNewest(1))
    }

    /// Counters since the start or the last reset.
    public var statistics: LinkStatistics {
        get async { await core.statistics }
    }

    /// Starts the carrier and begins to wait for a host. Does nothing when already started.
    public func start() async throws {
        _ = try await cancellable { () throws(LinkError) in try await core.open() }
    }

    /// Stops without notice to the host and releases the carrier.
    public func stop() async {
        await core.release()
    }

    /// Waits until the link stops: returns after `stop`, and at once when it was not started.
    ///
    /// - Throws: The failure of the carrier that stopped the link, such as `readFailed` of a broken sound card; start again.
    public func end() async throws(LinkError) {
        try await core.end()
    }

    /// Answers the request of the last `received` event; returns when the host has the whole answer.
    ///
    /// - Throws: `busy` when no request waits for an answer, `notOpen`, or the failure of the
    ///   exchange (`cancelled` when the host cancelled it).
    public func respond(_ answer: [UInt8]) async throws(LinkError) {
        try await core.respond(answer)
    }

    /// Sends a progress message during a request; returns when the host has it.
    public func sendProgress(_ message: [UInt8]) async throws(LinkError) {
        try await core.sendProgress(message)
    }

    /// Ends the exchange with an error, which the host's call throws.
    public func refuse(with error: LinkError) async throws(LinkError) {
        try await core.refuse(with: error)
    }

    /// Sends a message in duplex mode; returns when the host has it.
    public func send(_ message: [UInt8]) async throws(LinkError) {
        try await core.send(message)
    }

    /// Notifies the host, then sleeps until the next boot signal.
    public func sleep() async throws(LinkError) {
        try await core.sleep()
    }

    /// Drops the session and all running work without notice to the host, as after a loss of power.
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
