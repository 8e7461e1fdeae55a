internal import AccessoryConcurrency
public import AccessoryLink
public import BluetoothLE
import Synchronization

/// The peripheral's side of a serial profile: a service, and a line for each central that uses it.
///
///     let service = try await SerialService(.nordicUART, on: manager)
///     for await line in service.lines {
///         for try await packet in line.incoming { try await line.send(packet) }
///     }
public final class SerialService: Sendable {
    private struct State {
        var lines: [ObjectIdentifier: SerialServiceLink] = [:]
        var tasks: [Task<Void, Never>] = []
    }

    /// The profile of the service.
    public let profile: SerialProfile
    /// The line of each new central, from its first subscription or packet. For one reader; the
    /// buffer has no limit.
    public let lines: AsyncStream<SerialServiceLink>
    private let entry: AsyncStream<SerialServiceLink>.Continuation
    private let manager: PeripheralManager
    private let service: MutableService
    private let output: MutableCharacteristic
    private let state = Mutex(State())

    /// Adds the service to a manager.
    ///
    /// - Parameters:
    ///   - profile: The UUIDs of the service.
    ///   - manager: The GATT server.
    ///   - others: Further characteristics of the service.
    /// - Throws: `MutableServiceError` or `PeripheralManagerError`.
    public init(
        _ profile: SerialProfile,
        on manager: PeripheralManager,
        others: [MutableCharacteristic] = []
    ) async throws {
        self.profile = profile
        self.manager = manager
        let input = MutableCharacteristic(
            uuid: profile.toPeripheral,
            properties: [.write, .writeWithoutResponse]
        )
        output = MutableCharacteristic(uuid: profile.toCentral, properties: [.notify])
        service = MutableService(uuid: profile.service, characteristics: [input, output] + others)
        (lines, entry) = AsyncStream.makeStream(of: SerialServiceLink.self)
        try await manager.add(service)
        let requests = try input.startRespondingToWriteRequests()
        let events = manager.events
        let tasks = [
            manager.time.task { [weak self] in
                for await request in requests {
                    input.respond(to: request)
                    self?.line(to: request.central)?.receive(request.value)
                }
            },
            manager.time.task { [weak self] in
                for await event in events { self?.handle(event) }
            },
        ]
        state.withLock { $0.tasks = tasks }
    }

    deinit { end() }

    /// Removes the service and ends its lines.
    public func remove() async {
        end()
        try? await manager.remove(service)
    }

    private func end() {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        for task in old.tasks { task.cancel() }
        for line in old.lines.values { line.end(nil) }
        entry.finish()
    }

    private func handle(_ event: PeripheralEvent) {
        switch event {
        case .subscribed(let central, let characteristic, let subscription):
            if characteristic === output, !subscription.isEmpty { _ = line(to: central) }
        case .disconnected(let central, _):
            let line = state.withLock { $0.lines.removeValue(forKey: ObjectIdentifier(central)) }
            line?.end(.lost)
        case .connected, .securityChanged, .saveFailed, .advertisingStopped, .advertisingResumed:
            break
        }
    }

    /// The line to a central; nil after it has disconnected.
    private func line(to central: RemoteCentral) -> SerialServiceLink? {
        let (line, isNew) = state.withLock { state -> (SerialServiceLink?, Bool) in
            if let line = state.lines[ObjectIdentifier(central)] { return (line, false) }
            guard central.isConnected else { return (nil, false) }
            let line = SerialServiceLink(
                central: central,
                output: output,
                limit: profile.packetSize
            )
            state.lines[ObjectIdentifier(central)] = line
            return (line, true)
        }
        if isNew, let line { entry.yield(line) }
        return line
    }
}

/// The peripheral's end of a serial line, to one central.
public final class SerialServiceLink: ByteLink {
    /// The connected central.
    public let central: RemoteCentral
    public let incoming: AsyncThrowingStream<[UInt8], any Error>
    private let entry: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let output: MutableCharacteristic
    private let limit: Int
    private let ending = Mutex<ByteLinkError?>(nil)

    init(central: RemoteCentral, output: MutableCharacteristic, limit: Int) {
        self.central = central
        self.output = output
        self.limit = limit
        (incoming, entry) = AsyncThrowingStream.makeStream(
            of: [UInt8].self,
            throwing: (any Error).self
        )
    }

    public var packetSize: Int { min(limit, central.mtu - 3) }

    public func send(_ bytes: [UInt8]) async throws {
        guard bytes.count <= packetSize else { throw ByteLinkError.packetTooLong(bytes.count) }
        if let ending = ending.withLock({ $0 }) { throw ending }
        do {
            try await output.update(bytes, to: central)
        } catch MutableCharacteristicError.disconnected {
            throw ByteLinkError.lost
        }
    }

    /// Closes the line; the central stays connected.
    public func close() { end(nil) }

    func receive(_ packet: [UInt8]) { entry.yield(packet) }

    /// - Parameter error: Nil: closed by this end.
    func end(_ error: ByteLinkError?) {
        ending.withLock { $0 = $0 ?? error ?? .closed }
        if let error { entry.finish(throwing: error) } else { entry.finish() }
    }
}
