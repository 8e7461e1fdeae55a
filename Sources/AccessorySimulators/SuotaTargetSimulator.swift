internal import AccessoryConcurrency
public import BluetoothLE
internal import CAccessory
public import FeasyBeacon
internal import FirmwareUpdate
import Synchronization

/// A simulated device that accepts firmware by SUOTA: the core's receiver behind a GATT server on
/// any radio.
///
///     let flash = SuotaFlash(family: .da1458x)
///     let target = SuotaTargetSimulator(radio: radio, flash: flash)
///     try await target.start()
public final class SuotaTargetSimulator: Sendable {
    /// The device's properties and faults.
    public struct Options: Sendable {
        /// The advertised name.
        public var name = "suota"
        /// The manufacturer's name in the device information.
        public var manufacturer = "Accessories"
        /// The model number in the device information.
        public var model = "DA14531"
        /// Largest block in bytes, 64 to 65535.
        public var bufferSize = 512
        /// Longest write to PATCH_DATA in bytes, 20 to 512.
        public var patchDataSize = 244
        /// Version of the service, 13 is 1.3.
        public var version: UInt8 = 13
        /// Whether to offer only the six required characteristics; senders then use 20 bytes per
        /// write.
        public var isOld = false
        /// The PSM of an L2CAP channel that also accepts an image; nil: none.
        public var psm: UInt16?
        /// Time to write a block to flash.
        public var writeTime = Duration.zero
        /// Time to erase a bank.
        public var eraseTime = Duration.zero
        /// Time from a reset until the device advertises again.
        public var bootTime = Duration.milliseconds(500)
        /// The PIN of six digits for the login that hosts need before they may write, as on beacon
        /// modules; nil: no login.
        public var pin: String?
        /// The device's end of the login.
        public var login: any ModuleLogin = PlainLogin()
        /// The initial fault; nil: none.
        public var fault: Fault?

        /// Creates the defaults.
        public init() {}

        /// Creates the defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    /// A fault. Statuses count from 1 since the start.
    public enum Fault: Sendable, Hashable {
        /// This status and later ones are not notified.
        case silent(from: Int)
        /// This status has another value.
        case status(UInt8, at: Int)
        /// The device resets once, without notice, after this many bytes of an image.
        case reset(after: Int)
        /// Power is lost once, after this many bytes of flash were written, also inside a write; an
        /// erasure counts as one byte. The device then boots again.
        case powerLoss(after: Int)
    }

    /// An event of the device.
    public enum Event: Sendable, Hashable {
        /// A host connected.
        case connected(BluetoothAddress)
        /// A host disconnected.
        case disconnected(BluetoothAddress)
        /// A status was notified.
        case notified(UInt8)
        /// Number of bytes of the image written to flash so far.
        case written(Int)
        /// The device has booted this version; nil: no bank has a bootable image.
        case booted(version: String?)
    }

    /// The banks for images.
    public let flash: SuotaFlash
    /// The GATT server.
    public let manager: PeripheralManager
    private let options: Options
    private let time: TimeSource
    private let broadcaster = Broadcaster<Event>()

    /// Calls to the enclosing simulator. An object, because a closure gets one more wrapper each
    /// time it is copied out of a mutex.
    private final class Host: Sendable {
        let admits: @Sendable (RemoteCentral) -> Bool
        let restart: @Sendable () async throws -> Void

        init(
            admits: @escaping @Sendable (RemoteCentral) -> Bool,
            restart: @escaping @Sendable () async throws -> Void
        ) {
            (self.admits, self.restart) = (admits, restart)
        }
    }

    private struct State: ~Copyable {
        let receiver: SuotaReceiver
        var services: [Task<Void, Never>] = []
        var channels: [ObjectIdentifier: Task<Void, Never>] = [:]
        var work: Task<Void, Never>?
        var statuses = 0
        var hasReset = false
        /// Bytes of flash that were written.
        var written = 0
        var isRunning = false
        /// The enclosing simulator.
        var host: Host?

        init(_ receiver: consuming SuotaReceiver) {
            self.receiver = receiver
        }
    }

