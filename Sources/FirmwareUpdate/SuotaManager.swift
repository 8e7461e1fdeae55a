internal import AccessoryBase
internal import AccessoryConcurrency
public import BluetoothLE

private let log = Log("update")

/// Updates the firmware of one device.
///
///     let manager = SuotaManager(central.peripheral(address), configuration: .feasycom)
///     try await manager.connect()
///     let outcome = try await manager.start(file)
///
/// `SuotaSession` decides the steps; the manager performs them on a connection. Calls throw a
/// `SuotaError`, the error of `Options.prepare`, or `CancellationError`. Cancelling a call's task
/// also ends the operation on the device.
public actor SuotaManager {
    /// The options of a manager.
    public struct Options: Sendable {
        /// Connection options. A short connection interval makes updates fast.
        public var connection = ConnectOptions {
            $0.parameters.interval = .microseconds(7500)...(.milliseconds(15))
        }
        /// The required model number of the device; nil: any.
        public var model: String?
        /// Whether to send an image despite refusals; see `SuotaRefusal`.
        public var force = false
        /// Called on each new connection before any other operation, for example to log in with a
        /// PIN.
        public var prepare: Preparation?
        /// Maximum number of restarts of an update after link loss; 0: none.
        public var restarts = 0
        /// Delay before the first restart; it doubles for each further restart, up to 30 s.
        public var restartDelay = Duration.seconds(1)

        /// Creates the defaults.
        public init() {}

        /// Creates the defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    /// Prepares a new connection.
    public typealias Preparation = @Sendable (Peripheral) async throws -> Void

    /// The result of an update.
    public struct Outcome: Sendable, Hashable {
        /// Time from the start, including restarts, to the device's confirmation of the whole
        /// image.
        public var total: Duration
        /// Time from the first chunk to the last block's status in the successful attempt. Nil if
        /// the confirmation was lost with the link and a restart found the image on the device.
        public var upload: Duration?
        /// Number of attempts, 1 or more.
        public var attempts: Int
    }

    /// The device.
    public nonisolated let peripheral: Peripheral
    /// The options of the manager.
    public nonisolated let options: Options
    nonisolated let time: TimeSource
    private nonisolated let broadcaster = Broadcaster<SuotaEvent>()

    var session: SuotaSession
    var characteristics: [SuotaCharacteristic: Characteristic] = [:]
    var channel: (any ChannelBearer)?
    /// The call that waits until the device is ready or the update has ended.
    private var waiter: CheckedContinuation<Void, any Error>?
    private var timer: (deadline: Duration, timer: TimeSource.Timer)?
    /// The number of the connection or update; answers to earlier ones are ignored.
    private(set) var generation = 0
    /// The number of connections so far.
    private var links = 0
    /// Whether the current connection's status notifications are being received.
    var isListening = false
    private(set) var isLinked = false
    /// The chunk from the session that the sending loop has not read yet.
    var nextChunk: ArraySlice<UInt8>?
    /// The generation of the block that is being sent; nil: none.
    var sendingGeneration: Int?
    private var isBusy = false
    private var work: [Int: Task<Void, Never>] = [:]
    private var workCount = 0
    private var success: (at: Duration, upload: Duration)?
    /// The error that ends the running call after the caller has aborted or disconnected.
    private var endsWith: SuotaError?
    /// The delay before a restart.
    private var pause: Task<Void, Never>?
    /// Start time of the running call.
    private var began = Duration.zero
    /// Whether the end of the image has been sent to the device.
    private var hasSentEnd = false

    private static let longestDelay = Duration.seconds(30)

    /// Creates a manager for a device, connected or not.
    public init(
        _ peripheral: Peripheral,
        configuration: SuotaConfiguration = SuotaConfiguration(),
        options: Options = Options()
    ) {
        self.peripheral = peripheral
        self.options = options
        time = peripheral.time
        session = SuotaSession(configuration: configuration)
    }

    /// Creates a manager with the default options changed by `change`.
    public init(
        _ peripheral: Peripheral,
        configuration: SuotaConfiguration = SuotaConfiguration(),
        options change: (inout Options) -> Void
    ) {
        self.init(peripheral, configuration: configuration, options: Options(change))
    }

    deinit {
        timer?.timer.cancel()
        for task in work.values { task.cancel() }
        broadcaster.finish()
    }

    // MARK: State

    /// Events from now on, for any number of listeners.
    ///
    /// Each `start` ends with one `success` or `failure`, also after restarts and for refusals
    /// before the first byte. A `connect` that fails ends with one `failure`. A call that is
    /// refused because another one is running emits nothing: the events belong to the other call.
    public nonisolated var events: AsyncStream<SuotaEvent> { broadcaster.stream() }

    /// The device information read so far.
    public var device: SuotaDeviceInfo { session.device }

    /// Whether the device is connected, all characteristics are read, and no update is running.
    public var isReady: Bool { isLinked && session.isReady }

    /// Bytes per write to this device.
    public var chunkSize: Int { session.chunkSize }

    /// The configuration. A change during an update applies to the next one.
    public var configuration: SuotaConfiguration {
        get { session.configuration }
        set { if !session.isUpdating { session.configuration = newValue } }
    }

    /// Changes the configuration: block size, pins, bank, memory.
    public func initialize(_ change: (inout SuotaConfiguration) -> Void) {
        change(&configuration)
    }

    // MARK: Commands

    /// Connects, discovers the services, and reads the characteristics that an update needs.
    /// Returns when the device is ready, or at once if it already is.
    ///
    /// - Throws: `SuotaError`, `CentralError`, `GATTError` or `CancellationError`.
    @discardableResult
    public func connect() async throws -> SuotaDeviceInfo {
        try await alone { try await reportingFailure { try await makeReady() } }
        return session.device
    }

    /// Sends an image; connects first if needed. Returns when the device has checked the image and,
    /// if configured, the reboot command has been sent.
    ///
    /// Sends nothing if the file is damaged or has a `SuotaRefusal`.
    ///
    /// - Throws: The errors of `connect`.
    @discardableResult
    public func start(_ file: SuotaFile) async throws -> Outcome {
        try await alone { try await reportingFailure { try await update(file) } }
    }

    /// Ends the running call of `start`, if any, even while it connects or waits for a restart. The
    /// device is notified.
    public func abort() {
        if isBusy { endsWith = .aborted }
        pause?.cancel()
        session.abort(at: time.now())
        pump()
    }

    /// Sends the reboot command. The device may disconnect before it answers.
    public func reboot() async throws(SuotaError) {
        guard isLinked, let memory = characteristics[.memoryDevice] else {
            throw SuotaError.notConnected
        }
        guard !session.isUpdating else {
            throw SuotaError.badParameter(
                FailureReason("an update is already running", nextStep: "wait for its end")
            )
        }
        try? await memory.write(SuotaSession.rebootWord)
        broadcaster.send(.rebootSent)
    }

    /// Disconnects and ends a running update.
    public func disconnect() async {
        if isBusy { endsWith = .notConnected }
        pause?.cancel()
        await drop()
    }

    func drop() async {
        await peripheral.disconnect()
        linkEnded()
    }

    /// Runs one call at a time.
    private func alone<Success: Sendable>(
        _ body: () async throws -> Success
    ) async throws -> Success {
        guard !isBusy else {
            throw SuotaError.badParameter(
                FailureReason("the manager is already running", nextStep: "wait for its end")
            )
        }
        isBusy = true
        endsWith = nil
        defer { isBusy = false }
        return try await body()
    }

    /// Emits one failure if `body` throws.
    private func reportingFailure<Success: Sendable>(
        _ body: () async throws -> Success
    ) async throws -> Success {
        began = time.now()
        do {
            return try await body()
        } catch {
            switch error {
            case let error as SuotaError: broadcaster.send(.failure(error))
            case is CancellationError: broadcaster.send(.failure(.aborted))
            default: broadcaster.send(.failure(.preparationFailed(FailureReason(error))))
            }
            throw error
        }
    }

    // MARK: Updating

    private func update(_ file: SuotaFile) async throws -> Outcome {
        if configuration.checksHeaderCRC { try file.check() }
        var delay = options.restartDelay
        var attempt = 1
        hasSentEnd = false
        while true {
            do {
                if let endsWith { throw endsWith }
                try await attemptUpdate(file)
                let total = (success?.at ?? time.now()) - began
                return Outcome(total: total, upload: success?.upload, attempts: attempt)
            } catch let error as SuotaError {
                try Task.checkCancellation()
                // the status of the whole image was lost with the link, and the device has the
                // image
                if attempt > 1, hasSentEnd, error.meansInstalled {
                    let total = time.now() - began
                    broadcaster.send(.success(total: total, upload: SuotaEvent.unknownTime))
                    if configuration.rebootsAutomatically { try? await reboot() }
                    return Outcome(total: total, upload: nil, attempts: attempt)
                }
                guard attempt <= options.restarts, error.mayPass, endsWith == nil else {
                    throw error
                }
                log.notice("the update restarts in \(delay): \(error.cause)")
            }
            try await wait(delay)
            delay = min(delay * 2, Self.longestDelay)
            attempt += 1
        }
    }

    /// Waits for the next attempt, or until the call must end.
    private func wait(_ delay: Duration) async throws {
        let end = time.now() + delay
        let pause = time.task { [time] in _ = try? await time.wait(end) }
        self.pause = pause
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        self.pause = nil
        try Task.checkCancellation()
    }

    private func attemptUpdate(_ file: SuotaFile) async throws {
        try await makeReady()
        if let endsWith { throw endsWith }
        try admit(file)
        success = nil
        generation += 1
        try await waiting { () throws(SuotaError) in try session.start(file, at: time.now()) }
    }

    /// Throws `refused` if there are reasons, unless the update is forced.
    private func admit(_ file: SuotaFile) throws(SuotaError) {
        let reasons = file.image?.refusals(on: session.device, model: options.model) ?? []
        let all = reasons + configuration.refusals
        if !options.force, !all.isEmpty { throw .refused(all) }
    }

    // MARK: Connecting

    private func makeReady() async throws {
        if isReady { return }
        if isLinked { await drop() }
        var connection = options.connection
        // longer than the update's own timeout, which must expire first
        connection.requestTimeout = max(
            connection.requestTimeout,
            configuration.uploadTimeout + .seconds(5)
        )
        generation += 1
        session = SuotaSession(configuration: configuration)
        let mtu = connection.mtu
        connection.mtu = 23  // requested separately: its failure has its own code
        do {
            try await peripheral.connect(timeout: configuration.scanTimeout, options: connection)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw SuotaError.notConnected
        }
        isLinked = true
        isListening = false
        links += 1
        watchLink(links)
        do {
            try await request(mtu: mtu)
            try await options.prepare?(peripheral)
            session.linkMTU = peripheral.mtu
            handle(.connected, generation)
            try await waiting { discover() }
        } catch {
            await drop()
            throw error
        }
    }

    private func request(mtu: Int) async throws {
        do {
            try await peripheral.requestMTU(mtu)
        } catch GATTError.att {
            // the device supports only the default MTU
        } catch let error where error.isLoss {
            throw SuotaError.notConnected
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw SuotaError.mtuRequestFailed
        }
    }

    private func watchLink(_ link: Int) {
        begin { [weak self, peripheral] in
            for await state in peripheral.states {
                switch state {
                case .connected, .connecting: continue
                case .disconnected, .waiting: await self?.linkEnded(link)
                }
                return
            }
        }
    }

    private func discover() {
        begin { [weak self, peripheral, generation] in
            do {
                let found = try await Self.characteristics(of: peripheral)
                await self?.discovered(found, generation)
            } catch {
                await self?.handle(error.isLoss ? .linkLost : .discoveryFailed, generation)
            }
        }
    }

    private static func characteristics(
        of peripheral: Peripheral
    ) async throws -> [SuotaCharacteristic: Characteristic] {
        var found: [SuotaCharacteristic: Characteristic] = [:]
        let uuids = [SuotaCharacteristic.service, SuotaCharacteristic.deviceInformationService]
        for service in try await peripheral.discoverServices(uuids) {
            for characteristic in try await service.characteristics() {
                guard let known = SuotaCharacteristic(characteristic.uuid),
                    known.service == service.uuid, found[known] == nil
                else { continue }
                found[known] = characteristic
            }
        }
        return found
    }

    private func discovered(
        _ found: [SuotaCharacteristic: Characteristic],
        _ generation: Int
    ) {
        guard generation == self.generation else { return }
        characteristics = found
        handle(.discovered(Set(found.keys)), generation)
    }

    private func linkEnded(_ link: Int? = nil) {
        guard isLinked, link ?? links == links else { return }
        isLinked = false
        session.handle(.linkLost, at: time.now())
        pump()
        self.generation += 1
        characteristics = [:]
        channel = nil
        for task in work.values { task.cancel() }
        // resumes a caller whose connection ended before any action started
        resume(throwing: SuotaError.notConnected)
    }

    // MARK: The session

    /// Passes an input to the session, unless it belongs to an earlier generation.
    func handle(_ input: SuotaInput, _ generation: Int) {
        guard generation == self.generation, isLinked else { return }
        if case .linkLost = input { return linkEnded() }
        let now = time.now()
        session.handle(input, at: now)
        pump(at: now)
    }

    private func pump() { pump(at: time.now()) }

    private func pump(at now: Duration) {
        while let action = session.nextAction(at: now) {
            switch action {
            case .event(let event):
                report(event)
            case .finished(let error): resume(throwing: error)
            case .write(.memoryDevice, let word):
                if word == SuotaSession.endWord { hasSentEnd = true }
                perform(action)
            default: perform(action)
            }
        }
        setTimer()
    }

    /// Emits the session's events, except its end. A session is one attempt; `start` and `connect`
    /// report failures.
    private func report(_ event: SuotaEvent) {
        switch event {
        case .success(_, let upload):
            success = (time.now(), upload)
            broadcaster.send(.success(total: time.now() - began, upload: upload))
        case .failure: break
        case .deviceReady:
            broadcaster.send(event)
            resume(throwing: nil)
        default: broadcaster.send(event)
        }
    }

    /// Sets the only timer. When it fires, the deadlines are checked again. Chunks do not set their
    /// own timer.
    private func setTimer() {
        guard let deadline = session.deadline else { return }
        if let timer, timer.deadline <= deadline { return }
        timer?.timer.cancel()
        let wake = time.schedule(at: deadline) { [weak self, time] in
            _ = time.task { [weak self] in await self?.wake() }
        }
        timer = (deadline, wake)
    }

    private func wake() {
        timer = nil
        pump()
    }

    /// Runs `body`, then waits until the session is ready or has finished.
    private func waiting<Failure: Error>(_ body: () throws(Failure) -> Void) async throws {
        try Task.checkCancellation()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter = continuation
                do {
                    try body()
                    pump()
                } catch {
                    resume(throwing: error)
                }
                if Task.isCancelled { cancel() }
            }
        } onCancel: {
            _ = time.task { await self.cancel() }
        }
    }

    private func cancel() {
        guard waiter != nil else { return }
        if session.isUpdating { abort() } else { resume(throwing: CancellationError()) }
    }

    private func resume(throwing error: (any Error)?) {
        guard let waiter else { return }
        self.waiter = nil
        if let error { waiter.resume(throwing: error) } else { waiter.resume() }
    }

    /// Starts a task that is cancelled when the connection ends.
    func begin(_ body: @escaping @Sendable () async -> Void) {
        workCount += 1
        let id = workCount
        work[id] = time.task { [weak self] in
            await body()
            await self?.ended(id)
        }
    }

    private func ended(_ id: Int) { work[id] = nil }
}
