internal import AccessoryConcurrency
internal import BluetoothLE
internal import Synchronization

/// A GATT client through bluetoothd, for a device whose ATT socket belongs to bluetoothd. Values are read and
/// written by D-Bus calls; notifications and commands use sockets that bluetoothd passes to this program.
final class BusClient: RemoteGATT {
    private struct State {
        /// Sockets of AcquireWrite, by value handle, each with its maximum value length.
        var writers: [UInt16: (bearer: SocketBearer, limit: Int)] = [:]
        /// Sockets of AcquireNotify, by value handle.
        var notifiers: [UInt16: SocketBearer] = [:]
        /// Value handles of characteristics that notify by property changes, by path.
        var signalled: [String: UInt16] = [:]
        /// The last tree, and the version of the attributes it was built from.
        var tree: (version: Int, attributes: BusAttributes)?
        var onEnd: [@Sendable () -> Void] = []
        var hasEnded = false
    }

    private let objects: DaemonObjects
    private let device: String
    private let time: TimeSource
    private let requestTimeout: Duration
    private let onValue: ValueHandler
    private let state = Mutex(State())

    private static let characteristic = "org.bluez.GattCharacteristic1"

    init(
        objects: DaemonObjects,
        device: String,
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler
    ) {
        self.objects = objects
        self.device = device
        self.time = time
        self.requestTimeout = requestTimeout
        self.onValue = onValue
    }

    private var tree: BusAttributes {
        let version = objects.attributesVersion
        if let known = state.withLock({ $0.tree }), known.version == version {
            return known.attributes
        }
        let tree = BusAttributes(objects.attributes(of: device))
        state.withLock { $0.tree = (version, tree) }
        return tree
    }

    // MARK: The link

    /// The ATT MTU; 23 when bluetoothd does not report it.
    var mtu: Int { tree.mtu ?? 23 }
    func start() {}
    func exchangeMTU(_ offer: Int) async throws -> Int { mtu }

