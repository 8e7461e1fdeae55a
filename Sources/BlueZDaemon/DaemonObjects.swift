internal import AccessoryBase
internal import AccessoryConcurrency
internal import BluetoothLE
internal import Synchronization

private let log = Log("daemon-radio")

/// bluetoothd's objects for one adapter, updated by its signals. Reconnects and reads all objects again
/// when the bus, bluetoothd or the adapter returns.
final class DaemonObjects: Sendable {
    /// A change, reported on the event loop's thread, in order.
    enum Event: Sendable {
        case adapter
        case device(path: String, DeviceRecord, DeviceRecord.Change)
        /// A known device advertised; only its advertisement changed.
        case advertisement(path: String)
        case deviceRemoved(path: String)
        /// Changed properties of an attribute below a device: `org.bluez.GattCharacteristic1` and so on.
        case attribute(path: String, [(key: DBusValue, value: DBusValue)])
    }

    /// The adapter's availability, with the reason if it cannot be used.
    enum Presence: Equatable, Sendable {
        case noBus(String)
        /// libsystemd is missing.
        case noLibrary
        case noDaemon
        /// The bus refuses this user's messages to bluetoothd (BlueZ before 5.51).
        case refused
        case noAdapter
        case present
    }

    /// An attribute of a connected device.
    struct Attribute: Sendable {
        var interface: String
        var properties: [String: DBusValue]
    }

    fileprivate struct State {
        var connection: DBusConnection?
        var owner = ""
        var presence = Presence.noDaemon
        var adapter: [String: DBusValue] = [:]
        /// Interfaces of the adapter's object other than `Adapter1`, with their properties.
        var services: [String: [String: DBusValue]] = [:]
        var devices: [String: DeviceRecord] = [:]
        var attributes: [String: Attribute] = [:]
        var exports: [String: Export] = [:]
        var isClosed = false
    }

    /// The handler of calls to an object of this process.
    typealias Export = @Sendable (DBusMessage) -> DBusConnection.CallResult

    static let daemon = "org.bluez"
    private static let bus = "org.freedesktop.DBus"
    static let properties = "org.freedesktop.DBus.Properties"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"

    /// `/org/bluez/hci0`.
    let path: String
    private let address: String
    private let time: TimeSource
    private let state = Mutex(State())
    private let onEvent: @Sendable (Event) -> Void
    private let isOpened = Completion<Void>()
    private let version = Atomic<Int>(0)

    /// - Parameter address: The bus address in D-Bus syntax.
    init(
        adapter: String,
        address: String,
        time: TimeSource,
        onEvent: @escaping @Sendable (Event) -> Void
    ) {
        path = "/org/bluez/\(adapter)"
        self.address = address
        self.time = time
        self.onEvent = onEvent
    }

    deinit { close() }

    /// Connects. Returns when the presence of bluetoothd and the adapter is known.
    func open() async {
        connect(after: .zero)
        await isOpened.cause()
    }

    func close() {
        let connection = state.withLock { state in
            state.isClosed = true
            defer { state.connection = nil }
            return state.connection
        }
        connection?.close()
    }

    var presence: Presence { state.withLock { $0.presence } }
    /// Properties of `org.bluez.Adapter1`.
    var adapter: [String: DBusValue] { state.withLock { $0.adapter } }
    /// The connection; nil while bluetoothd is absent.
    var connection: DBusConnection? { state.withLock { $0.owner.isEmpty ? nil : $0.connection } }

    /// Properties of an interface of the adapter's object; nil if bluetoothd does not offer the interface.
    func service(_ interface: String) -> [String: DBusValue]? {
        state.withLock { $0.services[interface] }
    }

    func device(_ path: String) -> DeviceRecord? { state.withLock { $0.devices[path] } }
    var devices: [String: DeviceRecord] { state.withLock { $0.devices } }

    /// A version number of the attributes. Every change increases it, except changes of values.
    var attributesVersion: Int { version.load(ordering: .acquiring) }

    /// Increases the version. Call after the change.
    private func noteAttributes() { version.add(1, ordering: .releasing) }

