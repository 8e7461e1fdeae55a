internal import AccessoryBase
public import BluetoothLE
internal import CAccessory

/// An event of a connection, passed to a `SuotaSession`.
public enum SuotaInput: Sendable, Equatable {
    /// The device is connected.
    case connected
    /// The device's characteristics, of both services.
    case discovered(Set<SuotaCharacteristic>)
    /// The discovery of the characteristics failed.
    case discoveryFailed
    /// A characteristic was read, with its value.
    case read(SuotaCharacteristic, [UInt8])
    /// A characteristic could not be read.
    case readFailed(SuotaCharacteristic)
    /// A write was acknowledged.
    case written(SuotaCharacteristic)
    /// A write failed, with the device's answer; nil if there was none.
    case writeFailed(SuotaCharacteristic, ATTError? = nil)
    /// The subscription to STATUS was acknowledged.
    case subscribed
    /// The subscription failed without an answer of the device.
    case subscriptionFailed
    /// The device refused the subscription with this error.
    case subscriptionRefused(ATTError)
    /// A notification of STATUS.
    case notified([UInt8])
    /// The Bluetooth stack accepted the last chunk and has room for another.
    case sent
    /// The last chunk or packet could not be sent.
    case sendFailed
    /// The channel is open, with its largest packet in bytes.
    case channelOpened(packet: Int)
    /// The channel could not be opened, or it ended.
    case channelFailed
    /// The link was lost.
    case linkLost
}

/// An action requested by a `SuotaSession`.
public enum SuotaAction: Sendable, Equatable {
    /// Read a characteristic.
    case read(SuotaCharacteristic)
    /// Write with response.
    case write(SuotaCharacteristic, [UInt8])
    /// Enable notifications of STATUS.
    case subscribe
    /// Write to PATCH_DATA without response; input `sent` once the stack has accepted it.
    case sendChunk(ArraySlice<UInt8>)
    /// Open the L2CAP channel with this PSM.
    case openChannel(psm: UInt16)
    /// Send one packet on the channel; input `sent` once the stack has accepted it.
    case sendPacket(ArraySlice<UInt8>)
    /// Close the channel.
    case closeChannel
    /// Disconnect from the device.
    case disconnect
    /// Report an event to the application.
    case event(SuotaEvent)
    /// The update has ended, with its error; nil if it succeeded.
    case finished(SuotaError?)
}

/// The sender of an update as a state machine. Inputs: events and the time. Outputs: actions and a
/// deadline. docs/suota.md has the order of steps.
///
/// After every input, and at `deadline`, perform `nextAction(at:)` until it is nil. Times count
/// from any fixed moment.
public struct SuotaSession: Sendable {
    /// The configuration. It can be changed until `start`.
    public var configuration: SuotaConfiguration
    /// ATT MTU of this host, 23 or more.
    public var linkMTU = 23
    /// The device information read so far.
    public private(set) var device = SuotaDeviceInfo()

    var phase = Phase.idle
    var transfer: SuotaTransfer?
    var speed: SuotaSpeed?
    var timer: Duration?
    private var present: Set<SuotaCharacteristic> = []
    private var isConnected = false
    private var file: SuotaFile?
    private var began = Duration.zero
    private var queue: [SuotaAction] = []

    enum Phase: Sendable, Equatable {
        case idle
        /// Reading characteristics: the first is being read, the others follow.
        case reading([SuotaCharacteristic], toldDeviceInfo: Bool)
        case ready
        case updating(Step)
        /// The abort is being sent.
        case aborting(SuotaError)
        case rebooting
    }

    enum Step: Sendable, Equatable {
        case subscribing
        /// Ends once the write was answered and the status was received, in either order.
        case memoryDevice(written: Bool, started: Bool, afterFallBack: Bool)
        case gpioMap
        case patchLength
        /// `accepted`: the status was received before the stack confirmed the last chunk.
        case block(accepted: Bool)
        case blockStatus
        case channel
        case packets
        /// All bytes are sent; waits until the device reports that it has received them.
        case draining(until: Duration)
        case end(written: Bool, accepted: Bool)
    }

    private static let abortTimeout = Duration.seconds(3)
    private static let drainInterval = Duration.milliseconds(100)

    /// Creates a session without a connection.
    public init(configuration: SuotaConfiguration = SuotaConfiguration()) {
        self.configuration = configuration
    }

    /// Whether all characteristics are read and no update is running.
    public var isReady: Bool { phase == .ready }
    /// Whether an update is running.
    public var isUpdating: Bool {
        switch phase {
        case .updating, .aborting, .rebooting: true
        case .idle, .reading, .ready: false
        }
    }

    // MARK: Commands

