internal import ArgumentParser
internal import BluetoothLE

/// The options of pairing.
struct PairingOptions: ParsableArguments {
    @Flag(
        help:
            "Pair without asking, and accept numbers without comparing them."
    )
    var yes = false

    @Option(help: "The number that the other device shows, 0 to 999999.")
    var passkey: UInt32?

    func validate() throws {
        guard passkey ?? 0 <= 999_999 else {
            throw ValidationError("--passkey must be 0 to 999999.")
        }
    }

    /// Whether the options contain an answer, so that no question is asked on the terminal.
    var isStated: Bool { yes || passkey != nil }

    /// Sets the agent that answers pairing requests.
    ///
    /// - Parameter terminal: Asks the user if the options have no answer.
    /// - Throws: `owned` if bluetoothd runs and the options contain an answer: bluetoothd's own
    ///   agent answers.
    func prepare(
        _ radio: any Radio,
        asking terminal: Questions? = Questions.atTerminal
    ) async throws {
        guard let agent = agent(terminal) else { return }
        do {
            try await radio.setPairingAgent(agent)
        } catch {
            // no pattern after `catch`: Swift 6.2 cannot compile it where the block throws one type only
            guard case .owned = error, !isStated else { throw error }
        }
    }

    /// The agent; nil if nobody can answer, in which case only pairing without consent succeeds.
    func agent(_ terminal: Questions?) -> PairingAgent? {
        let capability: PairingAgent.Capability
        switch (terminal != nil, yes, passkey != nil) {
        case (true, _, _), (_, true, true): capability = .keyboardDisplay
        case (_, true, false): capability = .displayYesNo
        case (_, false, true): capability = .keyboardOnly
        default: return nil
        }
        return PairingAgent(capability) { question, peer in
            await answer(question, peer, terminal)
        }
    }

    private func answer(
        _ question: PairingAgent.Question,
        _ peer: BluetoothAddress,
        _ terminal: Questions?
    ) async -> PairingAgent.Answer {
        switch question {
        case .consent:
            if isStated { return .accept }
            return await terminal?.agrees("pair with \(peer)?") == true ? .accept : .reject
        case .compare(let number):
            if yes { return .accept }
            let text = "does \(peer) show \(Self.digits(number))?"
            return await terminal?.agrees(text) == true ? .accept : .reject
        case .enterPasskey:
            if let passkey { return .passkey(passkey) }
            let line = await terminal?.ask("the number that \(peer) shows:")
            guard let line, let number = UInt32(line), number <= 999_999 else { return .reject }
            return .passkey(number)
        case .showPasskey(let number):
            Console.note("enter \(Self.digits(number)) on \(peer)")
            return .accept
        }
    }

    private static func digits(_ number: UInt32) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 6 - text.count)) + text
    }
}
