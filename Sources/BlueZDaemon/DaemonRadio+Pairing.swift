internal import AccessoryBase
internal import AccessoryConcurrency
public import BluetoothLE

extension DaemonRadio {
    /// Time limit for pairing. Each step may take 30 s (Core 5.4, Vol 3, Part H, section 3.4), and
    /// three steps may wait for the user.
    private static let pairingLimit = Duration.seconds(120)
    private static let agentPath = "/accessory/agent"
    private static let agents = "/org/bluez"
    private static let agentManager = "org.bluez.AgentManager1"

    /// Sets the agent for pairing started by this program. Requests from devices go to bluetoothd's
    /// default agent, usually the desktop's, which is not changed.
    public func setPairingAgent(_ agent: PairingAgent?) async throws(RadioError) {
        let last = state.withLock { state in
            defer { state.agent = agent }
            return state.agent
        }
        if last != nil {
            objects.export(Self.agentPath, nil)
            _ = try? await call(
                Self.agents,
                Self.agentManager,
                "UnregisterAgent",
                [.path(Self.agentPath)],
                "to remove the pairing agent"
            )
        }
        if let agent { try await register(agent.capability) }
    }

    /// Registers an agent for this program's own pairing. It is never made the default agent.
    private func register(_ capability: PairingAgent.Capability) async throws(RadioError) {
        objects.export(Self.agentPath) { [weak self] call in
            self?.answer(agent: call) ?? DaemonObjects.unknown(Self.agentPath)
        }
        _ = try await call(
            Self.agents,
            Self.agentManager,
            "RegisterAgent",
            [.path(Self.agentPath), .string(capability.daemonName)],
            "to register a pairing agent"
        )
    }

    /// The devices bonded in bluetoothd, by any program, sorted by address.
    public func bonds() async throws(RadioError) -> [BluetoothAddress] {
        if let absence { throw absence }
        return objects.devices.values.filter(\.isBonded).map(\.address).sorted {
            $0.value < $1.value
        }
    }

    /// Removes the device from bluetoothd, with its keys, for all programs.
    public func removeBond(with address: BluetoothAddress) async throws(RadioError) {
        let path = objects.path(of: address)
        guard objects.device(path) != nil else { return }
        _ = try await call(
            objects.path,
            "org.bluez.Adapter1",
            "RemoveDevice",
            [.path(path)],
            "to remove the bond"
        )
    }

    // MARK: Securing

    func secure(_ connection: DaemonConnection, to level: LinkSecurity) async throws(RadioError) {
        try connection.checkLink()
        guard level != .none else { return }
        if let now = connection.securityNow?.level, now >= level { return }
        let path = connection.link.path
        if objects.device(path)?.isBonded != true { try await pair(path) }
        try await connection.encrypt(to: level)
        if let now = connection.securityNow?.level, now < level {
            throw now < .authenticated ? .cannotAuthenticate : .noSecureConnections
        }
    }

    /// Pairs through bluetoothd. Success is the bond, not the reply, which may never arrive because
    /// bluetoothd waits for services first.
    func pair(_ path: String) async throws(RadioError) {
        let ending = Completion<RadioError?>()
        let isFirst = state.withLock { state in
            let isFirst = state.pairing[path] == nil
            if isFirst { state.pairing[path] = ending }
            return isFirst
        }
        guard isFirst else { throw .busy }
        defer { _ = state.withLock { $0.pairing.removeValue(forKey: path) } }
        guard let connection = objects.connection else { throw absence ?? .cancelled }
        if state.withLock({ $0.agent == nil }) { try await register(.noInputNoOutput) }
        connection.send(DaemonObjects.daemon, path, "org.bluez.Device1", "Pair") { result in
            switch result {
            case .success: ending.complete(nil)
            case .failure(let error):
                // an existing bond is a success
                if error.name != "AlreadyExists" {
                    ending.complete(RadioError(error, "to pair"))
                } else {
                    ending.complete(nil)
                }
            }
        }
        let timer = time.schedule(at: time.now() + Self.pairingLimit) { ending.complete(.timedOut) }
        let error = await withTaskCancellationHandler {
            await ending.cause()
        } onCancel: {
            ending.complete(.cancelled)
        }
        timer.cancel()
        if error == .cancelled || error == .timedOut {
            connection.send(DaemonObjects.daemon, path, "org.bluez.Device1", "CancelPairing")
        }
        if let error { throw error }
    }