    private let state: Mutex<State>
    private let status: MutableCharacteristic
    /// The offered characteristics, in table order.
    private let offered: [SuotaCharacteristic]
    private let characteristics: [SuotaCharacteristic: MutableCharacteristic]
    private let revision: MutableCharacteristic
    private let gate: LoginGate?
    /// Whether it is part of another simulator, which advertises, accepts hosts and restarts.
    private let isHosted: Bool

    /// - Parameters:
    ///   - radio: The adapter to advertise on.
    ///   - flash: The banks for images.
    ///   - options: The device's properties and faults.
    ///   - clock: The clock of flash work and booting.
    public convenience init(
        radio: any Radio,
        flash: SuotaFlash,
        options: Options = Options(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let manager = PeripheralManager(
            radio: radio,
            clock: clock,
            options: .init {
                $0.deviceName = options.name
                $0.resumesAdvertising = true
            }
        )
        let gate = options.pin.map { pin in
            LoginGate(
                pin: pin,
                login: options.login,
                mac: radio.address?.littleEndian.reversed() ?? []
            )
        }
        self.init(manager, flash, options, TimeSource(clock), gate, isHosted: false)
    }

    /// Creates a receiver that is part of another simulator.
    convenience init(
        on manager: PeripheralManager,
        flash: SuotaFlash,
        options: Options,
        clock: some Clock<Duration>
    ) {
        self.init(manager, flash, options, TimeSource(clock), nil, isHosted: true)
    }

    private init(
        _ manager: PeripheralManager,
        _ flash: SuotaFlash,
        _ options: Options,
        _ time: TimeSource,
        _ gate: LoginGate?,
        isHosted: Bool
    ) {
        self.manager = manager
        self.flash = flash
        self.options = options
        self.time = time
        self.gate = gate
        self.isHosted = isHosted
        state = Mutex(State(SuotaReceiver(options, flash)))
        offered = SuotaCharacteristic.offered(
            isOld: options.isOld,
            hasChannel: options.psm != nil
        )
        characteristics = Dictionary(uniqueKeysWithValues: offered.map { ($0, $0.makeMutable()) })
        status = characteristics[.status]!
        revision = MutableCharacteristic(uuid: 0x2A28, properties: .read)
    }

    deinit {
        state.withLock { state in
            for task in state.services + state.channels.values { task.cancel() }
            state.work?.cancel()
        }
        broadcaster.finish()
    }

    /// All events from now on, for any number of readers. The buffer has no limit.
    public var events: AsyncStream<Event> { broadcaster.stream() }

    // MARK: Power

    /// Boots and advertises. Returns when it is advertising.
    ///
    /// - Throws: `PeripheralManagerError` or `MutableServiceError`.
    public func start() async throws {
        try await offer()
        if !isHosted { try await boot() }
    }

    /// Starts as part of another simulator.
    ///
    /// - Parameters:
    ///   - admits: Whether a host may write.
    ///   - restart: Restarts the whole device and then calls `boots`.
    func start(
        admitting admits: @escaping @Sendable (RemoteCentral) -> Bool,
        restarting restart: @escaping @Sendable () async throws -> Void
    ) async throws {
        state.withLock { $0.host = Host(admits: admits, restart: restart) }
        try await offer()
    }

    /// Boots from the current banks.
    ///
    /// - Returns: The version.
    @discardableResult
    func boots() -> String? {
        let version = flash.bootVersion
        revision.value = Array((version ?? "").utf8)
        if isHosted { broadcaster.send(.booted(version: version)) }
        return version
    }

    private func offer() async throws {
        let begins = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard begins else { return }
        for (attribute, characteristic) in characteristics {
            characteristic.readHandler = { [weak self] central in
                self?.read(attribute, by: central) ?? []
            }
        }
        let information = MutableService(
            uuid: 0x180A,
            characteristics: [
                text(0x2A29, options.manufacturer), text(0x2A24, options.model), revision,
            ]
        )
        let service = MutableService(
            uuid: SuotaCharacteristic.service,
            characteristics: offered.map { characteristics[$0]! }
        )
        try await manager.add(information)
        try await manager.add(service)
        if let gate { try await manager.add(gate.makeService()) }
        let services =
            try [serveWrites(), serveCentrals()] + (gate.map { [try $0.serve(on: time)] } ?? [])
        state.withLock { $0.services = services }
    }

    /// Stops advertising, and drops data not yet written to flash.
    public func stop() async {
        state.withLock { state in
            state.isRunning = false
            for task in state.services { task.cancel() }
            state.services = []
        }
        await goDown()
        if !isHosted { await manager.reset() }
    }

    /// Resets at once and boots again. Data in flight is lost.
    ///
    /// - Throws: The errors of `start`, or `CancellationError`.
    public func reset() async throws {
        await goDown()
        if let host = state.withLock({ $0.host }) { return try await host.restart() }
        try await time.wait(time.now() + options.bootTime)
        if state.withLock({ $0.isRunning }) { try await boot() }
    }

    private func goDown() async {
        state.withLock { state in
            state.work?.cancel()
            state.work = nil
            state.receiver.connected(0, mtu: 0)
        }
        guard !isHosted else { return }
        try? await manager.stopAdvertising()
        for central in manager.centrals { await central.disconnect() }
    }

    private func boot() async throws {
        let version = boots()
        try await manager.startAdvertising(name: options.name, uuids: [SuotaCharacteristic.service])
        broadcaster.send(.booted(version: version))
    }

    // MARK: Centrals

    private func text(_ uuid: BluetoothUUID, _ text: String) -> MutableCharacteristic {
        MutableCharacteristic(uuid: uuid, properties: .read, value: Array(text.utf8))
    }

    private func serveCentrals() -> Task<Void, Never> {
        let events = manager.events
        return time.task { [weak self] in
            for await event in events {
                switch event {
                case .connected(let central): await self?.came(central)
                case .disconnected(let central, _): self?.left(central)
                case .securityChanged, .subscribed, .saveFailed, .advertisingStopped,
                    .advertisingResumed:
                    break
                }
            }
        }
    }

    private func came(_ central: RemoteCentral) async {
        connected(mtu: central.mtu)
        broadcaster.send(.connected(central.address))
        guard let psm = options.psm,
            let incoming = try? await central.connection.incomingChannels(
                psm: psm,
                mtu: Self.channelMTU
            )
        else { return }
        let serving = time.task { [weak self] in
            do {
                for try await channel in incoming { await self?.serve(channel) }
            } catch {}
        }
        state.withLock { $0.channels[ObjectIdentifier(central)] = serving }
    }

    private func left(_ central: RemoteCentral) {
        broadcaster.send(.disconnected(central.address))
        gate?.left(central)
        // an update ends when its central disconnects
        let channel = state.withLock { state in
            state.receiver.connected(0, mtu: 0)
            return state.channels.removeValue(forKey: ObjectIdentifier(central))
        }
        channel?.cancel()
        connected(mtu: manager.centrals.first?.mtu ?? 0)
    }

    private func connected(mtu: Int) {
        let count = manager.centrals.count
        state.withLock { $0.receiver.connected(count, mtu: mtu) }
    }

    private static let channelMTU = 498

    private func serve(_ channel: any ChannelBearer) async {
        let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
        channel.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
        for await packet in packets {
            var rest = packet[...]
            while !rest.isEmpty, !Task.isCancelled {
                prepare()
                let offered = rest
                rest = rest.dropFirst(state.withLock { $0.receiver.stream(offered) })
                await beginWork().value
            }
        }
    }

    /// Serves writes in one task: a block's bytes may be queued before the write that ends the
    /// block, which must not overtake them.
    private func serveWrites() throws(MutableCharacteristicError) -> Task<Void, Never> {
        let writable = offered.filter(\.isWritable)
        let requests = try MutableCharacteristic.startRespondingToWriteRequests(
            to: writable.map { characteristics[$0]! }
        )
        return time.task { [weak self] in
            for await request in requests { self?.answer(request) }
        }
    }

    private func answer(_ request: WriteRequest) {
        let characteristic = request.characteristic
        guard let attribute = offered.first(where: { characteristics[$0] === characteristic })
        else { return }
        characteristic.respond(to: request, with: write(attribute, request))
    }

    private func read(_ attribute: SuotaCharacteristic, by central: RemoteCentral) -> [UInt8] {
        if attribute == .mtu { connected(mtu: central.mtu) }
        return state.withLock { $0.receiver.read(attribute.core) }
    }

    private func write(_ attribute: SuotaCharacteristic, _ request: WriteRequest) -> ATTError? {
        guard request.central.isConnected else { return .unlikely }
        guard request.offset == 0 else { return .invalidOffset }
        guard admits(request.central) else { return .insufficientAuthorization }
        prepare()
        let (error, resets) = state.withLock { state in
            let error = state.receiver.write(attribute.core, request.value)
            guard case .reset(let limit) = options.fault, attribute == .patchData,
                !state.hasReset, state.receiver.received >= limit
            else { return (error, false) }
            state.hasReset = true
            return (error, true)
        }
        guard !resets else {
            _ = time.task { [weak self] in try? await self?.reset() }
            return .unlikely
        }
        _ = beginWork()
        return error
    }

    private func admits(_ central: RemoteCentral) -> Bool {
        if let host = state.withLock({ $0.host }) { return host.admits(central) }
        return gate?.admits(central) != false
    }

    private func prepare() {
        let isSubscribed = !status.subscribers.isEmpty
        state.withLock { $0.receiver.subscribe(isSubscribed) }
    }

    // MARK: Work

    private func beginWork() -> Task<Void, Never> {
        state.withLock { state in
            if let work = state.work { return work }
            let work = time.task { [weak self] in
                while await self?.doNext() == true {}
            }
            state.work = work
            return work
        }
    }

    /// Performs the receiver's next action. Returns false if there is none.
    private func doNext() async -> Bool {
        guard !Task.isCancelled else { return false }
        let next = state.withLock { state -> SuotaReceiver.Action? in
            let action = state.receiver.next()
            if action == nil { state.work = nil }
            return action
        }
        guard let action = next else { return false }
        switch action {
        case .notify(let code): await notify(code)
        case .survey:
            let banks = flash.survey()
            state.withLock { $0.receiver.surveyed(banks) }
        case .erase(let size, let bank):
            guard await pass(options.eraseTime) else { return false }
            guard bytesBeforePowerLoss(of: 1) == nil else { return beginReset() }
            let isDone = flash.erase(size, ofBank: bank)
            state.withLock { $0.receiver.done(isDone) }
        case .write(let bytes, let offset, let bank):
            guard await pass(options.writeTime) else { return false }
            if let count = bytesBeforePowerLoss(of: bytes.count) {
                _ = flash.write(Array(bytes.prefix(count)), at: offset, ofBank: bank)
                return beginReset()
            }
            let isDone = flash.write(bytes, at: offset, ofBank: bank)
            state.withLock { $0.receiver.done(isDone) }
            broadcaster.send(.written(offset + bytes.count))
        case .restart: return beginReset()
        }
        return true
    }

    /// Counts bytes to be written. Returns how many of them reach the flash if power is lost among
    /// them; nil: all.
    private func bytesBeforePowerLoss(of count: Int) -> Int? {
        guard case .powerLoss(let limit) = options.fault else { return nil }
        return state.withLock { state in
            defer { state.written += count }
            guard !state.hasReset, state.written + count > limit else { return nil }
            state.hasReset = true
            return limit - state.written
        }
    }

    /// Ends the work. Returns false: there is no more.
    private func beginReset() -> Bool {
        state.withLock { $0.work = nil }
        _ = time.task { [weak self] in try? await self?.reset() }
        return false
    }

    /// Waits for a duration. Returns false if the device was reset meanwhile.
    private func pass(_ duration: Duration) async -> Bool {
        guard duration > .zero else { return true }
        return (try? await time.wait(time.now() + duration)) != nil && !Task.isCancelled
    }

    private func notify(_ code: UInt8) async {
        let statuses = state.withLock { state in
            state.statuses += 1
            return state.statuses
        }
        var code = code
        switch options.fault {
        case .silent(let first) where statuses >= first: return
        case .status(let other, let number) where statuses == number: code = other
        default: break
        }
        guard let central = status.subscribers.first else { return }
        broadcaster.send(.notified(code))
        try? await status.update([code], to: central)
    }
}
