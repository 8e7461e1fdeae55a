import AccessoryConcurrency
import BluetoothLE
import CAccessoryBlueZ
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BlueZ

/// Connections of the radio, on a simulated kernel and a local socket for the Attribute Protocol.
@Suite(.timeLimit(.minutes(20))) struct ConnectionTests {
    private let bench = ConnectionBench()

    @Test func aConnectionHasTheControllersParameters() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        #expect(
            connection.peer == ConnectionBench.peer && connection.isCentral
                && connection.largestPacket == 517
        )
        #expect(connection.parameters?.interval == .milliseconds(30))
        #expect(
            connection.parameters?.latency == 2
                && connection.parameters?.supervisionTimeout == .seconds(4)
        )
        // another interval, rejected ones, another layer and length
        bench.kernel.hear([0x3E, 10, 0x03, 0, 0x40, 0, 12, 0, 1, 0, 0xC8, 0])
        bench.kernel.hear([0x3E, 10, 0x03, 0x1A, 0x40, 0, 6, 0, 0, 0, 0xC8, 0])
        bench.kernel.hear([0x3E, 6, 0x0C, 0, 0x40, 0, 2, 2])
        bench.kernel.hear([0x3E, 11, 0x07, 0x40, 0, 200, 0, 0, 8, 100, 0, 0, 8])
        // of a link that does not exist, and one that failed
        bench.kernel.hear([0x3E, 6, 0x0C, 0, 0x41, 0, 3, 3])
        bench.kernel.hear(ConnectionBench.connected(status: 0x3E))
        radio.events.drain()
        let parameters = try #require(connection.parameters)
        #expect(parameters.interval == .milliseconds(15) && parameters.latency == 1)
        #expect(parameters.supervisionTimeout == .seconds(2) && parameters.phy == .le2M)
        #expect(parameters.dataLength == 200)
        bench.kernel.hear([0x05, 4, 0, 0x40, 0, 0x08])
        radio.events.drain()
        #expect(connection.parameters == nil && connection.endReason == .connectionTimeout)
        #expect(radio.state.withLock { $0.links.isEmpty })
        await #expect(throws: RadioError.disconnected(.connectionTimeout)) {
            try await connection.readRSSI()
        }
        await #expect(throws: RadioError.disconnected(.connectionTimeout)) {
            try await connection.update(ConnectionParameters())
        }
        await #expect(throws: RadioError.disconnected(.connectionTimeout)) {
            try await connection.openChannel(psm: 0x81, mtu: 100)
        }
        await #expect(throws: RadioError.disconnected(.connectionTimeout)) {
            try await connection.incomingChannels(psm: 0x81, mtu: 100)
        }
    }

    @Test func otherParametersAreRequestedFromTheController() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        try await connection.update(
            ConnectionParameters {
                $0.interval = .milliseconds(20)...(.milliseconds(400))
                $0.latency = 3
                $0.supervisionTimeout = .seconds(6)
            }
        )
        // LE Connection Update (Core 5.4, Vol 4, Part E, section 7.8.18): 16 and 320 units, 600 of 10 ms
        #expect(
            bench.kernel.sent() == [
                1, 0x13, 0x20, 14, 0x40, 0, 16, 0, 64, 1, 3, 0, 0x58, 2, 0, 0, 0, 0,
            ]
        )
        await #expect(throws: RadioError.self) {
            try await connection.update(ConnectionParameters { $0.latency = 500 })
        }
        #expect(bench.kernel.sent() == nil)
        radio.events.end()
        await #expect(throws: RadioError.noAdapter("hci0")) {
            try await connection.update(ConnectionParameters())
        }
    }

    @Test func theKernelReportsTheStrengthOfALink() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        for (size, rest, result) in [
            (7, [0xC3, 0, 8], .success(-61)), (7, [126], .success(126)),
            (7, [127, 0, 8], .failure(.notSupported("reporting a connection's RSSI"))),
            (7, [], .failure(.failed("the kernel's answer is too short"))),
            (0, [], .failure(.failed("the kernel's answer is too short"))),
        ] as [(Int, [UInt8], Result<Int, RadioError>)] {
            let answer = ConnectionBench.device.prefix(size) + rest
            bench.kernel.state.withLock {
                $0.answers[ACC_MGMT_OP_GET_CONNECTION_INFO] = (0, Array(answer))
            }
            let strength: Result<Int, RadioError>
            do { strength = .success(try await connection.readRSSI()) } catch {
                strength = .failure(error)
            }
            #expect(strength == result)
            #expect(
                await bench.kernel.next(ACC_MGMT_OP_GET_CONNECTION_INFO) == ConnectionBench.device
            )
        }
    }

    @Test func disconnectingClosesTheSocketFirst() async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        defer { close(other) }
        await connection.disconnect()
        #expect(await bench.kernel.next(ACC_MGMT_OP_DISCONNECT) == ConnectionBench.device)
        var byte: UInt8 = 0
        #expect(recv(other, &byte, 1, CInt(MSG_DONTWAIT)) == 0)
    }

    @Test(arguments: [nil, 0x13, 0x08] as [UInt8?])
    func theEndOfTheSocketIsExplainedByTheController(reason: UInt8?) async throws {
        let radio = try await bench.radio()
        let (connection, other) = try bench.connection(of: radio)
        connection.attributes.start(onPacket: { _ in }, onEnd: {})
        if let reason { bench.kernel.hear([0x05, 4, 0, 0x40, 0, reason]) }
        close(other)
        for await _ in connection.security {}
        #expect(connection.endReason == reason.map { DisconnectReason(rawValue: $0) } ?? .localHost)
    }

    @Test func socketsCloseInReverse() throws {
        let link = Link(handle: 1)
        let order = Mutex<[Int]>([])
        let files = try (0..<3).map { _ in try UnixSocket.pair() }
        var bearers = (0..<3).map { index in
            SocketBearer(file: files[index].0) { order.withLock { $0.append(index) } }
        }
        for bearer in bearers { link.add(bearer) }
        bearers.remove(at: 1)
        order.withLock { $0 = [] }
        link.closeSockets()
        link.closeSockets()
        #expect(order.withLock { $0 } == [2, 0])
        for file in files { close(file.1) }
    }

    // MARK: Attempts

    @Test func anAttemptPassesItsParametersToTheKernel() async throws {
        let radio = try await bench.radio()
        let parameters = ConnectionParameters {
            $0.interval = .milliseconds(20)...(.milliseconds(400))
            $0.latency = 3
            $0.supervisionTimeout = .seconds(6)
            $0.phys = [.le1M]
        }
        for _ in 0..<2 {
            // the adapter does not exist in the real kernel
            let error = await #expect(throws: RadioError.self) {
                try await radio.connect(to: ConnectionBench.peer, parameters)
            }
            #expect(error != .busy)
            #expect(
                await bench.kernel.next(ACC_MGMT_OP_LOAD_CONNECTION_PARAMETERS)
                    == [1, 0] + ConnectionBench.device + [16, 0, 64, 1, 3, 0, 0x58, 2]
            )
            #expect(radio.state.withLock { $0.attempts.isEmpty })
        }
        radio.state.withLock { $0.attempts[KernelAddress(ConnectionBench.peer)] = parameters }
        await #expect(throws: RadioError.busy) {
            try await radio.connect(to: ConnectionBench.peer, parameters)
        }
        #expect(radio.state.withLock { $0.attempts.count } == 1)
        await #expect(throws: RadioError.self) {
            try await radio.connect(
                to: ConnectionBench.peer,
                ConnectionParameters { $0.latency = 500 }
            )
        }
    }

    @Test func aFailureIsExplainedByThePower() async throws {
        let radio = try await bench.radio()
        #expect(radio.failure(-ECONNREFUSED) == .disconnected(.notEstablished))
        bench.kernel.tell(ACC_MGMT_EV_NEW_SETTINGS, FakeKernel.bytes(ACC_MGMT_SETTING_LE))
        for await state in radio.states where state == .poweredOff { break }
        #expect(radio.failure(-ECONNREFUSED) == .poweredOff)
        bench.kernel.tell(ACC_MGMT_EV_INDEX_REMOVED, [])
        for await _ in radio.states {}
        #expect(radio.failure(-ECONNREFUSED) == .noAdapter("hci0"))
        await #expect(throws: RadioError.noAdapter("hci0")) {
            try await radio.incomingConnections()
        }
    }

    @Test func oneStreamAcceptsConnections() async throws {
        let listener = ConnectionListener()
        let (file, other) = try UnixSocket.pair()
        defer { close(other) }
        func incoming(_ file: CInt) throws -> AsyncThrowingStream<any RadioConnection, any Error> {
            try listener.incoming(
                adapter: "hci7",
                open: { file },
                failure: { .failed("\($0)") },
                adopt: { _, _ in fatalError("nothing connects") }
            )
        }
        #expect(throws: RadioError.failed("-13")) { try incoming(-EACCES) }
        let stream = try incoming(file)
        #expect(throws: RadioError.busy) { try incoming(-EACCES) }
        listener.close()
        await #expect(throws: RadioError.noAdapter("hci7")) { for try await _ in stream {} }
        // a released stream makes room
        let (second, peer) = try UnixSocket.pair()
        defer { close(peer) }
        var next: AsyncThrowingStream? = try incoming(second)
        withExtendedLifetime(next) {}
        next = nil
        #expect(throws: RadioError.failed("-13")) { try incoming(-EACCES) }
    }
}
