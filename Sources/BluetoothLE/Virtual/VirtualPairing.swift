internal import AccessoryBase
internal import AccessoryConcurrency

/// A stored key of the virtual air.
struct VirtualKey: Sendable, Hashable {
    let level: LinkSecurity
    /// In bytes, 7 to 16.
    let size: Int
}

/// Authentication methods of pairing (Core 5.4, Vol 3, Part H, table 2.8).
enum PairingMethod: Sendable, Hashable {
    /// No authentication.
    case justWorks
    /// Both devices show a number to compare.
    case comparison
    /// One device shows a number, which is entered on the other.
    case passkey(shownBy: LinkModel.Side)
    /// A number is entered on both devices.
    case passkeyAtBoth

    /// - Parameter isSecure: Whether both devices support LE Secure Connections, which numeric comparison
    ///   needs.
    init(
        central: PairingAgent.Capability,
        peripheral: PairingAgent.Capability,
        isSecure: Bool
    ) {
        switch (central, peripheral) {
        case (.noInputNoOutput, _), (_, .noInputNoOutput): self = .justWorks
        case (.keyboardOnly, .keyboardOnly): self = .passkeyAtBoth
        case (.keyboardOnly, _): self = .passkey(shownBy: .peripheral)
        case (_, .keyboardOnly): self = .passkey(shownBy: .central)
        case (.displayOnly, .keyboardDisplay): self = .passkey(shownBy: .central)
        case (.keyboardDisplay, .displayOnly): self = .passkey(shownBy: .peripheral)
        case (.displayOnly, _), (_, .displayOnly): self = .justWorks
        case (.displayYesNo, _) where isSecure, (.keyboardDisplay, _) where isSecure:
            self = .comparison
        case (.displayYesNo, .displayYesNo): self = .justWorks
        case (.keyboardDisplay, .displayYesNo): self = .passkey(shownBy: .peripheral)
        case (_, .keyboardDisplay), (.displayYesNo, _), (.keyboardDisplay, _):
            self = .passkey(shownBy: .central)
        }
    }

    /// The question for a side.
    func question(to side: LinkModel.Side, number: UInt32) -> PairingAgent.Question {
        switch self {
        case .justWorks: .consent
        case .comparison: .compare(number)
        case .passkey(shownBy: side): .showPasskey(number)
        case .passkey, .passkeyAtBoth: .enterPasskey
        }
    }

    /// Whether the answers of both sides complete the pairing.
    func isRight(
        _ answers: [PairingAgent.Answer],
        to questions: [PairingAgent.Question],
        number: UInt32
    ) -> Bool {
        if self == .passkeyAtBoth, case .passkey = answers[0] { return answers[0] == answers[1] }
        return zip(questions, answers).allSatisfy { question, answer in
            answer == (question == .enterPasskey ? .passkey(number) : .accept)
        }
    }
}

extension VirtualAir {
    /// Encrypts a connection, with the keys of a bond or by pairing first.
    func secure(
        _ connection: VirtualConnection,
        to level: LinkSecurity
    ) async throws(RadioError) {
        let (now, bonds) = change { state, _ in
            (
                state.links[connection.link]?.level,
                [
                    state.radios[connection.radio.id]?.bonds[connection.peer],
                    state.radios[connection.peerRadio.id]?.bonds[connection.radio.ownAddress],
                ]
            )
        }
        guard let now else {
            throw .disconnected(connection.endReason ?? .connectionTimeout)
        }
        if now >= level { return }
        if let own = bonds[0], own.level >= level {
            try await connection.pass(events: 3)
            guard let theirs = bonds[1] else {
                throw .pairingFailed(
                    FailureReason(
                        "the peer has lost its keys",
                        nextStep: "remove the bond, and pair"
                    )
                )
            }
            return encrypt(connection, own.level < theirs.level ? own : theirs)
        }
        let key = try await pair(connection, for: level, replacing: bonds[1])
        try await connection.pass(events: 6)
        change { state, _ in
            let (one, other) = (connection.radio, connection.peerRadio)
            state.radios[one.id]?.bonds[other.ownAddress] = key
            state.radios[other.id]?.bonds[one.ownAddress] = key
        }
        encrypt(connection, key)
    }

