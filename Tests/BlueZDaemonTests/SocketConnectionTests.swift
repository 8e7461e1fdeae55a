import AccessoryConcurrency
import BluetoothLE
import CAccessoryBlueZ
import Glibc
import Testing

@testable import BlueZDaemon

/// Connections on the kernel's sockets beside a simulated bluetoothd.
@Suite(.enabled(if: PrivateBus.isThere), .timeLimit(.minutes(5))) struct SocketConnectionTests {
    private let sockets = FakeSockets()

    private func connected(
        _ properties: [String: DBusValue] = [:]
    ) async throws -> (FakeDaemon, DaemonRadio, any RadioConnection) {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        daemon.addDevice(properties)
        while radio.objects.devices.isEmpty { await Task.yield() }
        return (daemon, radio, try await radio.connect(to: FakeDaemon.peer, ConnectionParameters()))
    }

    @Test("security is the socket's level and bluetoothd's bond")
    func security() async throws {
        let (daemon, radio, connection) = try await connected(["Bonded": .bool(true)])
        for (level, security) in [
            (ACC_BLUEZ_SECURITY_LOW, LinkSecurity.none), (ACC_BLUEZ_SECURITY_MEDIUM, .encrypted),
            (ACC_BLUEZ_SECURITY_HIGH, .authenticated),
            (ACC_BLUEZ_SECURITY_FIPS, .secureConnections),
        ] {
            // the kernel reports 0 without encryption
            for size in [0, 7, 16] as [CInt] {
                sockets.state.withLock { ($0.level, $0.keySize) = (CInt(level), size) }
                let keySize = security == .none || size == 0 ? 16 : Int(size)
                #expect(
                    connection.securityNow
                        == ConnectionSecurity(level: security, isBonded: true, keySize: keySize)
                )
            }
        }
        sockets.state.withLock { $0.level = -EINVAL }
        #expect(connection.securityNow == nil)
        #expect(
            await connection.security.first { _ in true }
                == ConnectionSecurity(level: .none, isBonded: true)
        )
        withExtendedLifetime((daemon, radio)) {}
    }

    @Test("a bonded link is encrypted at the level that is needed, without pairing")
    func encrypts() async throws {
        let (daemon, radio, connection) = try await connected(["Bonded": .bool(true)])
        try await connection.secure(to: .none)
        #expect(sockets.state.withLock { $0.wanted } == [])
        try await connection.secure(to: .encrypted)
        try await connection.secure(to: .encrypted)
        #expect(sockets.state.withLock { $0.wanted } == [UInt8(ACC_BLUEZ_SECURITY_MEDIUM)])
        try await connection.secure(to: .authenticated)
        #expect(sockets.state.withLock { $0.wanted }.last == UInt8(ACC_BLUEZ_SECURITY_HIGH))
        let security = await connection.security.first { _ in true }
        #expect(security == ConnectionSecurity(level: .authenticated, isBonded: true))
        #expect(daemon.count(of: "Pair") == 0)
        withExtendedLifetime(radio) {}
    }

    @Test("what users without rights cannot do is refused")
    func refusals() async throws {
        let (daemon, radio, connection) = try await connected()
        #expect(
            connection.parameters == nil && connection.peer == FakeDaemon.peer
                && connection.isCentral
        )
        func refused(_ work: () async throws -> Void) async -> RadioError? {
            do { try await work() } catch { return error as? RadioError }
            return nil
        }
        let update = await refused { try await connection.update(ConnectionParameters()) }
        #expect("\(update!)".contains("main.conf"))
        let wrong = await refused {
            try await connection.update(ConnectionParameters { $0.latency = 500 })
        }
        if case .invalidParameters? = wrong {} else { Issue.record("\(String(describing: wrong))") }
        for (psm, isRefused) in [(0x25, true), (0x7F, true), (0x81, false)] as [(UInt16, Bool)] {
            let error = await refused {
                _ = try await connection.incomingChannels(psm: psm, mtu: 100)
            }
            #expect(
                "\(String(describing: error))".contains("CAP_NET_BIND_SERVICE") == isRefused,
                "\(psm)"
            )
        }
        await #expect(throws: RadioError.busy) {
            try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        }
        withExtendedLifetime(daemon) {}
    }

    @Test("a connection that has ended says so")
    func ended() async throws {
        let (daemon, _, connection) = try await connected()
        for peer in sockets.state.withLock({ $0.peers }) { shutdown(peer, CInt(SHUT_RDWR)) }
        connection.attributes.start(onPacket: { _ in }, onEnd: {})
        for await _ in connection.security {}
        let ended = RadioError.disconnected(.localHost)
        #expect(connection.endReason == .localHost)
        await #expect(throws: ended) { try await connection.readRSSI() }
        await #expect(throws: ended) { try await connection.secure(to: .encrypted) }
        await #expect(throws: ended) { try await connection.openChannel(psm: 0x81, mtu: 100) }
        await #expect(throws: ended) { try await connection.update(ConnectionParameters()) }
        withExtendedLifetime(daemon) {}
    }

    @Test("without an agent, pairing has neither input nor output")
    func justWorks() async throws {
        let (daemon, radio, connection) = try await connected()
        daemon.on("Pair") { _ in .values([]) }
        try await connection.secure(to: .encrypted)
        let agent = await daemon.next("RegisterAgent")
        #expect(agent.body[1].text == "NoInputNoOutput")
        withExtendedLifetime(radio) {}
    }

    @Test("each error of an attempt has a name")
    func failures() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        #expect("\(radio.failure(-EAFNOSUPPORT))".contains("--net=host"))
        #expect(radio.failure(-EACCES) == .pairingFailed("the device or its user refused"))
        #expect(radio.failure(-ECONNREFUSED) == .disconnected(.notEstablished))
        sockets.state.withLock { $0.results = [-ECONNREFUSED] }
        await #expect(throws: RadioError.disconnected(.notEstablished)) {
            try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        }
        await #expect(throws: RadioError.self) {
            try await radio.connect(to: FakeDaemon.peer, ConnectionParameters { $0.latency = 500 })
        }
        #expect(sockets.state.withLock { $0.attempts } == 1)
        daemon.change(["Powered": .bool(false)])
        for await state in radio.states where state == .poweredOff { break }
        #expect(radio.failure(-EACCES) == .poweredOff)
    }

    @Test(
        "the kernel's limit of 40 s is a timeout, not a refusal"
    )
    func timeouts() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        let clock = daemon.clock
        sockets.state.withLock {
            $0.results = [-ECONNREFUSED]
            $0.onAttempt = { clock.pass(.seconds(40)) }
        }
        await #expect(throws: RadioError.timedOut) {
            try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
        }
    }

    @Test("an attempt that joins an ending link is repeated three times")
    func retries() async throws {
        let daemon = try await FakeDaemon()
        let radio = try await daemon.radio(sockets)
        for (results, isConnected) in [
            ([-ECONNRESET, -ECONNABORTED, -ENOTCONN], true),
            ([-ECONNRESET, -ECONNRESET, -ECONNRESET, -ECONNRESET], false),
        ] as [([CInt], Bool)] {
            sockets.state.withLock { ($0.results, $0.attempts) = (results, 0) }
            let attempt = Task {
                try await radio.connect(to: FakeDaemon.peer, ConnectionParameters())
            }
            for _ in 0..<3 { await daemon.clock.endSleep(within: .milliseconds(200)) }
            if isConnected {
                let connection = try await attempt.value
                #expect(sockets.state.withLock { $0.attempts } == 4)
                async let disconnected: Void = connection.disconnect()
                await daemon.clock.endSleep(within: .seconds(6))
                await disconnected
            } else {
                await #expect(throws: RadioError.disconnected(.remoteUser)) {
                    try await attempt.value
                }
            }
        }
    }
}
