package import AccessoryBase
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
/// It never becomes the default pairing agent. It removes or disconnects other programs' devices only on
/// request. See docs/bluez.md for its limits.
public final class DaemonRadio: Radio {
    struct State {
        var state = RadioState.unknown
        var scan: Scan?
        /// Ended scans whose end is not reported yet.
        var endingScans: [Scan] = []
        var scanCount = 0
        var sets: [String: WeakDaemonSet] = [:]
        var setCount = 0
        var links: [ObjectIdentifier: DaemonLink] = [:]
        var attempts: Set<KernelAddress> = []
        /// Connections through bluetoothd's GATT client, by the device's path.
        var busLinks: [String: BusConnection] = [:]
        var busFailures: [String: RadioError] = [:]
        var deviceWaiters: [String: [Completion<Void>]] = [:]
        /// Paths of the connected devices, in the order of connection.
        var connectedDevices: [String] = []
        var publication: Publication?
        var incoming: Incoming?
        /// Centrals that use the publication, by the device's path.
        var busCentrals: [String: BusConnection] = [:]
        var agent: PairingAgent?
        var pairing: [String: Completion<RadioError?>] = [:]
        var questions: [String: Task<Void, Never>] = [:]
    }

    /// The adapter's name: `hci0` and so on.
    public let name: String
    public let links = RadioLinks()
    let index: UInt16
    let objects: DaemonObjects
    let sockets: UserSockets
    /// Time limit for bluetoothd to list a device's services. It never lists them while another program's
    /// ATT socket is connected to the device.
    let servicesLimit: Duration
    let time: TimeSource
    let state = Mutex(State())
    let discovery = AsyncLock()
    let publishing = AsyncLock()
    let attemptEnded = Alarm()
    let channelListeners = ChannelListeners()
    let connectionListener = ConnectionListener()
    /// The controller's events, with disconnect reasons; nil without access to the kernel's sockets.
    let events: ControllerEvents?
    /// The adapter without bluetoothd; nil if bluetoothd is required.
    let alone: KernelAdapter?

    typealias Kernel =
        @Sendable (
            _ onChange: @escaping @Sendable () -> Void
        ) async throws(RadioError) -> KernelAdapter

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

    /// Opens a powered adapter with or without bluetoothd. Without it, connecting, listening and channels
    /// work; everything else throws `notPermitted`.
    package convenience init(withoutDaemon adapter: String) async throws(RadioError) {
        guard adapter.hasPrefix("hci"), let index = UInt16(adapter.dropFirst(3)) else {
            throw .noAdapter(adapter)
        }
        try await self.init(
            adapter,
            bus: Self.systemBus,
            sockets: .kernel(index),
            kernel: { (onChange) async throws(RadioError) in
                try await KernelAdapter(adapter, index: index, onChange: onChange)
            }
        )
    }

    /// - Parameters:
    ///   - bus: The bus address in D-Bus syntax.
    ///   - kernel: Opens the adapter without bluetoothd; nil if bluetoothd is required.
    init(
        _ adapter: String,
        bus: String,
        sockets: UserSockets,
        kernel: Kernel? = nil,
        servicesLimit: Duration = .seconds(15),
        time: TimeSource = TimeSource(ContinuousClock())
    ) async throws(RadioError) {
        name = adapter
        index = UInt16(adapter.dropFirst(3)) ?? 0
        self.sockets = sockets
        self.servicesLimit = servicesLimit
        self.time = time
        let relay = EventRelay()
        self.relay = relay
        objects = DaemonObjects(adapter: adapter, address: bus, time: time) { relay.report($0) }
        events = try? ControllerEvents(adapter: adapter, file: sockets.events())
        if let kernel { alone = try await kernel { relay.report(.adapter) } } else { alone = nil }
        relay.start { [weak self] in self?.handle($0) }
        events?.start { [weak self] in self?.handle($0, $1) }
        await objects.open()
        do throws(RadioError) {
            if alone != nil { try checkPower() } else if let absence { throw absence }
        } catch {
            objects.close()
            throw error
        }
    }

    deinit {
        objects.close()
        events?.end()
    }

