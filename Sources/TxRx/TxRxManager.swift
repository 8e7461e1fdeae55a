internal import AccessoryConcurrency
public import BluetoothLE

/// Finds TxRx devices, connects to them, and sends them commands.
///
///     let manager = TxRxManager(central: Central(radio: radio))
///     let events = manager.events
///     try await manager.startScan()
///     for await case .deviceFound(let device) in events where device.name == "Reader" {
///         try await manager.stopScan()
///         try await manager.connect(to: device)
///         print(try await manager.send("$:06000F", to: device))
///     }
///
/// `events` also contains every error that a call throws, so that one part of a program can send
/// commands while another observes.
public actor TxRxManager {
    /// The options of each connection.
    public let options: ConnectOptions
    /// The profiles to search for, in order.
    public let profiles: [TxRxProfile]
    /// The central that scans and connects.
    public nonisolated let central: Central
    nonisolated let time: TimeSource
    nonisolated let broadcaster = Broadcaster<TxRxEvent>()
    private(set) var timeouts: TxRxTimeouts
    var entries: [BluetoothAddress: TxRxEntry] = [:]
    var calls = 0
    private var links = 0
    private var found = TxRxDeviceList()
    private var scan: (number: Int, task: Task<Void, Never>?)?
    private var scans = 0

    /// - Parameters:
    ///   - central: The central that scans and connects.
    ///   - profiles: The profiles to search for, in order.
    ///   - timeouts: The timeout of each step.
    ///   - options: The options of each connection.
    ///   - clock: The clock of the timeouts.
    public init(
        central: Central,
        profiles: [TxRxProfile] = TxRxProfile.standard,
        timeouts: TxRxTimeouts = TxRxTimeouts(),
        options: ConnectOptions = ConnectOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.central = central
        self.profiles = profiles
        self.timeouts = timeouts
        self.options = options
        time = TimeSource(clock)
    }

    deinit {
        scan?.task?.cancel()
        for (address, entry) in entries {
            entry.timer?.cancel()
            entry.work?.cancel()
            for (_, waiter) in entry.waiters.values {
                waiter.resume(returning: .failure(.notConnected))
            }
            guard entry.machine.phase != .idle else { continue }
            let peripheral = central.peripheral(address)
            _ = time.task { await peripheral.disconnect() }
        }
        broadcaster.finish()
    }

    /// All events from now on, for any number of readers. The buffer has no limit.
    public nonisolated var events: AsyncStream<TxRxEvent> { broadcaster.stream() }

    // MARK: Scan

    /// Whether a scan is running.
    public var isScanning: Bool { scan != nil }

    /// The devices found by the last scan, TxRx or not, in order.
    public var scannedDevices: [TxRxDevice] { found.devices }

    /// Starts a new scan. Each device found is reported, TxRx or not.
    ///
    /// - Parameter timeout: The scan time; nil: until `stopScan`.
    /// - Throws: `scanAlreadyStarted`, `unableToScanBluetoothDisabled`, `system`.
    public func startScan(timeout: Duration? = nil) async throws(TxRxError) {
        guard scan == nil else { throw refuse(.scanAlreadyStarted) }
        scans += 1
        let number = scans
        scan = (number, nil)
        found.removeAll()
        let batches: AdvertisementBatches
        do {
            let once = ScanParameters { $0.reportsDuplicates = false }
            batches = try await central.scanBatches(.all, once, timeout: timeout)
        } catch {
            if scan?.number == number { scan = nil }
            let isOff = error as? CentralError == .isPoweredOff
            throw refuse(isOff ? .unableToScanBluetoothDisabled : TxRxError(error))
        }
        // the scan may have been stopped meanwhile
        guard scan?.number == number else { return }
        broadcaster.send(.scanBegan)
        scan?.task = time.task { [weak self] in
            let result = await Result {
                for try await batch in batches { await self?.process(batch, number) }
            }
            await self?.scanEnded(result, number)
        }
    }

    /// Stops the scan.
    ///
    /// - Throws: `scanNotStarted`.
    public func stopScan() throws(TxRxError) {
        guard let scan else { throw refuse(.scanNotStarted) }
        scan.task?.cancel()
        self.scan = nil
        broadcaster.send(.scanEnded)
    }

    private func refuse(_ error: TxRxError) -> TxRxError {
        broadcaster.send(.scanError(error))
        return error
    }

    private func process(_ batch: [AdvertisementReport], _ number: Int) {
        guard scan?.number == number else { return }
        for report in batch where report.address.kind != .anonymous {
            let name = report.advertisement.name
            guard let device = found.add(report.address, name: name) else { continue }
            broadcaster.send(.deviceFound(device))
        }
    }

    private func scanEnded(_ result: Result<Void, any Error>, _ number: Int) {
        guard scan?.number == number else { return }
        scan = nil
        if case .failure(let error) = result, error as? CentralError != .serviceScanTimeout {
            broadcaster.send(.scanError(TxRxError(error)))
        }
        broadcaster.send(.scanEnded)
    }

    // MARK: Names

    /// The device's name in the list of the last scan, or else its own name.
    public func name(of device: TxRxDevice) -> String {
        found[device.address]?.name ?? device.name
    }

    /// The first device of the last scan with this name, ignoring case.
    public func device(named name: String) -> TxRxDevice? { found[name: name] }

    /// The name, "_", and the device's number among all devices found by the scan, from 0; nil for
    /// a device that the scan did not find.
    public func indexedName(of device: TxRxDevice) -> String? { found.indexedName(of: device) }

    /// The device with this indexed name, ignoring case.
    public func device(indexedName name: String) -> TxRxDevice? { found[indexedName: name] }

    // MARK: Timeouts

    /// The timeout of a step.
    public func timeout(_ name: TxRxTimeouts.Name) -> Duration { timeouts[name] }

    /// Sets the timeout of a step, from the next step on.
    ///
    /// - Parameters:
    ///   - value: The timeout; a negative value counts as zero.
    ///   - name: The step.
    public func setTimeout(_ value: Duration, for name: TxRxTimeouts.Name) {
        timeouts[name] = max(value, .zero)
    }

    /// Resets all timeouts to their defaults.
    public func setTimeoutDefaults() { timeouts = TxRxTimeouts() }

    // MARK: Devices

    /// The profile of a device that is ready; otherwise nil.
    public func profile(of device: TxRxDevice) -> TxRxProfile? {
        entries[device.address]?.machine.profile
    }

    /// Whether a device is ready and has AckMe's service.
    public func isTxRxAckMe(_ device: TxRxDevice) -> Bool {
        profile(of: device)?.service == TxRxProfile.ackMe.service
    }

    /// Whether a device is ready and has Zhaga's service.
    public func isTxRxZhaga(_ device: TxRxDevice) -> Bool {
        profile(of: device)?.service == TxRxProfile.zhaga.service
    }

    /// Connects; returns when the device is ready. Any number of devices may be connected at the
    /// same time. Cancelling the task cancels the connection.
    ///
    /// - Parameter device: A device from a scan, or created from an address.
    /// - Throws: `TxRxError`: `unableToPerformDuringScan`, `alreadyConnecting`, `alreadyConnected`,
    ///   `alreadyDisconnecting`; also reported as events: `connectTimedOut`, `servicesNotFound` and
    ///   others.
    public func connect(to device: TxRxDevice) async throws {
        if entries[device.address]?.machine.phase ?? .idle == .idle {
            links += 1
            entries[device.address] = TxRxEntry(machine: TxRxMachine(device: device), link: links)
        }
        let isScanning = isScanning
        _ = try await perform(.connect, device) { machine, now, timeouts throws(TxRxError) in
            try machine.connect(isScanning: isScanning, at: now, timeouts)
        }
    }

    /// Disconnects or cancels connecting; returns when the link has ended.
    ///
    /// - Throws: `TxRxError`: `unableToPerformDuringScan`, `notConnected`, `alreadyDisconnecting`;
    ///   also reported as an event: `disconnectTimedOut`.
    public func disconnect(_ device: TxRxDevice) async throws {
        let isScanning = isScanning
        _ = try await perform(.disconnect, device) { machine, now, timeouts throws(TxRxError) in
            try machine.disconnect(isScanning: isScanning, at: now, timeouts)
        }
    }

    /// Sends a command with the terminator of the device's profile; returns when the whole command
    /// is acknowledged. The answer is an event. The command is sent at once, also to a device that
    /// is never silent.
    ///
    /// - Throws: `TxRxError`: `unableToPerformDuringScan`, `notConnected`,
    ///   `servicesNotDiscoveredYet`, `alreadySendingData`, `waitingForAnswer`,
    ///   `alreadySettingMode`, `invalidData` for an empty command; also reported as events:
    ///   `sendingTimedOut`, `bluetoothNotReadyOrLost`, `system`.
    public func sendData(_ command: [UInt8], to device: TxRxDevice) async throws {
        _ = try await perform(command, device, .event)
    }

    /// Sends a command; returns its answer with its line ends. The answer ends when the device
    /// sends nothing for `TxRxTimeouts.receivePackets`. After the task is cancelled nothing more is
    /// sent, and a late answer becomes an event.
    ///
    /// Answers have no numbers. So that no answer belongs to an earlier command, this one is sent when
    /// the device is silent: data that is arriving becomes an event first, and for
    /// `TxRxTimeouts.receiveFirstPacket` after a timeout or a cancellation, a late answer does. The
    /// two cannot be told apart if an answer is later still, if the device sends unasked data while
    /// it works on a command, if it answers twice, or if it is not silent for
    /// `receiveFirstPacket`: then connect again, or use `send(_:to:where:)` if the device numbers or
    /// repeats its commands.
    ///
    /// - Throws: The errors of `sendData`, and `receivingTimedOut`.
    public func send(_ command: [UInt8], to device: TxRxDevice) async throws -> [UInt8] {
        try await perform(command, device, .next)
    }

    /// Sends a command; returns its answer. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: The errors of `sendData`, and `receivingTimedOut`.
    public func send(_ command: String, to device: TxRxDevice) async throws -> String {
        String(decoding: try await send(Array(command.utf8), to: device), as: UTF8.self)
    }

    /// Sends a command at once; returns the first data that `isAnswer` recognises, by a number or an
    /// echo. Other data are events.
    ///
    /// - Throws: The errors of `sendData`, and `receivingTimedOut`.
    public func send(
        _ command: [UInt8],
        to device: TxRxDevice,
        where isAnswer: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws -> [UInt8] {
        try await perform(command, device, .matching(isAnswer))
    }

    private func perform(
        _ command: [UInt8],
        _ device: TxRxDevice,
        _ answer: TxRxTraffic.Answer
    ) async throws -> [UInt8] {
        let limit = central.peripheral(device.address).mtu - 3
        let isScanning = isScanning
        let step: TxRxMachine.Step = if case .event = answer { .send } else { .answer }
        return try await perform(step, device) { machine, now, timeouts throws(TxRxError) in
            try machine.send(
                command,
                limit: limit,
                answer: answer,
                isScanning: isScanning,
                at: now,
                timeouts
            )
        }
    }

    /// Sets the mode; returns when the device has acknowledged it.
    ///
    /// - Throws: `TxRxError`: `unableToPerformDuringScan`, `notConnected`,
    ///   `servicesNotDiscoveredYet`, `alreadySettingMode`, `setModeDuringOperation`,
    ///   `noModeCharacteristic`; also reported as events: `setModeTimedOut`, `setModeRefused`,
    ///   `setModeFailed`.
    public func setMode(_ mode: TxRxMode, of device: TxRxDevice) async throws {
        let isScanning = isScanning
        _ = try await perform(.mode, device) { machine, now, timeouts throws(TxRxError) in
            try machine.setMode(mode, isScanning: isScanning, at: now, timeouts)
        }
    }
}
