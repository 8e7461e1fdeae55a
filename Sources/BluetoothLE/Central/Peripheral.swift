package import AccessoryConcurrency
import Synchronization

/// A remote device with services, as seen by a central. It stays the same object across links and
/// caches the attributes.
///
/// Calls may overlap: requests are sent one at a time in the order of the calls, each with its own
/// timeout of 30 s. When the link is lost, every pending call ends at once with
/// `CentralError.disconnected`.
public final class Peripheral: Sendable {
    struct State {
        var current = ConnectionState.disconnected(nil)
        var session: Session?
        var options = ConnectOptions()
        var timeout: Duration? = .seconds(10)
        var counters = ConnectionCounters()
        /// Whether the application has disconnected.
        var isParted = false
        var attempts: [Int: Task<Result<Session, any Error>, Never>] = [:]
        var attemptCount = 0
        var reconnection: Task<Void, Never>?
        var name: String?
        var cache = AttributeCache()
        /// Number of changes of the server's attributes.
        var cacheVersion = 0
        /// The value handle of the Service Changed characteristic.
        var serviceChanged: UInt16?
        var faults: [AttributeFault] = []
        /// Whether the exchange of the MTU of a new link is not complete.
        var isExchangingMTU = false
        /// Links lost during the exchange, since the application's last `connect`.
        var lostExchanges = 0
    }

    /// The device's address.
    public let address: BluetoothAddress

    let radio: any Radio
    package let time: TimeSource
    let state = Mutex(State())
    let subscriptions = Subscriptions()
    let connecting = AsyncLock()
    let discovering = AsyncLock()
    let configuring = AsyncLock()
    let stateBroadcaster = Broadcaster<ConnectionState>(replaying: .disconnected(nil))
    let allChanges: Broadcaster<ConnectionChange>
    let changes = Broadcaster<ClosedRange<UInt16>>()
    let room = Broadcaster<Void>()

    /// - Parameter changes: Receives each change of the connection in addition to `states`.
    init(
        _ address: BluetoothAddress,
        radio: any Radio,
        time: TimeSource,
        changes allChanges: Broadcaster<ConnectionChange> = Broadcaster()
    ) {
        self.address = address
        self.radio = radio
        self.time = time
        self.allChanges = allChanges
    }

    deinit {
        let (session, reconnection) = state.withLock { ($0.session, $0.reconnection) }
        reconnection?.cancel()
        session?.client.release()
    }

    // MARK: Connection

    /// The current connection state.
    public var connectionState: ConnectionState { state.withLock { $0.current } }

    /// Number of notified values that readers of `Characteristic.notifications` lost because they
    /// were slower than their capacity allows, over all links.
    public var droppedValues: Int { subscriptions.dropped }

    /// The current state, then each change, for any number of readers. The buffer has no limit.
    public var states: AsyncStream<ConnectionState> { stateBroadcaster.stream() }

    /// The last advertised name; nil when none has been received.
    public var name: String? { state.withLock { $0.name } }

    /// Connection statistics.
    public var counters: ConnectionCounters {
        state.withLock { state in
            var counters = state.counters
            if let session = state.session { counters.timeConnected += time.now() - session.began }
            return counters
        }
    }

    /// Connects; returns at once if already connected. A link that the device has established to this
    /// radio is used, with its parameters. A link that is lost at once is established again, up to three
    /// times, unless its reason excludes success or `ConnectOptions.security` is set; so is one that is
    /// lost during a discovery, within `timeout` of its beginning. When two links are lost during the
    /// exchange of the MTU, later ones do without.
    ///
    /// - Parameters:
    ///   - timeout: Time limit for the whole operation; nil: none, and limits of the radio do not end it
    ///     either. Also applies to the attempts of the
    ///     reconnect policy.
    ///   - options: Nil uses the options of the last call.
    /// - Throws: `CentralError`, mostly `connectionTimeout`, `isPoweredOff` or, when `disconnect` was
    ///   called in between, `forcedDisconnect`.
    public func connect(
        timeout: Duration? = .seconds(10),
        options: ConnectOptions? = nil
    ) async throws {
        state.withLock { state in
            state.timeout = timeout
            state.isParted = false
            state.lostExchanges = 0
            if let options { state.options = options }
        }
        _ = try await link()
    }

    /// Ends the link for both roles, or the attempts to establish one, and every pending call and stream. Writes
    /// without response arrive before, if the peripheral answers a request within 2 s. Returns when
    /// the link has ended. Until the next `connect`, calls fail with `forcedDisconnect` under
    /// every reconnect policy.
    public func disconnect() async {
        let (reconnection, attempts) = state.withLock { state in
            state.isParted = true
            defer { state.reconnection = nil }
            return (state.reconnection, Array(state.attempts.values))
        }
        reconnection?.cancel()
        for attempt in attempts { attempt.cancel() }
        for attempt in attempts { _ = await attempt.value }
        if let session = state.withLock({ $0.session }) {
            await session.disconnect()
            hasEnded(session)
        }
        state.withLock { state in
            if case .waiting = state.current { report(.disconnected(.localHost), &state) }
        }
        subscriptions.finish(throwing: CentralError.forcedDisconnect)
    }

