import AccessoryConcurrency
import Testing

@testable import BluetoothLE

/// A GATT server and a GATT client on one link.
@Suite(.timeLimit(.minutes(20))) struct BothRolesTests {
    /// A device that offers one value and uses the other device's.
    private struct Station {
        let radio: VirtualRadio
        let central: Central
        let manager: PeripheralManager
        let value: MutableCharacteristic

        init(_ air: VirtualAir, _ clock: VirtualClock, value: [UInt8]) async throws {
            radio = air.addAdapter()
            central = Central(radio: radio, clock: clock)
            manager = PeripheralManager(radio: radio, clock: clock)
            self.value = .plain(value)
            try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [self.value]))
        }

        func advertise() async throws { try await manager.startAdvertising(name: "station") }

        var connectedCentral: RemoteCentral {
            get async throws {
                for await event in manager.events {
                    guard case .connected(let central) = event else { continue }
                    return central
                }
                throw CancellationError()
            }
        }

        /// Changes the value and returns what the user of this station's service receives.
        func update(_ value: [UInt8], for user: Peripheral) async throws -> [UInt8]? {
            let remote = try await user.characteristic(0xFFF1, in: 0xFFF0)
            let values = try await remote.notifications()
            try self.value.update(value)
            return try await values.first { _ in true }
        }
    }

    private func pair(
        _ body: @escaping @Sendable (Station, Station, VirtualClock) async throws -> Void
    ) async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let watch = try await Station(air, clock, value: [1])
            let phone = try await Station(air, clock, value: [2])
            try await watch.advertise()
            try await body(watch, phone, clock)
        }
    }

    @Test("both ends read, write and notify on one link", arguments: [false, true])
    func both(endsAtWatch: Bool) async throws {
        try await pair { watch, phone, _ in
            async let arrival = watch.connectedCentral
            let seenByPhone = try await phone.central.connect(to: watch.radio.ownAddress)
            let visitor = try await arrival
            let seenByWatch = watch.central.peripheral(visitor)
            try await seenByWatch.connect()

            for (user, station) in [(seenByPhone, watch), (seenByWatch, phone)] {
                let value = try await user.characteristic(0xFFF1, in: 0xFFF0)
                #expect(try await value.read() == station.value.value)
                #expect(try await station.update([7, 8], for: user) == [7, 8])
                #expect(user.mtu == 517)
            }
            let visited = try #require(phone.manager.central(seenByPhone))
            #expect(visited.mtu == 517 && visited.connection.isCentral)
            #expect(watch.manager.central(seenByWatch) == visitor)

            let ends = [watch, phone].map { $0.manager.events }
            if endsAtWatch {
                await seenByWatch.disconnect()
            } else {
                await seenByPhone.disconnect()
            }
            for user in [seenByPhone, seenByWatch] {
                for await case .disconnected in user.states { break }
                #expect(user.counters.connections == 1 && user.counters.disconnections == 1)
            }
            for events in ends {
                for await case .disconnected in events { break }
            }
            #expect(watch.manager.centrals.isEmpty && phone.manager.centrals.isEmpty)
            #expect(phone.manager.central(seenByPhone) == nil)
        }
    }

    @Test("a link is paired once, for both roles")
    func pairing() async throws {
        try await pair { watch, phone, _ in
            let events = watch.manager.events
            let secure = ConnectOptions { $0.security = .encrypted }
            _ = try await phone.central.connect(to: watch.radio.ownAddress, options: secure)
            let visitor = try #require(watch.manager.centrals.first)
            try await watch.central.peripheral(visitor).connect(options: secure)
            #expect(visitor.security == .encrypted)
            await watch.manager.reset()
            var changes = 0
            for await event in events {
                if case .securityChanged = event { changes += 1 }
                if case .disconnected = event { break }
            }
            #expect(changes == 1)
        }
    }

    /// Connects a phone that exchanges packets by itself to a sensor with a manager. `body` gets the sensor's
    /// central, the phone's address, and a function that sends packets and returns the next one
    /// received.
    private func exchange(
        _ body:
            @escaping @Sendable (
                Central, BluetoothAddress, @escaping @Sendable ([[UInt8]]) async -> [UInt8]?
            ) async throws -> Void
    ) async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let sensor = try await Station(air, clock, value: [1])
            try await sensor.advertise()
            async let arrival = sensor.connectedCentral
            let phone = air.addAdapter()
            let connection = try await phone.connect(
                to: sensor.radio.ownAddress,
                ConnectionParameters()
            )
            let (packets, entry) = AsyncStream.makeStream(of: [UInt8].self)
            let bearer = connection.attributes
            bearer.start(onPacket: { entry.yield($0) }, onEnd: { entry.finish() })
            _ = try await arrival
            try await body(sensor.central, phone.ownAddress) { sent in
                for packet in sent { bearer.send(packet) }
                return await packets.first { _ in true }
            }
            await connection.disconnect()
        }
    }

    @Test("the MTU that the peer requested is not requested again")
    func oneExchange() async throws {
        try await exchange { central, phone, send in
            #expect(await send([[0x02, 185, 0]]) == [0x03, 0x05, 0x02])
            let peripheral = central.peripheral(phone)
            try await peripheral.connect()
            #expect(peripheral.mtu == 185)
            // the next packet is the first request of the discovery
            async let services = try? peripheral.discoverServices()
            #expect(await send([])?.first == 0x10)
            _ = await send([[0x01, 0x10, 0x01, 0x00, 0x0A]])
            await peripheral.disconnect()
            _ = await services
        }
    }

    @Test("the offer to the peer and the answer to its request are the same")
    func oneOffer() async throws {
        try await exchange { central, phone, send in
            let peripheral = central.peripheral(phone)
            async let connected: Void = peripheral.connect(options: ConnectOptions { $0.mtu = 100 })
            #expect(await send([]) == [0x02, 100, 0])
            #expect(await send([[0x02, 0x05, 0x02]]) == [0x03, 100, 0])
            async let discovered = send([[0x03, 0x05, 0x02]])
            try await connected
            #expect(peripheral.mtu == 100)
            await peripheral.disconnect()
            _ = await discovered
        }
    }

    @Test("a failed attempt leaves the link to the central that has established it")
    func failedAttempt() async throws {
        try await exchange { central, phone, send in
            async let connected = Result { try await central.peripheral(phone).connect() }
            #expect(await send([])?.first == 0x02)
            let name: [UInt8] = [0x0B] + Array("accessory".utf8)
            let result = await connected
            #expect(throws: CentralError.mtuExchangeTimeout) { try result.get() }
            #expect(await send([[0x0A, 3, 0]]) == name)
        }
    }

    @Test("a dropped peripheral leaves the link to its central, and to the next peripheral")
    func dropped() async throws {
        try await pair { watch, phone, clock in
            async let arrival = watch.connectedCentral
            let peripheral = try await phone.central.connect(to: watch.radio.ownAddress)
            let visitor = try await arrival
            for _ in 1...2 {
                let central = Central(radio: watch.radio, clock: clock)
                let user = central.peripheral(visitor)
                try await user.connect()
                let value = try await user.characteristic(0xFFF1, in: 0xFFF0)
                #expect(try await value.read() == [2])
            }
            let value = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
            #expect(try await value.read() == [1])
            #expect(peripheral.counters.connections == 1)
        }
    }

    @Test("a central without a manager serves the mandatory services, until a manager takes over")
    func mandatoryServices() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let (radio, phone) = (air.addAdapter(), air.addAdapter())
            let time = TimeSource(clock)
            let incoming = try radio.incomingConnections()
            _ = try radio.advertise(AdvertisingParameters(data: []))
            let central = Central(radio: phone, clock: clock)
            async let connected = central.connect(
                to: radio.ownAddress,
                options: ConnectOptions { $0.mtu = 23 }
            )
            var accepted: (any RadioConnection)?
            for try await connection in incoming.prefix(1) { accepted = connection }
            let connection = try #require(accepted)
            let (changes, entry) = AsyncStream.makeStream(of: [UInt8].self)
            let link = GATTLink(bearer: connection.attributes, time: time) { entry.yield($1) }
            link.start()
            let client = GATTClient(link: link)
            let peripheral = try await connected

            #expect(try await client.exchangeMTU(100) == 100)
            #expect(peripheral.mtu == 100)
            var services = try await client.services()
            #expect(services.map(\.uuid) == [0x1800, 0x1801])
            let names = try await client.characteristics(of: services[0])
            #expect(try await client.read(names[0].valueHandle) == Array("accessory".utf8))
            let reports = try await client.characteristics(of: services[1])[0]
            let configuration = try #require(try await client.descriptors(of: reports).last)
            try await client.write([2, 0], to: configuration.handle)

            var manager: PeripheralManager? = PeripheralManager(radio: phone, clock: clock)
            #expect(manager?.centrals.count == 1)
            let value = MutableCharacteristic.plain([5])
            try await manager?.add(MutableService(uuid: 0xFFF0, characteristics: [value]))
            var received = changes.makeAsyncIterator()
            #expect(await received.next() == [1, 0, 0xFF, 0xFF])
            services = try await client.services()
            #expect(services.map(\.uuid) == [0x1800, 0x1801, 0xFFF0])
            let values = try await client.characteristics(of: services[2])
            #expect(try await client.read(values[0].valueHandle) == [5])
            #expect(await received.next() == [10, 0, 13, 0])
            try await client.write([1, 0], to: 13)

            manager = nil
            #expect(await received.next() == [1, 0, 0xFF, 0xFF])
            #expect(try await client.services().count == 2)
            #expect(peripheral.connectionState == .connected)
            // the subscription to a removed value is forgotten
            let next = PeripheralManager(radio: phone, clock: clock)
            #expect(next.centrals.first?.link.subscriptions == [8: .indications])
            await peripheral.disconnect()
        }
    }

    @Test("a busy server does not starve the client of the same link")
    func busyServer() async throws {
        try await pair { watch, phone, _ in
            async let arrival = watch.connectedCentral
            let seenByPhone = try await phone.central.connect(to: watch.radio.ownAddress)
            let seenByWatch = watch.central.peripheral(try await arrival)
            try await seenByWatch.connect()
            let reported = try await seenByWatch.characteristic(0xFFF1, in: 0xFFF0)
            let values = try await reported.notifications()
            let wanted = try await seenByPhone.characteristic(0xFFF1, in: 0xFFF0)
            for number in 0..<1000 {
                try phone.value.update(
                    [UInt8(truncatingIfNeeded: number)] + Array(repeating: 0, count: 200)
                )
            }
            for _ in 1...5 { #expect(try await wanted.read() == [1]) }
            #expect(!phone.value.pendingUpdates.isEmpty)
            var count = 0
            for try await value in values.prefix(1000)
            where value[0] == UInt8(truncatingIfNeeded: count) {
                count += 1
            }
            #expect(count == 1000)
        }
    }
}
