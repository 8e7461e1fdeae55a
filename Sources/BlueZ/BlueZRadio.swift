internal import AccessoryBase
internal import AccessoryConcurrency
public import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
import Synchronization

/// A Bluetooth LE adapter on the Linux kernel's sockets. Requires CAP_NET_ADMIN and CAP_NET_RAW.
///
///     let radio = try await BlueZRadio("hci0")
///     for try await report in try await radio.scan(ScanParameters()) {
///         print(report.address, report.rssi ?? 0)
///     }
///
/// While bluetoothd runs, scanning, advertising and connecting work; accepting connections, pairing
/// and bonding throw `RadioError.owned`, because bluetoothd does them. See docs/bluez.md.
public final class BlueZRadio: Radio {
    /// System settings of a radio.
    public struct Options: Sendable, Hashable {
        /// The folder for keys; nil: `$XDG_STATE_HOME/accessory`.
        public var stateFolder: String?
        /// The folder for notes of this process's items in the kernel. After a crash, the next
        /// start removes these items. Nil: `$XDG_RUNTIME_DIR/accessory`, or `/run/accessory`.
        public var runtimeFolder: String?
        /// Whether to accept incoming connections although bluetoothd also listens for them. The
        /// newest listener receives all connections.
        public var takesConnectionsFromDaemon = false

        /// Creates the defaults.
        public init() {}

        /// Creates the defaults changed by `change`.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    struct State {
        var settings: UInt32 = 0
        var isGone = false
        var bonds = BondList()
        /// The identity keys that later ones have replaced, until the new device's encryption key arrives.
        var replacedIdentities: [BluetoothAddress: IdentityKey] = [:]
        var agent: PairingAgent?
        var questions: [BluetoothAddress: Task<Void, Never>] = [:]
        var links: [UInt16: Link] = [:]
        var scan: Scan?
        var scanCount = 0
        var sets: [UInt8: WeakSet] = [:]
        var addresses = AdvertisingAddresses()
        /// Items to remove once the adapter is on again.
        var leftovers: [KernelItem] = []
        var attempts: [KernelAddress: ConnectionParameters] = [:]
        var selectedPHYs: PHYSelection?
    }

    public let name: String
    public let features: RadioFeatures
    public let links = RadioLinks()
    let ownAddress: BluetoothAddress
    let options: Options
    let isDaemonRunning: @Sendable () -> Bool
    private let isThere: @Sendable () -> Bool
    let channel: ManagementChannel
    let events: ControllerEvents
    let bondFile: BondFile
    let notes: KernelNotes
    let time = TimeSource(ContinuousClock())
    let state: Mutex<State>
    let attemptEnded = Alarm()
    let channelListeners = ChannelListeners()
    let connectionListener = ConnectionListener()
    private let announcements: Broadcaster<RadioState>
    let received = Mutex(ReceivedReports())

    /// Opens an adapter, powered or not.
    ///
    /// - Parameters:
    ///   - adapter: The adapter's name, such as `hci0`, as listed by `BluetoothSurvey`.
    ///   - options: The folders of the keys and notes, and other settings.
    /// - Throws: `noAdapter`; `notPermitted`; `failed` when the key file is damaged.
    public convenience init(
        _ adapter: String = "hci0",
        options: Options = Options()
    ) async throws(RadioError) {
        let index = adapter.hasPrefix("hci") ? UInt16(adapter.dropFirst(3)) : nil
        guard let index, index != ACC_MGMT_NO_INDEX else { throw .noAdapter(adapter) }
        let channel = try ManagementChannel(adapter: adapter, index: index)
        let missing = BluetoothSurvey.missingRights
        guard missing.isEmpty else {
            throw .notPermitted(
                FailureReason(
                    "\(missing.joined(separator: " and ")) missing",
                    nextStep:
                        "run as root, or `sudo setcap cap_net_admin,cap_net_raw+ep` the program"
                )
            )
        }
        try await self.init(
            channel,
            options,
            isDaemonRunning: { BluetoothSurvey.isDaemonRunning },
            isThere: {
                let file = acc_bluez_open_events(index)
                if file >= 0 { close(file) }
                return file != -ENODEV
            },
            openEvents: { acc_bluez_open_events(index) }
        )
    }

    /// Creates a radio over sockets whose peer simulates the kernel, without bluetoothd.
    ///
    /// - Parameters:
    ///   - control: The management channel, which the radio owns.
    ///   - events: The monitor of the controller's events, which the radio owns.
    package convenience init(
        adapter: String,
        control: CInt,
        events: CInt,
        options: Options
    ) async throws(RadioError) {
        try await self.init(
            try ManagementChannel(adapter: adapter, index: 0, file: control),
            options,
            isDaemonRunning: { false },
            isThere: { true },
            openEvents: { events }
        )
    }

    /// - Parameters:
    ///   - isThere: Whether the kernel has the adapter.
    ///   - openEvents: Opens the monitor of the controller's events; called once the adapter is known
    ///     to exist.
    init(
        _ channel: ManagementChannel,
        _ options: Options,
        isDaemonRunning: @escaping @Sendable () -> Bool,
        isThere: @escaping @Sendable () -> Bool,
        openEvents: () -> CInt
    ) async throws(RadioError) {
        let early = EarlyEvents()
        channel.start { early.handle($0) }
        let information = try await AdapterInformation.read(channel)
        name = channel.adapter
        ownAddress = information.address
        features = information.features
        self.options = options
        self.channel = channel
        self.isDaemonRunning = isDaemonRunning
        self.isThere = isThere
        events = try ControllerEvents(adapter: name, file: openEvents())
        bondFile = BondFile(
            folder: options.stateFolder ?? BondFile.defaultFolder,
            adapter: information.address
        )
        notes = KernelNotes(
            folder: options.runtimeFolder ?? KernelNotes.defaultFolder,
            adapter: name
        )
        announcements = Broadcaster(replaying: information.isPowered ? .poweredOn : .poweredOff)
        state = Mutex(State(settings: information.settings, selectedPHYs: information.phys))
        events.start { [weak self] in
            self?.handle($0, $1)
        } onBatchEnd: { [weak self] in
            self?.reportBatch()
        }
        early.hand { [weak self] in self?.handle($0) }
        if !isDaemonRunning() { try await prepareForPairing(information) }
        if information.isPowered {
            for item in remains() { _ = try? await channel.settle(item) }
        }
    }