    /// The attributes below a device, by their paths.
    func attributes(of device: String) -> [String: Attribute] {
        state.withLock { $0.attributes.filter { $0.key.hasPrefix(device + "/") } }
    }

    /// bluetoothd's path for a device, known or not.
    func path(of address: BluetoothAddress) -> String {
        "\(path)/dev_" + address.description.split(separator: ":").joined(separator: "_")
    }

    /// Sets the handler of calls to an object of this process; nil: removes it.
    func export(_ path: String, _ object: Export?) {
        state.withLock { $0.exports[path] = object }
    }

    /// Calls a method of bluetoothd.
    nonisolated(nonsending) func call(
        _ path: String,
        _ interface: String,
        _ member: String,
        _ body: [DBusValue] = [],
        timeout: Duration? = DBusConnection.usualTimeout
    ) async throws(DBusError) -> [DBusValue] {
        guard let connection else { throw .disconnected("bluetoothd is not running") }
        return try await connection.call(
            Self.daemon,
            path,
            interface,
            member,
            body,
            timeout: timeout
        )
    }

    /// Reads the attributes of a device again. bluetoothd may report resolved services before it signals the
    /// services that replace cached ones.
    func refreshAttributes(of device: String) async {
        guard let connection else { return }
        let isDone = Completion<Void>()
        connection.send(Self.daemon, "/", Self.objectManager, "GetManagedObjects") {
            [weak self] result in
            defer { isDone.complete(()) }
            guard let self, let objects = (try? result.get())?.first?.entries else { return }
            for (path, interfaces) in objects {
                guard let path = path.text, path.hasPrefix(device + "/") else { continue }
                add(path, interfaces.entries ?? [], reports: false)
            }
        }
        await isDone.cause()
    }

    /// Subscribes to the changed values of one characteristic. No rule covers all characteristics, because
    /// bluetoothd signals each value that any program reads.
    func receiveValues(of path: String) async {
        let rule =
            "type='signal',sender='\(Self.daemon)',interface='\(Self.properties)',path='\(path)'"
        guard let connection else { return }
        let bus = "/org/freedesktop/DBus"
        _ = try? await connection.call(Self.bus, bus, Self.bus, "AddMatch", [.string(rule)])
    }

    // MARK: Connection

    /// Longest delay between two attempts to reach the bus.
    private static let longestPause = Duration.seconds(10)

    private func connect(after pause: Duration) {
        time.schedule(at: time.now() + pause) { [weak self] in
            guard let self, !state.withLock({ $0.isClosed }) else { return }
            let next = min(max(pause * 2, .seconds(1)), Self.longestPause)
            do throws(DBusError) {
                let connection = try DBusConnection(
                    address: address,
                    time: time,
                    .init(
                        onSignal: { [weak self] in self?.handle(signal: $0) },
                        onChange: { [weak self] in self?.handle(change: $0) ?? true },
                        onCall: { [weak self] in self?.answer($0) ?? Self.unknown($0.path) },
                        onEnd: { [weak self] error in
                            self?.lost(error)
                            self?.connect(after: next)
                        }
                    )
                )
                state.withLock { $0.connection = connection }
                subscribe(connection)
            } catch {
                lost(error)
                connect(after: next)
            }
        }
    }

    private func lost(_ error: DBusError) {
        state.withLock { $0.connection = nil }
        switch error {
        case .noLibrary: reset(to: .noLibrary)
        case .disconnected(let reason): reset(to: .noBus(reason))
        default: reset(to: .noBus("\(error)"))
        }
    }

    /// The match rules. One rule covers all devices.
    private var rules: [String] {
        let ours = "type='signal',sender='\(Self.daemon)'"
        let changes = ours + ",interface='\(Self.properties)',member='PropertiesChanged',arg0="
        return [
            "type='signal',sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(Self.daemon)'",
            ours + ",interface='\(Self.objectManager)'",
            changes + "'org.bluez.Adapter1'",
            changes + "'org.bluez.Device1'",
            changes + "'org.bluez.LEAdvertisingManager1'",
        ]
    }

