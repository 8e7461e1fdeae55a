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
            try await clock.sleep(for: .seconds(1))
            for connection in connections { connection.disconnect() }
            for link in links { link.close() }
            return counts
        }
        #expect(counts.allSatisfy { $0.next() == 201 })
        #expect(characteristic.droppedUpdates == 0)
    }
}
