import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// Errors, options and counters of a central's peripherals.
@Suite(.timeLimit(.minutes(20))) struct PeripheralStepTests {
    @Test func anAttributeOfAnotherPeripheralIsRefused() async throws {
        let ward = try Ward()
        let other = try TestDevice(ward.air.addAdapter(), clock: ward.clock)
        try await ward.connected { peripheral in
            try other.start()
            let second = try await ward.central.connect(to: other.address)
            let (one, two) = (
                try await ward.characteristics(peripheral), try await ward.characteristics(second)
            )
            await #expect(throws: CentralError.invalidPeripheral) {
                try await peripheral.read([one.plain, two.plain])
            }
            await #expect(throws: CentralError.invalidPeripheral) {
                try await peripheral.writeReliably([(two.plain, [1])])
            }
            #expect(one.plain != two.plain && one.plain.service != two.plain.service)
            #expect(one.plain.service == one.long.service)
            #expect(Set([one.plain.service, one.long.service, two.plain.service]).count == 2)
            #expect(one.plain.service.handles.contains(one.plain.handle))
            #expect(ward.central.peripherals.map(\.address) == [peripheral.address, other.address])
            await #expect(throws: CentralError.readNotSupported) {
                try await peripheral.read([one.plain, one.command])
            }
            await #expect(throws: CentralError.writeNotSupported) {
                try await peripheral.writeReliably([(one.long, [1])])
            }
            // the sum of both
            #expect(ward.central.counters.connections == 2)
            await ward.central.forget(second)
            #expect(second.connectionState == .disconnected(.localHost))
            #expect(ward.central.peripherals.map(\.address) == [peripheral.address])
            #expect(ward.central.counters.connections == 1)
            #expect(ward.central.peripheral(other.address) !== second)
            #expect(ward.central.peripheral(peripheral.address) === peripheral)
        }
    }

    @Test func countersAreAdded() {
        var (one, other) = (ConnectionCounters(), ConnectionCounters())
        (one.connections, one.disconnections, one.timeouts) = (1, 2, 3)
        one.timeConnected = .seconds(4)
        (other.connections, other.disconnections, other.timeouts) = (10, 20, 30)
        other.timeConnected = .seconds(40)
        let sum = one + other
        #expect(sum.connections == 11 && sum.disconnections == 22 && sum.timeouts == 33)
        #expect(sum.timeConnected == .seconds(44) && ConnectionCounters() + one == one)
    }

    @Test func timeConnectedIsCounted() async throws {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let begin = ward.clock.now.offset
            let before = peripheral.counters.timeConnected
            try await ward.clock.sleep(for: .seconds(10))
            #expect(peripheral.counters.timeConnected - before == .seconds(10))
            await peripheral.disconnect()
            let total = peripheral.counters.timeConnected
            let length = ward.clock.now.offset - begin
            #expect(total - before == length && total < length + .seconds(1))
            try await ward.clock.sleep(for: .seconds(10))
            #expect(peripheral.counters.timeConnected == total)
            #expect(peripheral.counters.disconnections == 1 && peripheral.counters.connections == 1)
            // a second disconnection is none
            await peripheral.disconnect()
            #expect(peripheral.counters.disconnections == 1)
            #expect(peripheral.mtu == 23 && peripheral.parameters == nil)
            var security = peripheral.security.makeAsyncIterator()
            #expect(await security.next() == nil)
        }
    }

    @Test func changesOfAllPeripheralsAreReported() async throws {
        let ward = try Ward()
        let changes = ward.central.connectionChanges
        try await ward.connected { peripheral in
            ward.air.disconnect(ward.radio, ward.device.radio, reason: .remoteUser)
            try await ward.clock.sleep(for: .seconds(1))
            await peripheral.disconnect()
            var seen: [ConnectionState] = []
            for await change in changes.prefix(3) {
                #expect(change.address == peripheral.address)
                seen.append(change.state)
            }
            #expect(seen == [.connecting, .connected, .disconnected(.remoteUser)])
        }
    }

    /// The MTU is requested once, and only above the default size.
    @Test(arguments: [(23, 23, 0), (22, 23, 0), (24, 24, 1), (100, 100, 1), (600, 517, 1)])
    func theMTUIsOffered(offer: Int, mtu: Int, requests: Int) async throws {
        let ward = try Ward()
        let count = Mutex(0)
        ward.air.setTap { packet in
            if packet.bytes[0] == 0x02 { count.withLock { $0 += 1 } }
            return .delivered
        }
        try await ward.connected(ConnectOptions { $0.mtu = offer }) { peripheral in
            #expect(peripheral.mtu == mtu && count.withLock { $0 } == requests)
            let limit = try await ward.characteristics(peripheral).command.writeWithoutResponseLimit
            #expect(limit == mtu - 3)
            try await peripheral.requestMTU(23)
            #expect(peripheral.mtu == mtu)
            try await peripheral.requestMTU(200)
            #expect(peripheral.mtu == (requests == 0 ? 200 : mtu))
            #expect(count.withLock { $0 } == 1)
            try await peripheral.requestMTU(300)
            #expect(count.withLock { $0 } == 1)
        }
    }

    @Test func namesAreTakenFromAdvertisements() async throws {
        let ward = try Ward()
        await ward.clock.run {
            let peripheral = ward.central.peripheral(ward.device.address)
            #expect(peripheral.name == nil)
            func receive(_ type: UInt8, _ name: String, from address: BluetoothAddress? = nil) {
                let data = [UInt8(name.utf8.count + 1), type] + Array(name.utf8)
                ward.central.known.receive([
                    AdvertisementReport(address: address ?? ward.device.address, data: data)
                ])
            }
            receive(9, "other", from: BluetoothAddress(value: 99))
            #expect(peripheral.name == nil)
            receive(8, "Sen")
            #expect(peripheral.name == "Sen")
            receive(9, "Sensor")
            receive(8, "Sen")
            // the complete name stays
            #expect(peripheral.name == "Sensor")
            receive(8, "Tag")
            #expect(peripheral.name == "Tag")
            receive(0x16, "xx")
            receive(9, "Ta")
            #expect(peripheral.name == "Ta")
        }
    }

    /// A device that answers requests by a script and is silent otherwise.
    private func silentDevice(
        _ ward: Ward,
        _ answers: [[UInt8]: [UInt8]]
    ) throws -> BluetoothAddress {
        let radio = ward.air.addAdapter()
        let incoming = try radio.incomingConnections()
        _ = try radio.advertise(AdvertisingParameters(data: []))
        _ = TimeSource(ward.clock).task {
            do {
                for try await connection in incoming {
                    let bearer = connection.attributes
                    bearer.start(
                        onPacket: { if let answer = answers[$0] { bearer.send(answer) } },
                        onEnd: {}
                    )
                }
            } catch {}
        }
        return radio.ownAddress
    }

    private static let services: [[UInt8]: [UInt8]] = [
        [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]: [0x11, 6, 1, 0, 0xFF, 0xFF, 0xF0, 0xFF],
        [0x08, 1, 0, 0xFF, 0xFF, 0x2A, 0x2B]: [0x01, 0x08, 1, 0, 0x0A],
    ]
    private static let characteristics = services.merging([
        [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]: [0x09, 7, 2, 0, 0x1E, 3, 0, 0xF1, 0xFF],
        [0x08, 3, 0, 0xFF, 0xFF, 0x03, 0x28]: [0x01, 0x08, 3, 0, 0x0A],
        [0x08, 4, 0, 0xFF, 0xFF, 0x03, 0x28]: [0x01, 0x08, 3, 0, 0x0A],
    ]) { $1 }
    private static let descriptors = characteristics.merging([
        [0x04, 4, 0, 0xFF, 0xFF]: [0x05, 1, 4, 0, 0x02, 0x29],
        [0x04, 5, 0, 0xFF, 0xFF]: [0x01, 0x04, 5, 0, 0x0A],
    ]) { $1 }

    private typealias Call = @Sendable (Peripheral) async throws -> Void

    private static let calls: [(String, [[UInt8]: [UInt8]], CentralError, Call)] = [
        ("services", [:], .serviceDiscoveryTimeout, { _ = try await $0.discoverServices() }),
        (
            "characteristics", services, .characteristicDiscoveryTimeout,
            { _ = try await $0.characteristic(0xFFF1, in: 0xFFF0) }
        ),
        (
            "descriptors", characteristics, .characteristicDiscoveryTimeout,
            { _ = try await $0.characteristic(0xFFF1, in: 0xFFF0).descriptors() }
        ),
        (
            "includes", services, .serviceDiscoveryTimeout,
            { _ = try await $0.service(0xFFF0).includedServices() }
        ),
        (
            "read", characteristics, .readTimeout,
            { _ = try await $0.characteristic(0xFFF1, in: 0xFFF0).read() }
        ),
        (
            "reads", characteristics, .readTimeout,
            { peripheral in
                let value = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
                _ = try await peripheral.read([value, value])
            }
        ),
        (
            "write", characteristics, .writeTimeout,
            { try await $0.characteristic(0xFFF1, in: 0xFFF0).write([1]) }
        ),
        (
            "reliable write", characteristics, .writeTimeout,
            { peripheral in
                let value = try await peripheral.characteristic(0xFFF1, in: 0xFFF0)
                try await peripheral.writeReliably([(value, [1])])
            }
        ),
        (
            "subscription", descriptors, .writeTimeout,
            { _ = try await $0.characteristic(0xFFF1, in: 0xFFF0).notifications() }
        ),
        (
            "descriptor's value", descriptors, .readTimeout,
            { _ = try await $0.characteristic(0xFFF1, in: 0xFFF0).descriptors()[0].read() }
        ),
        (
            "descriptor's write", descriptors, .writeTimeout,
            { try await $0.characteristic(0xFFF1, in: 0xFFF0).descriptors()[0].write([1]) }
        ),
        ("MTU", [:], .connectionTimeout, { try await $0.requestMTU(100) }),
    ]

    @Test(arguments: calls.indices) func silenceHasAnErrorForEachCall(number: Int) async throws {
        let ward = try Ward()
        let (name, answers, error, call) = Self.calls[number]
        let address = try silentDevice(ward, answers)
        try await ward.clock.run {
            let peripheral = try await ward.central.connect(
                to: address,
                options: ConnectOptions { ($0.mtu, $0.requestTimeout) = (23, .seconds(3)) }
            )
            let begin = ward.clock.now.offset
            await #expect(throws: error, "\(name)") { try await call(peripheral) }
            let duration = ward.clock.now.offset - begin
            #expect(duration >= .seconds(3) && duration < .seconds(4), "\(name)")
        }
    }

    /// An attempt whose link is established but not answered ends at its timeout.
    @Test func aSilentDeviceDoesNotConnect() async throws {
        let ward = try Ward()
        let address = try silentDevice(ward, [:])
        await ward.clock.run {
            await #expect(throws: CentralError.mtuExchangeTimeout) {
                _ = try await ward.central.connect(to: address, timeout: .seconds(5))
            }
            // and the event in which the link is closed
            let time = ward.clock.now.offset
            #expect(time >= .seconds(5) && time <= .seconds(5) + .milliseconds(30))
            try? await ward.clock.sleep(for: .seconds(3))
            #expect(ward.air.connectionCount == 0 && ward.central.counters.timeouts == 1)
            // the server's own time is shorter, and counts as a timeout, too
            await #expect(throws: CentralError.mtuExchangeTimeout) {
                _ = try await ward.central.connect(
                    to: address,
                    timeout: nil,
                    options: ConnectOptions { $0.requestTimeout = .seconds(3) }
                )
            }
            #expect(ward.central.counters.timeouts == 2 && ward.central.counters.connections == 0)
        }
    }

    @Test func reconnectionDelaysGrowToTheirLimit() async throws {
        let ward = try Ward()
        let options = ConnectOptions {
            $0.reconnect = .backoff(first: .seconds(1), limit: .seconds(5), factor: 2)
        }
        try await ward.connected(options) { peripheral in
            try await peripheral.connect(timeout: .seconds(2))
            let states = peripheral.states
            await ward.device.stopAdvertising()
            ward.air.disconnect(ward.radio, ward.device.radio)
            try await ward.clock.sleep(for: .seconds(40))
            await peripheral.disconnect()
            // the state before each attempt
            var waits: [Duration] = []
            var last: ConnectionState?
            for await state in states {
                if state == .connecting, case .waiting(let delay) = last { waits.append(delay) }
                if state == .disconnected(.localHost) { break }
                last = state
            }
            // each followed by an attempt of 2 s
            #expect(waits == [1, 2, 4, 5, 5, 5, 5].map { Duration.seconds($0) })
            #expect(peripheral.counters.timeouts == 6)
        }
    }

    @Test(arguments: [true, false]) func onlyTheUUIDsAskedForAreReturned(isPresent: Bool)
        async throws
    {
        let ward = try Ward()
        try await ward.connected { peripheral in
            let uuids: [BluetoothUUID] = isPresent ? [0xFFF0, 0x180F] : [0x180F]
            let services = try await peripheral.discoverServices(uuids)
            #expect(services.map(\.uuid) == (isPresent ? [0xFFF0] : []))
            let service = try await peripheral.service(0xFFF0)
            let wanted: [BluetoothUUID] = isPresent ? [0xFFF3, 0xFFF1] : [0x2A19]
            let found = try await service.characteristics(wanted)
            #expect(found.map(\.uuid) == (isPresent ? [0xFFF1, 0xFFF3] : []))
            #expect(try await service.characteristics().count == 6)
        }
    }
}
