import AccessoryConcurrency
import Synchronization
import Testing

@testable import BluetoothLE

/// The lifetime of links, which their bearers retain until the end.
@Suite(.timeLimit(.minutes(20))) struct GATTLinkTests {
    /// Rings when it is deallocated.
    private final class Canary: Sendable {
        let alarm = Alarm()
        deinit { alarm.ring() }
    }

    /// Starts a link that only its bearer retains, and returns the alarm of its deallocation.
    private func start(on bearer: any PacketBearer) -> Alarm {
        let canary = Canary()
        let link = GATTLink(
            bearer: bearer,
            time: TimeSource(VirtualClock()),
            onValue: { _, _ in withExtendedLifetime(canary) {} }
        )
        link.start()
        return canary.alarm
    }

    /// The time limit of a transaction (Core 5.4, Vol 3, Part F, section 3.3.3).
    @Test func aRequestWithoutAnswerEndsAfter30Seconds() async throws {
        let clock = VirtualClock()
        await clock.run {
            let (near, far) = PipeBearer.pair(clock: clock)
            far.start(onPacket: { _ in }, onEnd: {})
            let link = GATTLink(bearer: near, time: TimeSource(clock))
            link.start()
            let began = clock.now
            await #expect(throws: GATTError.timedOut) {
                _ = try await GATTClient(link: link).services()
            }
            #expect(began.duration(to: clock.now) == .seconds(30))
        }
    }

    @Test("a pipe releases its link when the peer closes")
    func pipe() async {
        let (near, far) = PipeBearer.pair()
        let released = start(on: near)
        far.close()
        await released.wait()
    }

    @Test("a socket releases its link at the end", arguments: [false, true])
    func socket(isPeer: Bool) async throws {
        let (file, other) = try UnixSocket.pair()
        let (near, far) = (SocketBearer(file: file), SocketBearer(file: other))
        far.start(onPacket: { _ in }, onEnd: {})
        let released = start(on: near)
        if isPeer { far.close() } else { near.close() }
        await released.wait()
        far.close()
    }

    @Test("commands have room as long as their socket takes packets, and when it takes them again")
    func commandRoom() async throws {
        let (file, other) = try UnixSocket.pair()
        let (near, far) = (SocketBearer(file: file), SocketBearer(file: other))
        let time = TimeSource(ContinuousClock())
        let link = GATTLink(bearer: near, time: time)
        link.start()
        let session = Session(
            FanOutTests.PipeConnection(near, peer: BluetoothAddress(value: 1)),
            GATTClient(link: link),
            began: .zero,
            securesOnDemand: false
        )
        let hasRoom = Alarm()
        // the other end does not read yet
        var sent = 0
        while try session.tryCommand([1, 2], to: 1, time, onRoom: { hasRoom.ring() }) {
            sent += 1
        }
        #expect(sent > 32 && !session.hasCommandRoom && !near.isDrained)
        far.start(onPacket: { _ in }, onEnd: {})
        await hasRoom.wait()
        #expect(session.hasCommandRoom && near.isDrained)
        near.close()
        #expect(near.isDrained)
    }

    @Test("a virtual air releases its links when they end")
    func air() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let device = try TestDevice(air.addAdapter(), clock: clock)
            try device.start()
            let radio = air.addAdapter()
            let connection = try await radio.connect(to: device.address, ConnectionParameters())
            let released = start(on: connection.attributes)
            await connection.disconnect()
            await released.wait()
        }
    }

    @Test("a dropped central and its peripherals end their links")
    func droppedCentral() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let device = try TestDevice(air.addAdapter(), clock: clock)
            try device.start()
            let read = try await Central(radio: air.addAdapter(), clock: clock)
                .connect(to: device.address).characteristic(0xFFF1, in: 0xFFF0).read()
            #expect(read == Array("hello".utf8))
            let ended = Alarm()
            try #require(device.link).whenEnded { ended.ring() }
            await ended.wait()
        }
    }

    @Test("a dropped peripheral manager ends its links")
    func droppedManager() async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let sensor = air.addAdapter()
            var manager: PeripheralManager? = PeripheralManager(radio: sensor, clock: clock)
            try await manager?.startAdvertising(name: "sensor", uuids: [])
            let central = Central(radio: air.addAdapter(), clock: clock)
            let peripheral = try await central.connect(to: sensor.address!)
            manager = nil
            for await state in peripheral.states {
                if case .disconnected = state { break }
            }
        }
    }

    @Test("a request confirms the commands before it", arguments: [true, false])
    func confirmation(isAnswered: Bool) async throws {
        let clock = VirtualClock()
        try await clock.run {
            let air = VirtualAir(clock: clock, seed: 1)
            let (radio, device) = (air.addAdapter(), air.addAdapter())
            let opcodes = Mutex<[UInt8]>([])
            let incoming = try device.incomingConnections()
            _ = try device.advertise(AdvertisingParameters(data: []))
            async let connected = radio.connect(to: device.ownAddress, ConnectionParameters())
            for try await connection in incoming.prefix(1) {
                let bearer = connection.attributes
                bearer.start(
                    onPacket: { packet in
                        opcodes.withLock { $0.append(packet[0]) }
                        guard packet[0] == 0x04, isAnswered else { return }
                        bearer.send(PDU.error(.attributeNotFound, to: 0x04, handle: 1).packet)
                    },
                    onEnd: {}
                )
            }
            let link = GATTLink(bearer: try await connected.attributes, time: TimeSource(clock))
            link.start()
            await link.confirmCommands()
            #expect(opcodes.withLock { $0 } == [])
            try link.writeCommand([1], to: 3)
            try link.writeCommand([2], to: 3)
            let began = clock.now.offset
            await link.confirmCommands()
            #expect(opcodes.withLock { $0 } == [0x52, 0x52, 0x04])
            #expect((clock.now.offset - began == .seconds(2)) == !isAnswered)
            await link.confirmCommands()
            #expect(opcodes.withLock { $0.count } == 3)
            link.close()
        }
    }
}
