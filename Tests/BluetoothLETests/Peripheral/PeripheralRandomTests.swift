import AccessoryConcurrency
import Testing

@testable import BluetoothLE

/// Random requests, valid and invalid, against a manager and a model of its expected state.
@Suite(.timeLimit(.minutes(20))) struct PeripheralRandomTests {
    /// The manager's expected state.
    private struct Model {
        /// Written by requests that were accepted.
        var value: [UInt8] = []
        var subscription = Subscription()
        /// Sent by `update` and not yet received.
        var expected: [[UInt8]] = []
    }

    @Test(arguments: 0..<24 as Range<UInt64>)
    func theServerKeepsToItsModel(seed: UInt64) async throws {
        let characteristic = MutableCharacteristic(
            uuid: 0xFFF1,
            properties: [.read, .write, .notify],
            storesWrites: true
        )
        let bench = try await PeripheralBench(advertising: characteristic)
        try await bench.clock.run {
            var random = SeededRandom(seed: seed)
            var model = Model()
            let phone = bench.air.addAdapter()
            var visit = try await bench.connect(phone, mtu: 23)
            let handle = try await visit.handle(of: 0xFFF1)
            for step in 0..<120 {
                let place: Comment = "seed \(seed), step \(step)"
                switch Int.random(in: 0..<9, using: &random) {
                case 0:
                    model.value = bytes(&random, 0...512)
                    try await visit.client.write(model.value, to: handle)
                case 1:
                    let value = try await visit.client.read(handle)
                    #expect(value == model.value, place)
                case 2:
                    model.subscription = model.subscription.isEmpty ? .notifications : []
                    try await visit.client.write([model.subscription.rawValue, 0], to: handle + 1)
                    if !model.subscription.isEmpty {
                        #expect(await visit.next(model.expected.count) == model.expected, place)
                        model.expected = []
                    }
                case 3:
                    let value = bytes(&random, 1...20)
                    try characteristic.update(value)
                    model.value = value
                    model.expected.append(value)
                    guard !model.subscription.isEmpty else { continue }
                    #expect(await visit.next(1) == [value], place)
                    model.expected = []
                case 4:
                    // random bytes; if they are a write to the server, the model copies its value
                    let packet = bytes(&random, 1...30)
                    visit.connection.attributes.send(packet)
                    try await bench.clock.sleep(for: .seconds(1))
                    model.value = characteristic.value
                    model.subscription =
                        bench.manager.centrals.first?.link.subscriptions[handle] ?? []
                case 5:
                    // a cancelled prepared write
                    let link = visit.client.link
                    let part = PDU(.init(0x16), handle: handle, offset: 0, tail: [1, 2, 3])
                    _ = try? await link.request(part)
                    _ = try? await link.request(.execute(write: false))
                    #expect(characteristic.value == model.value, place)
                case 6:
                    await visit.connection.disconnect()
                    await bench.until { bench.manager.centrals.isEmpty }
                    model.subscription = []
                    visit = try await bench.connect(
                        phone,
                        mtu: [23, 100, 517].randomElement(using: &random)!
                    )
                case 7:
                    try await bench.clock.sleep(
                        for: .seconds(Int.random(in: 0...40, using: &random))
                    )
                default:
                    let service = MutableService(uuid: 0xFFF7, characteristics: [.plain()])
                    try await bench.manager.add(service)
                    if Bool.random(using: &random) { try await bench.manager.remove(service) }
                }
                if visit.connection.endReason != nil {
                    // the client violated the protocol and was disconnected
                    await bench.until { bench.manager.centrals.isEmpty }
                    model.subscription = []
                    visit = try await bench.connect(phone, mtu: 23)
                }
            }
        }
    }

    /// Packets of random bytes, most of which start like a request, also against the layers above.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func anyBytesAreAnsweredOrIgnored(seed: UInt64) async throws {
        let bench = try await PeripheralBench(advertising: .plain())
        try await bench.clock.run {
            var random = SeededRandom(seed: seed)
            let phone = bench.air.addAdapter()
            let opcodes: [UInt8] = [
                0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x1E, 0x20,
                0x52, 0xD2,
            ]
            for _ in 0..<10 {
                let connection = try await phone.connect(
                    to: bench.sensor.address!,
                    ConnectionParameters()
                )
                let (answers, entry) = AsyncStream.makeStream(of: [UInt8].self)
                connection.attributes.start(
                    onPacket: { entry.yield($0) },
                    onEnd: { entry.finish() }
                )
                for _ in 0..<300 where connection.endReason == nil {
                    var packet = bytes(&random, 1...40)
                    if Int.random(in: 0..<4, using: &random) > 0 {
                        packet[0] = opcodes.randomElement(using: &random)!
                    }
                    // existing handles
                    if packet.count > 2 {
                        packet[2] = 0
                        packet[1] &= 31
                    }
                    connection.attributes.send(packet)
                    try await bench.clock.sleep(for: .milliseconds(100))
                }
                await connection.disconnect()
                var count = 0
                for await answer in answers {
                    count += 1
                    #expect(PDU.isSound(answer), "seed \(seed): \(answer)")
                }
                #expect(count > 0, "seed \(seed)")
                await bench.until { bench.manager.centrals.isEmpty }
            }
            // the server still works
            let visit = try await bench.connect()
            #expect(try await visit.client.services().count == 3)
        }
    }

    private func bytes(_ random: inout SeededRandom, _ count: ClosedRange<Int>) -> [UInt8] {
        (0..<Int.random(in: count, using: &random)).map { _ in .random(in: 0...255, using: &random)
        }
    }
}

extension PDU {
    fileprivate static func isSound(_ packet: [UInt8]) -> Bool {
        (try? PDU(packet: packet)) != nil
    }
}
