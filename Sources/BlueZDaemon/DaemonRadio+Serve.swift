internal import AccessoryBase
internal import AccessoryConcurrency
package import BluetoothLE
internal import Synchronization

/// The attributes that bluetoothd serves for this program.
struct Publication {
    let host: any AttributeHost
    let application: BusApplication
    /// False until bluetoothd has accepted the attributes, and after bluetoothd exits.
    var isRegistered = false
}

// The peripheral role without Bluetooth sockets: bluetoothd serves this program's attributes
// (`org.bluez.GattManager1`). With sockets, centrals connect to the listener of `incomingConnections`.
extension DaemonRadio: GATTRadio {
    private static let manager = "org.bluez.GattManager1"

    package func offer(_ host: any AttributeHost) async throws(RadioError) {
        guard servesByBus else { return }
        if let absence { throw absence }
        if host.table.attributes.contains(where: { $0.minimumKeySize > KeySize.range.lowerBound }) {
            throw .notSupported(
                FailureReason(
                    "a minimum key size of one attribute",
                    nextStep:
                        "set KeySize for all attributes in /etc/bluetooth/main.conf, section [GATT]"
                )
            )
        }
        let result = try? await publishing.withLock { await publish(host) }
        guard let result else { throw .cancelled }
        try result.get()
    }

    /// Whether this process has no Bluetooth sockets, and therefore no listener.
    var servesByBus: Bool { events == nil && alone == nil }

    /// Replaces the published attributes.
    private func publish(_ host: any AttributeHost) async -> Result<Void, RadioError> {
        await withdraw()
        let publication = Publication(host: host, application: BusApplication(host.table))
        // bluetoothd refuses an application without a service
        guard !publication.application.objects.isEmpty else { return .success(()) }
        state.withLock { $0.publication = publication }
        objects.export(BusApplication.root) { [weak self] in
            self?.answerRoot($0) ?? DaemonObjects.unknown($0.path)
        }
        for object in publication.application.objects where object.handle != 0 {
            objects.export(object.path) { [weak self] in
                self?.answer($0, object) ?? DaemonObjects.unknown($0.path)
            }
        }
        do throws(RadioError) {
            _ = try await call(
                objects.path,
                Self.manager,
                "RegisterApplication",
                [.path(BusApplication.root), .properties([:])],
                "to serve attributes"
            )
        } catch {
            await withdraw()
            return .failure(error)
        }
        state.withLock { $0.publication?.isRegistered = true }
        return .success(())
    }

    private func withdraw() async {
        let old = state.withLock { state in
            defer { state.publication = nil }
            return state.publication
        }
        guard let old else { return }
        objects.export(BusApplication.root, nil)
        for object in old.application.objects { objects.export(object.path, nil) }
        guard old.isRegistered else { return }
        // on failure the application is already gone
        _ = try? await call(
            objects.path,
            Self.manager,
            "UnregisterApplication",
            [.path(BusApplication.root)],
            "to withdraw attributes"
        )
    }

    /// Publishes the attributes again when bluetoothd is back.
    func publishAgain() {
        guard unregistered != nil else { return }
        Task { [weak self] in
            try? await self?.publishing.withLock {
                // a running first attempt may have registered them meanwhile
                guard let self, let host = self.unregistered else { return }
                _ = await self.publish(host)
            }
        }
    }

    /// The host of attributes that bluetoothd does not serve yet; nil if there are none.
    private var unregistered: (any AttributeHost)? {
        state.withLock { state in
            state.publication?.isRegistered == false ? state.publication?.host : nil
        }
    }

    // MARK: Centrals

    /// The centrals that use the attributes. Each one appears with its first request or subscription.
    func incomingByBus() throws(RadioError) -> AsyncThrowingStream<any RadioConnection, any Error> {
        let (stream, entry) = AsyncThrowingStream.makeStream(
            of: (any RadioConnection).self,
            throwing: (any Error).self
        )
        let isFirst = state.withLock { state in
            guard state.incoming == nil else { return false }
            state.incoming = entry
            return true
        }
        guard isFirst else { throw .busy }
        entry.onTermination = { [self] _ in state.withLock { $0.incoming = nil } }
        return stream
    }

    /// The central at a device's path, new or known; nil if connections are not accepted.
    private func central(_ path: String) -> BusCentral? {
        let peer = objects.device(path)?.address ?? BluetoothAddress(value: 0)
        let (connection, entry) = state.withLock { state -> (BusConnection?, Incoming?) in
            if let known = state.busCentrals[path] { return (known, nil) }
            guard let entry = state.incoming else { return (nil, nil) }
            let new = BusConnection(radio: self, centralAt: path, peer: peer)
            state.busCentrals[path] = new
            return (new, entry)
        }
        if let connection { entry?.yield(connection) }
        return connection?.central
    }