    /// The peripheral's faults found by discovery, in the order in which they were found. The attributes
    /// concerned are skipped. At most 256. Only radios with raw ATT find faults.
    public var attributeFaults: [AttributeFault] { state.withLock { $0.faults } }

    // MARK: The link

    /// The agreed packet size in bytes, 23 to 517. A notification or a write without response carries 3
    /// bytes less.
    public var mtu: Int { state.withLock { $0.session?.client.mtu } ?? 23 }

    /// Requests a larger MTU on a link made with `ConnectOptions.mtu` 23. A client may request it once
    /// per link (Core 5.4, Vol 3, Part F, section 3.4.2.1).
    ///
    /// - Parameter offer: The MTU to offer in bytes, 23 to 517; limited by the radio.
    /// - Throws: `CentralError`; `GATTError.att` when the peripheral supports only the default size.
    package func requestMTU(_ offer: Int) async throws {
        let session = try await session()
        state.withLock { $0.options.mtu = offer }  // for later links too
        let offer = min(offer, session.connection.largestPacket)
        guard mtu == 23, offer > 23 else { return }
        try await session.perform(orTimeout: .connectionTimeout) {
            _ = try await $0.exchangeMTU(offer)
        }
    }

    /// Whether `Characteristic.tryWriteWithoutResponse` has room.
    public var hasCommandRoom: Bool { state.withLock { $0.session }?.hasCommandRoom ?? false }

    /// Reports that there is room for writes without response again, after each time that there was none. The
    /// buffer has no limit.
    public var commandRoom: AsyncStream<Void> { room.stream() }

    /// Throws the reason when the link has ended. Answers from the cache do not need a link.
    package func checkLink() throws {
        guard let session = state.withLock({ $0.session }) else { throw absence }
        if session.connection.endReason != nil { throw session.loss }
    }

    /// Why there is no link.
    var absence: CentralError { state.withLock { $0.absence } }

    /// The current link parameters; nil without a link, and where the system does not report them.
    public var parameters: LinkParameters? { state.withLock { $0.session?.connection.parameters } }

    /// Requests other link parameters; the peripheral may reject them.
    ///
    /// - Throws: `CentralError` or `CancellationError`.
    public func update(_ parameters: ConnectionParameters) async throws {
        try await perform(orTimeout: .connectionTimeout) { try await $0.update(parameters) }
    }

    /// The peripheral's RSSI in dBm, -127 to 20.
    ///
    /// - Throws: `CentralError` or `CancellationError`.
    public func readRSSI() async throws -> Int {
        try await perform(orTimeout: .readTimeout) { try await $0.readRSSI() }
    }

    /// Reads the RSSI at once and then every `interval`, at least 10 ms, until the stream is released.
    /// Throws when the link is lost.
    public func pollRSSI(
        every interval: Duration = .seconds(10)
    ) -> AsyncThrowingStream<Int, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: Int.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let interval = max(interval, .milliseconds(10))
        let task = time.task { [weak self, time] in
            do {
                var next = time.now()
                while let rssi = try await self?.readRSSI() {
                    continuation.yield(rssi)
                    next += interval
                    try await time.wait(next)
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Raises the link's security, with the keys of a bond or by pairing.
    ///
    /// - Throws: `CentralError` or `CancellationError`.
    public func secure(to level: LinkSecurity) async throws {
        try await perform(orTimeout: .connectionTimeout) { try await $0.secure(to: level) }
    }

    /// The link's current security, then each change. Ends with the link. The buffer has no
    /// limit.
    public var security: AsyncStream<ConnectionSecurity> {
        state.withLock { $0.session?.connection.security } ?? AsyncStream { $0.finish() }
    }

    /// Opens a credit-based channel (Core 5.4, Vol 3, Part A, section 10.1).
    ///
    /// - Parameters:
    ///   - psm: The peripheral's PSM, 1 to 255.
    ///   - mtu: Largest packet to receive in bytes, 23 to 65535.
    /// - Throws: `CentralError` or `CancellationError`.
    public func openChannel(psm: UInt16, mtu: Int = 1024) async throws -> any ChannelBearer {
        try await perform(orTimeout: .connectionTimeout) {
            try await $0.openChannel(psm: psm, mtu: mtu)
        }
    }

    private func perform<Success: Sendable>(
        orTimeout timeout: CentralError,
        _ work: (any RadioConnection) async throws -> Success
    ) async throws -> Success {
        let session = try await session()
        return try await session.perform(orTimeout: timeout) { _ in
            try await work(session.connection)
        }
    }
}
