internal import AccessoryConcurrency
public import Beacons
public import BluetoothLE

/// A connection to a module that transfers bytes in both directions.
///
///     let session = BeaconModuleSession(item, central: central)
///     let events = session.events
///     try await session.open()
///     try await session.write(Array("$OpenFscAtEngine$".utf8))
///     for await case .received(let bytes) in events { print(bytes) }
///
/// Calls throw a `BeaconModuleError`, or `CancellationError`.
public actor BeaconModuleSession {
    private enum State {
        case closed
        /// Opening, with the number of the attempt.
        case opening(Int)
        case open(Int, Characteristic)
    }

    /// The module.
    public nonisolated let peripheral: Peripheral
    /// The options of the session.
    public nonisolated let options: Options
    nonisolated let time: TimeSource
    private nonisolated let broadcaster = Broadcaster<Event>()
    private nonisolated let opening = AsyncLock()
    private nonisolated let writing = AsyncLock()

    /// The module's possible PINs, the likeliest first. After an unanswered change, the module may
    /// have either PIN.
    private var pins: [String]
    private let mac: [UInt8]
    nonisolated let needsPIN: Bool
    private var state = State.closed
    private var count = 0
    /// Whether `close` was called, perhaps between two attempts to open.
    private var isClosing = false
    private var pacer: WritePacer
    private var listening: Task<Void, Never>?
    /// The disconnection of an earlier link, which must not affect the next one.
    private var disconnection: Task<Void, Never>?

    /// Creates a session with a module found by a browser. The item states whether a PIN is needed.
    public init(
        _ item: PeripheralItem,
        central: Central,
        pin: String? = nil,
        options: Options = Options()
    ) {
        self.init(
            central.peripheral(item.id),
            pin: pin,
            mac: item.module?.macAddress,
            needsPIN: item.hasPINCode,
            options: options
        )
    }

    /// - Parameters:
    ///   - peripheral: The module.
    ///   - pin: Six digits; nil: the module has no PIN. If an `ATClient` of this session sets
    ///     another PIN, that one is used.
    ///   - mac: The module's MAC address, six bytes in the printed order; nil: its Bluetooth
    ///     address.
    ///   - needsPIN: Whether to log in; nil: yes if there is a PIN.
    ///   - options: The login and the timeouts.
    public init(
        _ peripheral: Peripheral,
        pin: String? = nil,
        mac: [UInt8]? = nil,
        needsPIN: Bool? = nil,
        options: Options = Options()
    ) {
        self.peripheral = peripheral
        self.options = options
        pins = pin.map { [$0] } ?? []
        self.mac = mac ?? peripheral.address.littleEndian.reversed()
        self.needsPIN = needsPIN ?? (pin != nil)
        time = peripheral.time
        pacer = WritePacer(interval: options.writeInterval, size: 20)
    }

    deinit {
        listening?.cancel()
        broadcaster.finish()
        if case .open = state { _ = time.task { [peripheral] in await peripheral.disconnect() } }
    }

    /// All events from now on, for any number of readers. The buffer has no limit.
    public nonisolated var events: AsyncStream<Event> { broadcaster.stream() }

    /// Whether bytes can be written.
    public var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    // MARK: Opening and closing

    /// Connects, finds the module's characteristics, and logs in if a PIN is needed. Returns at
    /// once if the session is already open.
    ///
    /// - Throws: `BeaconModuleError`, or `CancellationError`.
    public func open() async throws {
        try await opening.withLock {
            guard !isOpen else { return }
            try checkPIN()
            await disconnection?.value
            guard needsPIN else { return try await open(with: nil) }
            isClosing = false
            for (place, pin) in pins.enumerated() {
                if isClosing { throw BeaconModuleError.notOpen }
                do {
                    try await open(with: (pin, isLast: place == pins.count - 1))
                    pins = [pin]
                    return
                } catch BeaconModuleError.pinRefused where place < pins.count - 1 {
                    continue
                }
            }
        }
    }

    private typealias Attempt = (pin: String, isLast: Bool)

    /// Performs one attempt to open, on its own link.
    private func open(with attempt: Attempt?) async throws {
        count += 1
        state = .opening(count)
        do {
            try await connect(count, attempt)
            broadcaster.send(.opened)
        } catch {
            _ = end()
            await part()
            throw BeaconModuleError(error) ?? error
        }
    }

    /// Opens on a new link, without the state of an earlier one.
    func reopen() async throws {
        _ = end(with: .lost)
        try await open()
    }

    private func checkPIN() throws(BeaconModuleError) {
        guard pins.allSatisfy(Self.isPIN) else { throw .badPIN }
        guard needsPIN else { return }
        if pins.isEmpty { throw .pinNeeded }
        if options.login == nil { throw .noLoginProvider }
    }

    private static func isPIN(_ text: String) -> Bool {
        text.utf8.count == 6 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    // MARK: PIN changes

    /// Records that the module may soon have this PIN. The next `open` tries it before the earlier
    /// ones.
    func expect(pin: String) {
        guard !pins.isEmpty, Self.isPIN(pin) else { return }
        pins = [pin] + pins.filter { $0 != pin }
    }

    /// Records that the module has accepted or refused this PIN.
    func settle(pin: String, isSet: Bool) {
        guard pins.contains(pin), pins.count > 1 else { return }
        if isSet { pins = [pin] } else { pins.removeAll { $0 == pin } }
    }

    private func connect(_ number: Int, _ attempt: Attempt?) async throws {
        try await peripheral.connect(timeout: options.timeout, options: options.connection)
        let output = try await writable()
        let input = try await peripheral.service(Self.service)
            .characteristic(Self.notifying).notifications()
        let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
        listening = time.task { [weak self] in
            let result = await Result {
                for try await packet in input {
                    entry.yield(packet)
                    await self?.received(packet, number)
                }
            }
            entry.finish()
            if case .failure = result { await self?.lost(number) }
        }
        guard case .opening(number) = state else { throw BeaconModuleError.notOpen }
        pacer = WritePacer(
            interval: options.writeInterval,
            size: min(options.packetSize, peripheral.mtu - 3)
        )
        if let attempt { try await logIn(attempt, output, packets) }
        guard case .opening(number) = state else { throw BeaconModuleError.notOpen }
        state = .open(number, output)
    }

    private func writable() async throws -> Characteristic {
        let uuid = options.writeCharacteristic
        _ = try await peripheral.service(Self.service)
        for service in try await peripheral.discoverServices() {
            for characteristic in try await service.characteristics()
            where characteristic.uuid == uuid {
                let way: CharacteristicProperties =
                    options.writeWithoutResponse ? .writeWithoutResponse : .write
                if characteristic.properties.contains(way) { return characteristic }
            }
        }
        throw BeaconModuleError.notWritable(uuid)
    }

    /// Closes the session and disconnects. Does nothing if it is closed.
    public func close() async {
        isClosing = true
        guard end() else { return }
        await part()
    }

    private func part() async {
        let disconnection = time.task { [peripheral] in await peripheral.disconnect() }
        self.disconnection = disconnection
        await disconnection.value
    }

    /// Handles link loss, or a change of the module's services.
    private func lost(_ number: Int) async {
        switch state {
        case .open(number, _):
            _ = end(with: .lost)
            // the link stays if only the module's services have changed
            if case .connected = peripheral.connectionState { await part() }
        case .opening(number): state = .closed  // `open` reports it
        default: break
        }
    }

    private func end(with error: BeaconModuleError? = nil) -> Bool {
        let old = state
        state = .closed
        listening?.cancel()
        listening = nil
        switch old {
        case .closed: return false
        case .opening: return true
        case .open:
            broadcaster.send(.closed(error))
            return true
        }
    }

    // MARK: Login

    private func logIn(
        _ attempt: Attempt,
        _ output: Characteristic,
        _ packets: AsyncStream<[UInt8]>
    ) async throws {
        guard let login = options.login else { return }
        broadcaster.send(.pinCheck(.checking))
        do {
            try await send(try login.request(pin: attempt.pin, mac: mac), to: output)
            let isRight = try await time.within(
                options.loginTimeout,
                orThrow: BeaconModuleError.loginTimedOut
            ) {
                var answer: [UInt8] = []
                for await packet in packets {
                    answer += packet
                    if let verdict = login.verdict(on: answer) { return verdict }
                }
                try Task.checkCancellation()
                throw BeaconModuleError.lost
            }
            guard isRight else { throw BeaconModuleError.pinRefused }
            broadcaster.send(.pinCheck(.accepted))
        } catch {
            switch error {
            case BeaconModuleError.pinRefused:
                if attempt.isLast { broadcaster.send(.pinCheck(.refused)) }
            case BeaconModuleError.loginTimedOut: broadcaster.send(.pinCheck(.timedOut))
            default: break
            }
            throw error
        }
    }

    // MARK: Bytes

    private func received(_ packet: [UInt8], _ number: Int) {
        guard case .open(number, _) = state else { return }
        broadcaster.send(.received(packet))
    }

    /// Writes in pieces, `writeInterval` apart. Returns when the last piece was sent or, with
    /// response, acknowledged. Concurrent writes do not interleave. A cancellation takes effect
    /// between two pieces.
    ///
    /// - Throws: `BeaconModuleError`, or `CancellationError`.
    public func write(_ bytes: [UInt8]) async throws {
        guard case .open(let number, let output) = state else { throw BeaconModuleError.notOpen }
        do {
            try await send(bytes, to: output)
        } catch {
            guard let reason = BeaconModuleError(error) else { throw error }
            switch reason {
            case .lost, .notOpen, .notConnected: await lost(number)
            default: break
            }
            throw reason
        }
        broadcaster.send(.written)
    }

    private func send(_ bytes: [UInt8], to output: Characteristic) async throws {
        try await writing.withLock {
            pacer.append(bytes)
            defer { pacer.removeAll() }
            while let deadline = pacer.deadline(at: time.now()) {
                if deadline > time.now() { try await time.wait(deadline) }
                try Task.checkCancellation()
                guard let piece = pacer.nextPiece(at: time.now()) else { continue }
                if options.writeWithoutResponse {
                    try await output.writeWithoutResponse(piece)
                } else {
                    try await output.write(piece)
                }
            }
        }
    }
}
