import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// Devices that break the rules and are used all the same.
@Suite(.timeLimit(.minutes(20))) struct OddDeviceTests {
    /// Connects a central to a device whose answers come from `answers`; nil: attribute not found.
    private func connected(
        _ answers: @escaping @Sendable ([UInt8]) -> [[UInt8]]?,
        _ body: @escaping @Sendable (Peripheral) async throws -> Void
    ) async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let device = air.addAdapter()
            let incoming = try device.incomingConnections()
            _ = try device.advertise(AdvertisingParameters(data: []))
            _ = TimeSource(clock).task {
                do {
                    for try await connection in incoming {
                        let bearer = connection.attributes
                        bearer.start(
                            onPacket: { packet in
                                let refusal: [UInt8] = [1, packet[0], 0, 0, 0x0A]
                                for answer in answers(packet) ?? [refusal] { bearer.send(answer) }
                            },
                            onEnd: {}
                        )
                    }
                } catch {}
            }
            let central = Central(radio: air.addAdapter(), clock: clock)
            try await body(try await central.connect(to: device.ownAddress))
        }
    }

    @Test("a characteristic that notifies without a configuration can be subscribed to")
    func noConfiguration() async throws {
        try await connected { packet in
            switch (packet[0], packet.dropFirst().first, packet.last) {
            case (0x10, 1, _): [[0x11, 6, 10, 0, 12, 0, 0xE0, 0xFF]]
            case (0x08, 10, _): [[0x09, 7, 11, 0, 0x12, 12, 0, 0xE1, 0xFF]]
            case (0x0A, 12, _): [[0x1B, 12, 0, 7], [0x0B, 1]]
            case (0x1E, _, _): []
            default: nil
            }
        } _: { peripheral in
            let value = try await peripheral.characteristic(0xFFE1, in: 0xFFE0)
            let values = try await value.notifications()
            #expect(try await value.read() == [1])
            #expect(try await values.first { _ in true } == [7])
        }
    }

    /// - Parameter count: The changes that the device reports, each during a discovery.
    @Test("a change during the discovery restarts it", arguments: [1, 3, 4, 5])
    func changes(count: Int) async throws {
        let ward = try Ward(hash: [UInt8](repeating: 7, count: 16))
        let left = Mutex(count)
        let device = ward.device
        ward.air.setTap { packet in
            // the last requests of a discovery read the database hash
            guard packet.bytes == [0x08, 1, 0, 0xFF, 0xFF, 0x2A, 0x2B] else { return .delivered }
            let isLeft = left.withLock { left in
                left -= 1
                return left >= 0
            }
            // the air must not be called from here
            guard isLeft else { return .delivered }
            ward.clock.schedule(at: .zero) { device.link?.indicate([1, 0, 0xFF, 0xFF], handle: 3) }
            return .delivered
        }
        try await ward.connected { peripheral in
            if count == 5 {
                await #expect(throws: CentralError.servicesChanged) {
                    _ = try await peripheral.discoverServices()
                }
                return
            }
            let value = try await ward.characteristics(peripheral).plain.read()
            #expect(value == Array("hello".utf8))
            #expect(left.withLock { $0 } == -1)
        }
    }

    @Test(
        "a device that drops its first links is connected to within the timeout",
        arguments: [
            (drops: 3, reason: DisconnectReason.remoteUser, security: LinkSecurity.none, links: 4),
            (4, .remoteUser, .none, 4), (1, .notEstablished, .none, 2),
            (1, .authenticationFailure, .none, 1), (1, DisconnectReason(rawValue: 0x06), .none, 1),
            (1, .remoteUser, .encrypted, 1),
        ]
    )
    func earlyDrops(
        drops: Int,
        reason: DisconnectReason,
        security: LinkSecurity,
        links: Int
    ) async throws {
        let ward = try Ward()
        let requests = Mutex(0)
        ward.air.setTap { packet in
            guard packet.bytes.first == 0x02 else { return .delivered }
            let count = requests.withLock { requests in
                requests += 1
                return requests
            }
            return count <= drops ? .disconnected(reason) : .delivered
        }
        let options = ConnectOptions { $0.security = security }
        let result = await Result { try await ward.connected(options) { $0.connectionState } }
        if drops < links {
            #expect(try result.get() == .connected)
        } else {
            #expect(throws: CentralError.disconnected(reason)) { try result.get() }
        }
        #expect(requests.withLock { $0 } == links)
    }

    @Test("descriptors that change between links are discovered again")
    func otherDescriptors() async throws {
        let ward = try Ward()
        @Sendable func service(_ descriptor: BluetoothUUID) -> ServiceDefinition {
            ServiceDefinition(
                0xFFE0,
                characteristics: [
                    CharacteristicDefinition(
                        0xFFE1,
                        properties: .read,
                        value: [],
                        descriptors: [DescriptorDefinition(descriptor, value: [1])]
                    )
                ]
            )
        }
        let table = ward.device.host.state.withLock { $0.table }
        @Sendable func offer(_ descriptor: BluetoothUUID) throws {
            var table = table
            _ = try table.add(service(descriptor))
            ward.device.host.state.withLock { $0.table = table }
        }
        try offer(0x2901)
        try await ward.connected { peripheral in
            @Sendable func descriptors() async throws -> [BluetoothUUID] {
                try await peripheral.characteristic(0xFFE1, in: 0xFFE0).descriptors().map(\.uuid)
            }
            #expect(try await descriptors() == [0x2901])
            await peripheral.disconnect()
            try offer(0x2904)
            try await peripheral.connect()
            #expect(try await descriptors() == [0x2904])
        }
    }
}
