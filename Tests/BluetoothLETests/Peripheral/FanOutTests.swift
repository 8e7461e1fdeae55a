import AccessoryConcurrency
import Testing

@testable import BluetoothLE

@Suite(.timeLimit(.minutes(20))) struct FanOutTests {
    /// A connection on a pipe.
    final class PipeConnection: RadioConnection {
        let peer: BluetoothAddress
        let isCentral = false
        let attributes: any PacketBearer
        let largestPacket = 247
        let parameters: LinkParameters? = nil
        let endReason: DisconnectReason? = nil
        let security: AsyncStream<ConnectionSecurity>
        private let end: AsyncStream<ConnectionSecurity>.Continuation

        init(_ bearer: any PacketBearer, peer: BluetoothAddress) {
            attributes = bearer
            self.peer = peer
            (security, end) = AsyncStream.makeStream()
            end.yield(ConnectionSecurity())
        }

        func update(_ parameters: ConnectionParameters) {}
        func readRSSI() -> Int { -50 }
        func secure(to level: LinkSecurity) {}

        func openChannel(psm: UInt16, mtu: Int) throws(RadioError) -> any ChannelBearer {
            throw .notSupported("channels")
        }

        func incomingChannels(
            psm: UInt16,
            mtu: Int
        ) throws(RadioError) -> AsyncThrowingStream<any ChannelBearer, any Error> {
            throw .notSupported("channels")
        }

        func disconnect() {
            end.finish()
            attributes.close()
        }
    }

    @Test func manyCentralsReceiveAllValuesInOrder() async throws {
        let clock = VirtualClock()
        let time = TimeSource(clock)
        let radio = VirtualAir(clock: clock, seed: 1).addAdapter()
        let manager = PeripheralManager(radio: radio, clock: clock)
        let characteristic = MutableCharacteristic.plain()
        try await manager.add(MutableService(uuid: 0xFFF0, characteristics: [characteristic]))
        let counts = try await clock.run {
            var counts: [Counter] = []
            var links: [GATTLink] = []
            var connections: [PipeConnection] = []
            for number in 0..<100 {
                let (near, far) = PipeBearer.pair(clock: clock)
                let connection = PipeConnection(far, peer: .init(value: UInt64(number)))
                connections.append(connection)
                _ = time.task { await manager.serve(connection) }
                let count = Counter()
                let link = GATTLink(bearer: near, time: time) { _, value in
                    let wanted = count.next() - 1
                    #expect(value == littleEndian(UInt16(wanted)))
                }
                link.start()
                let client = GATTClient(link: link)
                let service = try #require(try await client.services(0xFFF0).first)
                let found = try await client.characteristics(of: service)
                try await client.write([1, 0], to: found[0].valueHandle + 1)
                counts.append(count)
                links.append(link)
            }
            for number in 0..<200 as Range<UInt16> {
                try characteristic.update(littleEndian(number))
            }
            await characteristic.drained()
            #expect(characteristic.pendingUpdates.isEmpty)
            try await clock.sleep(for: .seconds(1))
            for connection in connections { connection.disconnect() }
            for link in links { link.close() }
            return counts
        }
        #expect(counts.allSatisfy { $0.next() == 201 })
        #expect(characteristic.droppedUpdates == 0)
    }

    /// A writer waits for the fastest subscriber, not for one that reads nothing.
    @Test func roomIsThatOfTheFastestSubscriber() async throws {
        let value = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.notify, .indicate],
            updateCapacity: 4
        )
        let bench = try await PeripheralBench(advertising: value)
        try await bench.clock.run {
            // without a subscriber the queue has the newest values
            for byte in 0..<6 as Range<UInt8> { try value.update([byte]) }
            #expect(value.hasRoom && value.pendingUpdates == [[2], [3], [4], [5]])
            let healthy = try await bench.connect()
            try await healthy.subscribe(to: 0xFFF1)
            #expect(await healthy.next(4) == [[2], [3], [4], [5]])
            // a central that does not confirm: its first indication is on its way
            let phone = bench.air.addAdapter()
            let connection = try await phone.connect(to: bench.sensor.address!, .init())
            connection.attributes.start(onPacket: { _ in }, onEnd: {})
            let handle = try await healthy.handle(of: 0xFFF1)
            connection.attributes.send([0x12] + littleEndian(handle + 1) + [2, 0])
            await bench.until { value.subscribers.count == 2 }
            let sent: [[UInt8]] = (0..<200).map { [UInt8($0)] }
            async let received = healthy.next(sent.count)
            for byte in sent {
                await value.room()
                try value.update(byte)
            }
            #expect(await received == sent)
            let missed = bench.manager.centrals.map(\.missedUpdates).sorted()
            #expect(missed[0] == 0 && missed[1] > 100)
            #expect(value.hasRoom && value.pendingUpdates.count == 4)
        }
    }

    /// A task that waits for room resumes when the subscriber leaves, the characteristic is removed, or the
    /// task is cancelled.
    @Test(arguments: ["leaves", "removed", "cancelled"])
    func waitingForRoomEnds(reason: String) async throws {
        let value = MutableCharacteristic(uuid: 0xFFF1, properties: .indicate, updateCapacity: 2)
        let bench = try await PeripheralBench(advertising: value)
        try await bench.clock.run {
            let phone = bench.air.addAdapter()
            let connection = try await phone.connect(to: bench.sensor.address!, .init())
            connection.attributes.start(onPacket: { _ in }, onEnd: {})
            let handle = try await bench.connect().handle(of: 0xFFF1)
            connection.attributes.send([0x12] + littleEndian(handle + 1) + [2, 0])
            await bench.until { !value.subscribers.isEmpty }
            // one is on its way, two wait
            for byte in 0..<3 as Range<UInt8> {
                #expect(value.hasRoom)
                try value.update([byte])
            }
            #expect(!value.hasRoom)
            let waiting = bench.time.task { await value.room() }
            try await bench.clock.sleep(for: .seconds(1))
            #expect(!value.hasRoom)
            switch reason {
            case "leaves": await connection.disconnect()
            case "removed": await bench.manager.removeAllServices()
            default: waiting.cancel()
            }
            await waiting.value
            #expect(value.hasRoom == (reason != "cancelled"))
        }
    }
}