    func whenEnded(_ handler: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd.append(handler) }
            return state.hasEnded
        }
        if hasEnded { handler() }
    }

    /// Closes the sockets; bluetoothd then ends the subscriptions.
    func close() {
        let (sockets, handlers) = state.withLock { state in
            defer {
                state = State()
                state.hasEnded = true
            }
            return (state.writers.values.map(\.bearer) + state.notifiers.values, state.onEnd)
        }
        for socket in sockets { socket.close() }
        for handler in handlers { handler() }
    }

    // MARK: Discovery

    func services(_ uuid: BluetoothUUID?) async throws -> [RemoteService] {
        try check()
        return tree.services.filter { $0.isPrimary && (uuid == nil || $0.uuid == uuid) }
    }

    func includedServices(of service: RemoteService) async throws -> [RemoteService] {
        try check()
        return tree.includedServices(of: service)
    }

    /// Always nil: bluetoothd caches the attributes itself, so listing them again is free.
    func databaseHash() async throws -> [UInt8]? { nil }

    func characteristics(of service: RemoteService) async throws -> [RemoteCharacteristic] {
        try check()
        return tree.characteristics(of: service)
    }

    func descriptors(of characteristic: RemoteCharacteristic) async throws -> [RemoteDescriptor] {
        try check()
        return tree.descriptors(of: characteristic)
    }

    // MARK: Values

    nonisolated(nonsending) func read(_ handle: UInt16) async throws -> [UInt8] {
        let answer = try await call(handle, "ReadValue", [.properties([:])])
        guard let value = answer.first?.bytes else { throw GATTError.malformedAnswer }
        return value
    }

    func read(_ handles: [UInt16]) async throws -> [[UInt8]] {
        var values: [[UInt8]] = []
        for handle in handles { values.append(try await read(handle)) }
        return values
    }

    nonisolated(nonsending) func write(_ value: [UInt8], to handle: UInt16) async throws {
        guard value.count <= Self.longestValue else {
            throw GATTError.valueTooLong(limit: Self.longestValue)
        }
        await releaseWriter(handle)
        let isDescriptor = try object(handle).attribute.interface != Self.characteristic
        try await write(value, to: handle, isDescriptor ? nil : "request")
    }

    /// Maximum length of a value (Core 5.4, Vol 3, Part F, section 3.2.9).
    private static let longestValue = 512

    nonisolated(nonsending) private func write(
        _ value: [UInt8],
        to handle: UInt16,
        _ type: String?
    ) async throws {
        let options = type.map { [("type", DBusValue.string($0))] } ?? []
        _ = try await call(handle, "WriteValue", [.bytes(value), .properties(options)])
    }

    /// Writes one value reliably. Several are not supported: bluetoothd executes each call's prepared parts
    /// at once.
    func writeReliably(_ writes: [(handle: UInt16, value: [UInt8])]) async throws {
        guard let first = writes.first else { return }
        guard writes.count == 1 else {
            throw GATTError.att(.requestNotSupported, handle: first.handle)
        }
        await releaseWriter(first.handle)
        try await write(first.value, to: first.handle, "reliable")
    }

    nonisolated(nonsending) func writeWithoutResponse(
        _ value: [UInt8],
        to handle: UInt16
    ) async throws {
        guard let (bearer, limit) = try await writer(handle) else {
            return try await write(value, to: handle, "command")
        }
        // bluetoothd truncates longer values without an error
        guard value.count <= limit else { throw GATTError.valueTooLong(limit: limit) }
        bearer.send(value)
        await bearer.drained()
        try check()
    }

    /// The socket for commands; nil: another program uses it, or bluetoothd is too old.
    nonisolated(nonsending) private func writer(
        _ handle: UInt16
    ) async throws -> (bearer: SocketBearer, limit: Int)? {
        if let writer = state.withLock({ $0.writers[handle] }) { return writer }
        guard let (file, mtu) = try await acquire(handle, "AcquireWrite") else { return nil }
        let bearer = SocketBearer(file: file) { [weak self] in
            _ = self?.state.withLock { $0.writers.removeValue(forKey: handle) }
        }
        bearer.start { _ in
        } onEnd: {
        }
        let writer = (bearer: bearer, limit: min(max(mtu, 23) - 3, Self.longestValue))
        let isKept = state.withLock { state in
            if !state.hasEnded { state.writers[handle] = writer }
            return !state.hasEnded
        }
        guard isKept else {
            bearer.close()
            throw GATTError.disconnected
        }
        return writer
    }

    /// Closes the socket for commands. While it is open, bluetoothd refuses writes with a response.
    nonisolated(nonsending) private func releaseWriter(_ handle: UInt16) async {
        guard let (bearer, _) = state.withLock({ $0.writers[handle] }) else { return }
        await bearer.drained()
        bearer.close()
    }

    // MARK: Subscriptions

    /// Subscribes through a socket, or through D-Bus signals where bluetoothd refuses a socket. With signals,
    /// bluetoothd drops values in quick succession.
    func subscribe(
        to characteristic: RemoteCharacteristic,
        as subscription: Subscription,
        configuration: UInt16
    ) async throws {
        let handle = characteristic.valueHandle
        let path = try object(handle).path
        let (socket, isSignalled) = state.withLock { state in
            (state.notifiers[handle], state.signalled[path] != nil)
        }
        guard subscription.isEmpty else {
            guard socket == nil, !isSignalled else { return }
            return try await subscribe(handle, path)
        }
        socket?.close()
        guard isSignalled else { return }
        _ = state.withLock { $0.signalled.removeValue(forKey: path) }
        _ = try await call(handle, "StopNotify")
    }

    private func subscribe(_ handle: UInt16, _ path: String) async throws {
        guard let (file, mtu) = try await acquire(handle, "AcquireNotify") else {
            state.withLock { $0.signalled[path] = handle }
            await objects.receiveValues(of: path)
            _ = try await call(handle, "StartNotify")
            return
        }
        let bearer = SocketBearer(file: file, largestPacket: max(mtu, 512)) { [weak self] in
            _ = self?.state.withLock { $0.notifiers.removeValue(forKey: handle) }
        }
        state.withLock { $0.notifiers[handle] = bearer }
        bearer.start { [onValue] in
            onValue(handle, $0)
        } onEnd: {
        }
    }

    /// Handles changed properties of an attribute.
    func changed(_ path: String, _ properties: [(key: DBusValue, value: DBusValue)]) {
        guard let handle = state.withLock({ $0.signalled[path] }) else { return }
        for (key, value) in properties where key.text == "Value" {
            if let value = value.bytes { onValue(handle, value) }
        }
    }

    // MARK: Calls

    private func check() throws {
        if state.withLock({ $0.hasEnded }) { throw GATTError.disconnected }
    }

    private func object(
        _ handle: UInt16
    ) throws -> (path: String, attribute: DaemonObjects.Attribute) {
        try check()
        guard let object = tree.object(handle) else {
            throw GATTError.att(.invalidHandle, handle: handle)
        }
        return object
    }

    /// A socket of bluetoothd and its MTU; nil: bluetoothd has none for this characteristic.
    nonisolated(nonsending) private func acquire(
        _ handle: UInt16,
        _ member: String
    ) async throws -> (file: CInt, mtu: Int)? {
        let object = try object(handle)
        do throws(DBusError) {
            let answer = try await objects.call(
                object.path,
                object.attribute.interface,
                member,
                [.properties([:])],
                timeout: requestTimeout
            )
            guard answer.count == 2, let file = answer[0].file, let mtu = answer[1].number else {
                throw .malformed
            }
            return (file.take(), mtu)
        } catch {
            guard case .refused = error, error.name != "Failed" else {
                throw Self.converted(error, handle)
            }
            return nil
        }
    }

    /// Pause before a refused call is retried.
    private static let pause = Duration.milliseconds(50)

    /// Calls a method of a value's object. bluetoothd refuses calls while it handles another program's call
    /// to the object, and shortly after a socket of `AcquireWrite` was closed: such calls are retried until
    /// the timeout.
    nonisolated(nonsending) private func call(
        _ handle: UInt16,
        _ member: String,
        _ body: [DBusValue] = []
    ) async throws -> [DBusValue] {
        let deadline = time.now() + requestTimeout
        while true {
            let object = try object(handle)
            do throws(DBusError) {
                return try await objects.call(
                    object.path,
                    object.attribute.interface,
                    member,
                    body,
                    timeout: requestTimeout
                )
            } catch {
                guard error.isPassing, time.now() < deadline else {
                    throw Self.converted(error, handle)
                }
            }
            try await time.wait(time.now() + Self.pause)
        }
    }

    /// Converts an error of bluetoothd's GATT client (BlueZ, src/gatt-client.c).
    private static func converted(_ error: DBusError, _ handle: UInt16) -> any Error {
        guard case .refused(_, let text) = error else {
            return switch error {
            case .timedOut: GATTError.timedOut
            case .cancelled: CancellationError()
            case .malformed: GATTError.malformedAnswer
            default: GATTError.disconnected
            }
        }
        return switch error.name {
        case "NotPermitted": GATTError.att(.requestNotSupported, handle: handle)
        case "NotAuthorized": GATTError.att(.insufficientAuthorization, handle: handle)
        case "NotSupported": GATTError.att(.requestNotSupported, handle: handle)
        case "InvalidOffset": GATTError.att(.invalidOffset, handle: handle)
        case "InvalidValueLength", "InvalidLength":
            GATTError.att(.invalidValueLength, handle: handle)
        case "Failed":
            if let code = code(text) {
                GATTError.att(ATTError(rawValue: code), handle: handle)
            } else if text.contains("connected") {
                GATTError.disconnected
            } else {
                GATTError.att(.unlikely, handle: handle)
            }
        case "InProgress": GATTError.att(.procedureInProgress, handle: handle)
        default: GATTError.disconnected
        }
    }

    /// The number in `Operation failed with ATT error: 0x0e`.
    private static func code(_ text: String) -> UInt8? {
        guard let start = text.firstRange(of: "ATT error: 0x") else { return nil }
        return UInt8(text[start.upperBound...].prefix(2), radix: 16)
    }
}

extension DBusError {
    /// Whether a retry may succeed.
    fileprivate var isPassing: Bool {
        guard case .refused(_, let text) = self else { return false }
        return name == "InProgress" || (name == "NotPermitted" && text.contains("acquired"))
    }
}