    private func subscribe(_ connection: DBusConnection) {
        let bus = "/org/freedesktop/DBus"
        for rule in rules {
            connection.send(Self.bus, bus, Self.bus, "AddMatch", [.string(rule)]) { _ in }
        }
        connection.send(Self.bus, bus, Self.bus, "GetNameOwner", [.string(Self.daemon)]) {
            [weak self] result in
            switch result {
            case .success(let values): self?.found(values.first?.text ?? "")
            case .failure(.refused): self?.reset(to: .noDaemon)
            case .failure(let error): self?.lost(error)
            }
        }
    }

    /// Reads all objects when bluetoothd appears.
    private func found(_ owner: String) {
        let connection = state.withLock { state in
            state.owner = owner
            return state.connection
        }
        guard !owner.isEmpty else { return reset(to: .noDaemon) }
        connection?.send(Self.daemon, "/", Self.objectManager, "GetManagedObjects") {
            [weak self] result in
            guard let self, state.withLock({ $0.owner == owner }) else { return }
            guard let objects = (try? result.get())?.first?.entries else {
                return reset(to: result.isAccessDenied ? .refused : .noDaemon)
            }
            for (path, interfaces) in objects {
                add(path.text ?? "", interfaces.entries ?? [], reports: false)
            }
            state.withLock { $0.presence = $0.adapter.isEmpty ? .noAdapter : .present }
            onEvent(.adapter)
            // after the event, so that an opened radio has announced its state
            isOpened.complete(())
        }
    }

    private func reset(to presence: Presence) {
        state.withLock { state in
            let (connection, exports, isClosed) = (state.connection, state.exports, state.isClosed)
            state = State()
            (state.connection, state.exports, state.isClosed) = (connection, exports, isClosed)
            state.presence = presence
        }
        noteAttributes()
        onEvent(.adapter)
        isOpened.complete(())
    }

    // MARK: Signals

    /// Merges a change of a device; bluetoothd signals one with each advertisement. Returns false for a
    /// change of another object.
    private func handle(change signal: DBusReader) -> Bool {
        guard let interface = try? signal.read("s"),
            DBusReader.isEqual(interface.text, "org.bluez.Device1")
        else { return false }
        let path = DBusReader.text(signal.head.path)
        let event = state.withLock { state -> Event? in
            guard DBusReader.isEqual(signal.head.sender, state.owner),
                let index = state.devices.index(forKey: path)
            else { return nil }
            // merge in place: a copy of the record would copy its data at each change
            guard let change = try? state.devices.values[index].merge(signal) else { return nil }
            if change == .report { return .advertisement(path: path) }
            return .device(path: path, state.devices.values[index], change)
        }
        if let event { onEvent(event) }
        return true
    }

    private func handle(signal: DBusMessage) {
        let body = signal.body
        if signal.member == "NameOwnerChanged", signal.sender == Self.bus, body.count == 3 {
            guard body[0].text == Self.daemon else { return }
            reset(to: .noDaemon)
            if let owner = body[2].text, !owner.isEmpty {
                log.notice("bluetoothd is on the bus again")
                found(owner)
            } else {
                log.warning("bluetoothd left the bus")
            }
            return
        }
        guard signal.sender == state.withLock({ $0.owner }), body.count >= 2 else { return }
        switch signal.member {
        case "PropertiesChanged":
            changed(signal.path, body[0].text ?? "", body[1].entries ?? [])
        case "InterfacesAdded": added(body[0].text ?? "", body[1].entries ?? [])
        case "InterfacesRemoved":
            removed(body[0].text ?? "", (body[1].elements ?? []).compactMap(\.text))
        default: break
        }
    }

    private func added(_ path: String, _ interfaces: [(key: DBusValue, value: DBusValue)]) {
        add(path, interfaces, reports: true)
        guard path == self.path else { return }
        state.withLock { if !$0.adapter.isEmpty { $0.presence = .present } }
        onEvent(.adapter)
    }

