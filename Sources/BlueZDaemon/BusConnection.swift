internal import AccessoryConcurrency
internal import BlueZ
internal import BluetoothLE
internal import Synchronization

/// A connection whose ATT socket belongs to bluetoothd: in a process without Bluetooth sockets, in both roles,
/// or to a device that another program is connected to. It has no raw ATT and no channels.
final class BusConnection: GATTConnection {
    private struct State {
        var client: BusClient?
        var endReason: DisconnectReason?
    }

    let radio: DaemonRadio
    let path: String
    let peer: BluetoothAddress
    /// This program's attributes for an incoming connection; nil for an outgoing one.
    let central: BusCentral?
    /// Whether this program established the link; another program's link is not disconnected.
    private let isOurs: Bool
    private let changes = Broadcaster<ConnectionSecurity>(replaying: ConnectionSecurity())
    private let state = Mutex(State())

    init(radio: DaemonRadio, path: String, peer: BluetoothAddress, isOurs: Bool) {
        self.radio = radio
        self.path = path
        self.peer = peer
        self.isOurs = isOurs
        central = nil
        announceSecurity()
    }

    /// The connection of a central to this program's attributes.
    init(radio: DaemonRadio, centralAt path: String, peer: BluetoothAddress) {
        self.radio = radio
        self.path = path
        self.peer = peer
        isOurs = true
        central = BusCentral(radio: radio) {
            Task {
                _ = try? await radio.call(
                    path,
                    "org.bluez.Device1",
                    "Disconnect",
                    [],
                    "to disconnect"
                )
            }
        }
        announceSecurity()
    }

    var isCentral: Bool { central == nil }
    var largestPacket: Int { 517 }
    /// Always nil: bluetoothd does not report them.
    var parameters: LinkParameters? { nil }
    var security: AsyncStream<ConnectionSecurity> { changes.stream() }
    var endReason: DisconnectReason? { state.withLock { $0.endReason } }

    func remoteGATT(
        time: TimeSource,
        requestTimeout: Duration,
        onValue: @escaping ValueHandler
    ) -> any RemoteGATT {
        let client = BusClient(
            objects: radio.objects,
            device: path,
            time: time,
            requestTimeout: requestTimeout,
            onValue: onValue
        )
        let hasEnded = state.withLock { state in
            state.client = client
            return state.endReason != nil
        }
        if hasEnded { client.close() }
        return client
    }

    func localGATT(time: TimeSource, host: any AttributeHost) -> any LocalGATT {
        guard let central else {
            preconditionFailure("an outgoing connection has no local attributes")
        }
        central.attach(host)
        return central
    }

    /// Handles changed properties of an attribute of the device.
    func changed(_ path: String, _ properties: [(key: DBusValue, value: DBusValue)]) {
        state.withLock { $0.client }?.changed(path, properties)
    }

    func update(_ parameters: ConnectionParameters) async throws(RadioError) {
        try parameters.check()
        throw .notSupported("connection parameters through bluetoothd")
    }

    func readRSSI() async throws(RadioError) -> Int {
        throw .notSupported("a connection's RSSI through bluetoothd")
    }

    /// Reports the link's security. bluetoothd reports bonds, not levels: a bonded device's link counts as
    /// encrypted.
    func announceSecurity() {
        let isBonded = radio.objects.device(path)?.isBonded == true
        changes.send(ConnectionSecurity(level: isBonded ? .encrypted : .none, isBonded: isBonded))
    }

    func secure(to level: LinkSecurity) async throws(RadioError) {
        try checkLink()
        guard level != .none else { return }
        guard level == .encrypted else {
            throw .notSupported("an authenticated link through bluetoothd, which reports no levels")
        }
        if radio.objects.device(path)?.isBonded != true { try await radio.pair(path) }
        announceSecurity()
    }

    func openChannel(psm: UInt16, mtu: Int) async throws(RadioError) -> any ChannelBearer {
        throw .notSupported("channels without Bluetooth sockets")
    }

    func incomingChannels(
        psm: UInt16,
        mtu: Int
    ) async throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
        throw .notSupported("channels without Bluetooth sockets")
    }

    private func checkLink() throws(RadioError) {
        if let reason = endReason { throw .disconnected(reason) }
    }

    /// Disconnects the link if this program established it; otherwise ends only this program's use of it.
    func disconnect() async {
        guard endReason == nil else { return }
        if isOurs {
            _ = try? await radio.call(path, "org.bluez.Device1", "Disconnect", [], "to disconnect")
        }
        if isCentral {
            radio.forget(self, .localHost)
        } else {
            radio.centralEnded(path, .localHost)
        }
    }

    func end(_ reason: DisconnectReason) {
        let client = state.withLock { state -> BusClient? in
            guard state.endReason == nil else { return nil }
            state.endReason = reason
            return state.client
        }
        client?.close()
        central?.end()
        changes.finish()
    }
}

