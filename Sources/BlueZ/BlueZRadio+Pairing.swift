internal import AccessoryBase
public import BluetoothLE
internal import CAccessoryBlueZ

private let log = Log("kernel-radio")

extension BlueZRadio {
    /// Time limit for pairing. Each step may take 30 s (Core 5.4, Vol 3, Part H, section 3.4), and
    /// three steps may wait for the user.
    private static let pairingLimit = Duration.seconds(120)

    /// The capability reported to the kernel without an agent: "just works" only.
    private static let noInputNoOutput = PairingAgent.Capability.noInputNoOutput.rawValue

    /// Sets the adapter up for pairing and bonding, and loads the stored keys into the kernel.
    func prepareForPairing(_ information: AdapterInformation) async throws(RadioError) {
        let isMissing = { (bit: Int) in
            information.supportedSettings & ~information.settings & UInt32(bit) != 0
        }
        if isMissing(ACC_MGMT_SETTING_LE) { _ = try await channel.send(ACC_MGMT_OP_SET_LE, [1]) }
        if isMissing(ACC_MGMT_SETTING_BONDABLE) {
            _ = try await channel.send(ACC_MGMT_OP_SET_BONDABLE, [1])
        }
        if isMissing(ACC_MGMT_SETTING_SECURE_CONNECTIONS) {
            // adapters without support use legacy pairing
            _ = try? await channel.send(ACC_MGMT_OP_SET_SECURE_CONNECTIONS, [1])
        }
        _ = try await channel.send(ACC_MGMT_OP_SET_IO_CAPABILITY, [Self.noInputNoOutput])
        let bonds = try bondFile.load()
        state.withLock { $0.bonds = bonds }
        try await load(bonds)
    }

    private func load(_ bonds: BondList) async throws(RadioError) {
        _ = try await channel.send(ACC_MGMT_OP_LOAD_LTKS, bonds.keyPacket)
        _ = try await channel.send(ACC_MGMT_OP_LOAD_IRKS, bonds.identityPacket)
    }

    func checkOwner() throws(RadioError) {
        if state.withLock({ $0.isGone }) { throw .noAdapter(name) }
        if isDaemonRunning() { throw .owned(by: "bluetoothd") }
    }