    /// Starts the update. A refused file is not sent.
    public mutating func start(_ file: SuotaFile, at now: Duration) throws(SuotaError) {
        guard phase == .ready else { throw .notConnected }
        guard 0...2 ~= configuration.imageBank else { throw .badParameter("a bank is 0, 1 or 2") }
        if let pin = configuration.memory.pins.first(where: { !$0.isValid }) {
            throw .badParameter(
                FailureReason("'\(pin)' is no pin", nextStep: "use P0_0 to P15_15")
            )
        }
        if configuration.checksHeaderCRC { try file.check() }
        if byChannel == nil {
            transfer = try SuotaTransfer(file, chunk: chunkSize, configuration: configuration)
        }
        self.file = file
        began = now
        enter(.subscribing, at: now)
    }

    /// Ends the running update, if any.
    public mutating func abort(at now: Duration) {
        guard case .updating = phase else { return }
        fail(.aborted, at: now)
    }

    /// Bytes per write to this device.
    public var chunkSize: Int {
        device.chunkSize(linkMTU: linkMTU, usual: configuration.chunkSize)
    }

    private var byChannel: UInt16? { configuration.usesChannel ? device.psm : nil }

    // MARK: Actions

    /// The time when `nextAction` may have an action without further input; nil: never.
    public var deadline: Duration? {
        guard configuration.reportsStatistics, let tick = speed?.deadline else { return timer }
        return timer.map { min($0, tick) } ?? tick
    }

    /// Returns the next action to perform; nil if there is none.
    public mutating func nextAction(at now: Duration) -> SuotaAction? {
        if let timer, now >= timer { expire(at: now) }
        if configuration.reportsStatistics, speed != nil, now >= speed!.deadline {
            for event in speed!.tick(at: now) { report(event) }
        }
        if !queue.isEmpty { return queue.removeFirst() }
        switch phase {
        case .updating(.block):
            guard let chunk = transfer?.nextChunk() else { return nil }
            if speed == nil { speed = SuotaSpeed(at: now) }
            return .sendChunk(chunk)
        case .updating(.packets):
            guard let packet = transfer?.nextChunk() else { return nil }
            if speed == nil { speed = SuotaSpeed(at: now) }
            return .sendPacket(packet)
        default: return nil
        }
    }

    mutating func want(_ action: SuotaAction) { queue.append(action) }

    mutating func report(_ event: SuotaEvent) { queue.append(.event(event)) }

    mutating func log(_ state: SuotaProtocolState, as type: SuotaLogType = .info, _ text: String) {
        if configuration.reportsLog { report(.log(state, type, text)) }
    }

    // MARK: Inputs

    /// Handles an event of the connection.
    public mutating func handle(_ input: SuotaInput, at now: Duration) {
        switch input {
        case .connected:
            isConnected = true
            report(.connectionChanged(.connected))
        case .discovered(let found): discovered(found, at: now)
        case .discoveryFailed: if phase == .idle { finish(.serviceDiscoveryFailed) }
        case .read(let characteristic, let value): read(characteristic, value, at: now)
        case .readFailed(let characteristic): read(characteristic, nil, at: now)
        case .linkLost: lost()
        default: updated(by: input, at: now)
        }
    }

    private mutating func discovered(_ found: Set<SuotaCharacteristic>, at now: Duration) {
        guard phase == .idle else { return }
        report(.servicesDiscovered)
        guard SuotaCharacteristic.required.isSubset(of: found) else { return finish(.notSupported) }
        present = found
        let all = configuration.readsAllDeviceInfo
        let deviceInfo =
            configuration.readsDeviceInfo
            ? all
                ? SuotaCharacteristic.deviceInformation : SuotaCharacteristic.usualDeviceInformation
            : []
        let update = SuotaCharacteristic.updateInformation
        let wanted = configuration.readsDeviceInfoFirst ? deviceInfo + update : update + deviceInfo
        phase = .reading(
            wanted.filter(found.contains),
            toldDeviceInfo: !configuration.readsDeviceInfo
        )
        readNext(at: now)
    }

    private mutating func readNext(at now: Duration) {
        guard case .reading(let rest, let known) = phase else { return }
        if !known && !rest.contains(where: { $0.group == .deviceInfo }) {
            let hasAny = present.contains { $0.group == .deviceInfo }
            report(.deviceInfoReadCompleted(hasAny ? .success : .noDeviceInfo))
            phase = .reading(rest, toldDeviceInfo: true)
        }
        guard let next = rest.first else {
            timer = nil
            phase = .ready
            return report(.deviceReady)
        }
        timer = now + configuration.uploadTimeout
        want(.read(next))
    }