    /// The adapter's address; nil while it is unknown.
    public var address: BluetoothAddress? {
        objects.adapter["Address"]?.text.flatMap { BluetoothAddress($0) } ?? alone?.address
    }

    /// bluetoothd's devices: bonded ones, and those seen in the last 30 s.
    public var knownDevices: [KnownDevice] {
        objects.devices.values.map { KnownDevice($0.address, name: $0.name) }
    }

    /// The adapter's state, then every change.
    public var states: AsyncStream<RadioState> { announcements.stream() }

    /// The functions of bluetoothd and of this process's sockets.
    public var features: RadioFeatures {
        var features = RadioFeatures()
        let advertising = objects.service("org.bluez.LEAdvertisingManager1") ?? [:]
        let counts = ["SupportedInstances", "ActiveInstances"].map { advertising[$0]?.number ?? 0 }
        features.advertisingSets = counts.reduce(0, +)
        features.hasChannels = events != nil
        features.canScanPassively = hasMonitors
        features.hasWholeAdvertisements = false
        features.canSetConnectionParameters = false
        features.canSetAdvertisingInterval = false
        features.namesSubscribers = !servesByBus
        features.checksKeySizes = !servesByBus
        features.acceptsSignedWrites = servesByBus
        return features
    }

    /// Turns the adapter on or off for all programs. Returns when its state has changed.
    public func setPower(_ isOn: Bool) async throws(RadioError) {
        if isOn, presentState == .poweredOn { return }
        if isOn, BluetoothSurvey.block(of: name) != nil { throw .blocked }
        if !isOn { for link in daemonLinks { link.link.closeSockets() } }
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
        _ = try await call(
            objects.path,
            DaemonObjects.properties,
            "Set",
            [.string(interface), .string(property), .variant(value)],
            action
        )
    }

