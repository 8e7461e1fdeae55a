internal import AccessoryConcurrency
public import BluetoothLE
internal import CAccessoryBlueZ
internal import Glibc

extension BlueZRadio {
    /// Connects. The kernel waits up to 40 s for the device to advertise and accepts any number of
    /// simultaneous attempts. The selection of physical layers applies to all connections of the
    /// adapter.
    ///
    /// - Throws: `timedOut` after these 40 s; `owned` when another program is connected to the device.
    public func connect(
        to address: BluetoothAddress,
        _ parameters: ConnectionParameters
    ) async throws(RadioError) -> any RadioConnection {
        try checkPower()
        try parameters.check()
        let peer = KernelAddress(address)
        let isFirst = state.withLock { state in
            let isFirst = state.attempts[peer] == nil
            if isFirst { state.attempts[peer] = parameters }
            return isFirst
        }
        guard isFirst else { throw .busy }
        defer {
            state.withLock { $0.attempts[peer] = nil }
            attemptEnded.ring()
        }
        try await select(phys: parameters.phys, isRequired: false)
        try await loadAttempts()
        let file = try await openAttributes(peer)
        return adopt(file, peer: peer, isCentral: true)
    }

    /// Selects physical layers for the whole adapter.
    func select(phys: Set<PHY>, isRequired: Bool) async throws(RadioError) {
        if isRequired, let missing = phys.subtracting(features.phys).first {
            throw .notSupported("the physical layer \(missing)")
        }
        let command = state.withLock { $0.selectedPHYs?.select(phys) }
        guard let command else { return }
        _ = try? await channel.send(ACC_MGMT_OP_SET_PHY, command)
    }

    /// Passes the parameters of all pending connection attempts to the kernel. Each list replaces
    /// the previous one.
    private func loadAttempts() async throws(RadioError) {
        let attempts = state.withLock { $0.attempts }
        var writer = ByteWriter()
        writer.write(UInt16(attempts.count))
        for (peer, parameters) in attempts {
            writer.write(peer)
            writer.write(UInt16(parameters.interval.lowerBound / .microseconds(1250)))
            writer.write(UInt16(parameters.interval.upperBound / .microseconds(1250)))
            writer.write(UInt16(parameters.latency))
            writer.write(UInt16(parameters.supervisionTimeout / .milliseconds(10)))
        }
        _ = try await channel.send(ACC_MGMT_OP_LOAD_CONNECTION_PARAMETERS, writer.bytes)
    }

    private func openAttributes(_ peer: KernelAddress) async throws(RadioError) -> CInt {
        var local = KernelAddress(ownAddress).c
        var device = peer.c
        while true {
            let began = time.now()
            let file = acc_bluez_att_connect(&local, &device)
            let result = file < 0 ? file : await SocketWait.connected(file)
            if result == 0 { return file }
            if file >= 0 { close(file) }
            let error = SocketWait.error(result, after: time.now() - began)
            if Task.isCancelled { throw .cancelled }
            let isAlone = state.withLock { $0.attempts.count == 1 }
            guard error == -EBUSY else { throw failure(error) }
            guard !isAlone else {
                // ATT has one client per link
                throw links(with: peer.address).isEmpty ? .owned(by: Self.otherProgram) : .busy
            }
            // the controller makes one connection at a time
            try await attemptEnded.nextTurn()
        }
    }

    private static let otherProgram = "another program, which is connected to the device,"

    /// Converts a socket error during a connection attempt.
    func failure(_ error: CInt) -> RadioError {
        do {
            try checkPower()
        } catch {
            return error
        }
        return RadioError(socketError: error, adapter: name)
    }

    /// Accepts incoming connections on the adapter's listening socket.
    ///
    /// - Throws: `owned` while bluetoothd runs, unless `Options.takesConnectionsFromDaemon`.
    public func incomingConnections() async throws(RadioError)
        -> AsyncThrowingStream<any RadioConnection, any Error>
    {
        if state.withLock({ $0.isGone }) { throw .noAdapter(name) }
        if isDaemonRunning(), !options.takesConnectionsFromDaemon {
            throw .owned(by: "bluetoothd")
        }
        return try connectionListener.incoming(
            adapter: name,
            open: { [ownAddress] in
                var local = KernelAddress(ownAddress).c
                return acc_bluez_att_listen(&local)
            },
            failure: { [name] in RadioError(socketError: $0, adapter: name) },
            adopt: { [self] in adopt($0, peer: $1, isCentral: false) }
        )
    }

    // MARK: Links

    private func adopt(_ file: CInt, peer: KernelAddress, isCentral: Bool) -> BlueZConnection {
        // process the events that the controller reported before the socket existed
        events.drain()
        let handle = UInt16(truncatingIfNeeded: acc_bluez_connection_handle(file))
        let link = state.withLock { state in
            if let link = state.links[handle] { return link }
            let link = Link(handle: handle)
            state.links[handle] = link
            return link
        }
        let connection = BlueZConnection(
            radio: self,
            link: link,
            peer: peer,
            isCentral: isCentral,
            file: file
        )
        link.peer = peer
        announceSecurity(of: link)
        return connection
    }

    func handle(link event: acc_hci_link_event) {
        guard event.kind != ACC_HCI_LINK_CONNECTED || event.status == 0 else { return }
        let link = state.withLock { state -> Link? in
            switch event.kind {
            case ACC_HCI_LINK_CONNECTED: state.links[event.handle] = Link(handle: event.handle)
            case ACC_HCI_LINK_DISCONNECTED: return state.links.removeValue(forKey: event.handle)
            default: break
            }
            return state.links[event.handle]
        }
        guard let link, event.status == 0 || event.kind == ACC_HCI_LINK_ENCRYPTION else { return }
        switch event.kind {
        case ACC_HCI_LINK_DISCONNECTED:
            link.end(DisconnectReason(rawValue: event.reason))
            if let peer = link.peer { channelListeners.end(peer) }
        case ACC_HCI_LINK_ENCRYPTION:
            link.isEncrypted = event.is_encrypted
            announceSecurity(of: link)
        default:
            link.update(by: event)
        }
    }

    /// The link's security, from the stored keys of its peer.
    func security(of link: Link) -> ConnectionSecurity? {
        guard let peer = link.peer?.address else { return nil }
        let stored = state.withLock { $0.bonds.key(of: peer) }
        let key = link.pairedKey ?? stored.map { ($0.level, Int($0.size)) }
        guard link.isEncrypted else { return ConnectionSecurity(isBonded: stored != nil) }
        return ConnectionSecurity(
            level: key?.level ?? .encrypted,
            isBonded: stored != nil,
            keySize: key?.size ?? KeySize.range.upperBound
        )
    }

    func announceSecurity(of link: Link) {
        if let security = security(of: link) { link.changes.send(security) }
    }
}