    /// Pairs. Returns the new key.
    ///
    /// - Parameter bond: The key that the peer replaces; nil: it has none.
    private func pair(
        _ connection: VirtualConnection,
        for level: LinkSecurity,
        replacing bond: VirtualKey?
    ) async throws(RadioError) -> VirtualKey {
        let (agents, number) = change { state, _ in
            (
                [connection.radio.id, connection.peerRadio.id].map { state.radios[$0]?.agent },
                UInt32.random(in: 0..<1_000_000, using: &state.random)
            )
        }
        let capabilities = agents.map { $0?.capability ?? .noInputNoOutput }
        let (central, peripheral) =
            connection.isCentral
            ? (capabilities[0], capabilities[1]) : (capabilities[1], capabilities[0])
        let features = [connection.radio.features, connection.peerRadio.features]
        let isSecure = features.allSatisfy(\.hasSecureConnections)
        let method =
            level >= .authenticated
            ? PairingMethod(central: central, peripheral: peripheral, isSecure: isSecure)
            : .justWorks
        guard method != .justWorks || level < .authenticated else { throw .cannotAuthenticate }
        let size = features.map(\.largestKeySize).min() ?? KeySize.range.upperBound
        let best: LinkSecurity =
            isSecure && size == KeySize.range.upperBound ? .secureConnections : .authenticated
        guard level <= best else { throw .noSecureConnections }
        try await connection.pass(events: 4)
        // a stranger with the address of a bonded device could replace its keys
        guard method != .justWorks || bond.map({ $0.level < .authenticated }) ?? true else {
            throw .pairingFailed(
                FailureReason(
                    "the peer has authenticated keys, and does not replace them",
                    nextStep: "remove the bond from the peer, or pair with a number"
                )
            )
        }
        let side = connection.side
        let questions = [side, side.other].map { method.question(to: $0, number: number) }
        guard let answers = await Self.answers(of: agents, to: questions, over: connection) else {
            if Task.isCancelled { throw .cancelled }
            throw .disconnected(connection.endReason ?? .connectionTimeout)
        }
        guard method.isRight(answers, to: questions, number: number) else {
            throw .pairingFailed("one of the devices refused")
        }
        return VirtualKey(level: method == .justWorks ? .encrypted : best, size: size)
    }

    /// Returns the answers of both ends; nil when the link ends first, which cancels the questions.
    private static func answers(
        of agents: [PairingAgent?],
        to questions: [PairingAgent.Question],
        over connection: VirtualConnection
    ) async -> [PairingAgent.Answer]? {
        let peers = [connection.peer, connection.radio.ownAddress]
        return await withTaskGroup(of: (side: Int, answer: PairingAgent.Answer)?.self) { group in
            for side in peers.indices {
                let (agent, question, peer) = (agents[side], questions[side], peers[side])
                group.addTask { (side, await agent?.answer(question, peer) ?? .accept) }
            }
            group.addTask {
                for await _ in connection.security {}
                return nil
            }
            defer { group.cancelAll() }
            var answers: [PairingAgent.Answer?] = [nil, nil]
            while answers.contains(nil) {
                guard let next = await group.next() ?? nil else { return nil }
                answers[next.side] = next.answer
            }
            return answers.compactMap(\.self)
        }
    }

    private func encrypt(_ connection: VirtualConnection, _ key: VirtualKey) {
        change { state, effects in
            state.links[connection.link]?.level = key.level
            state.links[connection.link]?.model.isEncrypted = true
            let ends = state.links[connection.link]?.ends ?? []
            let security = ConnectionSecurity(level: key.level, isBonded: true, keySize: key.size)
            effects.append { for end in ends { end.announce(security) } }
        }
    }
}
