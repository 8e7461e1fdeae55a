internal import AccessoryConcurrency
public import AccessoryLink
public import AudioJack
internal import Synchronization

/// A simulated card reader: the device's end of a link, on an audio port or a byte stream.
///
///     let reader = ReaderSimulator(cable.accessory) { request, _ in request }
///     try await reader.start()
///
/// In duplex mode it answers each message with a message.
///
/// On a virtual cable, time is stopped while the handler computes, and runs while it waits in
/// `Work.progress` or `Work.wait`.
public actor ReaderSimulator {
    /// Computes the answer to a request.
    public typealias Handler = @Sendable (_ request: [UInt8], _ work: Work) async throws -> [UInt8]

    /// Operations for a handler.
    public struct Work: Sendable {
        fileprivate let link: DeviceLink
        fileprivate let request: Int

        /// Sends a progress message; returns when the host has it.
        public func progress(_ message: [UInt8]) async throws(LinkError) {
            link.core.carrier.releaseTime()
            defer { link.core.carrier.holdTime() }
            try await link.core.sendProgress(message, for: request)
        }

        /// Waits for `duration` in the link's time.
        public func wait(_ duration: Duration) async {
            link.core.carrier.releaseTime()
            defer { link.core.carrier.holdTime() }
            await link.core.pass(duration)
        }
    }

    /// The underlying link, for its states, events and statistics.
    public nonisolated let link: DeviceLink
    private let handler: Handler
    private nonisolated let faults = FaultTap()
    private var fault: ReaderFault?
    private var service: Task<Void, Never>?
    private var work: Task<Void, Never>?
    /// The lock for sending: messages in duplex mode are sent one at a time.
    private let sending = AsyncLock()
    /// Number of requests received.
    private var requests = 0
    /// The longest answer of a link in bytes; `FaultTap` makes it appear longer.
    private static let longest = 1 << 20

    /// Creates a reader on a port. It does not start yet.
    public init(
        _ port: any AudioPort,
        options: AudioJackOptions = AudioJackOptions(),
        handler: @escaping Handler
    ) {
        self.handler = handler
        link = DeviceLink(over: port, options: options, tap: faults.tap, holdsTimeForRequests: true)
    }

    /// Creates a reader on a byte stream, such as one over Bluetooth. It does not start yet.
    ///
    /// - Parameters:
    ///   - stream: The byte stream to the host.
    ///   - options: The link's options.
    ///   - clock: The clock of timeouts, and of a handler's waits.
    ///   - handler: Computes the answer to a request.
    public init(
        over stream: any ByteLink,
        options: LinkOptions = LinkOptions(),
        clock: some Clock<Duration> = ContinuousClock(),
        handler: @escaping Handler
    ) {
        self.handler = handler
        link = DeviceLink(over: stream, options: options, clock: clock, tap: faults.tap)
    }

    deinit {
        service?.cancel()
        work?.cancel()
    }

    /// Starts to listen for the boot signal.
    public func start() async throws {
        guard service == nil else { return }
        let events = link.events
        try await link.start()
        service = Task(executorPreference: link.core.carrier.executor) { [weak self] in
            for await event in events { await self?.handle(event) }
        }
    }

    /// Stops without notice to the host.
    public func stop() async {
        work?.cancel()
        await link.stop()
        service?.cancel()
        service = nil
    }

    /// Sets a fault; nil removes it.
    public func misbehave(_ fault: ReaderFault?) {
        self.fault = fault
        faults.set(fault)
    }

    /// Loses all state, as after a loss of power.
    public func reset() async {
        work?.cancel()
        await link.reset()
    }

    private func handle(_ event: LinkEvent) async {
        switch event {
        case .received(let request):
            // the host has cancelled the previous exchange
            if link.core.mode == .masterSlave { work?.cancel() }
            requests += 1
            work = Task(executorPreference: link.core.carrier.executor) { [requests] in
                await self.serve(request, number: requests)
            }
        case .failed, .closed:
            work?.cancel()
        case .opened, .sent, .progress, .timedOut, .fault, .dropped, .asleep:
            break
        }
    }

    /// Answers a request. The link's time is held when this starts.
    private func serve(_ request: [UInt8], number: Int) async {
        let answer: Result<[UInt8]?, any Error>
        do { answer = .success(try await makeAnswer(to: request, number: number)) } catch {
            answer = .failure(error)
        }
        link.core.carrier.releaseTime()
        switch answer {
        case .success(let bytes):
            if let bytes { await send(bytes, inAnswerTo: number) }
        case .failure(is LinkError):
            break
        case .failure:
            try? await link.refuse(with: .unknown)
        }
    }

    /// Sends an answer, which is dropped if the host has cancelled the exchange.
    private func send(_ bytes: [UInt8], inAnswerTo number: Int) async {
        // a reader in duplex mode also serves hosts in master-slave mode
        if link.core.mode == .duplex,
            (try? await sending.withLock { try await link.send(bytes) }) != nil
        {
            return
        }
        try? await link.core.respond(bytes, to: number)
    }

    /// Computes the answer; nil if the fault suppresses it.
    private func makeAnswer(to request: [UInt8], number: Int) async throws -> [UInt8]? {
        switch fault {
        case .silentInExchange:
            faults.fallSilent()
            return nil
        case .wrongState:
            try await link.refuse(with: .wrongState)
            return nil
        case .resets:
            await link.reset()
            return nil
        case .answersTooLong:
            return [UInt8](repeating: 0, count: Self.longest)
        default:
            return try await handler(request, Work(link: link, request: number))
        }
    }
}
