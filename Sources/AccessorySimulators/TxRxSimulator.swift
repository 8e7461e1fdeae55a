internal import AccessoryConcurrency
public import BluetoothLE
public import TxRx

/// A fault of a simulated TxRx device.
public enum TxRxFault: Sendable, Hashable {
    /// The device never answers.
    case silent
    /// The device answers after this time.
    case late(Duration)
    /// The device sends each answer in packets of `size` bytes, `gap` apart.
    case split(size: Int, gap: Duration)
    /// The device does not acknowledge writes.
    case unacknowledged
    /// The device refuses writes.
    case refusing
}

/// A simulated TxRx device: it advertises a profile's service and answers commands.
///
///     let device = TxRxSimulator(.zhaga, radio: radio) { command in
///         Array("you said ".utf8) + command
///     }
///     try await device.start()
public actor TxRxSimulator {
    /// Receives a command without its terminator. Returns the answer without a terminator; nil: no
    /// answer.
    public typealias Handler = @Sendable ([UInt8]) async -> [UInt8]?

    /// An event of the device.
    public enum Event: Sendable, Hashable {
        /// A command arrived, without its terminator.
        case command([UInt8])
        /// An answer was sent, with its terminator.
        case answered([UInt8])
        /// The mode was set.
        case modeSet(TxRxMode)
    }

    /// Longest command in bytes; longer ones are dropped.
    public static let longestCommand = 1 << 16

    /// The profile of the device.
    public nonisolated let profile: TxRxProfile
    /// The advertised name.
    public nonisolated let name: String
    /// The last mode that was set.
    public private(set) var mode = TxRxMode.stream
    /// The current fault; nil: none.
    public var fault: TxRxFault?

    private let manager: PeripheralManager
    private let service: MutableService
    private let time: TimeSource
    private let handler: Handler
    private let broadcaster = Broadcaster<Event>()
    private var tasks: [Task<Void, Never>] = []
    private var commands: [RemoteCentral: [UInt8]] = [:]
    /// Writes that are not acknowledged.
    private var unanswered: [WriteRequest] = []

    /// - Parameters:
    ///   - profile: The profile of the service and of the commands.
    ///   - radio: The adapter to advertise on.
    ///   - name: The advertised name.
    ///   - clock: The clock of the GATT server.
    ///   - handler: Computes the answers; nil: the device echoes each command.
    public init(
        _ profile: TxRxProfile,
        radio: any Radio,
        name: String = "TxRx",
        clock: some Clock<Duration> = ContinuousClock(),
        handler: @escaping Handler = { $0 }
    ) {
        self.profile = profile
        self.name = name
        self.handler = handler
        time = TimeSource(clock)
        manager = PeripheralManager(
            radio: radio,
            clock: clock,
            options: .init { $0.resumesAdvertising = true }
        )
        let written = [profile.rx, profile.mode].compactMap(\.self).map {
            MutableCharacteristic(uuid: $0, properties: .write)
        }
        let notified = [profile.tx, profile.event].compactMap(\.self).map {
            MutableCharacteristic(uuid: $0, properties: .notify)
        }
        service = MutableService(uuid: profile.service, characteristics: written + notified)
    }

    deinit { for task in tasks { task.cancel() } }

    /// All events from now on, for any number of readers. The buffer has no limit.
    public nonisolated var events: AsyncStream<Event> { broadcaster.stream() }

    /// Sets the fault.
    public func misbehave(_ fault: TxRxFault?) { self.fault = fault }

    /// Publishes the service and advertises it.
    ///
    /// - Throws: `PeripheralManagerError`.
    public func start() async throws {
        guard tasks.isEmpty else { return }
        try await manager.add(service)
        let (queue, entry) = AsyncStream.makeStream(of: (RemoteCentral, [UInt8]).self)
        tasks = [
            try serve(profile.rx) { await $0.receive($1, entry) },
            time.task { [weak self] in
                for await (central, command) in queue { await self?.answer(command, to: central) }
            },
        ]
        if let mode = profile.mode {
            tasks.append(try serve(mode) { device, request in await device.setMode(request) })
        }
        try await manager.startAdvertising(name: name, uuids: [profile.service])
    }

    /// Removes the service and stops advertising; connections end.
    public func stop() async {
        for task in tasks { task.cancel() }
        tasks = []
        commands = [:]
        unanswered = []
        try? await manager.stopAdvertising()
        for central in manager.centrals { await central.disconnect() }
        try? await manager.remove(service)
    }

    /// Sends unsolicited data to all subscribers, unchanged.
    ///
    /// - Throws: `MutableCharacteristicError` or `CancellationError`.
    public func send(_ bytes: [UInt8]) async throws { try await notify(bytes, profile.tx) }

    /// Sends an event, unchanged. Does nothing in a profile without events.
    ///
    /// - Throws: The errors of `send`.
    public func sendEvent(_ bytes: [UInt8]) async throws {
        if let event = profile.event { try await notify(bytes, event) }
    }

    // MARK: Commands

    private func serve(
        _ uuid: BluetoothUUID,
        _ handle: @escaping @Sendable (TxRxSimulator, WriteRequest) async -> Void
    ) throws -> Task<Void, Never> {
        guard let requests = try service[uuid]?.startRespondingToWriteRequests() else {
            return Task {}
        }
        return time.task { [weak self] in
            for await request in requests {
                guard let self else { return }
                await handle(self, request)
            }
        }
    }

    /// Returns whether a write is acknowledged.
    private func acknowledge(_ request: WriteRequest, _ uuid: BluetoothUUID) -> Bool {
        switch fault {
        case .unacknowledged:
            unanswered.append(request)
            return false
        case .refusing:
            service[uuid]?.respond(to: request, with: .writeNotPermitted)
            return false
        case .silent, .late, .split, nil:
            service[uuid]?.respond(to: request)
            return true
        }
    }

    private func receive(
        _ request: WriteRequest,
        _ queue: AsyncStream<(RemoteCentral, [UInt8])>.Continuation
    ) {
        guard acknowledge(request, profile.rx) else { return }
        var rest = (commands[request.central] ?? []) + request.value
        while let (command, next) = split(rest) {
            broadcaster.send(.command(command))
            queue.yield((request.central, command))
            rest = next
        }
        commands[request.central] = rest.isEmpty || rest.count > Self.longestCommand ? nil : rest
    }

    /// Splits off the first command; nil while it is incomplete.
    private func split(_ bytes: [UInt8]) -> ([UInt8], [UInt8])? {
        let end = profile.terminator.bytes
        guard !bytes.isEmpty, !end.isEmpty else { return bytes.isEmpty ? nil : (bytes, []) }
        guard bytes.count >= end.count else { return nil }
        for start in 0...(bytes.count - end.count)
        where bytes[start..<start + end.count].elementsEqual(end) {
            return (Array(bytes[..<start]), Array(bytes[(start + end.count)...]))
        }
        return nil
    }

    private func setMode(_ request: WriteRequest) {
        guard let uuid = profile.mode, acknowledge(request, uuid), let byte = request.value.first
        else { return }
        mode = TxRxMode(rawValue: byte)
        broadcaster.send(.modeSet(mode))
    }

    // MARK: Answers

    private func answer(_ command: [UInt8], to central: RemoteCentral) async {
        guard fault != .silent, let answer = await handler(command) else { return }
        let bytes = answer + profile.terminator.bytes
        var (size, gap) = (profile.txSize, Duration.zero)
        switch fault {
        case .late(let delay): guard await waits(delay) else { return }
        case .split(let part, let pause): (size, gap) = (max(1, min(part, size)), pause)
        case .silent, .unacknowledged, .refusing, nil: break
        }
        do {
            try await notify(bytes, profile.tx, to: central, size: size, gap: gap)
            broadcaster.send(.answered(bytes))
        } catch {
            // a central that has disconnected gets no answer
        }
    }

    private func waits(_ delay: Duration) async -> Bool {
        (try? await time.wait(time.now() + delay)) != nil
    }

    private func notify(_ bytes: [UInt8], _ uuid: BluetoothUUID) async throws {
        for central in service[uuid]?.subscribers ?? [] {
            try await notify(bytes, uuid, to: central, size: profile.txSize, gap: .zero)
        }
    }

    private func notify(
        _ bytes: [UInt8],
        _ uuid: BluetoothUUID,
        to central: RemoteCentral,
        size: Int,
        gap: Duration
    ) async throws {
        let size = min(size, central.mtu - 3)
        for start in stride(from: 0, to: bytes.count, by: size) {
            if start > 0, gap > .zero { try await time.wait(time.now() + gap) }
            let packet = Array(bytes[start..<min(start + size, bytes.count)])
            try await service[uuid]?.update(packet, to: central)
        }
    }
}
