internal import AccessoryConcurrency
public import BluetoothLE
public import FeasyBeacon
import Synchronization

/// A simulated Feasycom beacon module. It advertises its general frame and its enabled
/// advertisements in turn, answers AT commands, and accepts parameters, advertisements and `.dfu`
/// files. With `Options.suota` it also accepts SUOTA images.
///
///     let module = BeaconModuleSimulator(radio: radio) { $0.pin = "123456" }
///     try await module.start()
public final class BeaconModuleSimulator: Sendable {
    /// The module's properties and faults.
    public struct Options: Sendable {
        /// The module's name.
        public var name = "Feasycom"
        /// Firmware version, boot loader version and model number; 830, 600 and BP102 by default.
        public var info = ModuleInfo(version: 830, bootloader: 600, model: 0x15)
        /// The answer to `AT+VERSION`.
        public var bluetoothVersion = "5.1"
        /// The module's features.
        public var features: BeaconConfiguration.Features = [.gSensor, .key, .led, .buzzer]
        /// The MAC address, six bytes in the printed order.
        public var mac: [UInt8] = [0xDC, 0x0D, 0x30, 0x11, 0x22, 0x33]
        /// Battery level in percent, 0 to 100; 101 is external power.
        public var battery: UInt8 = 100
        /// The PIN of six digits for the login of hosts; nil: no login.
        public var pin: String?
        /// The module's end of the login.
        public var login: any ModuleLogin = PlainLogin()
        /// Time from a reset until the module advertises again.
        public var bootTime = Duration.milliseconds(500)
        /// The initial fault; nil: none.
        public var fault: BeaconModuleFault?
        /// The banks for images of a module that offers SUOTA in addition to its AT engine; nil: no
        /// SUOTA. One login with the PIN is valid for both.
        public var suota: SuotaFlash?

        /// Creates the defaults.
        public init() {}

        /// Creates the defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    /// An event of the module.
    public enum Event: Sendable, Hashable {
        /// A host connected.
        case connected(BluetoothAddress)
        /// A host disconnected.
        case disconnected(BluetoothAddress)
        /// A command arrived, including the opening of the engine.
        case command(String)
        /// The module restarts after a command.
        case restarted
        /// This file replaced the firmware.
        case installed(DFUFile, restoredFactory: Bool)
        /// An upgrade failed; the old firmware is kept.
        case upgradeFailed(DFUUpgradeError)
    }

    /// The properties of the module.
    public let options: Options
    /// The GATT server.
    public let manager: PeripheralManager
    private let time: TimeSource
    private let broadcaster = Broadcaster<Event>()
    private let plan: BeaconModuleFaultPlan
    private let input: MutableCharacteristic
    private let output: MutableCharacteristic
    /// The receiver of images; nil without SUOTA.
    public let suota: SuotaTargetSimulator?

    private struct State {
        var core: BeaconModuleCore
        var central: RemoteCentral?
        var tasks: [Task<Void, Never>] = []
        var queue: AsyncStream<Work>.Continuation?
        var timer: TimeSource.Timer?
        /// Bytes of the running upgrade.
        var upgradeBytes = 0
        var rotation: Task<Void, Never>?
        /// The advertisements in rotation.
        var frames: [[UInt8]] = []
    }

    private let state: Mutex<State>

    /// An action, its central, and its earliest time.
    private struct Work: Sendable {
        let action: BeaconModuleCore.Action
        let central: RemoteCentral?
        let due: Duration
    }

