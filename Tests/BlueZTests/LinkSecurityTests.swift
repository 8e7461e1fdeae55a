import AccessoryConcurrency
import BluetoothLE
import CAccessoryBlueZ
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BlueZ

/// Encryption, pairing and the agent, on a simulated kernel.
@Suite(.timeLimit(.minutes(20))) struct LinkSecurityTests {
    private let bench = ConnectionBench()

    @Test func securityFollowsEncryptionAndKeys() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        #expect(connection.securityNow?.level == LinkSecurity.none)
        // a failed change leaves the link as it is reported
        for (isOn, status) in [(true, 0), (false, 0), (false, 5), (true, 0)] as [(Bool, UInt8)] {
            bench.kernel.hear(ConnectionBench.encrypted(isOn, status: status))
            #expect(connection.securityNow?.level == (isOn ? .encrypted : LinkSecurity.none))
        }
        for (kind, size, isKept, level) in [
            (0, 7, false, .encrypted), (1, 16, false, .authenticated), (2, 16, false, .encrypted),
            (3, 7, false, .authenticated), (3, 15, false, .authenticated),
            (3, 16, true, .secureConnections),
        ] as [(UInt8, UInt8, Bool, LinkSecurity)] {
            bench.kernel.tell(
                ACC_MGMT_EV_NEW_LTK,
                ConnectionBench.key(kind: kind, size: size, isKept: isKept)
            )
            let reached = ConnectionSecurity(level: level, isBonded: isKept, keySize: Int(size))
            #expect(connection.securityNow == reached)
            #expect(await connection.security.first { _ in true } == reached)
        }
        bench.kernel.tell(ACC_MGMT_EV_DEVICE_UNPAIRED, ConnectionBench.device)
        try await bench.settle(radio)
        #expect(radio.security(of: connection.link)?.isBonded == false)
        #expect(try await radio.bonds() == [])
        #expect(radio.security(of: Link(handle: 9)) == nil)
    }

    // MARK: Raising the level

    @Test func aLevelThatIsReachedNeedsNothing() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        try await connection.secure(to: .none)
        bench.kernel.hear(ConnectionBench.encrypted(true))
        radio.events.drain()
        try await connection.secure(to: .encrypted)
        #expect(bench.count(ACC_MGMT_OP_PAIR_DEVICE) == 0)
        connection.link.end(.remoteUser)
        await #expect(throws: RadioError.disconnected(.localHost)) {
            try await connection.secure(to: .encrypted)
        }
    }

    /// Answers the pairing that waits.
    private func answerPairing(_ status: Int = ACC_MGMT_STATUS_SUCCESS) {
        let head = FakeKernel.bytes(ACC_MGMT_OP_PAIR_DEVICE).prefix(2) + [UInt8(status)]
        bench.kernel.tell(ACC_MGMT_EV_COMMAND_COMPLETE, head + ConnectionBench.device)
    }

    private func silencePairing() {
        bench.kernel.state.withLock { _ = $0.silent.insert(ACC_MGMT_OP_PAIR_DEVICE) }
    }

    /// Raises the level by a pairing, which waits for an answer.
    private func beginPairing(
        _ connection: BlueZConnection,
        to level: LinkSecurity
    ) async -> Task<Void, any Error> {
        silencePairing()
        let securing = Task { try await connection.secure(to: level) }
        _ = await bench.kernel.next(ACC_MGMT_OP_PAIR_DEVICE)
        return securing
    }

    @Test func pairingRaisesTheLevel() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        silencePairing()
        let securing = Task { try await connection.secure(to: .authenticated) }
        // no agent: neither input nor output
        #expect(await bench.kernel.next(ACC_MGMT_OP_PAIR_DEVICE) == ConnectionBench.device + [3])
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 3))
        bench.kernel.hear(ConnectionBench.encrypted(true))
        answerPairing()
        try await securing.value
        #expect(connection.securityNow?.level == .secureConnections)
        #expect(try await radio.bonds() == [ConnectionBench.peer])
        #expect(bench.count(ACC_MGMT_OP_UNPAIR_DEVICE) == 0)
        // the level is there now
        try await connection.secure(to: .authenticated)
        #expect(bench.count(ACC_MGMT_OP_PAIR_DEVICE) == 0)
    }

    @Test func aWeakBondIsReplaced() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        try await radio.setPairingAgent(PairingAgent(.displayYesNo) { _, _ in .accept })
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 2))
        bench.kernel.hear(ConnectionBench.encrypted(true))
        try await bench.settle(radio)
        silencePairing()
        let securing = Task { try await connection.secure(to: .authenticated) }
        #expect(await bench.kernel.next(ACC_MGMT_OP_PAIR_DEVICE) == ConnectionBench.device + [1])
        #expect(await bench.kernel.next(ACC_MGMT_OP_UNPAIR_DEVICE) == ConnectionBench.device + [0])
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 3))
        answerPairing()
        try await securing.value
    }

    @Test func storedKeysThatSufficeAreUsed() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 2))
        try await bench.settle(radio)
        // the test's socket is not the kernel's, which refuses the level on it
        let error = await #expect(throws: RadioError.self) {
            try await connection.secure(to: .encrypted)
        }
        if case .failed? = error {} else { Issue.record("\(String(describing: error))") }
        #expect(
            bench.count(ACC_MGMT_OP_PAIR_DEVICE) == 0 && bench.count(ACC_MGMT_OP_UNPAIR_DEVICE) == 0
        )
        connection.attributes.close()
        #expect(connection.endReason == .localHost)
    }

    @Test(arguments: [
        (
            ACC_MGMT_STATUS_AUTHENTICATION_FAILED, false,
            RadioError.pairingFailed(
                "the devices do not agree, or one of them refused"
            )
        ),
        (ACC_MGMT_STATUS_DISCONNECTED, false, .disconnected(.localHost)),
        (ACC_MGMT_STATUS_DISCONNECTED, true, .disconnected(.remoteUser)),
        (ACC_MGMT_STATUS_BUSY, true, .busy),
        (
            ACC_MGMT_STATUS_SUCCESS, false,
            .pairingFailed(
                "the devices have no means to authenticate each other"
            )
        ),
    ])
    func aFailedPairingIsReported(status: Int, isGone: Bool, error: RadioError) async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        let securing = await beginPairing(connection, to: .authenticated)
        if isGone {
            bench.kernel.hear([0x05, 4, 0, 0x40, 0, 0x13])
            radio.events.drain()
        }
        answerPairing(status)
        await #expect(throws: error) { try await securing.value }
    }

    @Test func aLinkThatEndsEndsTheWaitForItsKeys() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        let securing = await beginPairing(connection, to: .encrypted)
        answerPairing()
        bench.kernel.hear([0x05, 4, 0, 0x40, 0, 0x05])
        await #expect(throws: RadioError.disconnected(.authenticationFailure)) {
            try await securing.value
        }
    }

    @Test func cancellingEndsThePairing() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        let securing = await beginPairing(connection, to: .encrypted)
        securing.cancel()
        #expect(await bench.kernel.next(ACC_MGMT_OP_CANCEL_PAIR_DEVICE) == ConnectionBench.device)
        await #expect(throws: RadioError.cancelled) { try await securing.value }
    }

    // MARK: The agent

    /// The command that answers a question when the agent answers so.
    @Test func anAgentsAnswersAreCommands() async throws {
        let radio = try await bench.radio()
        let (enter, show) = (ACC_MGMT_EV_PASSKEY_REQUEST, ACC_MGMT_EV_PASSKEY_NOTIFY)
        let confirm = ACC_MGMT_EV_CONFIRM_REQUEST
        for (event, body, answer, opcode, parameters) in [
            (enter, [], .passkey(999_999), ACC_MGMT_OP_PASSKEY_REPLY, [0x3F, 0x42, 0x0F, 0]),
            (enter, [], .passkey(1_000_000), ACC_MGMT_OP_PASSKEY_NEGATIVE_REPLY, []),
            (enter, [], .accept, ACC_MGMT_OP_PASSKEY_NEGATIVE_REPLY, []),
            (show, [42, 0, 0, 0, 0], .reject, ACC_MGMT_OP_DISCONNECT, []),
            (confirm, [0, 42, 0, 0, 0], .accept, ACC_MGMT_OP_CONFIRM_REPLY, []),
            (confirm, [0, 42, 0, 0, 0], .passkey(42), ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY, []),
            (confirm, [1, 42, 0, 0, 0], .accept, ACC_MGMT_OP_CONFIRM_REPLY, []),
            (confirm, [1, 42, 0, 0, 0], .reject, ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY, []),
        ] as [(Int, [UInt8], PairingAgent.Answer, Int, [UInt8])] {
            let asked = Mutex<[PairingAgent.Question]>([])
            try await radio.setPairingAgent(
                PairingAgent(.keyboardDisplay) { question, _ in
                    asked.withLock { $0.append(question) }
                    return answer
                }
            )
            bench.kernel.tell(event, ConnectionBench.device + body)
            let reply = await bench.kernel.next(among: Self.replies)
            let wanted = ConnectionBench.device + parameters
            #expect(reply == FakeKernel.Command(opcode: opcode, parameters: wanted))
            let question: PairingAgent.Question
            switch event {
            case enter: question = .enterPasskey
            case show: question = .showPasskey(42)
            default: question = body[0] == 0 ? .compare(42) : .consent
            }
            #expect(asked.withLock { $0 } == [question])
        }
    }

    /// The kernel asks an agent without input and output nothing.
    @Test(arguments: [0, 1, 2, 3] as [UInt8], [0, 1, 2, 3] as [UInt8])
    func anAuthenticatedBondIsNeverReplacedByAWeakerOne(old: UInt8, new: UInt8) async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        // those that the radio loads when it opens
        for opcode in [ACC_MGMT_OP_LOAD_LTKS, ACC_MGMT_OP_LOAD_IRKS] {
            _ = await bench.kernel.next(opcode)
        }
        func identity(_ byte: UInt8) -> [UInt8] {
            ConnectionBench.device + Array(repeating: byte, count: 16)
        }
        let head = [1] + BluetoothAddress(value: 0x4A_0000_0001, kind: .random).littleEndian
        func pair(kind: UInt8, _ byte: UInt8) async throws {
            bench.kernel.tell(ACC_MGMT_EV_NEW_IRK, head + identity(byte))
            bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: kind))
            try await bench.settle(radio)
        }
        try await pair(kind: old, 1)
        bench.kernel.hear(ConnectionBench.encrypted(true))
        try await pair(kind: new, 2)

        let isRefused = old & 1 == 1 && new & 1 == 0
        let bonds = radio.state.withLock { $0.bonds }
        try #require(bonds.keys.map(\.kind) == [isRefused ? old : new])
        #expect(bonds.identities.map(\.packet) == [identity(isRefused ? 1 : 2)])
        if isRefused {
            #expect(await bench.kernel.next(ACC_MGMT_OP_LOAD_LTKS) == bonds.keyPacket)
            #expect(await bench.kernel.next(ACC_MGMT_OP_LOAD_IRKS) == bonds.identityPacket)
            #expect(await bench.kernel.next(ACC_MGMT_OP_DISCONNECT) == ConnectionBench.device)
            #expect(connection.securityNow?.level == .encrypted)
        } else {
            #expect(bench.count(ACC_MGMT_OP_DISCONNECT) == 0)
        }
        // a second start reads the same keys
        #expect(try radio.bondFile.load() == bonds)
    }

    /// The kernel names a device by its identity once pairing has revealed it.
    @Test(arguments: [false, true]) func aPrivateAddressIsResolvedByPairing(isKept: Bool)
        async throws
    {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        let address = BluetoothAddress("4A:00:00:00:00:01", kind: .random)!
        connection.link.peer = KernelAddress(address)
        #expect(connection.peer == address)
        bench.kernel.hear(ConnectionBench.encrypted(true))
        let key = ConnectionBench.device + [UInt8](repeating: 0xA5, count: 16)
        let kept: UInt8 = isKept ? 1 : 0
        bench.kernel.tell(ACC_MGMT_EV_NEW_IRK, [kept] + address.littleEndian + key)
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 3, isKept: isKept))
        try await bench.settle(radio)
        #expect(connection.peer == ConnectionBench.peer)
        #expect(connection.securityNow?.level == .secureConnections)
        #expect(connection.securityNow?.isBonded == isKept)
        #expect(radio.state.withLock { $0.bonds.identities.count } == (isKept ? 1 : 0))
        await connection.disconnect()
        #expect(await bench.kernel.next(ACC_MGMT_OP_DISCONNECT) == ConnectionBench.device)
    }

    /// A stranger may also pair from an address of its own, and claim the identity of a bonded device.
    @Test func aClaimedIdentityReplacesNoAuthenticatedBond() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 1))
        try await bench.settle(radio)
        let bonds = radio.state.withLock { $0.bonds }
        let address = BluetoothAddress("4A:00:00:00:00:01", kind: .random)!
        connection.link.peer = KernelAddress(address)
        connection.link.pairedKey = nil
        bench.kernel.hear(ConnectionBench.encrypted(true))
        let key = ConnectionBench.device + [UInt8](repeating: 0xA5, count: 16)
        bench.kernel.tell(ACC_MGMT_EV_NEW_IRK, [1] + address.littleEndian + key)
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 0))
        try await bench.settle(radio)
        try #require(radio.state.withLock { $0.bonds.keys } == bonds.keys)
        #expect(await bench.kernel.next(ACC_MGMT_OP_DISCONNECT) == ConnectionBench.device)
        #expect(connection.securityNow?.level == .encrypted)
    }

    /// Between the encryption of a new pairing and its key's arrival, the stored key says nothing.
    @Test(arguments: [ACC_BLUEZ_SECURITY_LOW, ACC_BLUEZ_SECURITY_MEDIUM, ACC_BLUEZ_SECURITY_FIPS])
    func theKernelsLevelIsTheLimit(level: Int) async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio) { CInt(level) }
        defer { close(other) }
        bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: 1))
        try await bench.settle(radio)
        connection.link.pairedKey = nil
        bench.kernel.hear(ConnectionBench.encrypted(true))
        let wanted: LinkSecurity =
            level == ACC_BLUEZ_SECURITY_LOW
            ? .none : level == ACC_BLUEZ_SECURITY_MEDIUM ? .encrypted : .authenticated
        #expect(connection.securityNow?.level == wanted)
    }

    /// The commands that answer a question.
    private static let replies: Set = [
        ACC_MGMT_OP_CONFIRM_REPLY, ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY, ACC_MGMT_OP_PASSKEY_REPLY,
        ACC_MGMT_OP_PASSKEY_NEGATIVE_REPLY, ACC_MGMT_OP_DISCONNECT,
    ]

    @Test("consent does not replace authenticated keys", arguments: [false, true])
    func consent(hasAgent: Bool) async throws {
        let radio = try await bench.radio()
        if hasAgent {
            try await radio.setPairingAgent(PairingAgent(.keyboardDisplay) { _, _ in .accept })
        }
        for (kind, opcode) in [
            (2, ACC_MGMT_OP_CONFIRM_REPLY), (3, ACC_MGMT_OP_CONFIRM_NEGATIVE_REPLY),
        ] as [(UInt8, Int)] {
            bench.kernel.tell(ACC_MGMT_EV_NEW_LTK, ConnectionBench.key(kind: kind))
            let question = ConnectionBench.device + [1, 0, 0, 0, 0]
            bench.kernel.tell(ACC_MGMT_EV_CONFIRM_REQUEST, question)
            let reply = await bench.kernel.next(among: Self.replies)
            #expect(
                reply == FakeKernel.Command(opcode: opcode, parameters: ConnectionBench.device)
            )
        }
    }

    @Test(arguments: [
        ACC_MGMT_EV_AUTHENTICATION_FAILED, ACC_MGMT_EV_NEW_LTK, ACC_MGMT_EV_CONFIRM_REQUEST,
    ])
    func anAnswerThatComesTooLateIsNotSent(event: Int) async throws {
        let radio = try await bench.radio()
        let (gate, opening) = AsyncStream.makeStream(of: Never.self)
        let (asked, entry) = AsyncStream.makeStream(of: Void.self)
        let ended = Completion<Bool>()
        try await radio.setPairingAgent(
            PairingAgent(.keyboardDisplay) { question, _ in
                guard question == .enterPasskey else { return .accept }
                entry.yield()
                for await _ in gate {}
                ended.complete(Task.isCancelled)
                return .passkey(1)
            }
        )
        bench.kernel.tell(ACC_MGMT_EV_PASSKEY_REQUEST, ConnectionBench.device)
        for await _ in asked { break }
        switch event {
        case ACC_MGMT_EV_AUTHENTICATION_FAILED:
            bench.kernel.tell(event, ConnectionBench.device + [5])
        case ACC_MGMT_EV_NEW_LTK: bench.kernel.tell(event, ConnectionBench.key(kind: 3))
        default:
            // another question takes the place of the first
            bench.kernel.tell(event, ConnectionBench.device + [1, 0, 0, 0, 0])
            #expect(await bench.kernel.next(ACC_MGMT_OP_CONFIRM_REPLY) == ConnectionBench.device)
        }
        try await bench.settle(radio)
        opening.finish()
        #expect(await ended.cause())
        try await bench.settle(radio)
        #expect(bench.count(ACC_MGMT_OP_PASSKEY_REPLY) == 0)
    }
}