    deinit {
        endScan(nil)
        channel.end()
    }

    public var address: BluetoothAddress? { ownAddress }
    public var states: AsyncStream<RadioState> { announcements.stream() }

    public func setPower(_ isOn: Bool) async throws(RadioError) {
        // newer kernels report only that the command failed
        if isOn, BluetoothSurvey.block(of: name) != nil { throw .blocked }
        if !isOn {
            endAir(.poweredOff)
            for link in state.withLock({ $0.links }).values { link.closeSockets() }
        }
        let answer = try await channel.send(ACC_MGMT_OP_SET_POWERED, [isOn ? 1 : 0])
        var reader = ByteReader(answer)
        if let settings = reader.read(UInt32.self) { apply(settings: settings) }
    }

    /// Throws unless the adapter is on.
    func checkPower() throws(RadioError) {
        let (isGone, settings) = state.withLock { ($0.isGone, $0.settings) }
        if isGone { throw .noAdapter(name) }
        if settings & UInt32(ACC_MGMT_SETTING_POWERED) == 0 {
            throw BluetoothSurvey.block(of: name) != nil ? .blocked : .poweredOff
        }
    }

    // MARK: Events

    private func handle(_ event: ManagementEvent) {
        switch event {
        case .answer: break
        case .adapterRemoved: remove()
        case .settings(let settings): apply(settings: settings)
        case .discovering(let isOn): if !isOn { discoverFurther() }
        case .advertisingRemoved(let instance): advertisingEnded(instance)
        case .key, .identity, .confirm, .enterPasskey, .showPasskey, .pairingFailed, .unpaired:
            handle(pairing: event)
        }
    }

    private func handle(_ kind: ControllerEvents.Kind, _ packet: borrowing Span<UInt8>) {
        switch kind {
        case .command:
            let command = packet.withUnsafeBufferPointer { Array($0) }
            state.withLock { $0.addresses.handle(command: command) }
        case .event: handle(event: packet)
        }
    }

    private func handle(event: borrowing Span<UInt8>) {
        var link = acc_hci_link_event()
        let status = event.withUnsafeBufferPointer {
            acc_hci_link_read($0.baseAddress!, $0.count, &link)
        }
        if status == .ok { return handle(link: link) }
        received.withLock { $0.add(event, time) }
    }

    func apply(settings: UInt32) {
        let isOn = settings & UInt32(ACC_MGMT_SETTING_POWERED) != 0
        let hasChanged = state.withLock { state in
            let wasOn = state.settings & UInt32(ACC_MGMT_SETTING_POWERED) != 0
            state.settings = settings
            return wasOn != isOn
        }
        guard hasChanged else { return }
        // an adapter is turned off before it is removed
        if isOn { removeLeftovers() } else { endAll(isThere() ? .poweredOff : .noAdapter(name)) }
        announcements.send(isOn ? .poweredOn : .poweredOff)
    }

    private func remove() {
        state.withLock { $0.isGone = true }
        endAll(.noAdapter(name))
        channel.end()
        events.end()
        connectionListener.close()
        announcements.send(.unsupported)
        announcements.finish()
    }

    /// Ends the scan, sets and connections because the adapter is off or removed.
    private func endAll(_ error: RadioError) {
        endAir(error)
        let (links, questions) = state.withLock { state in
            defer {
                state.links = [:]
                state.questions = [:]
            }
            return (state.links.values.map { $0 }, state.questions.values.map { $0 })
        }
        for question in questions { question.cancel() }
        for link in links {
            link.end(.localHost)
            if let peer = link.peer { channelListeners.end(peer) }
        }
    }

    private func endAir(_ error: RadioError) {
        endScan(error)
        let sets = state.withLock { state in
            defer { state.sets = [:] }
            return state.sets
        }
        for (instance, set) in sets {
            remove(.advertisement(instance))
            set.set?.end(error)
        }
    }

    /// Removes an item from the kernel. While the adapter is off, the removal is postponed: the
    /// kernel would restore the item at power-on.
    func remove(_ item: KernelItem) {
        let isOn = state.withLock { $0.settings & UInt32(ACC_MGMT_SETTING_POWERED) != 0 }
        if isOn { post(removalOf: item) } else { postpone(item) }
    }

    /// Removes an item once the adapter is on again: here, or in a later process, which finds its note.
    func postpone(_ item: KernelItem) {
        state.withLock { $0.leftovers.append(item) }
    }

    private func removeLeftovers() {
        let leftovers = state.withLock { state in
            defer { state.leftovers = [] }
            return state.leftovers
        }
        for item in leftovers + remains() { post(removalOf: item) }
    }

    private func post(removalOf item: KernelItem) {
        let (opcode, parameters) = item.removal
        if channel.post(opcode, parameters) == .poweredOff { return postpone(item) }
        notes.remove(item)
    }

    /// The items in the kernel left by dead processes.
    private func remains() -> [KernelItem] {
        notes.removeRemains(daemonStart: isDaemonRunning() ? BluetoothSurvey.daemonStart : nil)
    }
}
