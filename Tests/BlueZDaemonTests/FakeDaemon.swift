import AccessoryConcurrency
import BlueZ
import BluetoothLE
import Glibc
import Synchronization

@testable import BlueZDaemon

/// org.bluez on a private bus, with one adapter, hci0. It follows BlueZ's documents; tests add BlueZ's bugs.
final class FakeDaemon: Sendable {
    typealias Answer = @Sendable (DBusMessage) -> DBusConnection.CallResult
    typealias Objects = [String: [String: [String: DBusValue]]]

    struct State {
        var objects: Objects = [:]
        var answers: [String: Answer] = [:]
        var calls: [DBusMessage] = []
        var waiters: [(member: String, continuation: CheckedContinuation<DBusMessage, Never>)] = []
        var connection: DBusConnection?
        /// Values that the program signalled, by path.
        var values: [String: [[UInt8]]] = [:]
    }

    static let hci0 = "/org/bluez/hci0"
    static let peer = BluetoothAddress("C0:1A:7D:DA:71:13", kind: .random)!
    static let device = hci0 + "/dev_C0_1A_7D_DA_71_13"
    static let adapter: [String: DBusValue] = [
        "Address": .string("00:AA:01:00:00:00"), "Powered": .bool(true),
        "Discovering": .bool(false),
    ]

    let bus: PrivateBus
    /// The clock of both ends: no timeout passes while the bus is slow.
    let clock = ManualClock()
    let state = Mutex(State())

    init(isPowered: Bool = true) async throws {
        bus = try PrivateBus()
        state.withLock { state in
            state.objects[Self.hci0] = [
                "org.bluez.Adapter1": Self.adapter,
                "org.bluez.LEAdvertisingManager1": [
                    "SupportedInstances": .byte(4), "ActiveInstances": .byte(1),
                ],
            ]
            state.objects[Self.hci0]?["org.bluez.Adapter1"]?["Powered"] = .bool(isPowered)
        }
        try await appear()
    }

    deinit { vanish() }

    /// Connects to the bus and requests the name org.bluez.
    func appear() async throws {
        let connection = try DBusConnection(
            address: bus.address,
            time: TimeSource(clock),
            .init(
                onSignal: { [weak self] in self?.keep($0) },
                onCall: { [weak self] in self?.answer($0) ?? .values([]) },
                onEnd: { _ in }
            )
        )
        state.withLock { $0.connection = connection }
        let bus = "org.freedesktop.DBus"
        _ = try await connection.call(
            bus,
            "/org/freedesktop/DBus",
            bus,
            "RequestName",
            [.string("org.bluez"), .uint32(0)]
        )
        let rule = "type='signal',path_namespace='/accessory'"
        _ = try await connection.call(
            bus,
            "/org/freedesktop/DBus",
            bus,
            "AddMatch",
            [.string(rule)]
        )
    }

    private func keep(_ signal: DBusMessage) {
        guard signal.member == "PropertiesChanged", signal.body.count > 1 else { return }
        for (key, value) in signal.body[1].entries ?? [] where key.text == "Value" {
            guard let bytes = value.bytes else { continue }
            state.withLock { $0.values[signal.path, default: []].append(bytes) }
        }
    }

    /// The next value that the program signals for a characteristic.
    func nextValue(of path: String) async -> [UInt8] {
        while true {
            let value = state.withLock { state -> [UInt8]? in
                guard state.values[path]?.isEmpty == false else { return nil }
                return state.values[path]?.removeFirst()
            }
            if let value { return value }
            await Task.yield()
        }
    }

    func count(ofValuesOf path: String) -> Int {
        state.withLock { $0.values[path]?.count ?? 0 }
    }

    func vanish() {
        state.withLock { state in
            defer { state.connection = nil }
            return state.connection
        }?.close()
    }

    var connection: DBusConnection { state.withLock { $0.connection! } }

    /// Answers calls of a method from now on.
    func on(_ member: String, _ answer: @escaping Answer) {
        state.withLock { $0.answers[member] = answer }
    }

    static func error(_ name: String, _ text: String = "") -> DBusConnection.CallResult {
        .error(name: "org.bluez.Error." + name, text: text)
    }

    /// The next call of a method, or one already received.
    func next(_ member: String) async -> DBusMessage {
        await withCheckedContinuation { continuation in
            let call = state.withLock { state -> DBusMessage? in
                if let index = state.calls.firstIndex(where: { $0.member == member }) {
                    return state.calls.remove(at: index)
                }
                state.waiters.append((member, continuation))
                return nil
            }
            if let call { continuation.resume(returning: call) }
        }
    }

    func count(of member: String) -> Int {
        state.withLock { $0.calls.count { $0.member == member } }
    }

    private func answer(_ call: DBusMessage) -> DBusConnection.CallResult {
        let (waiter, answer) = state.withLock { state in
            let index = state.waiters.firstIndex { $0.member == call.member }
            let waiter = index.map { state.waiters.remove(at: $0) }
            if waiter == nil { state.calls.append(call) }
            return (waiter, state.answers[call.member])
        }
        defer { waiter?.continuation.resume(returning: call) }
        if let answer { return answer(call) }
        switch call.member {
        case "GetManagedObjects": return .values([tree])
        case "Set":
            if let key = call.body[1].text { change([key: call.body[2].content]) }
        case "StartDiscovery": change(["Discovering": .bool(true)])
        case "StopDiscovery": change(["Discovering": .bool(false)])
        default: break
        }
        return .values([])
    }

