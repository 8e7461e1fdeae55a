internal import AccessoryConcurrency
internal import BlueZ
public import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc
internal import Synchronization

/// A Bluetooth LE adapter shared with bluetoothd, for unprivileged users. Scanning, advertising,
/// pairing and bonds go through bluetoothd over D-Bus; the Attribute Protocol and channels use the
/// kernel's sockets, as in `BlueZRadio`.
///
///     let radio = try await DaemonRadio("hci0")
///     let central = Central(radio: radio)
///
/// It never becomes the default pairing agent, and removes or disconnects devices of other programs
/// only on request. See docs/bluez.md for its limits.
public final class DaemonRadio: Radio {
    struct State {
        var state = RadioState.unknown
        var scan: Scan?
        var scanCount = 0
        var sets: [String: WeakDaemonSet] = [:]
        var setCount = 0
        var links: [ObjectIdentifier: DaemonLink] = [:]
        var attempts: Set<KernelAddress> = []
        var listener: SocketListener?
        var agent: PairingAgent?
        var pairing: [String: Completion<RadioError?>] = [:]
        var questions: [String: Task<Void, Never>] = [:]
    }

    public let name: String
    let index: UInt16
    let objects: DaemonObjects
    let sockets: UserSockets
    let time: TimeSource
    let state = Mutex(State())
    let discovery = AsyncLock()
    let attemptEnded = Alarm()
    let channelListeners = ChannelListeners()
    /// The controller's events, with the reasons of disconnections; nil without access to the kernel's
    /// sockets.
    let events: ControllerEvents?
    private let announcements = Broadcaster<RadioState>(replaying: .unknown)
    private let relay: EventRelay

    /// The system bus address, unless `DBUS_SYSTEM_BUS_ADDRESS` sets another (D-Bus specification,
    /// "Well-known Message Bus Instances").
    static var systemBus: String {
        getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
            ?? "unix:path=/var/run/dbus/system_bus_socket"
    }

    /// Opens an adapter, powered or not.
    ///
    /// - Parameter adapter: `hci0` and so on, as listed by `BluetoothSurvey`.
    /// - Throws: `noAdapter`; `failed` when the bus or bluetoothd cannot be reached.
    public convenience init(_ adapter: String = "hci0") async throws(RadioError) {
        guard adapter.hasPrefix("hci"), let index = UInt16(adapter.dropFirst(3)) else {
            throw .noAdapter(adapter)
        }
        try await self.init(adapter, bus: Self.systemBus, sockets: .kernel(index))
    }

    /// - Parameter bus: The bus address in D-Bus syntax.
    init(
        _ adapter: String,
        bus: String,
        sockets: UserSockets,
        time: TimeSource = TimeSource(ContinuousClock())
    ) async throws(RadioError) {
        name = adapter
        index = UInt16(adapter.dropFirst(3)) ?? 0
        self.sockets = sockets
        self.time = time
        let relay = EventRelay()
        self.relay = relay
        objects = DaemonObjects(adapter: adapter, address: bus, time: time) { relay.tell($0) }
        events = try? ControllerEvents(adapter: adapter, file: sockets.events())
        relay.start { [weak self] in self?.take($0) }
        events?.start { [weak self] in self?.hear($0, $1) }
        await objects.open()
        if let error = absence {
            objects.close()
            throw error
        }
    }

    deinit {
        objects.close()
        events?.end()
    }

    public var address: BluetoothAddress? {
        objects.adapter["Address"]?.text.flatMap { BluetoothAddress($0) }
    }

    public var states: AsyncStream<RadioState> { announcements.stream() }

    public var features: RadioFeatures {
        var features = RadioFeatures()
        let advertising = objects.service("org.bluez.LEAdvertisingManager1") ?? [:]
        let counts = ["SupportedInstances", "ActiveInstances"].map { advertising[$0]?.number ?? 0 }
        features.advertisingSets = counts.reduce(0, +)
        features.hasChannels = events != nil
        features.canScanPassively = false
        features.hasWholeAdvertisements = false
        features.canSetConnectionParameters = false
        features.canSetAdvertisingInterval = false
        return features
    }

    public func setPower(_ isOn: Bool) async throws(RadioError) {
        if isOn, BluetoothSurvey.block(of: name) != nil { throw .blocked }
        if !isOn { for link in links { link.link.closeSockets() } }
        try await set("org.bluez.Adapter1", "Powered", .bool(isOn), "to switch the adapter")
        // the change is signalled after the reply
        for await state in states where (state == .poweredOn) == isOn { return }
    }

    private func set(
        _ interface: String,
        _ property: String,
        _ value: DBusValue,
        _ action: String
    ) async throws(RadioError) {
        _ = try await ask(
            objects.path,
            DaemonObjects.properties,
            "Set",
            [.string(interface), .string(property), .variant(value)],
            action
        )
    }