    /// - Parameters:
    ///   - radio: The adapter to advertise on.
    ///   - options: The module's properties and faults.
    ///   - clock: The clock of upgrades and booting.
    public init(
        radio: any Radio,
        options: Options = Options(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.options = options
        time = TimeSource(clock)
        manager = PeripheralManager(
            radio: radio,
            clock: clock,
            options: .init {
                $0.deviceName = options.name
                $0.resumesAdvertising = true
            }
        )
        let plan = BeaconModuleFaultPlan(options.fault)
        self.plan = plan
        input = MutableCharacteristic(
            uuid: BeaconModuleSession.usualOutput,
            properties: [.write, .writeWithoutResponse]
        )
        output = MutableCharacteristic(uuid: BeaconModuleSession.notifying, properties: .notify)
        var core = BeaconModuleCore(
            configuration: BeaconConfiguration(
                model: options.info.model,
                features: options.features
            ),
            info: options.info,
            mac: options.mac,
            bluetoothVersion: options.bluetoothVersion,
            login: options.pin == nil ? nil : FaultyLogin(base: options.login, plan: plan)
        )
        core.put("NAME", options.name)
        if let pin = options.pin { core.put("PIN", pin) }
        core.react = { [broadcaster] command in
            broadcaster.send(.command(command))
            return plan.reaction()
        }
        state = Mutex(State(core: core))
        suota = options.suota.map { [manager] flash in
            SuotaTargetSimulator(on: manager, flash: flash, options: .init(), clock: clock)
        }
    }

    /// Creates a module with the default options changed by `change`.
    public convenience init(
        radio: any Radio,
        clock: some Clock<Duration> = ContinuousClock(),
        options change: (inout Options) -> Void
    ) {
        self.init(radio: radio, options: Options(change), clock: clock)
    }

    deinit {
        let tasks = state.withLock { state in
            state.timer?.cancel()
            state.rotation?.cancel()
            return state.tasks
        }
        for task in tasks { task.cancel() }
        broadcaster.finish()
    }

    /// All events from now on, for any number of readers. The buffer has no limit.
    public var events: AsyncStream<Event> { broadcaster.stream() }

    package var core: BeaconModuleCore { state.withLock { $0.core } }

    /// The current parameters, by the module's keys and with its texts.
    public var parameters: [String: String] { core.values }

    /// The current advertisements, by number.
    public var slots: [Int: BeaconSlot] { core.slots }

    /// The last installed file; nil: the original firmware.
    public var firmware: DFUFile? { core.firmware }

    /// Sets the fault; commands count from 1 again.
    public func misbehave(_ fault: BeaconModuleFault?) { plan.set(fault) }

    // MARK: Power

    /// Publishes the service and advertises. Returns when it is advertising.
    ///
    /// - Throws: `PeripheralManagerError`, `MutableServiceError`.
    public func start() async throws {
        guard state.withLock({ $0.tasks.isEmpty }) else { return }
        try await manager.add(
            MutableService(uuid: BeaconModuleSession.service, characteristics: [output, input])
        )
        let requests = try input.startRespondingToWriteRequests()
        let events = manager.events
        let (actions, queue) = AsyncStream.makeStream(of: Work.self)
        let tasks = [
            time.task { [weak self] in
                for await request in requests { self?.receive(request) }
            },
            time.task { [weak self] in
                for await event in events { await self?.handle(event) }
            },
            time.task { [weak self] in
                for await work in actions { await self?.perform(work) }
            },
        ]
        state.withLock { ($0.tasks, $0.queue) = (tasks, queue) }
        try await suota?.start(
            admitting: { [weak self] in self?.admits($0) == true },
            restarting: { [weak self] in try await self?.reset() }
        )
        try await boot()
    }

    /// Stops advertising and removes the service. Settings are kept.
    public func stop() async {
        let old = state.withLock { state in
            let old = state.tasks
            state.queue?.finish()
            state.timer?.cancel()
            state.rotation?.cancel()
            (state.tasks, state.queue, state.timer) = ([], nil, nil)
            (state.rotation, state.frames) = (nil, [])
            return old
        }
        for task in old { task.cancel() }
        await suota?.stop()
        disconnected(nil)
        await manager.reset()
    }

    /// Resets at once and boots again.
    ///
    /// - Throws: `PeripheralManagerError` or `MutableServiceError`.
    public func reset() async throws {
        endRotation()
        try? await manager.stopAdvertising()
        for central in manager.centrals { await central.disconnect() }
        disconnected(nil)
        try await time.wait(time.now() + options.bootTime)
        if state.withLock({ !$0.tasks.isEmpty }) { try await boot() }
    }

    private func boot() async throws {
        let (data, response) = try generalAdvertisement()
        suota?.boots()
        try await manager.startAdvertising(
            AdvertisingParameters(data: data) { $0.scanResponse = response }
        )
        rotate()
    }

    private func generalAdvertisement() throws -> (data: [UInt8], response: [UInt8]) {
        var data = AdvertisementBuilder()
        var response = AdvertisementBuilder()
        do {
            try data.add(flags: .default)
            try data.add(serviceData: generalFrame, of: BeaconModuleSession.service)
            let name = state.withLock { $0.core.values["NAME"] } ?? options.name
            try response.add(name: name)
        } catch {
            throw PeripheralManagerError.advertisementTooLong(limit: 31)
        }
        return (data.bytes, response.bytes)
    }

    // MARK: Advertisements

    /// Sends the general frame and each enabled advertisement in turn, each for one advertising
    /// interval.
    private func rotate() {
        guard let (data, response) = try? generalAdvertisement() else { return }
        state.withLock { state in
            guard !state.tasks.isEmpty else { return }
            let slots = state.core.slots.values.sorted { $0.number < $1.number }
                .filter { $0.isEnabled && !$0.advertisement.isEmpty }
            let frames = [data] + slots.map(\.advertisement)
            guard frames != state.frames else { return }
            state.rotation?.cancel()
            state.frames = frames
            state.rotation = time.task { [weak self] in await self?.send(frames, response) }
        }
    }

    private func endRotation() {
        state.withLock { state in
            state.rotation?.cancel()
            (state.rotation, state.frames) = (nil, [])
        }
    }

    private func send(_ frames: [[UInt8]], _ response: [UInt8]) async {
        for turn in 0... {
            guard !Task.isCancelled else { return }
            let frame = frames[turn % frames.count]
            try? await manager.updateAdvertising(data: frame, scanResponse: response)
            guard frames.count > 1, (try? await time.wait(time.now() + interval)) != nil else {
                return
            }
        }
    }

    /// The duration of each advertisement's turn.
    private var interval: Duration {
        let milliseconds = state.withLock { $0.core.values["ADVIN"] }.flatMap { Int($0) } ?? 0
        return .milliseconds(max(milliseconds, 100))
    }

    /// The service data of a module (docs/beacons.md).
    private var generalFrame: [UInt8] {
        let info = state.withLock { $0.core.info }
        let version = UInt16(String(info.version), radix: 16) ?? 0
        var bits: UInt8 = options.pin == nil ? 1 : 2
        let flags: [(BeaconConfiguration.Features, UInt8)] = [
            (.longRange, 0x08), (.led, 0x10), (.buzzer, 0x20), (.gSensor, 0x40), (.key, 0x80),
        ]
        for (feature, bit) in flags where options.features.contains(feature) { bits |= bit }
        return [
            UInt8(truncatingIfNeeded: info.model), UInt8(version >> 8),
            UInt8(truncatingIfNeeded: version), bits,
        ] + options.mac + [options.battery]
    }

    // MARK: Centrals

    private func handle(_ event: PeripheralEvent) async {
        switch event {
        case .connected(let central):
            // a module serves one host at a time
            let isFirst = state.withLock { state in
                if state.central == nil { state.central = central }
                return state.central === central
            }
            guard isFirst else { return await central.disconnect() }
            broadcaster.send(.connected(central.address))
        case .disconnected(let central, _): disconnected(central)
        case .subscribed, .securityChanged, .saveFailed, .advertisingStopped, .advertisingResumed:
            break
        }
    }

    /// - Parameter central: The disconnected central; nil: the connected one.
    private func disconnected(_ central: RemoteCentral?) {
        let gone = state.withLock { state -> RemoteCentral? in
            guard let current = state.central, central == nil || central === current else {
                return nil
            }
            state.central = nil
            state.core.disconnected()
            state.upgradeBytes = 0
            return current
        }
        guard let gone else { return }
        broadcaster.send(.disconnected(gone.address))
        pump()
    }

    /// Whether a host may use functions that require a login.
    private func admits(_ central: RemoteCentral) -> Bool {
        state.withLock { $0.central === central && $0.core.isAuthenticated }
    }

    private func receive(_ request: WriteRequest) {
        input.respond(to: request)
        let resets = state.withLock { state in
            guard state.central === request.central else { return false }
            let isUpgrading = state.core.isUpgrading
            if isUpgrading { state.upgradeBytes += request.value.count }
            let bytes = isUpgrading ? plan.carry(request.value) : request.value
            state.core.receive(bytes, at: time.now())
            return state.core.isUpgrading && plan.takeReset(at: state.upgradeBytes)
        }
        if resets {
            _ = time.task { [weak self] in try? await self?.reset() }
        } else if plan.takeCut() {
            // pending answers are lost with the link
            state.withLock { state in
                while state.core.nextAction(at: time.now()) != nil {}
            }
            _ = time.task { await request.central.disconnect() }
        } else {
            pump()
        }
    }

    // MARK: Actions

    private func pump() {
        state.withLock { state in
            while var action = state.core.nextAction(at: time.now()) {
                if case .notify(let bytes) = action, state.core.isUpgrading {
                    action = .notify(plan.carry(bytes))
                }
                let due = time.now() + plan.lateness
                state.queue?.yield(Work(action: action, central: state.central, due: due))
            }
            state.timer?.cancel()
            state.timer = state.core.deadline.map { deadline in
                time.schedule(at: deadline) { [weak self] in self?.pump() }
            }
        }
        rotate()
    }

    private func perform(_ work: Work) async {
        if work.due > time.now() { try? await time.wait(work.due) }
        switch work.action {
        case .notify(let bytes): await notify(bytes, work.central)
        case .restart: await restart(reporting: .restarted)
        case .installed(let file, let restored):
            await restart(reporting: .installed(file, restoredFactory: restored))
        case .upgradeFailed(let error): broadcaster.send(.upgradeFailed(error))
        }
    }

    private func notify(_ bytes: [UInt8], _ central: RemoteCentral?) async {
        guard let central else { return }
        let size = min(20, central.mtu - 3)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            // a central that has disconnected gets no answer
            guard (try? await output.update(piece, to: central)) != nil else { return }
        }
    }

    private static let lastWords = Duration.milliseconds(100)

    private func restart(reporting event: Event) async {
        broadcaster.send(event)
        // the answer to the command is sent first
        try? await time.wait(time.now() + Self.lastWords)
        try? await reset()
    }
}