    /// Calls a method of bluetoothd and converts its errors.
    func call(
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
            // the absence of the adapter, bluetoothd or bus explains the failure better
            throw absence ?? RadioError(error, action)
        }
    }

    /// The adapter's address for binding sockets.
    var localAddress: KernelAddress { KernelAddress(address ?? BluetoothAddress(value: 0)) }

    /// Whether this process has a link to the device at a path.
    func hasLink(_ path: String) -> Bool { daemonLinks.contains { $0.path == path } }

    var busConnections: [BusConnection] { state.withLock { Array($0.busLinks.values) } }

    var daemonLinks: [DaemonLink] { state.withLock { Array($0.links.values) } }

    // MARK: Presence

    /// The reason bluetoothd cannot be used; nil: it has the adapter.
    var absence: RadioError? {
        let reason: FailureReason
        switch objects.presence {
        case .present: return nil
        case .noAdapter: return .noAdapter(name)
        case .refused:
            return .notPermitted(
                FailureReason(
                    "the system bus refuses bluetoothd's objects",
                    nextStep: RadioError.oldPolicyStep
                )
            )
        case .noDaemon:
            reason = FailureReason(
                "bluetoothd is not running",
                nextStep: "start it: sudo systemctl start bluetooth"
            )
        case .noLibrary: reason = RadioError.noLibrary
        case .noBus(let cause):
            reason = FailureReason(
                "the system bus cannot be used: \(cause)",
                nextStep: "give this user a passwd entry, or the container /run/dbus"
            )
        }
        return alone == nil ? .failed(reason) : .notPermitted(Self.orRights(reason))
    }

    /// A reason whose next step may also be the program's rights.
    package static func orRights(_ reason: FailureReason, missing: String = "") -> FailureReason {
        FailureReason(
            missing + reason.cause,
            nextStep: [reason.nextStep, setcap].compactMap(\.self).joined(separator: ", or ")
        )
    }

    private static let setcap = "`sudo setcap cap_net_admin,cap_net_raw+ep` the program"

    /// Throws unless the adapter is on.
    func checkPower() throws(RadioError) {
        switch presentState {
        case .poweredOn: return
        case .poweredOff: throw BluetoothSurvey.block(of: name) != nil ? .blocked : .poweredOff
        default: throw absence ?? .noAdapter(name)
        }
    }

    private var presentState: RadioState {
        if case .present = objects.presence {
            return objects.adapter["Powered"]?.isOn == true ? .poweredOn : .poweredOff
        }
        if let alone { return alone.state }
        return objects.presence == .noAdapter ? .unsupported : .resetting
    }

    // MARK: Events

    private func handle(_ event: DaemonObjects.Event) {
        switch event {
        case .adapter: readState()
        case .advertisement(let path): report(path)
        case .device(let path, let record, let change):
            if change.contains(.report) { report(path) }
            if change.contains(.connection) || change.contains(.services) {
                noteConnection(path, isConnected: record.isConnected)
            }
            if change.contains(.connection), !record.isConnected { ended(path) }
            if change.contains(.bond) { bondChanged(path, record) }
            deviceChanged(path)
        case .deviceRemoved(let path):
            noteConnection(path, isConnected: false)
            ended(path)
            deviceChanged(path)
        case .attribute(let path, let properties):
            for connection in busConnections where path.hasPrefix(connection.path + "/") {
                connection.changed(path, properties)
            }
        }
    }

    private func readState() {
        let next = presentState
        let last = state.withLock { state in
            defer { state.state = next }
            return state.state
        }
        if absence == nil { publishAgain() }
        guard next != last else { return discoveryChanged() }
        if next != .poweredOn { endAll(absence ?? .poweredOff) }
        announcements.send(next)
    }

    /// Ends scan, sets and links because the adapter, bluetoothd or the bus is gone.
    private func endAll(_ error: RadioError) {
        switch error {
        case .poweredOff, .noAdapter: endScanSoon()
        default: endScan(error)
        }
        let (sets, pairing, questions) = state.withLock { state in
            defer { (state.sets, state.pairing, state.questions) = ([:], [:], [:]) }
            return (state.sets, state.pairing, state.questions)
        }
        for (path, set) in sets {
            objects.export(path, nil)
            set.set?.end(error)
        }
        for connection in busConnections { forget(connection, .localHost) }
        for path in state.withLock({ $0.busCentrals.keys }) { centralEnded(path, .localHost) }
        if absence != nil { state.withLock { $0.publication?.isRegistered = false } }
        for path in state.withLock({ $0.deviceWaiters.keys }) { deviceChanged(path) }
        for completion in pairing.values { completion.complete(error) }
        for question in questions.values { question.cancel() }
    }

    private func handle(_ kind: ControllerEvents.Kind, _ packet: borrowing Span<UInt8>) {
        guard kind == .event else { return }
        var event = acc_hci_link_event()
        let status = packet.withUnsafeBufferPointer {
            acc_hci_link_read($0.baseAddress!, $0.count, &event)
        }
        guard status == .ok, event.kind == ACC_HCI_LINK_DISCONNECTED, event.status == 0 else {
            return
        }
        for link in daemonLinks where link.link.handle == event.handle {
            forget(link, DisconnectReason(rawValue: event.reason))
        }
    }

    /// Handles the disconnection or removal of a device by bluetoothd.
    private func ended(_ path: String) {
        events?.drain()
        let reason: DisconnectReason = events == nil ? .remoteUser : .localHost
        for link in daemonLinks where link.path == path { forget(link, reason) }
        for connection in busConnections where connection.path == path {
            forget(connection, .remoteUser)
        }
        centralEnded(path)
    }

    func forget(_ link: DaemonLink, _ reason: DisconnectReason) {
        _ = state.withLock { $0.links.removeValue(forKey: ObjectIdentifier(link)) }
        link.link.end(reason)
        if let peer = link.link.peer { channelListeners.end(peer) }
        link.gone.complete(())
    }
}

/// Forwards events to the radio. Events may arrive before the radio exists; those are dropped.
private final class EventRelay: Sendable {
    typealias Handler = @Sendable (DaemonObjects.Event) -> Void

    private struct Target {
        let handle: Handler
    }

    private let target = Mutex<Target?>(nil)

    func start(_ handle: @escaping Handler) {
        target.withLock { $0 = Target(handle: handle) }
    }

    func report(_ event: DaemonObjects.Event) {
        target.withLock { $0 }?.handle(event)
    }
}