    typealias Incoming = AsyncThrowingStream<any RadioConnection, any Error>.Continuation

    /// The central that a subscription is attributed to: the device that connected last. bluetoothd does not
    /// name the subscriber.
    private var subscriber: BusCentral? {
        let path = state.withLock { state in
            state.connectedDevices.last { state.busLinks[$0] == nil }
        }
        return path.flatMap { central($0) }
    }

    /// Records the order in which devices connect.
    func noteConnection(_ path: String, isConnected: Bool) {
        state.withLock { state in
            let isKnown = state.connectedDevices.contains(path)
            if isConnected, !isKnown { state.connectedDevices.append(path) }
            if !isConnected, isKnown { state.connectedDevices.removeAll { $0 == path } }
        }
    }

    /// Ends a central's connection. Its subscriptions pass to a remaining central, because bluetoothd
    /// withdraws them only when no central is subscribed.
    func centralEnded(_ path: String, _ reason: DisconnectReason = .remoteUser) {
        let connection = state.withLock { $0.busCentrals.removeValue(forKey: path) }
        guard let connection else { return }
        let rest = connection.central?.subscriptions ?? [:]
        connection.end(reason)
        guard !rest.isEmpty, let next = subscriber else { return }
        for (handle, subscription) in rest { next.receive(.subscription(handle, subscription)) }
    }

    // MARK: Calls of bluetoothd

    private func answerRoot(_ call: DBusMessage) -> DBusConnection.CallResult {
        let tree = state.withLock { $0.publication?.application.tree }
        guard call.member == "GetManagedObjects", let tree else {
            return DaemonObjects.unknown(call.path)
        }
        return .values([tree])
    }

    private func answer(
        _ call: DBusMessage,
        _ object: BusApplication.Object
    ) -> DBusConnection.CallResult {
        let centrals = state.withLock { $0.busCentrals.values.compactMap(\.central) }
        switch call.member {
        case "ReadValue", "WriteValue": return transfer(call, object.handle)
        case "StartNotify":
            guard let subscriber else { return BusCentral.failure(.unlikely) }
            let flags = object.properties.first { $0.0 == "Flags" }?.1.elements ?? []
            let notifies = flags.contains { $0.text == "notify" }
            subscriber.receive(
                .subscription(object.handle, notifies ? .notifications : .indications)
            )
            return .values([])
        case "StopNotify":
            for central in centrals where central.subscriptions[object.handle] != nil {
                central.receive(.subscription(object.handle, []))
            }
            return .values([])
        case "Confirm":
            for central in centrals { central.confirmed(object.handle) }
            return .values([])
        default:
            return .error(name: "org.freedesktop.DBus.Error.UnknownMethod", text: "no such method")
        }
    }

    /// Handles a read or write. The options name the central.
    private func transfer(_ call: DBusMessage, _ handle: UInt16) -> DBusConnection.CallResult {
        var options: [String: DBusValue] = [:]
        for (key, value) in call.body.last?.entries ?? [] {
            if let key = key.text { options[key] = value }
        }
        guard let path = options["device"]?.text, let central = central(path) else {
            return BusCentral.failure(.unlikely)
        }
        // only checks that a prepared write is allowed
        if options["prepare-authorize"]?.isOn == true { return .values([]) }
        let (offset, mtu) = (options["offset"]?.number ?? 0, options["mtu"]?.number)
        let value = call.member == "WriteValue" ? call.body.first?.bytes ?? [] : nil
        let wantsResponse = options["type"]?.text != "command"
        return .later { answer in
            guard let value else {
                return central.receive(.read(handle, offset: offset, answer), mtu: mtu)
            }
            let write = AttributeWrite(handle: handle, offset: offset, value: value)
            central.receive(.write(write, wantsResponse: wantsResponse, answer), mtu: mtu)
        }
    }

    // MARK: Values

    /// Signals a new value, which bluetoothd sends to all subscribers.
    func signal(_ value: [UInt8], of handle: UInt16) {
        let path = state.withLock { $0.publication?.application.path(of: handle) }
        guard let path else { return }
        objects.connection?.emit(
            path,
            DaemonObjects.properties,
            "PropertiesChanged",
            [
                .string(BusApplication.characteristic), .properties([("Value", .bytes(value))]),
                .strings([]),
            ]
        )
    }

    /// Returns once bluetoothd has read all signals sent before this call: it reads messages in order.
    nonisolated(nonsending) func signalsRead() async {
        _ = try? await objects.call("/", "org.freedesktop.DBus.Peer", "Ping")
    }
}
