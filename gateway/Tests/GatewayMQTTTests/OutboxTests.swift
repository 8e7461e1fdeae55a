import BeaconCrypto
import BluetoothLE
import GatewayConfiguration
import GatewayCore
import GatewaySpool
import Testing

@testable import GatewayMQTT

@Suite struct OutboxTests {
    private let topics: Topics

    init() throws {
        let configuration = try Configuration(yaml: "mqtt: {brokers: [h]}")
        topics = Topics(try #require(configuration.mqtt), gateway: "attic")
    }

    /// A reading of BTHome objects.
    private func reading(_ objects: [UInt8], time: Int64 = 1000) throws -> Reading {
        let address = BluetoothAddress(value: 5)
        let data = [UInt8(objects.count + 4), 0x16, 0xD2, 0xFC, 0x40] + objects
        let read = SensorKeys().read(
            AdvertisementReport(address: address, data: data).advertisement,
            from: address,
            name: nil,
            sensors: nil
        )
        let found = try #require(read)
        return Reading(
            address: address,
            name: nil,
            adapter: "hci0",
            rssi: nil,
            time: time,
            model: nil,
            format: found.format,
            measurements: found.measurements
        )
    }

    /// The states that are sent again after Home Assistant's birth message.
    private func states(after readings: [Reading], now: Int64 = 2000) -> [String] {
        var outbox = Outbox(Discovery(topics: topics, expireAfter: 900_000))
        for one in readings { _ = outbox.note(one, state: topics.payload(one)) }
        while !outbox.isEmpty { _ = outbox.next(now: now) }
        outbox.announceAll(withStates: true)
        var sent: [Outbox.Message] = []
        while !outbox.isEmpty { sent += outbox.next(now: now) }
        return sent.filter { $0.topic == topics.state("000000000005") }
            .map { String(decoding: $0.payload, as: UTF8.self) }
    }

    @Test func anEventIsNotSentAgain() throws {
        let press = try reading([0x3A, 1])
        #expect(String(decoding: topics.payload(press), as: UTF8.self).contains("button"))
        #expect(states(after: [press]) == [])
    }

    @Test func theStateBesideAnEventIsSentAgain() throws {
        let both = try states(after: [reading([2, 0xD0, 7, 0x3A, 1])])
        #expect(both.count == 1)
        #expect(both[0].contains("\"temperature\":20") && !both[0].contains("button"))
    }

    @Test func anEventLeavesTheStateBefore() throws {
        let found = try states(after: [reading([2, 0xD0, 7]), reading([0x3A, 1], time: 1500)])
        #expect(found.count == 1 && found[0].contains("\"ts\":1000"))
    }

    @Test(arguments: [(900_999, 1), (901_000, 0)] as [(Int64, Int)])
    func anOldStateIsNotSentAgain(now: Int64, count: Int) throws {
        let found = try states(after: [reading([2, 0xD0, 7])], now: now)
        #expect(found.count == count)
    }
}