    /// Calls a method of bluetoothd and converts its errors.
    func ask(
        _ path: String,
        _ interface: String,
        _ member: String,
        _ body: [DBusValue] = [],
        timeout: Duration? = DBusConnection.usualTimeout,
        _ action: String
    ) async throws(RadioError) -> [DBusValue] {
        if let absence { throw absence }
        do {
            return try await objects.call(path, interface, member, body, timeout: timeout)
        } catch {
            // a missing adapter, bluetoothd or bus explains the failure better than the error
            throw absence ?? RadioError(error, action)
        }
    }

    /// The adapter's address for binding sockets.
    var localAddress: KernelAddress { KernelAddress(address ?? BluetoothAddress(value: 0)) }

    /// Whether this process has a link to a device of bluetoothd.
    func hasLink(_ path: String) -> Bool { links.contains { $0.path == path } }

    var links: [DaemonLink] { state.withLock { Array($0.links.values) } }

    // MARK: Presence

    /// The reason the radio cannot be used; nil: bluetoothd has the adapter.
    var absence: RadioError? {
        switch objects.presence {
        case .present: nil
        case .noAdapter: .noAdapter(name)
        case .noDaemon:
            .failed("bluetoothd is not running; start it: sudo systemctl start bluetooth")
        case .noBus(let reason):
            .failed(
                "the system bus cannot be used: \(reason); this user may have no passwd entry, or the "
                    + "container not the bus"
            )
        }
    }

    /// Throws unless the adapter is on.
    func checkPower() throws(RadioError) {
        if let absence { throw absence }
        guard objects.adapter["Powered"]?.isOn == true else {
            throw BluetoothSurvey.block(of: name) != nil ? .blocked : .poweredOff
        }
    }

    private var presentState: RadioState {
        switch objects.presence {
        case .present: objects.adapter["Powered"]?.isOn == true ? .poweredOn : .poweredOff
        case .noAdapter: .unsupported
        case .noDaemon, .noBus: .resetting
        }
    }

    // MARK: Events

    private func take(_ event: DaemonObjects.Event) {
        switch event {
        case .adapter: takeState()
        case .device(let path, let record, let change):
            if change.contains(.report) { report(path) }
            if change.contains(.connection), !record.isConnected { ended(path) }
            if change.contains(.bond) { bondChanged(path, record) }
        case .deviceRemoved(let path): ended(path)
        case .attribute: break
        }
    }

    private func takeState() {
        let next = presentState
        let last = state.withLock { state in
            defer { state.state = next }
            return state.state
        }
        guard next != last else { return discoveryChanged() }
        if next != .poweredOn { endAll(absence ?? .poweredOff) }
        announcements.send(next)
    }

    /// Ends scan, sets and links because the adapter, bluetoothd or the bus is gone.
    private func endAll(_ error: RadioError) {
        endScan(error)
        let (sets, pairing, questions) = state.withLock { state in
            defer { (state.sets, state.pairing, state.questions) = ([:], [:], [:]) }
            return (state.sets, state.pairing, state.questions)
        }
        for (path, set) in sets {
            objects.export(path, nil)
            set.set?.end(error)
        }
        for completion in pairing.values { completion.come(error) }
        for question in questions.values { question.cancel() }
    }

    private func hear(_ kind: ControllerEvents.Kind, _ packet: borrowing Span<UInt8>) {
        guard kind == .event else { return }
        var event = acc_hci_link_event()
        let status = packet.withUnsafeBufferPointer {
            acc_hci_link_read($0.baseAddress!, $0.count, &event)
        }
        guard status == .ok, event.kind == ACC_HCI_LINK_DISCONNECTED, event.status == 0 else {
            return
        }
        for link in links where link.link.handle == event.handle {
            forget(link, DisconnectReason(rawValue: event.reason))
        }
    }

    /// Handles the disconnection or removal of a device by bluetoothd.
    private func ended(_ path: String) {
        events?.drain()
        let reason: DisconnectReason = events == nil ? .remoteUser : .localHost
        for link in links where link.path == path { forget(link, reason) }
    }

    func forget(_ link: DaemonLink, _ reason: DisconnectReason) {
        _ = state.withLock { $0.links.removeValue(forKey: ObjectIdentifier(link)) }
        link.link.end(reason)
        if let peer = link.link.peer { channelListeners.end(peer) }
        link.gone.come(())
    }
}

/// Forwards events to a radio created after the first events may arrive.
private final class EventRelay: Sendable {
    typealias Handler = @Sendable (DaemonObjects.Event) -> Void

    private struct Target {
        let handle: Handler
    }

    private let target = Mutex<Target?>(nil)

    func start(_ handle: @escaping Handler) {
        target.withLock { $0 = Target(handle: handle) }
    }

    func tell(_ event: DaemonObjects.Event) {
        target.withLock { $0 }?.handle(event)
    }
}