    private func add(
        _ path: String,
        _ interfaces: [(key: DBusValue, value: DBusValue)],
        reports: Bool
    ) {
        guard path == self.path || path.hasPrefix(self.path + "/") else { return }
        for (interface, properties) in interfaces {
            guard let interface = interface.text, let properties = properties.entries else {
                continue
            }
            switch interface {
            case "org.bluez.Device1":
                let (record, change) = state.withLock { state in
                    var record = DeviceRecord()
                    let change = record.merge(properties)
                    state.devices[path] = record
                    return (record, change)
                }
                if reports { onEvent(.device(path: path, record, change)) }
            case _ where path == self.path:
                state.withLock { $0.set(interface, properties) }
            case _ where interface.hasPrefix("org.bluez.Gatt"):
                state.withLock {
                    $0.attributes[path] = Attribute(interface: interface, properties: [:])
                    $0.setAttribute(path, properties)
                }
                noteAttributes()
            default: break
            }
        }
    }

    private func removed(_ path: String, _ interfaces: [String]) {
        if path == self.path, interfaces.contains("org.bluez.Adapter1") {
            state.withLock { state in
                let (connection, exports, owner) = (state.connection, state.exports, state.owner)
                state = State()
                (state.connection, state.exports, state.owner) = (connection, exports, owner)
                state.presence = .noAdapter
            }
            noteAttributes()
            onEvent(.adapter)
        } else if interfaces.contains("org.bluez.Device1") {
            let record = state.withLock { $0.devices.removeValue(forKey: path) }
            if record != nil { onEvent(.deviceRemoved(path: path)) }
        } else {
            state.withLock { state in
                if path == self.path {
                    for interface in interfaces { state.services[interface] = nil }
                }
                state.attributes[path] = nil
            }
            noteAttributes()
        }
    }

    private func changed(
        _ path: String,
        _ interface: String,
        _ properties: [(key: DBusValue, value: DBusValue)]
    ) {
        if path == self.path {
            state.withLock { $0.set(interface, properties) }
            onEvent(.adapter)
        } else if interface.hasPrefix("org.bluez.Gatt") {
            state.withLock { $0.setAttribute(path, properties) }
            if properties.contains(where: { $0.key.text != "Value" }) { noteAttributes() }
            onEvent(.attribute(path: path, properties))
        }
    }

    /// Builds a device's report in place, so that the next report reuses its buffer.
    func report(of path: String, at time: Duration) -> AdvertisementReport? {
        state.withLock { $0.devices[path]?.report(at: time) }
    }

    // MARK: Calls to this process

    private func answer(_ call: DBusMessage) -> DBusConnection.CallResult {
        // accept calls from bluetoothd only
        let (owner, export) = state.withLock { ($0.owner, $0.exports[call.path]) }
        guard let export, call.sender == owner else { return Self.unknown(call.path) }
        return export(call)
    }

    static func unknown(_ path: String) -> DBusConnection.CallResult {
        .error(name: "org.freedesktop.DBus.Error.UnknownObject", text: "no object \(path)")
    }
}

extension Result<[DBusValue], DBusError> {
    fileprivate var isAccessDenied: Bool {
        if case .failure(let error) = self {
            return error.name == "org.freedesktop.DBus.Error.AccessDenied"
        }
        return false
    }
}

extension DaemonObjects.State {
    /// Sets properties of the adapter's object.
    fileprivate mutating func set(
        _ interface: String,
        _ properties: [(key: DBusValue, value: DBusValue)]
    ) {
        if interface != "org.bluez.Adapter1", services[interface] == nil {
            services[interface] = [:]
        }
        for (key, value) in properties {
            guard let key = key.text else { continue }
            if interface == "org.bluez.Adapter1" {
                adapter[key] = value.content
            } else {
                services[interface]?[key] = value.content
            }
        }
    }

    fileprivate mutating func setAttribute(
        _ path: String,
        _ properties: [(key: DBusValue, value: DBusValue)]
    ) {
        for (key, value) in properties {
            if let key = key.text { attributes[path]?.properties[key] = value.content }
        }
    }
}