    private mutating func read(
        _ characteristic: SuotaCharacteristic,
        _ value: [UInt8]?,
        at now: Duration
    ) {
        if let value {
            device.store(characteristic, value)
            report(.characteristicRead(characteristic.group, characteristic.uuid, value))
        }
        switch phase {
        case .reading(let rest, let known) where rest.first == characteristic:
            phase = .reading(Array(rest.dropFirst()), toldDeviceInfo: known)
            readNext(at: now)
        case .updating(.draining(let until)) where characteristic == .memoryInfo:
            let received = value.map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } ?? 0
            if received >= transfer!.bytes.count {
                enter(.end(written: false, accepted: false), at: now)
            } else {
                timer = min(now + Self.drainInterval, until)
            }
        default: break
        }
    }

    private mutating func lost() {
        isConnected = false
        report(.connectionChanged(.disconnected))
        switch phase {
        case .idle, .ready: phase = .idle
        case .aborting(let error): finish(error)
        case .rebooting:
            report(.rebootSent)
            finish(nil)
        case .reading, .updating: finish(.notConnected)
        }
    }

    private mutating func expire(at now: Duration) {
        timer = nil
        switch phase {
        case .updating(.draining(let until)):
            if now >= until {
                enter(.end(written: false, accepted: false), at: now)
            } else {
                want(.read(.memoryInfo))
                timer = until
            }
        case .updating(let step): fail(.timedOut(step.error), at: now)
        case .reading: finish(.timedOut(.reading))
        case .aborting(let error): finish(error)
        case .rebooting: finish(nil)
        case .idle, .ready: break
        }
    }

    // MARK: Steps

    mutating func enter(_ step: Step, at now: Duration) {
        phase = .updating(step)
        timer = now + configuration.uploadTimeout
        switch step {
        case .subscribing:
            log(.enableNotifications, "subscribe to the status")
            want(.subscribe)
        case .memoryDevice:
            log(.setMemoryDevice, "bank \(configuration.imageBank)")
            want(.write(.memoryDevice, configuration.memoryWord.littleEndianBytes))
        case .gpioMap:
            log(.setGPIOMap, "set the pins")
            want(.write(.gpioMap, configuration.gpioWord.littleEndianBytes))
        case .patchLength:
            let size = transfer!.blockSize
            transfer!.patchLength = size
            log(.sendBlock, as: .block, "blocks of \(size) bytes")
            want(.write(.patchLength, UInt16(size).littleEndianBytes))
        case .block, .packets, .blockStatus: break
        case .channel:
            want(.openChannel(psm: byChannel!))
        case .draining(let until):
            timer = until
            want(.read(.memoryInfo))
        case .end:
            log(.endSignal, "end of the image")
            let end = acc_suota_mem_dev(ACC_SUOTA_END, 0)
            want(.write(.memoryDevice, end.littleEndianBytes))
        }
    }

    /// Enters the step after the pins, and after each block.
    mutating func enterNextBlock(at now: Duration) {
        if transfer == nil {
            enter(.channel, at: now)
        } else if transfer!.isComplete {
            enter(.end(written: false, accepted: false), at: now)
        } else if transfer!.blockSize != transfer!.patchLength {
            enter(.patchLength, at: now)
        } else {
            enter(.block(accepted: false), at: now)
        }
    }

    mutating func openedChannel(packet: Int, at now: Duration) {
        do throws(SuotaError) {
            transfer = try SuotaTransfer(file!, packet: min(packet, 65535))
            enter(.packets, at: now)
        } catch {
            fail(error, at: now)
        }
    }

    mutating func drain(at now: Duration) {
        enter(.draining(until: now + configuration.channelTimeout), at: now)
    }

    mutating func succeed(at now: Duration) {
        report(.success(total: now - began, upload: speed?.upload ?? .zero))
        speed = nil
        guard configuration.rebootsAutomatically else {
            if configuration.disconnectsWithoutReboot { want(.disconnect) }
            return finish(nil)
        }
        phase = .rebooting
        timer = now + configuration.uploadTimeout
        let reboot = acc_suota_mem_dev(ACC_SUOTA_REBOOT, 0)
        want(.write(.memoryDevice, reboot.littleEndianBytes))
    }

    /// Ends the update. The device is notified, unless it ended the update itself or never started
    /// it.
    mutating func fail(_ error: SuotaError, at now: Duration) {
        var notifiesDevice = phase != .updating(.subscribing)
        if case .device = error { notifiesDevice = false }
        speed = nil
        guard notifiesDevice else { return finish(error) }
        queue.removeAll { action in
            if case .event = action { false } else { true }
        }
        phase = .aborting(error)
        timer = now + Self.abortTimeout
        let abort = acc_suota_mem_dev(ACC_SUOTA_ABORT, 0)
        want(.write(.memoryDevice, abort.littleEndianBytes))
    }

    mutating func finish(_ error: SuotaError?) {
        if let error {
            log(.error, "\(error)")
            report(.failure(error))
        }
        if transfer?.isByChannel == true { want(.closeChannel) }
        (transfer, file, speed, timer) = (nil, nil, nil, nil)
        // some characteristics may not have been read
        phase = isUpdating && isConnected ? .ready : .idle
        want(.finished(error))
    }
}