    func bondChanged(_ path: String, _ record: DeviceRecord) {
        let ending = state.withLock { $0.pairing[path] }
        if record.isBonded || record.isPaired { ending?.complete(nil) }
    }

    // MARK: The agent

    /// Answers bluetoothd's agent calls (BlueZ, doc/org.bluez.Agent.rst).
    private func answer(agent call: DBusMessage) -> DBusConnection.CallResult {
        guard call.interface == "org.bluez.Agent1" else {
            return .error(name: "org.freedesktop.DBus.Error.UnknownMethod", text: "no such method")
        }
        guard let path = call.body.first?.text else {
            if call.member == "Cancel" || call.member == "Release" { cancelQuestions() }
            return .values([])
        }
        let number = call.body.dropFirst().first?.number.flatMap { UInt32(exactly: $0) } ?? 0
        switch call.member {
        case "RequestAuthorization": return question(path, .consent) { _ in [] }
        case "RequestConfirmation": return question(path, .compare(number)) { _ in [] }
        case "RequestPasskey": return question(path, .enterPasskey) { [.uint32($0 ?? 0)] }
        case "DisplayPasskey":
            // called again for each digit that the peer's user types
            if call.body.count < 3 || call.body[2].number == 0 { show(path, number) }
            return .values([])
        default: return Self.rejected
        }
    }

    private static let rejected = DBusConnection.CallResult.error(
        name: "org.bluez.Error.Rejected",
        text: "rejected"
    )

    private func cancelQuestions() {
        let questions = state.withLock { state in
            defer { state.questions = [:] }
            return state.questions
        }
        for question in questions.values { question.cancel() }
    }

    private func show(_ path: String, _ number: UInt32) {
        guard let agent = state.withLock({ $0.agent }), let peer = objects.device(path)?.address
        else {
            return
        }
        pose(path) { _ = await agent.answer(.showPasskey(number), peer) }
    }

    private func pose(_ path: String, _ work: @escaping @Sendable () async -> Void) {
        let task = Task { [weak self] in
            await work()
            _ = self?.state.withLock { $0.questions.removeValue(forKey: path) }
        }
        state.withLock { $0.questions.updateValue(task, forKey: path) }?.cancel()
    }

    /// Passes a question to the agent. Without an agent, accepts "just works" pairing, because this program
    /// started it.
    private func question(
        _ path: String,
        _ question: PairingAgent.Question,
        _ values: @escaping @Sendable (UInt32?) -> [DBusValue]
    ) -> DBusConnection.CallResult {
        guard let agent = state.withLock({ $0.agent }) else {
            return question == .consent ? .values([]) : Self.rejected
        }
        guard let peer = objects.device(path)?.address else { return Self.rejected }
        return .later { [weak self] reply in
            guard let self else { return reply(Self.rejected) }
            pose(path) {
                switch await agent.answer(question, peer) {
                case .accept: reply(.values(values(nil)))
                case .passkey(let number): reply(.values(values(number)))
                case .reject: reply(Self.rejected)
                }
            }
        }
    }
}

extension PairingAgent.Capability {
    /// The capability's name in bluetoothd.
    var daemonName: String {
        switch self {
        case .displayOnly: "DisplayOnly"
        case .displayYesNo: "DisplayYesNo"
        case .keyboardOnly: "KeyboardOnly"
        case .noInputNoOutput: "NoInputNoOutput"
        case .keyboardDisplay: "KeyboardDisplay"
        }
    }
}
