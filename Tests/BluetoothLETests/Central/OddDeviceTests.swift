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
            let fault = try #require(peripheral.attributeFaults.first)
            #expect(fault.handle == 12 && fault.text.contains("2902"))
            #expect("\(fault)".hasSuffix("(handle 0x000C)"))
        }
    }

    @Test("a characteristic that refuses notifications indicates")
    func onlyIndications() async throws {
        try await connected { packet in
            switch (packet[0], packet.dropFirst().first, packet.last) {
            case (0x10, 1, _): [[0x11, 6, 10, 0, 13, 0, 0xE0, 0xFF]]
            case (0x08, 10, _): [[0x09, 7, 11, 0, 0x30, 12, 0, 0xE1, 0xFF]]
            case (0x04, 13, _): [[0x05, 1, 13, 0, 0x02, 0x29]]
            case (0x12, 13, _):
                packet[3] == 2 ? [[0x13], [0x1D, 12, 0, 7]] : [[1, 0x12, 13, 0, 0xFD]]
            case (0x1E, _, _): []
            default: nil
            }
        } _: { peripheral in
            let value = try await peripheral.characteristic(0xFFE1, in: 0xFFE0)
            let values = try await value.notifications()
            #expect(try await values.first { _ in true } == [7])
            #expect(peripheral.attributeFaults.isEmpty)
        }
    }

    @Test("an MTU answer that is cut leaves the MTU at its default")
    func cutMTU() async throws {
        try await connected {
            $0[0] == 0x02 ? [[0x03, 100]] : nil
        } _: { peripheral in
            #expect(peripheral.mtu == 23)
        }
    }

    @Test("an unanswered exchange of the MTU is named")
    func silentMTU() async throws {
        await #expect(throws: CentralError.mtuExchangeTimeout) {
            try await connected {
                $0[0] == 0x02 ? [] : nil
            } _: { _ in
            }
        }
    }

    @Test("a faulty service is reported once and forgotten with its handles")
    func faultyService() async throws {
        try await connected { packet in
            switch (packet[0], packet.dropFirst().first) {
            case (0x10, 1): [[0x11, 6, 10, 0, 13, 0, 0xE0, 0xFF, 20, 0, 19, 0, 0xE1, 0xFF]]
            default: nil
            }
        } _: { peripheral in
            let services = try await peripheral.discoverServices()
            #expect(services.map(\.handles) == [10...13])
            #expect(peripheral.attributeFaults.map(\.handle) == [20])
            peripheral.report(peripheral.attributeFaults[0])
            #expect(peripheral.attributeFaults.count == 1)
            peripheral.forget(1...19)
            #expect(peripheral.attributeFaults.count == 1)
            peripheral.forget(20...20)
            #expect(peripheral.attributeFaults.isEmpty)
            for handle in 1...300 {
                peripheral.report(AttributeFault(handle: UInt16(handle), text: "odd"))
            }
            #expect(peripheral.attributeFaults.count == 256)
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
                await #expect(throws: CentralError.servicesKeepChanging) {
                    _ = try await peripheral.discoverServices()
                }
                return
            }
            let value = try await ward.characteristics(peripheral).plain.read()
            #expect(value == Array("hello".utf8))
            #expect(left.withLock { $0 } == -1)
        }
    }

    struct Drops: Sendable {
        /// The request at which the device ends its first links.
        var at: UInt8 = 0x10
        var count = 1
        var reason = DisconnectReason.remoteUser
        var security = LinkSecurity.none
        /// From the connection to the discovery.
        var pause = Duration.zero
        /// The links with an exchange of the MTU.
        var exchanges = 1
        var error: CentralError?
    }

    @Test(
        "a device that drops its first links is used within the timeout",
        arguments: [
            Drops(at: 0x02, exchanges: 2),
            // without the exchange that the device does not survive
            Drops(at: 0x02, count: 9, exchanges: 2),
            Drops(at: 0x02, reason: .notEstablished, exchanges: 2),
            Drops(
                at: 0x02,
                reason: .authenticationFailure,
                error: .disconnected(.authenticationFailure)
            ), Drops(at: 0x02, security: .encrypted, error: .disconnected(.remoteUser)),
            Drops(count: 3, exchanges: 4),
            Drops(count: 4, exchanges: 4, error: .linksLost(count: 4, .remoteUser)),
            Drops(
                reason: DisconnectReason(rawValue: 0x06),
                error: .disconnected(DisconnectReason(rawValue: 0x06))
            ), Drops(at: 0x08, count: 3, exchanges: 4),
            Drops(pause: .milliseconds(9500), exchanges: 2),
            Drops(pause: .seconds(10), error: .disconnected(.remoteUser)),
        ]
    )
    func earlyDrops(_ drops: Drops) async throws {
        let ward = try Ward()
        let counts = Mutex((exchanges: 0, drops: 0))
        ward.air.setTap { packet in
            counts.withLock { counts in
                if packet.bytes.first == 0x02 { counts.exchanges += 1 }
                guard packet.bytes.first == drops.at, counts.drops < drops.count else {
                    return .delivered
                }
                counts.drops += 1
                return .disconnected(drops.reason)
            }
        }
        let time = TimeSource(ward.clock)
        let result = await Result {
            try await ward.connected(ConnectOptions { $0.security = drops.security }) {
                try await time.wait(time.now() + drops.pause)
                return try await $0.characteristic(0x2A05, in: 0x1801).uuid
            }
        }
        if let error = drops.error {
            #expect(throws: error) { try result.get() }
        } else {
            #expect(try result.get() == 0x2A05)
        }
        #expect(counts.withLock { $0.exchanges } == drops.exchanges)
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
