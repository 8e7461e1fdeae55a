internal import AccessoryConcurrency
internal import AccessoryLink
internal import BluetoothLE
internal import BluetoothSerial

/// Readers on Bluetooth, one at a time. Each session has a connection and a link of its own; what
/// they tell is told on as long as the session is the present one.
actor BluetoothChannel: ReaderChannel {
    private struct Session {
        let number: Int
        let device: Device
        let mode: LinkMode
        let carrier: Carrier
        let link: HostLink
    }

    /// What an identifier names.
    private enum Device: Equatable {
        case le(BluetoothAddress)
        case classic(BluetoothAddress)

        var identifier: String {
            switch self {
            case .le(let address): address.identifier
            case .classic(let address): address.description + BluetoothAddress.classicSuffix
            }
        }
    }

    /// What a session's bytes go over.
    private struct Carrier {
        let line: any ByteLink
        /// Nil: on classic Bluetooth the connection ends with the line.
        let peripheral: Peripheral?

        func release() async {
            await line.close()
            await peripheral?.disconnect()
        }
    }

    private let central: Central
    private let options: BluetoothOptions
    private let clock: any Clock<Duration>
    private let time: TimeSource
    private nonisolated let happenings = Broadcaster<CommunicationEvent>()
    private nonisolated let others = Broadcaster<CommunicationEvent>()
    private nonisolated let updates = Broadcaster<LinkProgress>()
    private nonisolated let announcements = Broadcaster<HostState>(replaying: .waitingDevice)
    private let openings = AsyncLock()

    private var session: Session?
    private var count = 0
    /// State while there is no session, and the last one that was announced.
    private var resting = HostState.waitingDevice
    private var announced = HostState.waitingDevice
    private var attempt: Task<Result<Void, any Error>, Never>?
    private var releasing: Task<Void, Never>?

    init(_ central: Central, options: BluetoothOptions, clock: any Clock<Duration>) {
        self.central = central
        self.options = options
        self.clock = clock
        time = TimeSource(clock)
    }

    deinit {
        attempt?.cancel()
        if let session { Self.release(session, on: time, after: nil) }
    }

    nonisolated var kind: LinkChannel { .bluetooth }
    nonisolated var executor: (any TaskExecutor)? { time.executor }
    nonisolated var states: AsyncStream<HostState> { announcements.stream() }
    nonisolated var events: AsyncStream<CommunicationEvent> { happenings.stream() }
    nonisolated var otherEvents: AsyncStream<CommunicationEvent> { others.stream() }
    nonisolated var progress: AsyncStream<LinkProgress> {
        updates.stream(buffering: .bufferingNewest(1))
    }

    var state: HostState {
        get async { await session?.link.state ?? resting }
    }

    // MARK: Search

    func beginSearch(timeout: Duration?) async throws(SearchError) -> DeviceSearch {
        let reports: AsyncThrowingStream<AdvertisementReport, any Error>
        do {
            try await requireRadio()
            reports = try await central.scan(options.filter ?? .all, timeout: timeout)
        } catch {
            throw SearchError(OpenError(error))
        }
        let found = FoundDevices(profiles: options.profiles)
        return { [weak self] tell in
            var found = found
            do {
                for try await report in reports {
                    guard let device = found.add(report) else { continue }
                    await self?.hasFound()
                    tell(device)
                }
            } catch {
                // its time is up, or the radio was turned off: complete
            }
        }
    }

    private func hasFound() {
        guard session == nil, resting == .waitingDevice else { return }
        rest(in: .deviceDetected)
    }

    private func requireRadio() async throws(OpenError) {
        for await state in central.states {
            guard let error = OpenError(state) else { return }
            throw error
        }
        throw .unsupported
    }

    // MARK: Open and close

    func open(_ identifier: String?, mode: LinkMode?) async throws(OpenError) {
        let device = try device(identifier ?? "")
        do {
            try await openings.withLock {
                if let session, await session.link.isOpen {
                    try Self.require(session, is: device, mode)
                } else {
                    try await connect(device, mode: mode ?? options.link.mode)
                }
            }
        } catch {
            throw OpenError(error)
        }
    }

    private static func require(
        _ session: Session,
        is device: Device,
        _ mode: LinkMode?
    ) throws(OpenError) {
        guard session.device == device, session.mode == mode ?? session.mode else {
            throw .otherIsOpen(session.device.identifier, session.mode)
        }
    }

    private func device(_ identifier: String) throws(OpenError) -> Device {
        if options.openClassic != nil,
            let address = BluetoothAddress(classicIdentifier: identifier)
        {
            return .classic(address)
        }
        guard let address = BluetoothAddress(identifier: identifier) else {
            throw .illegalAddress(identifier)
        }
        return .le(address)
    }

    private func connect(_ device: Device, mode: LinkMode) async throws {
        try await requireRadio()
        // what is left of a session that broke or that the device ended
        if let session { leave(session, for: .deviceDetected) }
        await releasing?.value
        count += 1
        let number = count
        let attempt = time.task {
            await Result { try await self.begin(number, device, mode) }
        }
        self.attempt = attempt
        defer { self.attempt = nil }
        let result = await withTaskCancellationHandler {
            await attempt.value
        } onCancel: {
            attempt.cancel()
        }
        try result.get()
        guard session?.number == number else { throw LinkError.cancelled }
    }

    private func connect(to device: Device) async throws -> Carrier {
        switch device {
        case .le(let address): return try await connectLE(to: address)
        case .classic(let address):
            guard let open = options.openClassic else { throw OpenError.unsupported }
            let limit = options.connectionTimeout
            let line = try await time.within(limit, orThrow: CentralError.connectionTimeout) {
                try await open(address)
            }
            return Carrier(line: line, peripheral: nil)
        }
    }

    private func connectLE(to address: BluetoothAddress) async throws -> Carrier {
        let peripheral = try await central.connect(
            to: address,
            timeout: options.connectionTimeout
        )
        do {
            return Carrier(line: try await openLine(on: peripheral), peripheral: peripheral)
        } catch {
            await peripheral.disconnect()
            throw error
        }
    }

    private func begin(
        _ number: Int,
        _ device: Device,
        _ mode: LinkMode
    ) async throws {
        let carrier = try await connect(to: device)
        do {
            var linkOptions = options.link
            linkOptions.mode = mode
            let link = HostLink(over: carrier.line, options: linkOptions, clock: clock)
            let (events, progress) = (link.events, link.progress)
            try await link.open()
            let new = Session(
                number: number,
                device: device,
                mode: mode,
                carrier: carrier,
                link: link
            )
            session = new
            follow(new, events: events, progress: progress)
        } catch {
            await carrier.release()
            throw error
        }
    }

    private func openLine(on peripheral: Peripheral) async throws -> SerialLink {
        for profile in options.profiles {
            do {
                return try await SerialLink.open(profile, on: peripheral)
            } catch CentralError.serviceNotFound, CentralError.characteristicNotFound {
                continue
            }
        }
        throw OpenError.connectionFailed("it offers none of the serial lines that were asked for")
    }

    /// Passes on what the link tells, until the link is no more.
    private func follow(
        _ session: Session,
        events: AsyncStream<LinkEvent>,
        progress: AsyncStream<LinkProgress>
    ) {
        let (number, states) = (session.number, session.link.states)
        _ = time.task { [happenings, others, mode = session.mode] in
            for await event in events {
                guard let event = CommunicationEvent(event) else { continue }
                happenings.send(event)
                if !event.isOfExchange(in: mode) { others.send(event) }
            }
        }
        _ = time.task { [updates] in
            for await update in progress { updates.send(update) }
        }
        _ = time.task { [weak self] in
            for await state in states { await self?.heed(state, of: number) }
        }
    }

    private func heed(_ state: HostState, of number: Int) {
        guard let session, session.number == number else { return }
        if state == .waitingDevice {
            leave(session, for: .waitingDevice)
        } else {
            announce(state)
        }
    }

    func close() async {
        await end { await $0.close() }
    }

    func closeResource() async {
        await end { await $0.closeResource() }
    }

    private func end(_ close: (HostLink) async -> Void) async {
        if let attempt {
            attempt.cancel()
            _ = await attempt.value
        }
        if let session {
            await close(session.link)
            let isLost = await session.link.state == .waitingDevice
            if self.session?.number == session.number {
                leave(session, for: isLost ? .waitingDevice : .deviceDetected)
            }
        }
        await releasing?.value
    }

    /// The session is the present one no more.
    private func leave(_ session: Session, for state: HostState) {
        self.session = nil
        rest(in: state)
        releasing = Self.release(session, on: time, after: releasing)
    }

    @discardableResult
    private static func release(
        _ session: Session,
        on time: TimeSource,
        after earlier: Task<Void, Never>?
    ) -> Task<Void, Never> {
        time.task {
            await earlier?.value
            await session.carrier.release()
        }
    }

    private func rest(in state: HostState) {
        resting = state
        announce(state)
    }

    private func announce(_ state: HostState) {
        guard state != announced else { return }
        announced = state
        announcements.send(state)
    }

    // MARK: Exchange

    func exchange(
        _ request: [UInt8],
        timeout: Duration?,
        report: @escaping LinkReport
    ) async throws(LinkError) -> [UInt8] {
        guard let session else { throw .notOpen }
        return try await session.link.exchange(request, timeout: timeout, report: report)
    }

    func cancelExchange() async throws(LinkError) {
        guard let session else { throw .notOpen }
        try await session.link.cancelExchange()
    }
}