    private var tree: DBusValue {
        let objects = state.withLock { $0.objects }
        return .dictionary(
            objects.map { path, interfaces in (.path(path), Self.value(interfaces)) },
            of: "oa{sa{sv}}"
        )
    }

    private static func value(_ interfaces: [String: [String: DBusValue]]) -> DBusValue {
        .dictionary(
            interfaces.map { (.string($0.key), .properties($0.value.map { ($0.key, $0.value) })) },
            of: "sa{sv}"
        )
    }

    // MARK: Signals

    /// Changes properties and signals the change.
    func change(
        _ properties: [String: DBusValue],
        of path: String = FakeDaemon.hci0,
        _ interface: String = "org.bluez.Adapter1",
        dropping: [String] = []
    ) {
        let connection = state.withLock { state in
            state.objects[path]?[interface]?.merge(properties) { $1 }
            return state.connection
        }
        connection?.emit(
            path,
            DaemonObjects.properties,
            "PropertiesChanged",
            [
                .string(interface), .properties(properties.map { ($0.key, $0.value) }),
                .strings(dropping),
            ]
        )
    }

    /// Changes properties of the test's device and signals the change.
    func changeDevice(_ properties: [String: DBusValue], dropping: [String] = []) {
        change(properties, of: Self.device, "org.bluez.Device1", dropping: dropping)
    }

    /// Discovers the test's device.
    func addDevice(_ properties: [String: DBusValue] = [:]) {
        let all: [String: DBusValue] = [
            "Address": .string(Self.peer.description), "AddressType": .string("random"),
        ].merging(properties) { $1 }
        add(Self.device, ["org.bluez.Device1": all])
    }

    /// - Parameter isSignalled: False for an object that is listed before it is signalled.
    func add(
        _ path: String,
        _ interfaces: [String: [String: DBusValue]],
        isSignalled: Bool = true
    ) {
        let connection = state.withLock { state in
            state.objects[path, default: [:]].merge(interfaces) { $1 }
            return isSignalled ? state.connection : nil
        }
        connection?.emit(
            "/",
            DaemonObjects.objectManager,
            "InterfacesAdded",
            [.path(path), Self.value(interfaces)]
        )
    }

    func remove(_ path: String, _ interfaces: [String] = ["org.bluez.Device1"]) {
        let connection = state.withLock { state in
            state.objects[path] = nil
            return state.connection
        }
        connection?.emit(
            "/",
            DaemonObjects.objectManager,
            "InterfacesRemoved",
            [.path(path), .strings(interfaces)]
        )
    }

    // MARK: The radio

    func radio(
        _ sockets: FakeSockets = FakeSockets(),
        kernel: DaemonRadio.Kernel? = nil,
        servicesLimit: Duration = .seconds(15)
    ) async throws -> DaemonRadio {
        try await DaemonRadio(
            "hci0",
            bus: bus.address,
            sockets: sockets.sockets,
            kernel: kernel,
            servicesLimit: servicesLimit,
            time: TimeSource(clock)
        )
    }
}

/// The kernel's sockets, simulated by socket pairs.
final class FakeSockets: Sendable {
    struct State {
        /// Results of the next attempts to connect: 0 or a negative errno.
        var results: [CInt] = []
        var attempts = 0
        /// Called at each attempt.
        var onAttempt: (@Sendable () -> Void)?
        var peers: [CInt] = []
        var level: CInt = 1
        var keySize: CInt = 16
        var wanted: [UInt8] = []
    }

    let state = Mutex(State())

    deinit {
        for file in state.withLock({ $0.peers }) { close(file) }
    }

    var sockets: UserSockets {
        UserSockets(
            connect: { [self] _, _ in
                state.withLock { state in
                    state.attempts += 1
                    state.onAttempt?()
                    let result = state.results.isEmpty ? 0 : state.results.removeFirst()
                    if result < 0 { return result }
                    var pair: [CInt] = [0, 0]
                    let kind = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
                    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return -errno }
                    state.peers.append(pair[1])
                    return pair[0]
                }
            },
            listen: { _ in -EAFNOSUPPORT },
            events: { -EAFNOSUPPORT },
            handle: { _ in 0x40 },
            security: { [self] _ in state.withLock { $0.level } },
            keySize: { [self] _ in state.withLock { $0.keySize } },
            setSecurity: { [self] _, level in
                state.withLock { state in
                    state.wanted.append(level)
                    state.level = CInt(level)
                }
                return 0
            }
        )
    }
}

extension FakeDaemon {
    /// The properties of the advertisement that a call of RegisterAdvertisement names.
    func advertisement(of call: DBusMessage) async throws -> [String: DBusValue] {
        let properties = try await connection.call(
            call.sender,
            call.body[0].text ?? "",
            DaemonObjects.properties,
            "GetAll",
            [.string(DaemonAdvertisingSet.interface)]
        )
        let pairs = (properties[0].entries ?? []).map { ($0.key.text ?? "", $0.value) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