    /// Sets the agent that answers pairing requests.
    ///
    /// - Throws: `owned` while bluetoothd runs, because it answers the requests.
    public func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError) {
        try checkOwner()
        let capability = agent?.capability.rawValue ?? Self.noInputNoOutput
        _ = try await channel.send(ACC_MGMT_OP_SET_IO_CAPABILITY, [capability])
        state.withLock { $0.agent = agent }
    }

    /// The bonded devices.
    ///
    /// - Throws: `owned` while bluetoothd runs, because it stores the keys.
    public func bonds() async throws(RadioError) -> [BluetoothAddress] {
        try checkOwner()
        return state.withLock { $0.bonds.devices }
    }

    /// Removes a device's keys from the kernel and from the file.
    ///
    /// - Throws: `owned` while bluetoothd runs, because it stores the keys.
    public func removeBond(with address: BluetoothAddress) async throws(RadioError) {
        try checkOwner()
        try await unpair(KernelAddress(address))
        try change { _ = $0.remove(address) }
    }

    /// Removes the keys from the kernel. An open link stays open.
    private func unpair(_ device: KernelAddress) async throws(RadioError) {
        var writer = ByteWriter()
        writer.write(device)
        writer.write(UInt8(0))
        // the kernel may have no keys
        do {
            _ = try await channel.send(ACC_MGMT_OP_UNPAIR_DEVICE, writer.bytes)
        } catch RadioError.failed {}
    }

    /// Changes the bonds in memory and in the file.
    func change(_ body: (inout BondList) -> Void) throws(RadioError) {
        let bonds = state.withLock { state -> BondList? in
            let before = state.bonds
            body(&state.bonds)
            return state.bonds == before ? nil : state.bonds
        }
        if let bonds, !isDaemonRunning() { try bondFile.save(bonds) }
    }

    // MARK: Raising a link's protection

    func secure(_ connection: BlueZConnection, to level: LinkSecurity) async throws(RadioError) {
        let peer = connection.peer
        let changes = connection.security
        guard connection.link.endReason == nil else { throw .disconnected(.localHost) }
        let known = state.withLock { $0.bonds.level(of: peer) }
        let current = connection.link.pairedKey?.level ?? known ?? .encrypted
        if connection.link.isEncrypted, current >= level { return }
        if level == .none { return }
        if let known, known >= level {
            guard try connection.encrypt(to: level) else { return }
        } else {
            if let known {
                // pairing again without an agent would reach no more than the keys that it replaces
                let capability = state.withLock { $0.agent?.capability } ?? .noInputNoOutput
                guard known >= .authenticated || capability != .noInputNoOutput else {
                    throw .cannotAuthenticate
                }
                try await unpair(connection.device)
            }
            try await pair(connection, to: level)
        }
        for await change in changes where change.level >= level { return }
        if Task.isCancelled { throw .cancelled }
        throw .disconnected(connection.endReason ?? .authenticationFailure)
    }

    private func pair(
        _ connection: BlueZConnection,
        to level: LinkSecurity
    ) async throws(RadioError) {
        var writer = ByteWriter()
        writer.write(connection.device)
        let device = writer.bytes
        let agent = state.withLock { $0.agent }
        let capability = agent?.capability.rawValue ?? Self.noInputNoOutput
        let result = await withTaskCancellationHandler {
            await channel.result(
                of: ACC_MGMT_OP_PAIR_DEVICE,
                device + [capability],
                limit: Self.pairingLimit
            )
        } onCancel: {
            channel.post(ACC_MGMT_OP_CANCEL_PAIR_DEVICE, device)
        }
        if Task.isCancelled { throw .cancelled }
        if case .failure(let error) = result {
            if case .disconnected = error, let reason = connection.endReason {
                throw .disconnected(reason)
            }
            throw error
        }
        let reached = connection.link.pairedKey?.level ?? .encrypted
        guard reached < level else { return }
        throw reached < .authenticated ? .cannotAuthenticate : .noSecureConnections
    }

    // MARK: Events

    func handle(pairing event: ManagementEvent) {
        switch event {
        case .key(let key, _) where isWeaker(key): refuse(key)
        case .key(let key, let isKept):
            state.withLock { $0.replacedIdentities[key.device] = nil }
            if isKept { keep { $0.insert(key) } }
            for link in links(with: key.device) { link.pairedKey = (key.level, Int(key.size)) }
            endQuestion(of: key.device)
            announceSecurity(with: key.device)
        case .identity(let key, let former, let isKept):
            for link in links(with: former.address) { link.peer = KernelAddress(key.device) }
            guard isKept else { return }
            state.withLock { state in
                let known = state.bonds.identities.first { $0.device == key.device }
                state.replacedIdentities[key.device] = known
            }
            keep { $0.insert(key) }
        case .unpaired(let device):
            keep { _ = $0.remove(device.address) }
            announceSecurity(with: device.address)
        case .pairingFailed(let device, _): endQuestion(of: device.address)
        case .confirm(let device, let number):
            pose(number.map { .compare($0) } ?? .consent, of: device)
        case .enterPasskey(let device): pose(.enterPasskey, of: device)
        case .showPasskey(let device, let number): pose(.showPasskey(number), of: device)
        default: break
        }
    }

    /// Whether an unauthenticated key would replace an authenticated one.
    private func isWeaker(_ key: LongTermKey) -> Bool {
        guard !isDaemonRunning(), key.level < .authenticated,
            let known = state.withLock({ $0.bonds.level(of: key.device) })
        else { return false }
        return known >= .authenticated
    }

    /// Drops the key of a pairing without protection, and its link. Anybody who uses the address of a
    /// bonded device can pair so, and the kernel asks no agent without input and output for its consent.
    private func refuse(_ key: LongTermKey) {
        // the device's identity key arrived first
        let identity = state.withLock { $0.replacedIdentities.removeValue(forKey: key.device) }
        if let identity { keep { $0.insert(identity) } }
        let bonds = state.withLock { $0.bonds }
        for link in links(with: key.device) { link.pairedKey = (key.level, Int(key.size)) }
        endQuestion(of: key.device)
        channel.post(ACC_MGMT_OP_LOAD_LTKS, bonds.keyPacket)
        channel.post(ACC_MGMT_OP_LOAD_IRKS, bonds.identityPacket)
        var device = ByteWriter()
        device.write(KernelAddress(key.device))
        channel.post(ACC_MGMT_OP_DISCONNECT, device.bytes)
    }

    /// Changes the bonds; if the file cannot be written, the change lasts until the process ends.
    private func keep(_ body: (inout BondList) -> Void) {
        try? change(body)
    }

    func links(with peer: BluetoothAddress) -> [Link] {
        state.withLock { $0.links.values.filter { $0.peer?.address == peer } }
    }

    private func announceSecurity(with peer: BluetoothAddress) {
        for link in links(with: peer) { announceSecurity(of: link) }
    }

    private func endQuestion(of peer: BluetoothAddress) {
        state.withLock { $0.questions.removeValue(forKey: peer) }?.cancel()
    }

    private func pose(_ question: PairingAgent.Question, of device: KernelAddress) {
        // bluetoothd answers pairing requests; a second answer would contradict it
        guard !isDaemonRunning() else { return }
        // a stranger with the address of a bonded device could replace its keys
        let bond = state.withLock { $0.bonds.level(of: device.address) }
        if question == .consent, let bond, bond >= .authenticated {
            return answer(.reject, to: question, of: device)
        }
        guard let agent = state.withLock({ $0.agent }) else {
            return answer(question == .consent ? .accept : .reject, to: question, of: device)
        }
        let peer = device.address
        let former = state.withLock { state in
            // started under the lock, so that it is recorded before it can end
            let task = Task { [weak self] in
                let reply = await agent.answer(question, peer)
                guard let self, !Task.isCancelled else { return }
                self.state.withLock { $0.questions[peer] = nil }
                answer(reply, to: question, of: device)
            }
            return state.questions.updateValue(task, forKey: peer)
        }
        former?.cancel()
    }

    private func answer(
        _ answer: PairingAgent.Answer,
        to question: PairingAgent.Question,
        of device: KernelAddress
    ) {
        log.info("\(device.address): \(PairingAgent.summary(question, answer))")
        var writer = ByteWriter()
        writer.write(device)
        switch (question, answer) {
        case (.enterPasskey, .passkey(let number)) where number <= 999_999:
            writer.write(number)
            channel.post(ACC_MGMT_OP_PASSKEY_REPLY, writer.bytes)
        case (.enterPasskey, _):
            channel.post(ACC_MGMT_OP_PASSKEY_NEGATIVE_REPLY, writer.bytes)
        case (.showPasskey, .reject):
            // a displayed number has no reject reply; a disconnection rejects it
            channel.post(ACC_MGMT_OP_DISCONNECT, writer.bytes)
        case (.showPasskey, _):
            break
        case (_, .accept):
            channel.post(ACC_MGMT_OP_CONFIRM_REPLY, writer.bytes)
        default:
            channel.post(ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY, writer.bytes)
        }
    }
}