extension DaemonRadio {
    /// Time limit for a device to advertise and for bluetoothd to list its services.
    private static let busLimit = Duration.seconds(40)

    /// Connects through bluetoothd, or uses its link to the device.
    func connectByBus(to address: BluetoothAddress) async throws(RadioError) -> BusConnection {
        let path = objects.path(of: address)
        guard state.withLock({ $0.busLinks[path] == nil }) else { throw .busy }
        let isOurs = objects.device(path)?.isConnected != true
        if isOurs {
            try await find(path)
            try await connect(path)
        }
        let isListed = try await wait(for: path, servicesLimit) {
            $0?.isConnected == true && $0?.areServicesResolved == true
        }
        guard isListed else {
            guard objects.device(path)?.isConnected == true else {
                throw .disconnected(.notEstablished)
            }
            throw .owned(by: Self.otherProgram)
        }
        await objects.refreshAttributes(of: path)
        let connection = BusConnection(radio: self, path: path, peer: address, isOurs: isOurs)
        state.withLock { $0.busLinks[path] = connection }
        return connection
    }

    /// Discovers a device that bluetoothd does not know: bluetoothd connects only to known devices.
    private func find(_ path: String) async throws(RadioError) {
        guard objects.device(path) == nil else { return }
        let isScanning = state.withLock { $0.scan?.isActive == true }
        if !isScanning { try await discover() }
        let isFound: Result<Bool, RadioError>
        do throws(RadioError) {
            isFound = .success(try await wait(for: path, Self.busLimit) { $0 != nil })
        } catch {
            isFound = .failure(error)
        }
        if !isScanning, state.withLock({ $0.scan?.isActive != true }) { await stopDiscovery() }
        guard try isFound.get() else { throw .disconnected(.notEstablished) }
    }

    /// Connects through bluetoothd. Success is the property `Connected`, because the reply waits for the
    /// services.
    private func connect(_ path: String) async throws(RadioError) {
        state.withLock { $0.busFailures[path] = nil }
        objects.connection?.send(DaemonObjects.daemon, path, "org.bluez.Device1", "Connect") {
            [weak self] result in
            guard let self, case .failure(let error) = result, error.name != "InProgress",
                error.name != "AlreadyConnected"
            else { return }
            state.withLock { $0.busFailures[path] = RadioError(error, "to connect") }
            deviceChanged(path)
        }
        let isConnected = try await wait(for: path, Self.busLimit) { $0?.isConnected == true }
        guard isConnected else { throw .disconnected(.notEstablished) }
    }

    /// Wakes the tasks that wait for a change of the device.
    func deviceChanged(_ path: String) {
        for waiter in state.withLock({ $0.deviceWaiters[path] ?? [] }) { waiter.complete(()) }
    }

    /// Waits until a device meets a condition. Returns false after the time limit.
    ///
    /// - Throws: The error of the last call to connect to the device.
    private func wait(
        for path: String,
        _ limit: Duration,
        _ condition: @Sendable (DeviceRecord?) -> Bool
    ) async throws(RadioError) -> Bool {
        let deadline = time.now() + limit
        while true {
            // register before checking, so that no change is missed
            let changed = Completion<Void>()
            state.withLock { $0.deviceWaiters[path, default: []].append(changed) }
            defer { state.withLock { $0.deviceWaiters[path]?.removeAll { $0 === changed } } }
            if condition(objects.device(path)) { return true }
            if let error = absence ?? state.withLock({ $0.busFailures.removeValue(forKey: path) }) {
                throw error
            }
            guard time.now() < deadline else { return false }
            let timer = time.schedule(at: deadline) { changed.complete(()) }
            await withTaskCancellationHandler {
                await changed.cause()
            } onCancel: {
                changed.complete(())
            }
            timer.cancel()
            if Task.isCancelled { throw .cancelled }
        }
    }

    func forget(_ connection: BusConnection, _ reason: DisconnectReason) {
        state.withLock { state in
            if state.busLinks[connection.path] === connection {
                state.busLinks[connection.path] = nil
            }
        }
        connection.end(reason)
    }
}
